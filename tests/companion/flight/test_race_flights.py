"""Flights of races: clocks, claims and thrown dice run again bit for bit (PP-41, RP-44, RP-74)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from flight_rig import FlightRig
from table_rig import AT_TABLE

from companion.flight import read_flight
from companion.model.commands import Act, Roll
from companion.proof.trace import replay

PLAYERS = [["A"], ["B"], ["C"], ["D"]]


def raced(folder: Path) -> FlightRig:
    """A race with a clock: thrown dice, late drivers, claims, windows that time shut."""
    rig = FlightRig(folder, board_kind="none")
    rig.new(game="racepack", rules=None, board=None, players=PLAYERS,
            options={"dice": "service", "timer": 5, "setup": True})  # fmt: skip
    rng = random.Random(3)
    for _ in range(110):
        view = rig.view
        if any(key.param == "roll" for key in view.pad):
            rig.table.command(Roll(), AT_TABLE)
        elif view.window is not None and rng.random() < 0.5:
            key = view.window.keys[0]
            rig.table.command(Act(key.action, key.seat), AT_TABLE)
        elif view.window is not None:
            rig.wait(12)
        elif rng.random() < 0.15:
            rig.wait(6)
        else:
            wild = [c.action for c in view.choices if c.params.get("speed") == "2"]
            rig.table.command(Act(wild[0] if wild else view.choices[-1].action), AT_TABLE)
    return rig


def test_a_race_by_the_clock_runs_again_bit_for_bit_pp_41(tmp_path: Path) -> None:
    rig = raced(tmp_path)
    texts = [row.text for row in rig.journal.rows]
    assert {"T", "-"} <= set(texts), "somebody was late, and a window was shut by time"
    assert any(text.startswith("!") for text in texts)
    flight = read_flight(rig.landed())
    assert sum(line.kind == "tick" for line in flight.inputs) > 50, "every grain of sand is one"
    assert replay(flight).difference is None


@pytest.mark.parametrize("seconds", [2, pytest.param(8, marks=pytest.mark.slow)])
def test_no_file_is_begun_while_a_clock_is_given(seconds: int, tmp_path: Path) -> None:
    """A new file begins with a table anew, which would give the time anew."""

    def begun(timer: bool) -> int:
        folder = tmp_path / f"timer_{timer}"
        rig = FlightRig(folder, file_bytes=1)
        rig.new(game="racepack", rules=None, board=None, players=PLAYERS,
                options={"dice": "table", "timer": timer, "setup": False})  # fmt: skip
        rig.lift("23.1R").put("23.1R").wait(seconds)
        assert (rig.view.timer is not None) is timer
        return len(list((folder / "flights").iterdir()))

    assert begun(timer=False) > begun(timer=True)
