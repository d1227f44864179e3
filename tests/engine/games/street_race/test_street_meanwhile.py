"""Reactions that move cars while a move is announced or tested, with cards of a test's own."""

from __future__ import annotations

from typing import Any

import pytest
from street_table import ask, at, car, play, texts, with_cards

from engine.game import Position

STREET = ("m05", "m06")


def reacting(on: str, *do: Any, **change: Any) -> Position:
    """C holds a reaction; A is to act."""
    card = {"id": "r", "type": "reaction", "name": "R", "on": on, "do": do}
    return with_cards(card, **{"street": STREET, "hands": {"C": ["r.1"]}, **change})


FALL_BACK = {"op": "fall_back", "who": "choose"}
PUT_ASIDE = {"op": "drift", "who": "choose", "test": False}


@pytest.mark.parametrize("answer", ["no", "yes"])
def test_a_lead_that_changed_before_a_free_advance_still_brings_new_mats_ff_42_ff_96(
    answer: str,
) -> None:
    position = reacting(
        "pullover.announced", FALL_BACK, turn="B", at={"A": "1F1", "B": "1F3", "C": "5F1"}
    )
    asked = play(position, "pull", "react C r.1 A", f"free C {answer}")
    if answer == "yes":
        asked = play(asked, "die 1")
    assert (next(iter(at(asked))), ask(asked)) == ("B", ("mat", ["chance"]))


def test_who_is_moved_off_in_the_test_does_not_advance_two_spaces_ff_51() -> None:
    position = reacting("test.rolled", FALL_BACK, at={"A": "2F1", "B": "1F2", "C": "5F1"})
    after = play(position, "adv", "die 6", "die 1", "react C r.1 A")
    assert (at(after)["A"], ask(after)) == ("3F1", ("act", ["A"]))


def test_who_is_moved_off_in_the_test_does_not_drift_across_a_corner_ff_60() -> None:
    position = reacting("test.rolled", FALL_BACK, at={"A": "1F1", "B": "1F2", "C": "5F1"})
    after = play(position, "drift R", "die 6", "die 1", "react C r.1 A")
    assert (at(after)["A"], at(after)["B"]) == ("2F1", "1F2")


def test_who_has_left_the_space_is_not_pushed_off_it_ff_66() -> None:
    position = reacting("test.rolled", FALL_BACK, at={"A": "1F1", "B": "1F2", "C": "5F1"})
    after = play(position, "drift R", "die 6", "die 1", "react C r.1 B")
    assert (at(after), ask(after)[0]) == ({"A": "1F2", "B": "2F2", "C": "5F1"}, "act")


def test_who_has_come_into_the_space_is_tested_too_ff_63() -> None:
    position = reacting(
        "test.rolled", FALL_BACK, PUT_ASIDE, at={"A": "1F1", "B": "1F2", "C": "1F3"}
    )
    asked = play(position, "drift R", "die 6", "die 1", "react C r.1 B C L")
    assert (at(asked)["C"], ask(asked)) == ("1F2", ("die", ["chance"]))
    lost = play(asked, "die 1", "die 6")
    assert at(lost) == {"A": "1F1", "C": "1F2", "B": "2F2"}
    asked = play(asked, "die 6", "die 1")
    assert texts(asked) == ["choose C B", "choose C R"]
    assert at(play(asked, "choose C R", "die 6"))["A"] == "1F2"


def test_a_drift_is_off_when_its_car_has_been_moved_so_none_leaves_the_street_ff_64() -> None:
    position = reacting("drift.announced", PUT_ASIDE, at={"A": "1F2", "B": "2F2", "C": "5F1"})
    after = play(position, "drift R", "react C r.1 A R", "die 6")
    assert (at(after)["A"], ask(after)) == ("1F3", ("act", ["A"]))


@pytest.mark.parametrize(("answer", "stands"), [("A", "3F1"), ("A L", "2O1")])
def test_an_advance_is_off_when_its_car_has_been_moved_ff_152(answer: str, stands: str) -> None:
    """It went on from the new space: who had fallen back drove up again to where it had stood."""
    effect = PUT_ASIDE if " " in answer else FALL_BACK
    position = reacting("advance.announced", effect, at={"A": "2F1", "B": "1F2", "C": "5F1"})
    after = play(position, "adv", f"react C r.1 {answer}")
    assert (at(after)["A"], ask(after)) == (stands, ("act", ["A"]))


def test_a_pushed_car_that_a_reaction_has_placed_has_its_place_ff_67_ff_73() -> None:
    position = reacting("drift.announced", PUT_ASIDE, at={"A": "1F1", "B": "1F2", "C": "5F1"})
    asked = play(position, "drift R", "noreact C", "die 6", "die 1", "choose B B")
    assert car(asked, "B")["limbo"]
    after = play(asked, "react C r.1 B R", "die 6")
    assert (at(after)["B"], ask(after)) == ("1F3", ("act", ["A"]))


HIT = {"id": "d", "type": "action", "name": "D", "do": [{"op": "damage", "who": "choose_other"}]}


@pytest.mark.parametrize(
    ("op", "dmg", "stands", "damaged"),
    [("damage", [], "2O1", True), ("repair", ["B"], "1O1", True)],
)
def test_damage_meets_the_face_that_shows_when_it_comes_ff_80_ff_81(
    op: str, dmg: list[str], stands: str, damaged: bool
) -> None:
    own = {"id": "r", "type": "reaction", "name": "R", "on": "damage.pending",
           "when": {"who": "self"}, "do": [{"op": op}]}  # fmt: skip
    at_first = {"A": "1F1", "B": "1O1", "C": "5F1"}
    hands = {"A": ["d.1"], "B": ["r.1"]}
    position = with_cards(HIT, own, street=STREET, hands=hands, at=at_first, dmg=dmg)
    after = play(position, "play d.1 B", "react B r.1")
    assert (at(after)["B"], car(after, "B")["dmg"], ask(after)[0]) == (stands, damaged, "act")
