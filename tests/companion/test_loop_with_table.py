"""The loop with the real table, a journal on disk, and a board without wires."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from waiting import until

from companion.boards.debounced import Debounced
from companion.errors import CommandRefused, JournalError
from companion.games.packs import PACKS
from companion.model.commands import Act, Caller, Card, Close, New, Tend
from companion.model.journal import Facts, GameRecord
from companion.model.view import View
from companion.service.loop import TableLoop
from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal
from companion.table.table import Table, TableSettings
from engine.registry import REGISTRY
from hardware.mock import MockLights, MockSensors
from hardware.ports import Look

TABLE = Caller(table=True)
DARK = Look(0, 0, 0)


class FullDisk:
    """A journal that refuses to write while ``full``; everything else is the real one's."""

    def __init__(self, journal: SqlJournal) -> None:
        self._journal = journal
        self.full = False

    def latest(self, kind: str) -> Any:
        return self._journal.latest(kind)

    def open_game(self, options: Mapping[str, Any], position: Mapping[str, Any]) -> GameRecord:
        self._check()
        return self._journal.open_game(options, position)

    def append(
        self,
        kind: str,
        text: str,
        data: Mapping[str, Any] | None = None,
        checkpoint: Mapping[str, Any] | None = None,
        facts: Facts | None = None,
    ) -> int:
        self._check()
        return self._journal.append(kind, text, data, checkpoint, facts)

    def note(self, facts: Facts) -> None:
        self._check()
        self._journal.note(facts)

    def current(self) -> GameRecord | None:
        return self._journal.current()

    def close_game(self) -> None:
        self._check()
        self._journal.close_game()

    def close(self) -> None:
        self._journal.close()

    def _check(self) -> None:
        if self.full:
            raise JournalError("The journal cannot be used: disk is full.")


class RealClock:
    def now(self) -> float:
        return time.monotonic()


class Played:
    """Everything from sensors to journal, in one process and without wires."""

    def __init__(self, folder: Path) -> None:
        self.journal = FullDisk(
            SqlJournal(
                sqlite_url(folder / "journal.db"), board_id="b", revision="1", wall=time.time
            )
        )
        clock = RealClock()
        self.sensors = MockSensors(133)
        self.lights = MockLights(133)
        table = Table(
            REGISTRY,
            PACKS,
            self.journal,
            clock,
            random.Random(1),
            TableSettings(dwell_ms=5, said_ms=5),
            "serial",
        )
        self.loop = TableLoop(
            table,
            board="serial",
            clock=clock,
            sensing=Debounced(clock, 0.0, 0.0),
            sensors=self.sensors,
            lights=self.lights,
        )
        self.loop.start()
        self.sensors.start(self.loop.sink)

    @property
    def view(self) -> View:
        return self.loop.view(None)

    def hole(self, name: str) -> int:
        drawing = self.loop.drawing()
        assert drawing is not None
        return drawing.holes.index(name)

    def begin(self) -> None:
        from companion.service.admission import board_of_kind

        holes = board_of_kind("hex").holes
        for name in ("Ap", "Dp"):
            for n in (1, 2, 3, 4):
                self.sensors.put(holes.index(f"{name}{n}"))
        self.loop.submit(
            New(game="fast_track", rules="classic", board="hex", players=[["A"], ["D"]]), TABLE
        )
        self.until(lambda: not self.view.owed)

    def until(self, holds: Callable[[], bool]) -> None:
        until(holds, lambda: (self.view.state, self.view.prompt, self.view.notice))

    def close(self) -> None:
        self.loop.close()
        self.journal.close()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    made = Played(tmp_path)
    yield made
    made.close()


def test_a_lift_lights_its_destination_and_a_put_is_the_move(played: Played) -> None:
    played.begin()
    played.loop.submit(Card("A"), TABLE)
    played.sensors.lift(played.hole("Ap2"))
    played.until(lambda: played.lights.look(played.hole("A9")) != DARK)
    played.sensors.put(played.hole("A9"))
    played.until(lambda: "A9" in (played.view.position or {})["marbles"]["A"])


def test_what_was_shown_is_in_the_journal_already(played: Played) -> None:
    """PP-15: the commit comes before the change shows."""
    played.begin()
    heard: list[tuple[bool, str]] = []

    def moved() -> bool:
        return "A9" in (played.view.position or {})["marbles"]["A"]

    def look(seq: int) -> None:
        shown = moved()
        record = played.journal.current()
        assert record is not None
        heard.append((shown, record.rows[-1].text))

    played.loop.submit(Card("A"), TABLE)
    played.loop.subscribe(look)
    played.sensors.lift(played.hole("Ap1"))
    played.sensors.put(played.hole("A9"))
    played.until(lambda: any(shown for shown, _row in heard))
    assert {row for shown, row in heard if shown} == {"Ap-A9"}


