"""A car that lost its test, and hands that were faster than the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from street_rig import HOST, made, now, street

from companion.model.commands import Act
from engine.games.street_race.on_wood import CIVILIAN
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


@pytest.mark.parametrize("seed", range(4))
def test_traffic_that_comes_nearer_is_told_though_a_new_street_followed_ff_105(seed: int) -> None:
    """Red leads, so its turn brings mats and their dice after the Civilian that drives on."""
    rig = street(3, seed=seed, board="virtual", dice="service")
    told = now(rig).to_json()
    at = {"A": "1F1", "B": "3F1", "C": "3F2"}
    cars = [{**car, "at": at[car["id"]]} for car in told["cars"]]  # type: ignore[attr-defined]
    cars.insert(1, {"id": "c1", "kind": "civ", "at": "1O1", "face": "O"})
    turn = {"turn": "C", "phase": "draw", "actions": 0, "turns": 2}
    rig.at({**told, **turn, "cars": cars, "ask": {"who": ["C"], "kind": "take"}})
    rig.settle()
    rig.table.command(Act("take 0"), HOST)
    rig.settle()
    assert any(text.startswith("die") for text in made(rig, 0)[-4:]), "dice for new traffic"
    rig.hand, said = [CIVILIAN] * 7, {}
    while rig.view.owed:
        debt = rig.view.owed[0]
        said[debt.frm] = rig.said
        if debt.frm:
            rig.carry(debt.frm, debt.to).settle()
        else:
            rig.tell(debt.to, CIVILIAN).settle()
    assert said["a4"] == "Civilians come nearer: follow the arrows."
