"""Files that a power cut or a worn card left damaged, before the real service."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest
from service_rig import HERE, NEW, OWN, Journal, Start, copies, page, play, run, surroundings
from two_forms import first
from waiting import until

from companion.errors import JournalError
from companion.proof.under_test import ServiceFailed
from companion.service.data_folder import DataFolder
from companion.service.opened_journal import open_journal
from companion.store.files import Copies


def truncated(raw: bytes) -> bytes:
    return raw[: len(raw) // 2 - 100]


def overwritten(raw: bytes) -> bytes:
    return raw[:4096] + b"\xa5\x13" * (len(raw) // 2 - 4096) + raw[-4096:]


def headless(raw: bytes) -> bytes:
    return b"SQLite format 9\0" + raw[16:]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "truncated": truncated,
    "pages overwritten": overwritten,
    "wrong header": headless,
    "zero bytes": lambda raw: b"",
    "a text": lambda raw: b"these are not the pages you are looking for\n" * 500,
    "cut within the first page": lambda raw: raw[:700],
}


@pytest.mark.parametrize(
    ("kind", "process"),
    first(3, [*((kind, HERE) for kind in DAMAGES), ("truncated", OWN)], unpacked=True),
)
def test_a_damaged_journal_is_kept_told_and_made_good_by_the_last_copy(
    start: Start, journal: Journal, tmp_path: Path, kind: str
) -> None:
    service = start()
    play(service)
    service.close()
    path = tmp_path / "journal.db"
    raw = DAMAGES[kind](path.read_bytes())
    path.write_bytes(raw)

    service = start()

    assert service.get("/health")["status"] == "ready"
    assert (tmp_path / "journal.damaged-1.db").read_bytes() == raw
    for where in ("new", "menu", "service"):
        said = page(service, where)
        assert "The journal could not be read" in said, where
        assert "It is kept as journal.damaged-1.db" in said
        assert re.search(r"Games in the copy of \d{4}-\d\d-\d\d \d\d:\d\d: 1\.", said), said
        restore = f"TRACKSIDE_DATA={tmp_path} trackside journal restore 1"
        assert f"stop Trackside and type, where you started it: {restore}" in said
    refused = journal("restore")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "Another Trackside already works in" in refused.stderr
    assert play(service, close=False)["game"]["number"] == 1
    service.close()

    listed = journal()
    assert listed.stdout.startswith("copy 1: 1 game, last played 20"), listed.stdout
    done = journal("restore")
    assert done.returncode == 0, done.stderr
    assert "journal.replaced-1.db" in done.stdout

    service = start()
    assert "could not be read" not in page(service)
    assert play(service)["game"]["number"] == 2


@pytest.mark.slow
def test_what_happened_stands_in_the_log(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"")
    told = subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "serve"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=surroundings(tmp_path),
    )
    assert told.stdout is not None
    assert told.stdout.readline().startswith("ready ")
    told.terminate()
    _, said = told.communicate(timeout=15)
    assert "The journal could not be read (it is empty)." in said
    assert "There is no copy of it yet" in said


def test_a_row_that_cannot_be_read_is_damage_too(start: Start, tmp_path: Path) -> None:
    service = start()
    play(service)
    play(service, close=False)
    service.close()
    with closing(sqlite3.connect(tmp_path / "journal.db")) as database, database:
        database.execute("UPDATE actions SET data = '{half' WHERE kind = 'action'")
    service = start()
    assert "A row of the journal cannot be read" in page(service)
    assert (tmp_path / "journal.damaged-1.db").exists()


def test_a_journal_that_is_gone_is_told(start: Start, tmp_path: Path) -> None:
    service = start()
    assert "is gone" not in page(service), "the first start has nothing to miss"
    play(service)
    service.close()
    (tmp_path / "journal.db").unlink()
    service = start()
    assert "The journal journal.db is gone" in page(service)
    assert "Games in the copy of" in page(service)


def test_a_second_damage_takes_another_name_and_nothing_is_deleted(
    start: Start, tmp_path: Path
) -> None:
    for n in (1, 2):
        (tmp_path / "journal.db").write_bytes(b"damage %d" % n * 99)
        (tmp_path / "journal.db-wal").write_bytes(b"log %d" % n)
        start().close()
    for n in (1, 2):
        aside = tmp_path / f"journal.damaged-{n}.db"
        assert aside.read_bytes() == b"damage %d" % n * 99
        assert Path(f"{aside}-wal").read_bytes() == b"log %d" % n


def test_the_newest_three_copies_are_kept_each_one_whole_file(start: Start, tmp_path: Path) -> None:
    service = start()
    for _ in range(5):
        play(service)
    until(lambda: len(copies(tmp_path)) == 3)
    assert copies(tmp_path) == [f"journal-00000{n}.db" for n in (3, 4, 5)]
    left = {path.name for path in (tmp_path / "backups").iterdir()}
    assert left == set(copies(tmp_path)), "nothing lies beside them"
    for n, name in enumerate(copies(tmp_path), start=3):
        path = tmp_path / "backups" / name
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert database.execute("SELECT count(*) FROM games").fetchone() == (n,)
    assert stat.S_IMODE((tmp_path / "journal.db").stat().st_mode) == 0o600


def test_a_new_game_begun_over_an_open_one_is_a_games_end_too(start: Start, tmp_path: Path) -> None:
    service = start()
    play(service, close=False)
    service.post("/api/commands", NEW)
    until(lambda: copies(tmp_path) == ["journal-000001.db"])


def test_a_game_that_ends_while_the_last_one_is_copied_is_copied_too(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, make = threading.Event(), threading.Event(), Copies.make

    def slowly(self: Copies) -> None:
        begun.set()
        assert go_on.wait(20)
        make(self)

    monkeypatch.setattr(Copies, "make", slowly)
    service = start()
    for _ in range(2):
        service.post("/api/commands", NEW)
        token = service.post("/api/seats", {"seat": 0})["token"]
        service.post("/api/commands", {"command": "close"}, token)
        assert begun.wait(20)
    go_on.set()
    until(lambda: len(copies(tmp_path)) == 2)


def test_no_copy_that_is_damaged_itself_is_offered(
    start: Start, journal: Journal, tmp_path: Path
) -> None:
    service = start()
    play(service)
    play(service)
    service.close()
    newest = tmp_path / "backups" / "journal-000002.db"
    newest.write_bytes(truncated(newest.read_bytes()))
    (tmp_path / "journal.db").write_bytes(b"")
    service = start()
    assert "Games in the copy of" in page(service)
    service.close()
    assert journal("restore", "2").returncode == 2
    assert journal("restore").stdout.startswith("Restored copy 1: 1 game")


def test_damage_while_a_game_goes_on_ends_in_what_to_do(start: Start, tmp_path: Path) -> None:
    service = start()
    play(service)
    play(service, close=False)
    token = service.post("/api/seats", {"seat": 1})["token"]
    path = tmp_path / "journal.db"
    with closing(sqlite3.connect(path)) as other:  # the service reads its pages anew after this
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        other.execute("CREATE TABLE other (x)")
        other.commit()
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw = path.read_bytes()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5\x13" * ((len(raw) - 4096) // 2))
    with pytest.raises(ServiceFailed) as refused:
        service.post("/api/commands", {"command": "undo"}, token)
    assert "503" in str(refused.value)
    assert "The journal on disk is damaged. Nothing was changed." in str(refused.value)
    assert "Start Trackside again" in str(refused.value)
    service.close()
    service = start()
    assert "The journal could not be read" in page(service)
    assert "Games in the copy of" in page(service)


# --------------------------------------------------------------------------------- small files


@pytest.mark.slow
def test_the_command_that_is_named_leads_back_as_it_stands(start: Start, tmp_path: Path) -> None:
    """As ``make play`` starts it: its program is on no path, and a newer copy was made."""
    program = Path(sys.executable).with_name("trackside")
    service = start()
    play(service)
    play(service)
    service.close()
    (tmp_path / "journal.db").write_bytes(b"")
    service = start(command=(program, "serve"))
    said = re.search(r"where you started it: (TRACKSIDE_DATA.*restore 2)", page(service))
    assert said is not None
    play(service)
    service.close()
    kept = {k: v for k, v in os.environ.items() if not k.startswith("TRACKSIDE_")}
    done = subprocess.run(said[1], shell=True, capture_output=True, text=True, env=kept, timeout=30)
    assert done.stdout.startswith("Restored copy 2: 2 games"), done.stderr
    assert play(start(), close=False)["game"]["number"] == 3


def test_the_fullest_copy_outlives_those_of_the_journal_begun_anew(
    start: Start, journal: Journal, tmp_path: Path
) -> None:
    service = start()
    for _ in range(4):
        play(service)
    service.close()
    (tmp_path / "journal.db").write_bytes(b"")
    service = start()
    for _ in range(3):
        play(service)
    until(lambda: copies(tmp_path) == [f"journal-00000{n}.db" for n in (4, 5, 6, 7)])
    assert journal().stdout.splitlines()[-1].startswith("copy 4: 4 games")


@pytest.mark.parametrize(
    "change", first(2, ["at = 'abc'", "at = 1e300", "at = -1e300", "at = 9e999"]), ids=str
)
def test_a_copy_with_senseless_times_stops_no_start(
    start: Start, journal: Journal, tmp_path: Path, change: str
) -> None:
    service = start()
    play(service)
    service.close()
    with closing(sqlite3.connect(tmp_path / "backups/journal-000001.db")) as copy, copy:
        copy.execute(f"UPDATE actions SET {change}")
    (tmp_path / "journal.db").write_bytes(b"")
    assert start().get("/health")["status"] == "ready"
    assert journal().returncode == 0


def test_copies_that_are_all_damaged_are_told(start: Start, tmp_path: Path) -> None:
    service = start()
    play(service)
    service.close()
    for name in ("journal.db", "backups/journal-000001.db"):
        (tmp_path / name).write_bytes(b"neither of us\n" * 99)
    said = page(start())
    assert "Its copies cannot be read either (backups holds damaged ones only)" in said


@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="root reads all")
def test_a_folder_of_copies_that_is_closed_to_us_stops_no_start(tmp_path: Path) -> None:
    """Root may read everything, so here it gives that right away."""
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups").chmod(0)
    (tmp_path / "journal.db").write_bytes(b"")
    drop = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    told = run(tmp_path, *drop, sys.executable, "-m", "companion.cli", "journal")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.endswith("backups cannot be looked at: Permission denied.\n"), told.stderr
    with pytest.MonkeyPatch.context() as patch, DataFolder(tmp_path) as folder:
        patch.setattr(Copies, "_paths", closed)
        opened = open_journal(folder, "", revision="1")
        opened.journal.close()
    assert [note.key for note in opened.notes] == ["start.damaged", "start.bad_copies"]


def closed(self: Copies) -> NoReturn:
    raise JournalError(f"The folder {self.folder} cannot be looked at: Permission denied.")


def test_a_copy_that_finds_no_room_leaves_the_room_that_is_left(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE games (x)")
        database.execute("INSERT INTO games VALUES (zeroblob(300000))")
    made = subprocess.run(
        [
            *(sys.executable, "-c"),
            "import resource, signal, sys\n"
            "from pathlib import Path\n"
            "from companion.store.files import Copies\n"
            "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
            "Copies(Path(sys.argv[1])).make()",
            str(path),
        ],
        capture_output=True,
        text=True,
        timeout=30,
        env=surroundings(tmp_path),
    )
    assert "JournalError: The journal cannot be copied" in made.stderr
    assert list((tmp_path / "backups").iterdir()) == []


def test_an_open_game_without_sense_names_the_way_back(start: Start, tmp_path: Path) -> None:
    service = start()
    play(service)
    play(service, close=False)
    service.close()
    with closing(sqlite3.connect(tmp_path / "journal.db")) as database, database:
        database.execute("UPDATE actions SET data = '{}'")
    with pytest.raises(ServiceFailed) as told:
        start()
    assert str(told.value).endswith(f"TRACKSIDE_DATA={tmp_path} trackside journal restore")


def test_a_row_whose_number_is_none_is_damage(start: Start, tmp_path: Path) -> None:
    service = start()
    play(service, close=False)
    service.close()
    with closing(sqlite3.connect(tmp_path / "journal.db")) as database, database:
        database.execute("UPDATE actions SET seq = 'x' WHERE seq = 1")
    assert "A row of the journal has no number" in page(start())


@pytest.mark.parametrize("text", [None, b"", b"\xff\xfe\x00"])
def test_a_lost_board_id_is_found_in_the_journal(
    start: Start, tmp_path: Path, text: bytes | None
) -> None:
    service = start()
    before = play(service, close=False)
    service.close()
    path = tmp_path / "board-id"
    kept = path.read_bytes()
    if text is None:
        path.unlink()
    else:
        path.write_bytes(text)
    service = start()
    assert service.get("/api/table")["game"]["id"] == before["game"]["id"]
    assert path.read_bytes() == kept
    assert "The file board-id was lost or damaged" in page(service, "menu")
    service.close()
    assert "board-id" not in page(start(), "menu")


def test_a_journal_carried_to_another_folder_brings_its_name(start: Start, tmp_path: Path) -> None:
    service = start()
    before = play(service, close=False)
    service.close()
    for name in ("board-id", "secret"):
        (tmp_path / name).unlink()
    assert start().get("/api/table")["game"]["id"] == before["game"]["id"]


def test_a_lost_board_id_among_several_boards_refuses_the_start(
    start: Start, tmp_path: Path
) -> None:
    start().close()
    with closing(sqlite3.connect(tmp_path / "journal.db")) as database, database:
        database.execute("INSERT INTO boards VALUES ('another')")
    (tmp_path / "board-id").unlink()
    with pytest.raises(ServiceFailed):
        start()
    assert not (tmp_path / "board-id").exists()


@pytest.mark.parametrize("text", [b"", b"abc\n", b"\0" * 65, b"\xff\xfe", b"0" * 63])
def test_a_damaged_secret_is_told_and_signs_nothing(
    start: Start, tmp_path: Path, text: bytes
) -> None:
    start().close()
    (tmp_path / "secret").write_bytes(text)
    assert "Everybody takes a seat again" in page(start(), "menu")
    assert re.fullmatch(rb"[0-9a-f]{64}\n", (tmp_path / "secret").read_bytes())


HASH = "scrypt:32768:8:1$abcdefgh$" + "0" * 128


@pytest.mark.parametrize("text", ["", "\n", "2580\n", HASH[:-20], "é", None])
def test_a_damaged_host_pin_makes_nobody_the_host_and_says_what_to_do(
    start: Start, tmp_path: Path, text: str | None
) -> None:
    path = tmp_path / "host-pin"
    if text is None:
        path.mkdir()
    else:
        path.write_text(text, "utf-8")
    service = start()
    for where in ("host", "service"):
        said = page(service, where)
        assert "The host's PIN cannot be read, so nobody is the host. Delete the file" in said
    for headers in ({}, {"Host-Pin": "2580"}, {"Host-Pin": ""}):
        asked = urllib.request.Request(service.url + "api/service", headers=headers)
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(asked, timeout=10)
        assert refused.value.code in (403, 503)
        refused.value.close()
    with pytest.raises(ServiceFailed, match="403"):
        service.post("/api/commands", NEW)
