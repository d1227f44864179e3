"""What would be read otherwise if a price were lower: each table of costs but ours fails here."""

from __future__ import annotations

from toy_table import ToyTable

from companion.recogniser.decisions import Rest


def test_a_capture_with_the_captured_one_in_the_hand_is_no_touch_and_no_flicker() -> None:
    """With LIE = 1 or TOUCHED = 0 it is asked whether nothing was played."""
    table = ToyTable("a.b..")
    assert table.moves("-0 -2 +2 . ~") == Rest(bytes((2,)))
    assert table.played == "0+2"


def test_a_capture_is_not_forgotten_for_a_move_to_the_next_hole() -> None:
    """The captured one came down there, or the own one did and the other was only touched. With
    LIE = 1 or TOUCHED = 0 the second is played unasked."""
    table = ToyTable("a.b..")
    table.moves("-0 -2 +2 . +1 .")
    assert {log for log, _ in table.options} == {"0+1", "0+2"}
    assert table.played == ""
