"""The second people in a street race: pushes, tests, windows, and what chance brings (PP-40)."""

from __future__ import annotations

import random
from collections import deque

import pytest
from second_judged import judged

from companion.proof.rehearsal.rehearsal import Rehearsal
from companion.proof.second.answering import stood, truth
from companion.proof.second.judge import ALIKE, ILLEGAL, WRONG
from companion.proof.second.memory import Memory
from companion.proof.second.run import Job, case, run
from companion.proof.second.starts import EACH, Start, Table, start
from companion.proof.second.strokes import LIFT, PUT, plan
from companion.proof.second.talk import FastLane
from companion.proof.second.world import World, set_out
from engine.action import CHANCE_SEAT, Action
from engine.game import CHANCE, Position

STREET = Table("fhtagn", "street", "virtual")
FIRST_CARS = (("A1",), ("C1",))


def with_a_drift(pushing: bool = False) -> tuple[Position, Action]:
    """The first start in which a car may drift, and that drift; ``pushing``: into another car."""
    for base in range(60):
        position = start(STREET, base).position
        for action in position.distinct():
            into = [way for way in action.displacements if position.occupancy().get(way.to)]
            if action.text.startswith("drift") and action.displacements and bool(into) == pushing:
                return position, action
    raise AssertionError("no start with such a drift")


def with_the_same_drift_twice() -> tuple[Start, Action]:
    """A start in which a car may drift, and drift on by the same words."""
    for base in range(60):
        begun = start(STREET, base)
        for action in begun.position.distinct():
            ways = action.displacements
            if not ways or begun.position.occupancy().get(ways[0].to):
                continue
            after = begun.position.apply(action).position
            if any(one.text == action.text for one in after.legal() if one.displacements):
                return begun, action
    raise AssertionError("no start with such a drift")


def test_a_move_tapped_as_it_is_put_is_made_once() -> None:
    begun, action = with_the_same_drift_twice()
    ((frm, to),) = action.displacements
    position = begun.position.to_json()
    table = Rehearsal()
    for line in (
        {"at": 0.0, "new": dict(begun.new), "position": position, "seed": 1},
        {"at": 1.0, "edge": [frm, False]},
        {"at": 1.5, "edge": [to, True]},
        {"at": 1.6, "command": {"command": "act", "action": action.text}, "seat": action.seat},
        {"at": 3.0},
    ):
        answer = table.line(line)
        assert "error" not in answer
    look = table.line({"at": 3.1, "look": True, "seat": action.seat})["view"]
    after = begun.position.apply(action).position.view(None)["position"]
    assert look["position"] == after


def test_a_case_begins_with_the_hands_of_every_seat() -> None:
    first = start(STREET, 3)
    told = first.position.to_json()
    assert first.new["hands"] == "virtual"
    table = Rehearsal()
    begun = {"at": 0.0, "new": dict(first.new), "position": told, "seed": 3}
    assert "error" not in table.line(begun)
    hands = told["hands"]
    assert isinstance(hands, dict)
    for seat, player in enumerate(hands):
        look = table.line({"at": 0.1, "look": True, "seat": seat})["view"]
        assert sorted(look["hand"]) == sorted(hands[player])
        assert look["position"]["hands"][player] == len(hands[player])


@pytest.mark.parametrize("seed", [186, pytest.param(188, marks=pytest.mark.slow)])
def test_people_know_every_card_by_what_chance_brought(seed: int) -> None:
    table = Rehearsal()
    played = case(Job((STREET,), 5, kinds=()), STREET, seed, FastLane(table))
    assert played.play().finding is None
    chances = [m.action for m in played.memory.meant if m.action and m.action.seat == CHANCE_SEAT]
    assert any(action.text.startswith("card ") for action in chances)
    hands = played.memory.now.to_json()["hands"]
    assert isinstance(hands, dict)
    for seat, player in enumerate(hands):
        look = table.line({"at": played.talk.at, "look": True, "seat": seat})["view"]
        assert sorted(look["hand"]) == sorted(hands[player])


