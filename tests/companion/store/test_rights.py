"""Only its user may read a journal, whatever rights it had before and whatever lies beside it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from companion.store.database import open_database, sqlite_url


@pytest.fixture(autouse=True)
def lax() -> Iterator[None]:
    """A user whose new files everybody may read."""
    before = os.umask(0)
    yield
    os.umask(before)


def rights(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


def test_a_new_journal_and_all_beside_it_are_for_its_user_alone(tmp_path: Path) -> None:
    engine = open_database(sqlite_url(tmp_path / "journal.db"))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE later (number INTEGER)"))
    assert rights(tmp_path) == dict.fromkeys(
        ("journal.db", "journal.db-wal", "journal.db-shm"), 0o600
    )
    engine.dispose()


def test_a_journal_of_before_is_shut(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    open_database(sqlite_url(path)).dispose()
    path.chmod(0o644)
    engine = open_database(sqlite_url(path))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE later (number INTEGER)"))
    assert set(rights(tmp_path).values()) == {0o600}
    engine.dispose()


def test_a_journal_of_somebody_else_is_still_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted", str(path))

    monkeypatch.setattr(Path, "chmod", refused)
    open_database(sqlite_url(tmp_path / "journal.db")).dispose()
    assert (tmp_path / "journal.db").exists()
