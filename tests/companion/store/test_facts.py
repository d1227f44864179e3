"""What the hands did is kept beside the rows, on SQLite and on PostgreSQL, and goes again (I7)."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.model.journal import Facts
from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal
from companion.store.memory import MemoryJournal
from companion.store.syncing import Syncing

Opener = Callable[..., SqlJournal]
LATER = ("facts", "results", "scores", "players")
"""Tables of later steps than the second."""


def kept(journal: SqlJournal | MemoryJournal) -> list[tuple[int, str]]:
    """What is kept of the open game: after which row, and what."""
    record = journal.current()
    assert record is not None
    assert [one.anew for one in record.facts] == [n == 0 for n in range(len(record.facts))]
    return [(one.after, one.text) for one in record.facts]


def test_facts_are_there_after_reopening_in_their_order_i7(opener: Opener) -> None:
    journal = opener()
    journal.open_game({}, {})
    journal.note(Facts(1, "first", anew=True))
    journal.append("action", "a", None, None, Facts(1, "with the row"))
    journal.note(Facts(2, "after it"))
    told = [(1, "first"), (1, "with the row"), (2, "after it")]
    assert kept(journal) == told
    journal.close()
    assert kept(opener()) == told


def test_facts_that_stand_for_all_let_the_others_go_i7(opener: Opener) -> None:
    journal = opener()
    journal.open_game({}, {})
    for n in range(3):
        journal.note(Facts(1, f"{n}", anew=n == 0))
    journal.append("action", "a", None, None, Facts(1, "all", anew=True))
    journal.note(Facts(2, "more"))
    assert kept(journal) == [(1, "all"), (2, "more")]


def test_facts_are_no_rows_and_take_no_number_i7(opener: Opener) -> None:
    journal = opener()
    journal.open_game({}, {})
    journal.note(Facts(1, "first", anew=True))
    assert journal.append("action", "a") == 2
    record = journal.current()
    assert record is not None
    assert [row.kind for row in record.rows] == ["new", "action"]


def test_facts_go_with_their_game_i7(opener: Opener) -> None:
    journal, other = opener("b1"), opener("b2")
    for each in (journal, other):
        each.open_game({}, {})
        each.note(Facts(1, "first", anew=True))
    journal.open_game({}, {})
    assert kept(journal) == []
    journal.close_game()
    journal.note(Facts(9, "of no game"))
    assert journal.current() is None
    assert kept(other) == [(1, "first")]


def test_a_row_that_is_not_written_keeps_no_facts_i7(opener: Opener) -> None:
    journal = opener()
    journal.open_game({}, {})
    with pytest.raises(Exception):  # noqa: B017 – whatever this database says of it
        journal.append("action", "a", None, None, Facts(2**70, "too big a number"))
    assert kept(journal) == []
    assert journal.append("action", "a") == 2


def test_the_journal_in_memory_keeps_them_alike_i7() -> None:
    journal = MemoryJournal()
    journal.open_game({}, {})
    journal.note(Facts(1, "first", anew=True))
    journal.append("action", "a", None, None, Facts(1, "all", anew=True))
    journal.note(Facts(2, "more"))
    assert kept(journal) == [(1, "all"), (2, "more")]
    journal.open_game({}, {})
    assert kept(journal) == []


def test_a_process_that_dies_loses_no_fact_i7_pp_15(
    tmp_path: Path, wall: Callable[[], float]
) -> None:
    live = tmp_path / "live"
    live.mkdir()
    journal = SqlJournal(sqlite_url(live / "j.db"), board_id="b", revision="1", wall=wall)
    journal.open_game({}, {})
    journal.note(Facts(1, "first", anew=True))
    shutil.copytree(live, tmp_path / "dead")
    journal.close()
    found = SqlJournal(
        sqlite_url(tmp_path / "dead" / "j.db"), board_id="b", revision="1", wall=wall
    )
    assert kept(found) == [(1, "first")]
    found.close()


def test_a_journal_of_before_the_facts_goes_on_i7(
    tmp_path: Path, wall: Callable[[], float]
) -> None:
    path = tmp_path / "j.db"
    journal = SqlJournal(sqlite_url(path), board_id="b", revision="1", wall=wall)
    journal.open_game({"game": "toy"}, {})
    journal.append("action", "a")
    journal.close()
    with sqlite3.connect(path) as connection:
        for table in LATER:
            connection.execute(f"DROP TABLE {table}")
        connection.execute("UPDATE alembic_version SET version_num = '0002'")
    connection.close()
    again = SqlJournal(sqlite_url(path), board_id="b", revision="1", wall=wall)
    record = again.current()
    assert record is not None
    assert [row.text for row in record.rows] == ["", "a"]
    assert record.facts == ()
    again.note(Facts(2, "first", anew=True))
    assert kept(again) == [(2, "first")]
    again.close()


def test_facts_of_another_kind_than_text_are_none_i7(
    tmp_path: Path, wall: Callable[[], float]
) -> None:
    path = tmp_path / "j.db"
    journal = SqlJournal(sqlite_url(path), board_id="b", revision="1", wall=wall)
    journal.open_game({}, {})
    journal.note(Facts(1, "first", anew=True))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE facts SET text = x'00ff', after = 'soon'")
    connection.close()
    assert kept(journal) == []
    journal.close()


def test_what_was_written_is_synced_while_nobody_waits_i7(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, synced = tmp_path / "file", threading.Event()
    path.write_text("written")
    plain = os.fdatasync

    def seen(handle: int) -> None:
        plain(handle)
        assert os.readlink(f"/proc/self/fd/{handle}") == str(path)
        synced.set()

    monkeypatch.setattr(os, "fdatasync", seen)
    syncing = Syncing(path)
    syncing.soon()
    assert synced.wait(10)
    syncing.close()
    syncing.close()
    syncing.soon()


def test_a_file_that_is_gone_is_no_trouble_i7(tmp_path: Path) -> None:
    syncing = Syncing(tmp_path / "gone")
    syncing.soon()
    syncing.close()
    Syncing(None).soon()
