"""The answer to "Why?" counts the holes: how many on that is, and where the card ends (PP-8)."""

from __future__ import annotations

import pytest
from table_rig import AT_TABLE, Rig, marbles, position

from companion.errors import CommandRefused
from companion.model.commands import Why
from companion.words import render

A9_ON = ("A10", "A11", "A12", "A13", "B0", "B1", "B2")


@pytest.mark.parametrize(
    ("card", "frm", "to", "sentence", "walk"),
    [
        ("5", "A9", "A12", "That is 3 on; a 5 ends on Orange corner.", A9_ON[:5]),
        ("7", "A9", "C5", "From there a 7 ends on Orange 2.", A9_ON),
        ("3", "A5", "A8", "From there a 3 ends on Red home 1.", ("A6", "A7", "Ah1")),
        ("4", "B2", "B6", "That is 4 on; a 4 ends on Red 12.", ("B1", "B0", "A13", "A12")),
    ],
)
def test_the_count_is_said_and_its_holes_are_named_in_order(
    card: str, frm: str, to: str, sentence: str, walk: tuple[str, ...]
) -> None:
    rig = Rig().new()
    rig.at(position([["A"], ["C"]], marbles(A=[frm], C=["C3"]), card=card))
    rig.carry(frm, to).settle()
    reason = rig.view.reason
    assert reason is not None
    assert reason.why is not None
    assert render(reason.why) == sentence
    assert reason.walk == walk
    assert rig.lit("hint") == []


def asked(rig: Rig) -> Rig:
    """Somebody asks why."""
    rig.table.command(Why(), AT_TABLE)
    return rig


def test_the_counted_holes_and_the_right_end_are_lit_until_a_hand_does_something_pp_20() -> None:
    rig = Rig().new()
    rig.at(position([["A"], ["C"]], marbles(A=["A9"], C=["C3"]), card="5"))
    rig.carry("A9", "A12").settle()
    asked(rig).wait(30)
    assert rig.view.reason is not None
    assert rig.view.reason.told
    assert rig.lit("hint") == ["A10", "A11", "A13"], "the marble stands wrong on A12"
    assert rig.lit("destination") == ["B0"]
    assert (rig.lit("wrong"), rig.lit("return")) == (["A12"], ["A9"])
    rig.lift("A12")
    assert rig.lit("hint") == []
    rig.put("A12").settle()
    assert (rig.state, rig.lit("hint")) == ("wrong", [])


def test_no_light_says_put_it_here_where_the_count_ends_badly() -> None:
    rig = Rig().new()
    rig.at(position([["A"], ["C"]], marbles(A=["A9", "A12"], C=["C3"]), card="5"))
    rig.carry("A9", "B0").settle()
    assert rig.lit("movable") == ["A12"], "before anybody asks"
    asked(rig)
    assert rig.lit("hint") == ["A10", "A11"]
    assert rig.lit("movable") == ["A12"]
    assert rig.lit("destination") == []


def test_there_is_no_why_where_nothing_is_wrong() -> None:
    with pytest.raises(CommandRefused) as refused:
        asked(Rig().new().card("5"))
    assert (refused.value.code, refused.value.status) == ("not-now", 409)


def test_a_marble_in_the_way_ends_the_count_and_is_the_answer() -> None:
    rig = Rig().new()
    rig.at(position([["A"], ["C"]], marbles(A=["A9", "A12"], C=["C3"]), card="5"))
    rig.carry("A9", "B0").settle()
    reason = rig.view.reason
    assert reason is not None
    assert (reason.why, reason.blocked_by, reason.walk) == (None, "A12", A9_ON[:3])


def test_a_wrong_count_ends_at_the_marble_in_the_way_too() -> None:
    """It said "a 5 ends on Orange corner", though no 5 may go there."""
    rig = Rig().new()
    rig.at(position([["A"], ["C"]], marbles(A=["A9", "A12"], C=["C3"]), card="5"))
    reason = asked(rig.carry("A9", "A10").settle()).view.reason
    assert reason is not None
    assert (render(reason.message), reason.why) == ("Not there: a 5 moves 5.", None)
    assert (reason.blocked_by, reason.walk, reason.ends) == ("A12", A9_ON[:3], "")
    assert rig.lit("movable") == ["A12"]


def test_from_a_corner_the_way_is_counted_that_is_free() -> None:
    rig = Rig().new()
    rig.at(position([["A"], ["C"]], marbles(A=["B0", "B3"], C=["D3"]), card="5"))
    reason = rig.carry("B0", "B1").settle().view.reason
    assert reason is not None
    assert (reason.blocked_by, reason.walk) == (None, ("C0", "D0", "E0", "F0", "A0"))


def test_a_free_way_into_the_bull_s_eye_is_counted_and_nothing_is_in_the_way() -> None:
    """It named the own marble on Orange 1, and a 3 leads into the bull's eye."""
    rig = Rig().new()
    rig.at(position([["A"], ["C"]], marbles(A=["A12", "B1"], C=["D3"]), card="3"))
    reason = asked(rig.carry("A12", "A13").settle()).view.reason
    assert reason is not None
    assert reason.why is not None
    assert render(reason.why) == "That is 1 on; a 3 ends in the bull's eye."
    assert render(reason.why, "de") == "Das ist 1 Feld; eine 3 endet in der Mitte."
    assert (reason.blocked_by, reason.walk, reason.ends) == (None, ("A13", "B0", "X"), "X")
    assert (rig.lit("movable"), rig.lit("destination")) == ([], ["X"])


def test_what_no_counting_explains_is_not_counted() -> None:
    rig = Rig().new().card("5")
    rig.carry("Ap1", "A9").settle()
    reason = rig.view.reason
    assert reason is not None
    assert (reason.rule, reason.why, reason.walk) == ("FT-12", None, ())


def test_the_holes_are_the_boards_own_where_the_players_sit_elsewhere() -> None:
    rig = Rig().new(players=[["B"], ["D"]])
    rig.at(position([["B"], ["D"]], marbles(B=["B9"], D=["D3"]), card="2"))
    rig.carry("B9", "B12").settle()
    reason = rig.view.reason
    assert reason is not None
    assert reason.walk == ("B10", "B11")
    assert all(rig.table.view(None).holes.get(hole) is None for hole in reason.walk)
