"""Simulated hands in a race: what no board shows, cars beside the road (PP-40, RP-85)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from toy_game import OIL, ToyPosition

from companion.model.commands import Act
from companion.model.message import Message
from companion.model.view import Ask, Option
from companion.proof.people import Job, checked, run
from companion.proof.people.answers import NEITHER, answer
from companion.proof.people.games import random_games
from companion.proof.people.intent import amiss, intend, same_ways
from companion.proof.people.person import Person
from companion.proof.people.trace import Trace
from companion.proof.people.world import SimulatedWorld, off_board

OPTIONS: dict[str, Any] = {
    "game": "racepack",
    "players": [["A"], ["B"], ["C"], ["D"]],
    "options": {"setup": False, "dice": "table"},
}


def race() -> SimulatedWorld:
    """Four cars on the grid of the default circuit, red to drive."""
    return SimulatedWorld(OPTIONS, 5)


@pytest.mark.parametrize(
    "gestures", [15, *(pytest.param(n, marks=pytest.mark.slow) for n in (60, 120))]
)
def test_nothing_is_wrong_illegal_or_stuck_in_a_short_race_pp_40(gestures: int) -> None:
    tally = run(checked(Job("racepack", None, None, gestures, 7)))
    assert tally.told == []
    assert tally.gestures["all"] == gestures
    assert tally.sums["all"]["questions"] > 0
    assert tally.gestures["late_pen"] == tally.gestures["capture_order"] == 0  # nobody is taken


def test_races_are_drawn_with_what_may_be_wished_but_never_in_a_hurry() -> None:
    draw = random_games("racepack", "race", None)
    games = [draw(random.Random(seed)) for seed in range(40)]
    assert {game.get("first", 0) for game in games} == {0}  # the dice say who begins
    wishes = [game["options"] for game in games]
    assert {wish["dice"] for wish in wishes} == {"table", "service"}
    assert {"track" in wish for wish in wishes} == {True, False}
    assert not any("timer" in wish for wish in wishes)
    assert {sum(map(len, game["players"])) for game in games} >= {4, 6, 8}


def test_cars_beside_the_road_are_in_somebodys_hand_when_the_race_begins() -> None:
    world = SimulatedWorld({**OPTIONS, "options": {"setup": True, "dice": "table"}}, 5)
    assert sorted(off_board(world.judge.position)) == sorted(world.hand) == list("ABCD")
    assert dict(world.wood) == {}


def test_what_an_action_brings_besides_is_not_on_the_board_that_announces_it_pp_17() -> None:
    frm = f"t{OIL - 1}"
    start = ToyPosition(at=(frm, "Bb"), die=1)
    fast = next(a for a in start.legal() if a.text.endswith("*fast"))
    intent = intend(start, None, fast)
    assert intent.shown[f"t{OIL}"] == ("A",)
    assert f"t{OIL}" not in intent.after.occupancy()
    slow = next(a for a in start.legal() if a.text.endswith("*slow"))
    assert same_ways(fast, slow)


def test_a_choice_that_no_board_shows_makes_its_trace_another_gestures_as_well_rp_85() -> None:
    start = ToyPosition(at=("t1", "Bb"), die=1)
    trace = Trace({"t1": "A", "Bb1": "B"}, ())
    trace.note("lift", "t1", "A")
    trace.note("put", "t2", "A")
    assert trace.ambiguous(intend(start, None, start.legal()[0]), start.board)


def test_questions_are_answered_by_the_action_that_is_meant_rp_85() -> None:
    world = race()
    position = world.judge.position
    action = next(a for a in position.legal() if a.text == "L1")
    intent = intend(position, None, action)
    options = (
        Option("0", Message("ask.speed_option", {"n": "2"}), label="2", actions=("L2",)),
        Option("1", Message("ask.speed_option", {"n": "1"}), label="1", actions=("L1", "L1*1")),
        Option(NEITHER, Message("ask.put_back")),
    )
    ask = Ask("q1", Message("ask.speed"), options, "speed")
    assert answer(ask, intent, world) == NEITHER or answer(ask, intent, world) is None
    (way,) = intent.ways
    world.lift(world.board.places[way.frm].holes[0])
    world.put(world.board.places[way.to].holes[0], way.token)
    assert amiss(world.board, world.wood, intent.shown) == []
    assert answer(ask, intent, world) == "1"
    unseen = Ask("q2", Message("ask.unseen.car"), (
        Option("0", Message("move.drive", {"n": "2"}), "A", way.to, actions=("L2",)),
        Option("1", Message("move.drive", {"n": "1"}), "A", way.to, actions=("L1",)),
    ))  # fmt: skip
    assert answer(unseen, intent, world) == "1"


def test_a_choice_made_without_asking_is_counted_as_wrong_rp_85() -> None:
    world = race()
    world.lift("23.1R")
    world.put("0.0R", "A")
    world.wait(1)
    world.judge.catch_up()

    class Meddled(Person):
        """While the hands stay off, the table drives at another speed than was meant."""

        def _run(self, steps: Any) -> bool:
            world.command(Act("L2"))
            return super()._run([])

    position = world.judge.position
    meant = next(a for a in position.legal() if a.text == "L1")
    outcome = Meddled(world, random.Random(2)).make(intend(position, None, meant), set())
    assert outcome.wrong == 1
    assert "without asking" in outcome.told


def test_what_no_hand_can_have_put_was_put_by_no_hand_pp_13() -> None:
    """A sensor that reads full for good, while the car touches the spaces on its way."""
    start = ToyPosition(at=("t1", "Bb"), die=3)
    wood = {"t1": "A", "Bb1": "B"}
    told = [("t1", False), ("t4", True), ("t2", True), ("t2", False)]
    shown = intend(start, None, start.legal()[0]).shown
    assert Trace.felt(wood, (), told).may_be(start.board, shown)
    assert not Trace.felt(wood, (), told[:1]).may_be(start.board, shown)
