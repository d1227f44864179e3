"""Simulated people do what an arrow shows, not something like it (PP-8, PP-40)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.model.message import Message
from companion.model.view import Doubt, Owed
from companion.proof.people.follow import Follower
from companion.proof.people.grip import Grip
from companion.proof.people.intent import intend
from companion.proof.people.obeying import MISNAMED, Obeying
from companion.proof.people.people import Step
from companion.proof.people.verdict import Verdict
from companion.proof.people.world import SimulatedWorld
from engine.registry import REGISTRY

OPTIONS: dict[str, Any] = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [["A"], ["C"]],
    "teams": [[0], [1]],
    "first": 0,
}


def test_of_two_marbles_out_of_place_the_one_that_is_shown_goes_back_pp_8() -> None:
    for shown, left in (("B9", "B5"), ("B5", "B9")):
        world = SimulatedWorld(OPTIONS, 5)
        for frm, to in (("Ap1", "B5"), ("Ap2", "B9")):
            world.lift(frm)
            world.put(to, "A")
        assert Grip(world, random.Random(2)).fill("Ap1", "A", shown)
        assert world.wood["Ap1"] == world.wood[left] == "A"
        assert shown not in world.wood


def test_an_arrow_from_a_marble_of_another_colour_is_not_obeyed_blindly_pp_8() -> None:
    world = SimulatedWorld(OPTIONS, 5)
    for frm, to, token in (("Ap1", "B5", "A"), ("Cp1", "B9", "C")):
        world.lift(frm)
        world.put(to, token)
    assert Grip(world, random.Random(2)).fill("Ap1", "A", "B9")
    assert world.wood["Ap1"] == "A"
    assert world.wood["B9"] == "C"


@pytest.mark.parametrize("missing", ["Cp1", "B5"])
def test_a_marble_that_is_named_as_another_goes_where_its_own_is_missing_pp_10(
    missing: str,
) -> None:
    """Not at the first time, and never back to where it was."""
    world = SimulatedWorld(OPTIONS, 5)
    world.lift("Cp1")
    world.put("B5", "C")
    obeying = Obeying(Grip(world, random.Random(2)))
    named = Owed("A", "B5", "Ap1", True, Message("move.go"))
    its_own = Owed("C", "Ap4", missing, True, Message("move.go"))
    view = replace(world.view(), owed=(named, its_own))
    for tries in range(6):
        obeying._pay_one(named, view)
        if "C" in world.hand:
            obeying.grip.put("B5", "C")
        if tries < MISNAMED:
            assert world.wood["B5"] == "C", tries
    assert world.wood[missing] == "C"


def test_a_marble_that_its_own_action_takes_is_moved_before_it_is_taken_pp_40() -> None:
    """Half of a shared seven lands in the bullseye, the other half takes it there."""
    players = [["A"], ["B"], ["C"], ["D"], ["E"], ["F"]]
    start = REGISTRY.load(
        {
            "game": "fast_track",
            "rules": "stevens",
            "board": "hex",
            "players": players,
            "teams": [[0, 2, 4], [1, 3, 5]],
            "marbles": {
                **{c: ["p", "p", "p", "p"] for c in "ACDE"},
                "B": ["p", "p", "p", "B13"],
                "F": ["p", "p", "A10", "F10"],
            },
            "to_play": 1,
            "card": "7",
            "winner": None,
        }
    )
    action = next(a for a in start.legal() if a.text == "A10-X,B13-X")
    options = {**OPTIONS, "rules": "stevens", "players": players}
    world = SimulatedWorld({**options, "teams": [[0, 2, 4], [1, 3, 5]]}, 5)
    obeying = Obeying(Grip(world, random.Random(2)))
    obeying.grip.now.intent = intend(start, None, action)
    first, second = obeying.grip.now.intent.ways
    for frm, to, token in (("Bp1", "X", "B"), ("Fp1", "A10", "F")):
        world.lift(frm)
        world.put(to, token)
    assert (obeying.grip.stands(first), obeying.grip.stands(second)) == (False, True)
    world.lift("X")
    world.put("B13", "B")
    obeying.on_with_it()
    assert (world.wood["X"], world.hand) == ("B", ("F",))
    assert obeying.grip.stands(first)


def test_a_sensor_that_feels_no_lift_is_set_aside_at_the_second_try_pp_13() -> None:
    """It reads full, and full the hole is: another marble of the same card stands there now."""
    world = SimulatedWorld(OPTIONS, 5)
    grip = Grip(world, random.Random(2))
    follower = Follower(grip, Verdict(grip))
    grip.dead = {"Ap1"}
    world.force("Ap1", True)
    view = world.view()
    doubting = replace(view, doubts=(Doubt("Ap1", True, Message("doubt.full")),))
    for tries in range(4):
        assert follower._distrust(doubting) == (tries > 2), tries
        grip.hand(Step("lift", "Ap1", "A"))
        grip.hand(Step("put", "Ap1", "A"))
    assert world.view().aside == {"Ap1": "lies"}
