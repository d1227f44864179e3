"""A claim window and a turn that runs out, through the real pseudo-terminal (RP-44, RP-74).

Real seconds pass here, few of them: the settings make the clocks short.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from played_table import QUICK, TABLE
from raced_table import RacedTable

from companion.config import Config
from companion.errors import CommandRefused
from companion.model.choices import Window
from companion.model.commands import Act, Caller, Pause, Roll, Undo
from companion.model.journal import Row
from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal
from engine.registry import RULES_REVISION

FOUR = [["A"], ["B"], ["C"], ["D"]]


class ClockedTable(RacedTable):
    """A raced table with short clocks; ``more`` are settings."""

    def __init__(self, folder: Path, seed: int, **more: object) -> None:
        settings = Config(host="127.0.0.1", port=0, data=str(folder), **QUICK, **more)  # type: ignore[arg-type]
        super().__init__(folder, seed, settings=settings)

    def to_a_window(self) -> Window:
        """Drive until somebody has entered a corner at 2 and rolled a null: others may claim."""
        for _ in range(60):
            if self.view.dice:
                self.loop.submit(Act("D0"), TABLE)
                self.until(lambda: self.view.window is not None, "the window opens")
            window = self.view.window
            if window is not None:
                return window
            self.act()
            self.lead()
        raise AssertionError("nobody entered a corner at 2")

    def rows(self) -> list[Row]:
        """The journal as a second reader finds it."""
        journal = SqlJournal(
            sqlite_url(self.folder / "journal.db"),
            board_id=(self.folder / "board-id").read_text().strip(),
            revision=RULES_REVISION,
            wall=lambda: 0.0,
        )
        record = journal.current()
        journal.close()
        assert record is not None
        return list(record.rows)


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[ClockedTable]:
    table = ClockedTable(tmp_path, 3, claim_seconds=1.0)
    yield table
    table.close()


@pytest.mark.slow
def test_a_window_shuts_by_itself_and_the_passes_are_written_rp_44(quick: ClockedTable) -> None:
    quick.race(FOUR)
    window = quick.to_a_window()
    assert window.running
    assert window.seconds is not None
    assert 0 < window.seconds <= 1
    asked = window.seats
    assert len(asked) == 3
    own = quick.loop.view(asked[0]).window
    assert own is not None
    assert {key.seat for key in own.keys} == {asked[0]}
    quick.until(lambda: quick.view.window is None, "nobody says anything")
    rows = quick.rows()[-3:]
    assert [(row.text, row.data["seat"]) for row in rows] == [("-", seat) for seat in asked]
    assert all(row.data["auto"] for row in rows)
    quick.loop.submit(Undo(), TABLE)
    quick.until(lambda: quick.view.window is not None, "the window is open again")


@pytest.mark.slow
def test_the_second_claim_is_refused_and_a_restart_opens_the_window_anew(tmp_path: Path) -> None:
    """RP-44, PP-15."""
    table = ClockedTable(tmp_path, 3, claim_seconds=30.0)
    try:
        table.race(FOUR)
        first, second, third = table.to_a_window().seats
        table.loop.submit(Act("-", seat=third), TABLE)
        stood = table.view.position
    finally:
        table.close()
    table = ClockedTable(tmp_path, 3, claim_seconds=30.0)
    try:
        window = table.view.window
        assert table.view.position == stood
        assert window is not None
        assert window.seats == (first, second)
        assert window.seconds is not None
        assert window.seconds > 25
        keys = {key.seat: key.action for key in window.keys if key.value != "-"}
        table.loop.submit(Act(keys[first]), Caller(seats=frozenset({first})))
        with pytest.raises(CommandRefused) as refused:
            table.loop.submit(Act(keys[second]), Caller(seats=frozenset({second})))
        assert (refused.value.code, refused.value.status) == ("too-late", 409)
        assert table.view.dice, "the driver rolls again"
        table.loop.submit(Roll(), TABLE)
        assert table.rows()[-1].data["thrown"] is True
    finally:
        table.close()


@pytest.mark.slow
def test_a_turn_runs_out_under_the_hand_and_its_sand_on_the_pixels_rp_74(
    quick: ClockedTable,
) -> None:
    quick.race(FOUR, timer=5)
    quick.loop.submit(Pause(), TABLE)
    timer = quick.view.timer
    assert timer is not None
    assert (timer.running, timer.of) == (False, 5)
    driver = quick.position.seats[timer.seat].colours[0]
    at = next(p for p, held in quick.position.occupancy().items() if driver in held)
    quick.until(lambda: quick.lit("20.0L") and quick.lit("21.0L"), "there is sand in the glass")
    quick.lift_hole(at)

    def running() -> bool:
        shown = quick.view.timer
        return shown is not None and shown.running

    quick.until(running, "the clock goes on from the first lift on")
    quick.until(lambda: not quick.lit("15.0L") and quick.lit("21.0L"), "the sand runs")

    def told() -> bool:
        said = quick.view.notice
        return said is not None and said.key == "notice.late"

    quick.until(told, "the turn is lost")
    last = quick.rows()[-1]
    assert (last.text, last.data) == ("T", {"seat": timer.seat, "auto": True})
    quick.until(lambda: quick.role(at) in ("missing", "return"), "the car goes back to its space")
    quick.hands.put(at, driver)
    quick.until(lambda: not quick.view.owed and quick.view.state == "choose_move", "all is well")
    assert quick.view.timer is not None
    assert quick.view.timer.seat != timer.seat
