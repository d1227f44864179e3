"""A private PostgreSQL on loopback for the tests that need a real one, and journals to open."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal


def _server_programs() -> Path | None:
    found = shutil.which("initdb")
    if found and (Path(found).resolve().parent / "pg_ctl").exists():
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return debian[-1].parent if debian else None


def _run(words: list[str], as_user: str | None, folder: Path) -> None:
    if as_user is not None:
        words = ["runuser", "-u", as_user, "--", *words]
    done = subprocess.run(
        words,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        timeout=60,
    )
    assert done.returncode == 0, done.stdout


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """URL of the server, without a database; it lives in a folder of its own and is thrown away."""
    programs = _server_programs()
    if programs is None:
        pytest.skip("needs_postgres: apt-get install postgresql")
    as_user = None
    folder = Path(tempfile.mkdtemp(prefix="trackside-pg-"))
    if os.geteuid() == 0:  # the server refuses to run as root
        as_user = "postgres"
        entry = pwd.getpwnam(as_user)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    cluster, port = folder / "cluster", _free_port()
    try:
        _run(
            [str(programs / "initdb"), "-D", str(cluster), "-U", "trackside", "-A", "trust", "-N"],
            as_user,
            folder,
        )
        options = f"-c listen_addresses=127.0.0.1 -p {port} -k {folder}"
        control = [str(programs / "pg_ctl"), "-D", str(cluster), "-w", "-l", str(folder / "log")]
        _run([*control, "-o", options, "start"], as_user, folder)
        try:
            yield f"postgresql://trackside@127.0.0.1:{port}"
        finally:
            _run([*control, "-m", "immediate", "stop"], as_user, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def fresh_database(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Make an empty database of this test's own and give its URL."""

    def make() -> str:
        import psycopg

        server: str = request.getfixturevalue("postgres")
        name = re.sub(r"\W+", "_", request.node.name.lower())[-60:]
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return f"{server}/{name}"

    return make


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs_postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "journal.db")
    fresh: Callable[[], str] = request.getfixturevalue("fresh_database")
    return fresh()


@pytest.fixture
def opener(url: str, wall: Callable[[], float]) -> Iterator[Callable[..., SqlJournal]]:
    made: list[SqlJournal] = []

    def open_(board: str = "b1", revision: str = "rules-1") -> SqlJournal:
        journal = SqlJournal(url, board_id=board, revision=revision, wall=wall)
        made.append(journal)
        return journal

    yield open_
    for journal in made:
        journal.close()
