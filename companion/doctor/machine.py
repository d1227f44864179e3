"""Looks at the machine: Python, packages, data folder, disk, database, port. All is passed in."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Final

from companion.errors import CompanionError

from .findings import Finding

ROOMS: Final = ("engine", "hardware", "firmware_bridge", "companion", "companion_web")
OURS: Final = "trackside"
LEAST_PYTHON: Final = (3, 11)
LEAST_FREE: Final = 200_000_000
"""Bytes that should be free on the disk of the data folder."""
SHOWN: Final = ("flask", "waitress", "sqlalchemy", "msgspec", "pyserial", "gpiozero")
"""Packages whose versions are told, because every report of trouble needs them."""


def python(version: Sequence[int] = sys.version_info[:3]) -> Finding:
    """Tells whether this Python will do."""
    name = ".".join(map(str, version[:3]))
    if tuple(version[:2]) < LEAST_PYTHON:
        return Finding(
            "packages", f"Python {name} is too old.", "Install Python 3.11 or newer; make setup."
        )
    return Finding("packages", f"Python {name}.")


def packages(
    required: Iterable[str] | None = None, installed: Mapping[str, str] | None = None
) -> Iterator[Finding]:
    """Missing packages, and the versions of those that matter.

    ``required``   requirements as a distribution lists them (its own by default)
    ``installed``  name → version
    """
    if installed is None:
        installed = {
            _plain(d.metadata["Name"]): d.version
            for d in metadata.distributions()
            if d.metadata["Name"]
        }
    needs = list(_needs() if required is None else required)
    missing = [name for name in map(_name, needs) if name and name not in installed]
    for name in missing:
        yield Finding(
            "packages", f"The package {name} is missing.", "Install what is missing: make setup."
        )
    told = ", ".join(f"{name} {installed[name]}" for name in SHOWN if name in installed)
    version = installed.get(OURS, "not installed, run from its folder")
    yield Finding("packages", f"Trackside {version}; {told}." if told else f"Trackside {version}.")


def _needs() -> list[str]:
    try:
        return metadata.requires(OURS) or []
    except metadata.PackageNotFoundError:
        return []


def _name(requirement: str) -> str:
    """The package of a requirement. Empty for one of an extra or of another system."""
    wanted, _, marker = requirement.partition(";")
    if "extra" in marker or ("sys_platform" in marker and sys.platform not in marker):
        return ""
    found = re.match(r"[A-Za-z0-9._-]+", wanted.strip())
    return _plain(found[0]) if found else ""


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def clashes(brought: Mapping[str, Sequence[str]] | None = None) -> Iterator[Finding]:
    """Other distributions that bring a package with the name of one of ours.

    ``brought``  top-level module → distributions (``importlib.metadata`` by default)
    """
    known = metadata.packages_distributions() if brought is None else brought
    ill = False
    for room in ROOMS:
        others = sorted({name for name in known.get(room, ()) if _plain(name) != OURS})
        for other in others:
            ill = True
            yield Finding(
                "packages",
                f"The package {other} also brings a module named {room}: one hides the other.",
                f"Remove it (pip uninstall {other}), or give Trackside an environment of its own: "
                "make setup.",
            )
    if not ill:
        yield Finding("packages", "No other package brings a module of our names.")


# ------------------------------------------------------------------------------------ the folder


def data_folder(folder: Path) -> Finding:
    """Tells whether the data folder can be written. A missing folder is made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-"):
            pass
    except OSError as error:
        return Finding(
            "data folder",
            f"The data folder {folder} cannot be written: {error.strerror or error}.",
            f"Give it to this user (chown), or choose another with TRACKSIDE_DATA: {folder}.",
        )
    return Finding("data folder", f"The data folder {folder} can be written.")


def disk(folder: Path, free: int | None = None) -> Finding:
    """Tells whether there is room for journals and flights."""
    if free is None:
        there = next((path for path in (folder, *folder.parents) if path.exists()), Path("/"))
        free = shutil.disk_usage(there).free
    mb = free // 1_000_000
    if free < LEAST_FREE:
        return Finding(
            "disk",
            f"Only {mb:,} MB are free where the data lie.",
            f"Free {LEAST_FREE // 1_000_000} MB: old flights under {folder / 'flights'} may go.",
        )
    return Finding("disk", f"{mb:,} MB are free.")


def running(folder: Path) -> bool:
    """True when a service works in that folder and so holds the folder's lock."""
    try:
        handle = os.open(folder / "lock", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def database(folder: Path, url: str = "") -> Finding:
    """State of the journal. A SQLite file is only read. Any other database is opened once."""
    if url and not url.startswith("sqlite"):
        return _server(url)
    path = Path(url.removeprefix("sqlite:///")) if url else folder / "journal.db"
    if not path.exists():
        return Finding("database", "There is no journal yet; the first start makes it.")
    todo = f"Start Trackside: it sets {path.name} aside. Copies: trackside journal."
    try:
        with _reading(path) as connection:
            said = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
            games = int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error as error:
        return Finding("database", f"The journal {path} cannot be read: {error}.", todo)
    if said != "ok":
        return Finding("database", f"The journal {path} is damaged: {said}.", todo)
    return Finding("database", f"The journal is whole: {games:,} games.")


class _reading:
    """A connection that only reads, and is closed at the end."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)

    def __enter__(self) -> sqlite3.Connection:
        return self._connection

    def __exit__(self, *_: object) -> None:
        self._connection.close()


def _server(url: str) -> Finding:
    from companion.store.database import open_database

    try:
        open_database(url).dispose()
    except CompanionError as error:
        return Finding("database", str(error), "Mend the database or the setting `database`.")
    return Finding("database", "The database answers.")


def port(host: str, number: int, *, ours: bool) -> Finding:
    """Tells whether the page's port is free. ``ours``: our own service runs and has it."""
    if number == 0:
        return Finding("port", "Any free port is taken.")
    if ours:
        return Finding("port", f"The service runs, by its settings on port {number}.")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, number, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return Finding(
            "port",
            f"Port {number} on {host} cannot be had: {error.strerror or error}.",
            "Stop what holds it, or choose another with TRACKSIDE_PORT.",
        )
    return Finding("port", f"Port {number} is free.")
