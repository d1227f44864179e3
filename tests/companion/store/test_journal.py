"""The journal on SQLite and on PostgreSQL: committed, numbered, nothing deleted (PP-15)."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, inspect, text

from companion.errors import ConfigError, JournalError
from companion.store.database import open_database, sqlite_url
from companion.store.journal import SqlJournal
from companion.store.steps import TAKEN, newest, take_steps
from companion.store.tables import METADATA

Opener = Callable[..., SqlJournal]
Wall = Callable[[], float]


def test_a_fresh_journal_has_no_game(opener: Opener) -> None:
    journal = opener()
    assert journal.current() is None
    assert journal.seq == 0


def test_a_game_begins_with_its_options_and_first_position(opener: Opener) -> None:
    record = opener().open_game({"game": "toy", "players": [["A"], ["B"]]}, {"n": 0})
    assert (record.number, record.checkpoint_seq, record.checkpoint) == (1, 1, {"n": 0})
    assert [(row.seq, row.kind) for row in record.rows] == [(1, "new")]
    assert record.rows[0].data == {"game": "toy", "players": [["A"], ["B"]]}
    assert not record.closed


def test_what_was_appended_is_there_after_reopening(opener: Opener) -> None:
    journal = opener()
    begun = journal.open_game({"game": "toy"}, {"n": 0})
    assert journal.append("action", "card:7") == 2
    assert journal.append("action", "A9-B2", {"seat": 0}, {"n": 1}) == 3
    assert journal.append("undo", "A9-B2", {"of": 3}) == 4
    journal.close()

    found = opener().current()

    assert found is not None
    assert found.game_id == begun.game_id
    assert [(row.seq, row.kind, row.text, row.data) for row in found.rows[1:]] == [
        (2, "action", "card:7", {}),
        (3, "action", "A9-B2", {"seat": 0}),
        (4, "undo", "A9-B2", {"of": 3}),
    ]
    assert (found.checkpoint_seq, found.checkpoint) == (3, {"n": 1})
    assert [row.at for row in found.rows] == sorted(row.at for row in found.rows)


def test_the_rows_of_a_kind_are_those_of_the_newest_game(opener: Opener) -> None:
    journal = opener()

    def told(kind: str) -> list[dict[str, Any]]:
        return [row.data for row in journal.latest(kind)]

    assert told("new") == []
    journal.open_game({"game": "toy"}, {"n": 0})
    for quick in (True, False):
        journal.append("pace", "", {"quick": quick})
    assert told("pace") == [{"quick": True}, {"quick": False}]
    journal.close_game()
    journal.close()
    journal = opener()
    assert told("pace") == [{"quick": True}, {"quick": False}]
    journal.open_game({"game": "other"}, {"n": 0})
    assert told("new") == [{"game": "other"}]
    assert told("pace") == []


def test_numbers_rise_over_games_and_restarts(opener: Opener) -> None:
    journal = opener()
    journal.open_game({}, {})
    journal.append("action", "a")
    second = journal.open_game({}, {})
    assert second.number == 2
    assert second.rows[0].seq > 3
    journal.close()
    again = opener()
    assert again.append("action", "b") == second.rows[0].seq + 1


def test_a_new_game_closes_the_open_one_and_deletes_nothing(opener: Opener, url: str) -> None:
    journal = opener()
    journal.open_game({}, {})
    journal.append("action", "a")
    journal.open_game({}, {})
    journal.close_game()
    assert journal.current() is None
    journal.close()
    assert opener().current() is None
    engine = open_database(url)
    with engine.connect() as connection:
        kinds = connection.exec_driver_sql("SELECT kind FROM actions ORDER BY seq").scalars()
        assert list(kinds) == ["new", "action", "close", "new", "close"]
    engine.dispose()


def test_rows_name_the_rules_revision_they_were_written_under(opener: Opener, url: str) -> None:
    old = opener(revision="rules-1")
    old.open_game({}, {})
    old.close()
    new = opener(revision="rules-2")
    new.append("action", "a")
    found = new.current()
    assert found is not None
    assert found.revision == "rules-2"
    engine = open_database(url)
    with engine.connect() as connection:
        revisions = connection.exec_driver_sql("SELECT revision FROM actions ORDER BY seq")
        assert list(revisions.scalars()) == ["rules-1", "rules-2"]
    engine.dispose()


def test_two_boards_share_a_database_without_meeting(opener: Opener) -> None:
    one, two = opener("b1"), opener("b2")
    one.open_game({"of": "one"}, {})
    two.open_game({"of": "two"}, {})
    assert one.append("action", "x") == 2
    assert two.append("action", "y") == 2
    mine, theirs = one.current(), two.current()
    assert mine is not None
    assert theirs is not None
    assert mine.rows[0].data == {"of": "one"}
    assert theirs.rows[-1].text == "y"


def test_the_boards_that_write_here_are_known_by_name(url: str, wall: Wall) -> None:
    told: list[Collection[str]] = []

    def choose(known: Collection[str]) -> str:
        told.append(known)
        return "b2"

    SqlJournal(url, board_id="b1", revision="1", wall=wall).close()
    for _ in range(2):
        SqlJournal(url, board_id=choose, revision="1", wall=wall).close()
    assert [set(known) for known in told] == [{"b1"}, {"b1", "b2"}]


def test_a_row_without_a_game_is_refused(opener: Opener) -> None:
    with pytest.raises(JournalError, match="No game is open"):
        opener().append("action", "A9-B2")


def test_a_closed_journal_says_so_and_closes_twice(opener: Opener) -> None:
    journal = opener()
    journal.open_game({}, {})
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="closed already"):
        journal.append("action", "a")


def schema(engine: Engine) -> dict[str, Any]:
    """Every table with its columns, keys and rules, and the step that was taken last."""
    found = inspect(engine)
    told: dict[str, Any] = {
        name: (
            [{**column, "type": str(column["type"])} for column in found.get_columns(name)],
            found.get_pk_constraint(name),
            sorted(found.get_foreign_keys(name), key=str),
            sorted(found.get_unique_constraints(name), key=str),
            sorted(found.get_indexes(name), key=str),
        )
        for name in found.get_table_names()
    }
    with engine.connect() as connection:
        told["step"] = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    engine.dispose()
    return told


def test_an_empty_database_gets_the_tables_to_which_all_steps_lead(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    at_once = open_database(url)
    made = schema(at_once)
    with at_once.begin() as connection:
        for table in [*reversed(METADATA.sorted_tables), TAKEN]:
            table.drop(connection)
    at_once.dispose()
    monkeypatch.setattr("companion.store.database.make_newest", take_steps)
    engine = open_database(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    assert schema(engine) == made
    assert made["step"] == [newest()]


def test_a_database_without_a_step_to_take_does_without_alembic(tmp_path: Path, root: Path) -> None:
    url = sqlite_url(tmp_path / "j.db")
    code = f"from companion.store.database import open_database as o; o({url!r}); o({url!r})"
    code += "; import sys; sys.exit('alembic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=root, timeout=60).returncode == 0


def test_sqlite_syncs_every_commit_into_a_write_ahead_log(tmp_path: Path) -> None:
    engine = open_database(sqlite_url(tmp_path / "j.db"))
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    engine.dispose()


def test_a_file_that_is_no_database_is_named_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    path.write_bytes(b"these are not the pages you are looking for" * 50)
    with pytest.raises(JournalError, match=r"j\.db.* file is not a database\.$"):
        open_database(sqlite_url(path))


def test_a_journal_of_a_newer_trackside_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    open_database(sqlite_url(path)).dispose()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(JournalError, match="newer Trackside"):
        open_database(sqlite_url(path))


def test_a_damaged_row_is_a_journal_error_not_a_crash(tmp_path: Path, wall: Wall) -> None:
    path = tmp_path / "j.db"
    journal = SqlJournal(sqlite_url(path), board_id="b", revision="1", wall=wall)
    journal.open_game({}, {})
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE actions SET data = '{half'")
    connection.close()
    with pytest.raises(JournalError, match="row of the journal"):
        journal.current()
    journal.close()


def test_a_folder_that_is_not_there_is_a_journal_error(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="unable to open database file"):
        open_database(sqlite_url(tmp_path / "none" / "j.db"))


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("no url", "no database URL"),
        ("mysql://localhost/x", "'mysql' is not known"),
    ],
)
def test_a_url_that_cannot_be_is_a_configuration_error(url: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        open_database(url)


def test_a_copy_made_in_the_middle_of_a_game_opens_as_after_a_power_cut(
    tmp_path: Path, wall: Wall
) -> None:
    """PP-15: what was committed is on disk although nobody closed the database."""
    live = tmp_path / "live"
    live.mkdir()
    journal = SqlJournal(sqlite_url(live / "j.db"), board_id="b", revision="1", wall=wall)
    journal.open_game({"game": "toy"}, {"n": 0})
    for n in range(20):
        journal.append("action", f"a{n}", None, {"n": n})
    shutil.copytree(live, tmp_path / "cut")
    journal.close()
    found = SqlJournal(sqlite_url(tmp_path / "cut" / "j.db"), board_id="b", revision="1", wall=wall)
    record = found.current()
    found.close()
    assert record is not None
    assert record.rows[-1].text == "a19"
    assert record.checkpoint == {"n": 19}
