"""A group of no side: the lay-by of a street race holds just the cars that belong there (I9)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.recogniser.deciding import decide
from companion.recogniser.decisions import AskColours, Decision, Lead, Rest
from companion.recogniser.endings import EMPTY, UNSURE, Step
from companion.recogniser.facts import Dwell
from companion.recogniser.hypothesis import put
from companion.recogniser.shared_groups import Shared
from companion.recogniser.state import Owed, Patience, replace
from companion.recogniser.tracking import Tracking
from companion.wood.seating import seat
from engine.game import Position
from engine.registry import REGISTRY

STREET = {"a5": "A", "b5": "B"}


def behind() -> Position:
    """The leader's turn; C and a Civilian are so far behind that both stand in the lay-by."""
    game = REGISTRY.game("fhtagn")
    position = game.new({"players": 3, "options": {"ordered": True}, "wood": {}})
    while position.to_json()["phase"] != "act":
        position = position.apply(position.legal()[0]).position
    told: dict[str, Any] = position.to_json()
    racers = {car["id"]: car for car in told["cars"]}
    cars = [
        {**racers["A"], "at": "1F1"},
        {**racers["B"], "at": "2F1"},
        {**racers["C"], "at": "10F1"},
        {"id": "c1", "kind": "civ", "at": "9O1", "face": "O"},
    ]
    wood = told["wood"] | {"aside": ["C", "c1"]}
    return game.load(told | {"cars": cars, "wood": wood})


def tracked(lay_by: dict[str, str]) -> Tracking:
    """The race with these cars in the lay-by."""
    position = behind()
    seating = seat(REGISTRY.game("fhtagn").seating, position.board)
    return Tracking(seating, position, STREET | lay_by)


def decided(lay_by: dict[str, str]) -> Decision:
    tracking = tracked(lay_by)
    tracking.happens(Dwell())
    return tracking.decision


@pytest.mark.parametrize("lay_by", [{"a8": "C", "b8": "civ"}, {"h8": "C", "c8": "civ"}])
def test_it_does_not_matter_in_which_hole_of_the_lay_by_a_car_stands(
    lay_by: dict[str, str],
) -> None:
    assert isinstance(decided(lay_by), Rest)


def test_a_car_too_many_is_led_out_and_the_one_that_belongs_there_in() -> None:
    tracking = tracked({"a8": "civ", "b8": "civ", "c4": "C"})
    tracking.happens(Dwell())
    lead = tracking.decision
    assert isinstance(lead, Lead)
    number, token = tracking.game.numbers, tracking.game.token
    assert lead.debts == {
        Owed(number["c4"], token("C"), 0),
        Owed(number["b8"], token("civ"), 0),
        *(Owed(number[free], 0, token("C")) for free in ("c8", "d8", "e8", "f8", "g8", "h8")),
    }


def test_what_is_put_into_the_lay_by_is_the_car_that_belongs_there_pp_3() -> None:
    """The Civilians of the box are out as well, but none of them belongs there."""
    tracking = tracked({"a8": "civ", "c4": "C"})
    tracking.happens(Dwell())
    tracking.edge("c4", False, 1.0)
    tracking.edge("d8", True, 1.5)
    tracking.dwell()
    assert isinstance(tracking.decision, Rest)
    told = {story.wood[tracking.game.numbers["d8"]] for story, _ in tracking.state.stories}
    assert told == {tracking.game.token("C")}


def test_with_a_car_that_nobody_knows_every_hole_is_asked_that_is_not_sure_i9() -> None:
    """Else only the likeliest of those that stand in the lay-by were left, and all seemed well."""
    tracking = tracked({"a8": "C", "b8": "civ"})
    numbers, token = tracking.game.numbers, tracking.game.token
    (one, _), *_ = tracking.state.stories
    wood = put(
        put(put(one.wood, numbers["c8"], UNSURE), numbers["a5"], EMPTY), numbers["b5"], EMPTY
    )
    one = one._replace(wood=wood, bag=bytes(sorted((token("A"), token("B")))))
    other = put(put(wood, numbers["a8"], token("civ")), numbers["b8"], token("C"))
    stories = ((one, 0), (one._replace(wood=other), 0))
    state = replace(tracking.state, stories=stories, patience=Patience.OVER)
    assert decide(tracking.board, state) == AskColours(
        tuple(sorted(numbers[hole] for hole in ("a8", "b8", "c8")))
    )


def test_nobody_is_led_to_a_hole_that_is_felt_full_i5() -> None:
    tracking = tracked({"a8": "C", "b8": "civ"})
    hole, token = tracking.game.numbers["b5"], tracking.game.token("B")
    (one, _), *_ = tracking.state.stories
    wood, log = put(one.wood, hole, EMPTY), (Step("roll", one.position),)
    one = one._replace(
        log=log, wood=wood, base=wood, hand=one.hand + bytes((token,)), dead=frozenset({hole})
    )
    state = replace(tracking.state, stories=((one, 0),), committed=log, patience=Patience.OVER)
    assert decide(tracking.board, state) == AskColours((hole,))


def test_of_a_car_no_more_can_stand_unknown_in_a_group_than_are_out() -> None:
    civilian, other = 1, 2
    group = Shared(strange=(0, 1), missing=bytes((civilian, civilian)), free=())
    wood = bytes((UNSURE, UNSURE))
    assert group.lacks(wood, bytes((civilian, other))) == {civilian}
    assert group.lacks(wood, bytes((civilian, civilian, other))) == set()