def test_the_lights_go_out_with_the_game(played: Played) -> None:
    played.begin()
    played.until(lambda: any(played.lights.frame.cells))
    played.loop.submit(Close(), TABLE)
    played.until(lambda: not any(played.lights.frame.cells))


def test_a_full_disk_refuses_a_command_and_changes_nothing(played: Played) -> None:
    played.begin()
    before = played.view.position
    played.journal.full = True
    with pytest.raises(CommandRefused) as caught:
        played.loop.submit(Card("A"), TABLE)
    assert caught.value.status == 503
    assert played.view.position == before
    played.journal.full = False
    played.loop.submit(Card("A"), TABLE)
    assert (played.view.position or {})["card"] == "A"


def test_a_move_made_while_the_disk_is_full_waits_and_is_not_lost(played: Played) -> None:
    played.begin()
    played.loop.submit(Card("A"), TABLE)
    before = played.view.position
    played.journal.full = True
    played.sensors.lift(played.hole("Ap1"))
    played.sensors.put(played.hole("A9"))
    played.until(lambda: played.view.notice is not None)
    assert played.view.position == before
    played.journal.full = False
    played.until(lambda: "A9" in (played.view.position or {})["marbles"]["A"])


def test_the_cable_may_go_and_come_back_with_the_move_made_meanwhile(played: Played) -> None:
    """PP-14: the picture that comes with the link shows what hands did unseen."""
    played.begin()
    played.loop.submit(Card("A"), TABLE)
    played.sensors.unplug()
    played.until(lambda: played.view.link == "down")
    played.sensors.lift(played.hole("Ap1"))
    played.sensors.put(played.hole("A9"))
    played.sensors.plug()
    played.until(lambda: "A9" in (played.view.position or {})["marbles"]["A"])


def test_a_resumed_game_goes_on_where_the_journal_ends(tmp_path: Path) -> None:
    first = Played(tmp_path)
    first.begin()
    first.loop.submit(Act("card:A"), TABLE)
    first.loop.submit(Act("Ap-A9"), TABLE)
    before = first.view
    first.close()
    again = Played(tmp_path)
    after = again.view
    again.close()
    assert after.position == before.position
    assert after.game is not None
    assert before.game is not None
    assert after.game.id == before.game.id
    assert after.seq > before.seq
    assert [line.action for line in after.moves] == [line.action for line in before.moves]


def test_hands_that_cannot_be_believed_again_are_told_in_the_log_and_the_game_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = Played(tmp_path)
    first.begin()
    before = first.view
    first.close()
    with sqlite3.connect(tmp_path / "journal.db") as journal:
        assert journal.execute("UPDATE facts SET text = '{}'").rowcount
    again = Played(tmp_path)
    assert again.view.position == before.position
    again.close()
    (line,) = [one.message for one in caplog.records if "before the restart" in one.message]
    assert "KeyError: 'state'" in line
    assert "The game goes on from its last moves." in line


def test_a_test_of_the_board_has_its_lights_and_gives_them_back(played: Played) -> None:
    played.begin()
    rows = len(played.journal.current().rows)  # type: ignore[union-attr]
    played.loop.submit(Tend("hole", "C3"), TABLE)
    assert played.lights.look(played.hole("C3")) == Look(255, 240, 204)
    assert played.lights.look(played.hole("Ap1")) == DARK
    played.sensors.put(played.hole("C3"))
    played.sensors.lift(played.hole("C3"))
    played.until(lambda: played.loop.service().check.done)  # type: ignore[union-attr]
    shown = played.loop.service()
    assert (shown.on, shown.kind) == (True, "hex")
    assert shown.holes[played.hole("C3")].changes + shown.holes[played.hole("C3")].flickers == 2
    with pytest.raises(CommandRefused, match="being tested"):
        played.loop.submit(Card("6"), TABLE)
    played.loop.submit(Tend("end"), TABLE)
    assert played.lights.look(played.hole("C3")) == DARK
    assert played.view.state == "choose_card"
    assert len(played.journal.current().rows) == rows  # type: ignore[union-attr]
    with pytest.raises(CommandRefused, match="No wires were learned"):
        played.loop.wiring()
