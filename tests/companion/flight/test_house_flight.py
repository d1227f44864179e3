"""A game by house rules is recorded with its switches, and runs again bit for bit (PP-41)."""

from __future__ import annotations

import random
from pathlib import Path

from flight_rig import FlightRig
from table_rig import clumsy, play_game

from companion.flight import read_flight
from companion.proof.trace import replay

TURNED = {"jack_swaps": False, "four_backward": False, "corners_first": False}


def test_a_flight_of_a_game_by_house_rules_runs_again_without_the_house_pp_41(
    tmp_path: Path,
) -> None:
    rig = FlightRig(tmp_path, seed=3)
    rng = random.Random(3)
    rig.new(options={"house": "Ours", "switches": TURNED})
    play_game(rig, rng, lambda _, legal, rng: rng.choice(legal), most=25, hands=clumsy)
    position = rig.table._moment.position
    assert position is not None
    assert position.to_json()["switches"] == TURNED
    flight = read_flight(rig.landed())
    assert any("switches" in str(line) for line in flight.lines)
    done = replay(flight)
    assert done.difference is None
    assert done.views > 20
