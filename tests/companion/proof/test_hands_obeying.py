"""Simulated people do what an arrow shows, not something like it (PP-8, PP-40)."""

from __future__ import annotations

import random

from companion.proof.hands.person import Person
from companion.proof.hands.world import SimulatedWorld

OPTIONS = {
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
        assert Person(world, random.Random(2))._fill("Ap1", "A", shown)
        assert world.wood["Ap1"] == world.wood[left] == "A"
        assert shown not in world.wood


def test_an_arrow_from_a_marble_of_another_colour_is_not_obeyed_blindly_pp_8() -> None:
    world = SimulatedWorld(OPTIONS, 5)
    for frm, to, token in (("Ap1", "B5", "A"), ("Cp1", "B9", "C")):
        world.lift(frm)
        world.put(to, token)
    assert Person(world, random.Random(2))._fill("Ap1", "A", "B9")
    assert world.wood["Ap1"] == "A"
    assert world.wood["B9"] == "C"