def test_what_chance_brought_is_taken_over_when_it_is_due() -> None:
    memory = Memory(with_a_drift()[0])
    action = next(a for a in memory.now.legal() if a.text == "end")
    memory.add(action, memory.now.apply(action.text).position)
    heard = deque(["card A p99.9"])
    memory.hear(heard)
    assert list(heard) == ["card A p99.9"]  # no such card may turn up
    while memory.now.to_act is not CHANCE:
        choice = memory.now.legal()[-1]
        memory.add(choice, memory.now.apply(choice).position)
    asked, due = len(memory.meant), memory.now.legal()[0].text
    memory.hear(deque([due]))
    assert memory.meant[-1].action is not None
    assert memory.meant[-1].action.text == due
    memory.unhear()
    assert len(memory.meant) == asked


def test_a_car_in_the_way_is_lifted_and_stays_in_the_hand() -> None:
    position, action = with_a_drift(pushing=True)
    (way,) = action.displacements
    planner = plan(position, set_out(position).wood, action, random.Random(1))
    done = [(stroke.do, stroke.place) for stroke in planner.found]
    assert sorted(done) == sorted([(LIFT, way.frm), (LIFT, way.to), (PUT, way.to)])
    assert done[-1] == (PUT, way.to)
    assert not planner.lost


def test_a_move_that_stands_was_not_taken_back() -> None:
    position, action = with_a_drift()
    memory = Memory(position)
    memory.add(action, position.apply(action).position)
    before = stood(memory, memory.json(memory.now))
    assert before == [action.text]
    taken_back = {"id": "1", "actions": (), "message": {"key": "ask.taken_back"}}
    nothing = {**taken_back, "message": {"key": "ask.nothing"}}
    made = {"id": "0", "actions": (action.text,), "message": {"key": "street.did.left"}}
    assert truth({"options": [made, taken_back]}, [], World({}), before) == "0"
    assert truth({"options": [made, nothing]}, [], World({}), before) == "1"


@pytest.mark.parametrize(
    ("gestures", "seed"), [(15, 6), pytest.param(60, 7, marks=pytest.mark.slow)]
)
def test_an_undisturbed_street_race_is_read_right(gestures: int, seed: int) -> None:
    result = run(Job((STREET,), gestures, seed, kinds=()))
    assert result.told == []
    assert result.gestures >= 0.8 * gestures


@pytest.mark.parametrize("gestures", [5, pytest.param(15, marks=pytest.mark.slow)])
def test_disturbances_come_in_street_races_too(gestures: int) -> None:
    counted = (
        run(Job((STREET,), gestures, seed=7, kinds=("overlap", "bump"), rate=0.4)).sums[0].gestures
    )
    assert counted["overlap"] + counted["bump"] > 0


@pytest.mark.slow
def test_an_undisturbed_street_race_is_never_read_wrong() -> None:
    result = run(Job((STREET,), 400, seed=8, kinds=()))
    assert result.gestures > 250
    found = result.sums[0].found
    assert not found.get(WRONG)
    assert not found.get(ILLEGAL)


