"""A race in the flight recorder: dice, questions, debts and a new power-up run again (PP-41)."""

from __future__ import annotations

import random
from pathlib import Path

from flight_rig import FlightRig
from race_rig import drive, now, race
from table_rig import AT_TABLE

from companion.flight import read_flight
from companion.model.commands import Undo
from companion.proof.trace import replay


def test_a_race_runs_again_bit_for_bit_pp_41(tmp_path: Path) -> None:
    rng = random.Random(3)
    rig = FlightRig(tmp_path)
    race([["A", "C"], ["B", "H"]], rig=rig, options={"laps": 1})
    for _ in range(40):
        drive(rig, rng.choice([a.text for a in now(rig).distinct()]))
    rig.table.command(Undo(2), AT_TABLE)
    rig.wait(3)
    race({"anna": ["a"], "ben": ["b"], "c": ["c"], "d": ["d"]}, rig=rig)  # type: ignore[arg-type]
    for _ in range(10):
        drive(rig, rng.choice([a.text for a in now(rig).distinct()]))
    path = rig.landed()
    again = replay(read_flight(path))
    assert again.difference is None, again.difference
    assert again.decisions > 50
