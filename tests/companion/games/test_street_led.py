"""A car that lost its test, and hands that were faster than the table."""

from __future__ import annotations

import json
from pathlib import Path

from street_rig import street

from hardware.ports import HoleChange

SCENARIO = Path(__file__).parents[2] / "data/scenarios/street_lost_test_is_led_home.jsonl"


def test_a_car_lifted_before_its_test_was_lost_is_led_home_first_pp_17() -> None:
    """The table was busy: it rolls the die only when the car is in the hand again."""
    rig = street(3, seed=1, board="virtual", dice="service")
    rig.at(json.loads(SCENARIO.read_text(encoding="utf-8").splitlines()[0])["position"])
    rig.settle()
    rig.lift("b3").tell("a3", "B")
    rig.clock.t += 1
    rig.hand.append(rig.wood.pop("a3"))
    rig.table.sensors(HoleChange(rig.numbers["a3"], False, rig.clock.t))
    assert (rig.state, rig.said) == ("correction", "Not this time.")
    assert (rig.lit("missing"), rig.lit("destination")) == (["b3"], [])
    rig.tell("a3", "B").settle()
    assert rig.view.arrow is not None
    assert (rig.view.arrow.frm, rig.view.arrow.to) == ("a3", "b3")
    rig.carry("a3", "b3").settle()
    assert (rig.state, rig.done(), rig.view.owed) == ("choose_move", ["adv"], ())
