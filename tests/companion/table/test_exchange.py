"""No arrow leads to a full hole: marbles that change places are told together (PP-10, PP-17)."""

from __future__ import annotations

from table_rig import Rig, marbles, position

from companion.model.commands import Caller, Edit

AT_TABLE = Caller(table=True)


def exchanged() -> Rig:
    """A Jack's exchange was made on the page; the marbles still stand as before."""
    rig = Rig().new()
    rig.at(position([["A"], ["C"]], marbles(A=["A9"], C=["B3"]), card="J"))
    return rig.act("A9=B3")


def test_two_marbles_that_change_places_are_told_together_and_without_an_arrow() -> None:
    rig = exchanged()
    assert rig.said == "Red and Yellow change places."
    assert rig.lit("extra") == ["A9", "B3"]
    assert rig.lit("missing") == []
    assert rig.view.arrow is None
    assert [(one.token, one.frm, one.to) for one in rig.view.owed] == [
        ("A", "A9", "B3"),
        ("C", "B3", "A9"),
    ]


def test_once_one_of_them_is_in_the_hand_the_other_is_led_to_the_empty_hole() -> None:
    rig = exchanged().lift("A9").settle()
    assert rig.said == "Yellow: from Orange 3 to Red 9."
    arrow = rig.view.arrow
    assert arrow is not None
    assert (arrow.frm, arrow.to) == ("B3", "A9")
    assert (rig.lit("extra"), rig.lit("missing")) == (["B3"], ["A9"])


def test_of_three_in_a_circle_the_one_in_the_way_is_taken_off_first() -> None:
    rig = Rig().new(players=[["A"], ["C"], ["E"]])
    rig.at(position([["A"], ["C"], ["E"]], marbles(A=["A9"], C=["B3"], E=["A12"])))
    rig.table.command(Edit({"A9": "E", "A12": "C", "B3": "A"}, 0), AT_TABLE)
    assert rig.said == "Take the marble off Red 9."
    assert rig.lit("extra") == ["A9"]
    assert rig.view.arrow is None
    rig.lift("A9").settle()
    arrow = rig.view.arrow
    assert arrow is not None
    assert arrow.to == "A9"


def test_a_hand_that_may_hold_either_of_two_marbles_shows_the_colour_of_none_pp_3() -> None:
    rig = Rig().new(players=[["A"], ["C"], ["E"]])
    rig.at(position([["A"], ["C"], ["E"]], marbles(A=["A9"], C=["B3"], E=["A12"])))
    rig.table.command(Edit({"A9": "E", "A12": "C", "B3": "A"}, 0), AT_TABLE)
    rig.lift("A12").settle()
    assert [(one.token, one.sure) for one in rig.view.in_hand] == [("E", True)]
    rig.lift("A9").settle()
    assert [one.sure for one in rig.view.in_hand] == [True, True]
    rig.put("A12", "E").settle()
    assert [one.sure for one in rig.view.in_hand] == [False]
    assert rig.view.holes["A12"].token == "?"
