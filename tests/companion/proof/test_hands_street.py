"""Simulated hands in a street race: tests, pushes, Civilians and the lay-by (PP-17, PP-40)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model.commands import Act
from companion.proof.people import Job, checked, run
from companion.proof.people.world import SimulatedWorld

BOUNCE = ("bounce",)


@pytest.mark.parametrize("gestures", [15, pytest.param(200, marks=pytest.mark.slow)])
def test_an_undisturbed_street_race_is_read_right_pp_40(gestures: int) -> None:
    tally = run(checked(Job("fhtagn", "street", None, gestures, 13, BOUNCE)))
    assert tally.told == []
    assert tally.gestures["all"] == gestures
    assert tally.sums["all"]["corrections"] > 0, "failed tests and Civilians lead hands"


def world() -> SimulatedWorld:
    """Three cars that are not placed yet; hands are dealt, and one screen holds all seats."""
    options: dict[str, Any] = {
        "game": "fhtagn",
        "players": [["A"], ["B"], ["C"]],
        "options": {"dice": "table", "fast": True},
    }
    return SimulatedWorld(options, 5)


def test_one_screen_plays_the_cards_of_every_seat() -> None:
    table = world()
    for text in ("place A 1F1", "place B 1F2", "place C 1O1"):
        table.command(Act(text))
        table.judge.catch_up()
    asked = {action.text.split(" ")[0] for action in table.judge.position.legal()}
    assert asked == {"mull"}
    for player in "ABC":
        table.command(Act(f"mull {player} no"))
    table.judge.catch_up()
    assert table.judge.illegal == 0
    assert not any(a.text.startswith("mull") for a in table.judge.position.legal())
