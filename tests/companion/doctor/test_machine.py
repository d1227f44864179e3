"""The doctor's look at the machine, in real folders and on real ports."""

from __future__ import annotations

import os
import socket
import sqlite3
from pathlib import Path

import pytest

from companion.doctor import machine
from companion.doctor.findings import Finding, first_of
from companion.service.data_folder import DataFolder
from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal


def test_an_old_python_is_named() -> None:
    assert machine.python((3, 11, 2)).well
    old = machine.python((3, 10, 14))
    assert not old.well
    assert "3.10.14" in old.text


def test_missing_packages_are_named_and_extras_are_not() -> None:
    required = [
        "flask>=3.1", "Flask_WTF>=1.2", "chess>=1.11; extra == 'bench'",
        "spidev; sys_platform == 'other'", "waitress>=3",
    ]  # fmt: skip
    found = list(machine.packages(required, {"flask": "3.1.0", "trackside": "0.1.0"}))
    assert [f.text for f in found if not f.well] == [
        "The package flask-wtf is missing.",
        "The package waitress is missing.",
    ]
    assert found[-1].text == "Trackside 0.1.0; flask 3.1.0."


def test_here_all_packages_are_there() -> None:
    assert all(found.well for found in machine.packages())


def test_another_package_of_our_names_is_a_clash() -> None:
    brought = {"engine": ["django-engine", "Trackside"], "hardware": ["trackside"]}
    (found,) = machine.clashes(brought)
    assert "django-engine also brings a module named engine" in found.text
    assert "pip uninstall django-engine" in found.todo
    assert all(found.well for found in machine.clashes({"engine": ["trackside"]}))


def test_a_folder_is_made_and_one_that_cannot_be_is_told(tmp_path: Path) -> None:
    assert machine.data_folder(tmp_path / "new").well
    (tmp_path / "file").write_text("")
    found = machine.data_folder(tmp_path / "file" / "data")
    assert not found.well
    assert str(tmp_path / "file" / "data") in found.todo
    assert os.listdir(tmp_path / "new") == []


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    assert machine.disk(tmp_path / "not" / "yet").well
    assert not machine.disk(tmp_path, free=5_000_000).well
    assert "5 MB" in machine.disk(tmp_path, free=5_000_000).text


def test_a_running_service_is_known_by_its_lock(tmp_path: Path) -> None:
    assert not machine.running(tmp_path)
    with DataFolder(tmp_path):
        assert machine.running(tmp_path)
    assert not machine.running(tmp_path)


def test_the_journal_is_read_and_damage_told(tmp_path: Path) -> None:
    assert "first start" in machine.database(tmp_path).text
    url = sqlite_url(tmp_path / "journal.db")
    journal = SqlJournal(url, board_id="b", revision="1", wall=lambda: 1.0)
    journal.open_game({"game": "toy"}, {})
    journal.close()
    assert machine.database(tmp_path).text == "The journal is whole: 1 games."
    assert machine.database(tmp_path, url).well
    other = tmp_path / "other"
    other.mkdir()
    (other / "journal.db").write_bytes(b"no database at all, but long enough to be read" * 40)
    assert not machine.database(other).well
    with sqlite3.connect(other / "empty.db") as empty:
        empty.execute("CREATE TABLE x (y)")
    empty.close()
    assert not machine.database(other, sqlite_url(other / "empty.db")).well


def test_a_database_that_does_not_answer_is_told(tmp_path: Path) -> None:
    found = machine.database(tmp_path, "postgresql://nobody@127.0.0.1:1/none")
    assert not found.well
    assert "nobody" in found.text


def test_a_port_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        number = holder.getsockname()[1]
        found = machine.port("127.0.0.1", number, ours=False)
        assert not found.well
        assert str(number) in found.text
        assert machine.port("127.0.0.1", number, ours=True).well
    assert machine.port("127.0.0.1", 0, ours=False).well
    assert not machine.port("no.such.host.invalid", 80, ours=False).well


@pytest.mark.parametrize(
    ("parts", "first"),
    [(["port", "device", "packages"], "packages"), (["hello", "device"], "device"), ([], None)],
)
def test_what_rests_on_nothing_else_is_done_first(parts: list[str], first: str | None) -> None:
    found = [Finding("disk", "Fine."), *(Finding(part, "Ill.", "Mend it.") for part in parts)]
    chosen = first_of(found)
    assert (None if chosen is None else chosen.part) == first