@pytest.mark.parametrize(
    ("seed", "kind"),
    [
        pytest.param(
            3102000022,
            "page_and_wood",
            id="nobody drives after a test that the page says has failed",
        ),
        pytest.param(
            921000005, "bump", id="another car than those offered stands there: none of them"
        ),
        pytest.param(
            3103000051,
            "early_turn",
            id="whoever has moved may say what stands there in a fast window",
        ),
        pytest.param(
            3103000128,
            "none",
            id="new traffic is led before a push, and a bag in the hand is a hand",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            7301000123,
            "none",
            id="what dice have told is owed in every story",
            marks=pytest.mark.slow,
        ),
        pytest.param(9401000097, "none", id="no light calls for a car while its taker is awaited"),
        pytest.param(
            3104000477, "page_and_wood", id="nobody pushes again after a test that has failed"
        ),
        pytest.param(
            3104000433, "early_turn", id="a card said at once after a move says that it is over"
        ),
        pytest.param(
            5102000082, "page_and_wood", id="a move tapped as it is made takes nothing else back"
        ),
        pytest.param(
            9611000025, "none", id="a pushed car that stands on the street still is not in a hand"
        ),
        pytest.param(
            9411000049, "sleeve", id="a pushed car that stands and was not read is put once more"
        ),
        pytest.param(
            29002000007, "bump", id="nobody places a car while others fall", marks=pytest.mark.slow
        ),
        pytest.param(30302000253, "bump", id="what falls changes no move that was accepted"),
        pytest.param(
            29002001141, "bump", id="a pushed car that was in a hand is none of those that fell"
        ),
        pytest.param(
            29002000128,
            "sleeve",
            id="what stands on a light and is said to be in a hand is put once more at once",
        ),
        pytest.param(51002000198, "none", id="what stands again has its dice with it"),
        pytest.param(
            51001001600, "none", id="a car that is called for is taken from where it stands"
        ),
        pytest.param(
            29004000034, "long_hold", id="who passes makes nobody doubt the move that was accepted"
        ),
        pytest.param(
            20001000551,
            "wrong_answer",
            id="with dealt cards whoever the page names takes a move back",
        ),
        pytest.param(
            51003000322, "wrong_answer", id="a move played again stands before the next one"
        ),
        pytest.param(3104000574, "bump", id="a bumped car rolled where its push would have put it"),
        pytest.param(9813000124, "bump", id="of eight that were led home one rolled ahead"),
        pytest.param(
            201011000669, "bump", id="who sees that a window has shut mends no older board"
        ),
    ],
)
def test_a_case_that_once_failed(seed: int, kind: str) -> None:
    played = case(Job((STREET,), 5), STREET, seed, FastLane(Rehearsal())).play()
    assert played.gestures[kind]
    assert played.finding is None


def test_nobody_is_led_out_of_a_push_while_its_hand_is_waited_for() -> None:
    """It was put before what the page had moved was paid: the lights led back what had been read
    already in one likely story."""
    played = case(Job((STREET,), 5, kinds=()), STREET, 7201000007, FastLane(Rehearsal())).play()
    assert played.finding is None


def test_of_two_cars_each_the_answers_name_the_number() -> None:
    begun = start(STREET, 7201000007 // EACH)
    frm, to = [hole for hole, held in begun.position.occupancy().items() if held in FIRST_CARS]
    table = Rehearsal()
    position = begun.position.to_json()
    table.line({"at": 0.0, "new": dict(begun.new), "position": position, "seed": 1})
    for at, hole, full in ((1.0, frm, False), (1.2, to, False), (1.4, to, True), (1.6, frm, True)):
        table.line({"at": at, "edge": [hole, full]})
    asked = table.line({"at": 8.0, "look": True, "seat": None})["view"]["ask"]
    told = [option["message"]["text"] for option in asked["options"]]
    assert told == ["Red 1", "Yellow 1", "Green 1", "Neither, show me"]


def test_two_cars_that_were_bumped_before_anybody_may_drive_are_counted_apart() -> None:
    """They landed crosswise within a quarter of a second, while cars were placed: no action could
    exchange them, and PP-3 has nothing else asked."""
    played = case(Job((STREET,), 181001), STREET, 181001000158, FastLane(Rehearsal())).play()
    assert played.gestures["bump"]
    assert played.finding is not None
    assert played.finding.verdict == ALIKE


def test_two_cars_are_excused_if_no_sensor_told_of_one_of_their_places() -> None:
    """Under a sleeve a car pushes another off. That one is then led to where the first had stood,
    as if the first had been carried there and back."""
    before, drift = with_a_drift(pushing=True)
    ((frm, to),) = drift.displacements
    wood = set_out(before).wood
    free = next(h for h in before.board.neighbours[to] if h not in wood)
    memory = Memory(before)
    memory.add(drift, before.apply(drift).position)
    edges = [(1.0, frm, False), (2.0, free, True), (3.0, free, False), (4.0, frm, True)]
    ends = {frm: wood[to], to: wood[frm]}
    assert judged(memory, before, edges, ends) == ALIKE
    assert judged(memory, before, [(0.5, to, False), *edges, (5.0, to, True)], ends) == WRONG
