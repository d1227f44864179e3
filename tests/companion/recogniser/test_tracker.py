"""The tracker on the toy board: what each trace of sensors is read as."""

from __future__ import annotations

from toy_table import ToyTable

from companion.recogniser.decisions import Lead, Rest, Wait
from companion.recogniser.facts import Dwell


def test_a_move_is_committed_after_its_dwell() -> None:
    table = ToyTable("a.b..")
    assert isinstance(table.moves("-0 +1"), Wait)
    assert isinstance(table.moves("."), Rest)
    assert table.played == "0+1"


def test_a_move_that_nothing_can_grow_out_of_needs_no_dwell() -> None:
    """PP-2: with its card named, the only move is over when its marble stands."""
    table = ToyTable("a....", cards=True)
    table.moves("card:2")
    assert isinstance(table.moves("-0 +2"), Rest)
    assert table.played == "card:2 0+2"


def test_touching_a_hole_on_the_way_is_counting() -> None:
    table = ToyTable("a.b..")
    table.moves("-0 +1 -1 +2 .")
    assert "0+1" not in table.played


def test_a_capture_may_be_done_in_either_order() -> None:
    for hands in ("-0 -2 +2 .", "-2 -0 +2 .", "-2 +7 -0 +2 ."):
        table = ToyTable("a.b..", cards=True)
        table.moves("card:2 " + hands)
        assert table.played == "card:2 0+2", hands


def test_a_captured_marble_may_come_home_later() -> None:
    table = ToyTable("a.b..", cards=True)
    assert table.moves("card:2 -2 -0 +2 .") == Rest(late=b"\2")
    assert table.moves("+8 .") == Rest(late=b"")


def test_a_captured_marble_that_could_still_be_swapped_is_waited_for() -> None:
    table = ToyTable("a.b..")
    assert table.moves("-2 -0 +2 .") == Wait(hand=True)
    assert table.moves("~") == Rest(late=b"\2")
    assert table.played == "0+2"


def test_a_marble_put_back_is_nothing() -> None:
    table = ToyTable("a.b..")
    assert isinstance(table.moves("-0 +0 ."), Rest)
    assert table.played == ""


def test_a_marble_that_is_moved_on_replaces_the_move() -> None:
    """PP-5."""
    table = ToyTable("a...b")
    table.moves("-0 +1 .")
    assert table.played == "0+1"
    table.moves("-1 +2 .")
    assert table.played == "0+2"


def test_two_marbles_out_and_both_holes_full_again_is_asked() -> None:
    """PP-3."""
    table = ToyTable("a.b..")
    table.moves("-0 -2 +0 +2 .")
    assert table.options == {("", "a.b.."), ("0=2", "b.a..")}
    table.answer("0=2")
    assert isinstance(table.decision, Rest)
    assert table.played == "0=2"


def test_a_question_lives_while_others_play_on() -> None:
    """A1: what is done meanwhile is followed in all its branches and takes effect afterwards."""
    table = ToyTable("a.b..")
    table.moves("-0 -2 +0 +2 .")
    table.moves("-5 +3 -3 +5 .")
    assert {log for log, _ in table.options} == {"", "0=2"}
    assert table.played == ""


def test_a_dwell_said_twice_changes_nothing() -> None:
    table = ToyTable("a.b..")
    table.moves("-0 .")
    before = table.state
    table.happens(Dwell())
    assert table.state == before


def test_a_marble_that_nothing_explains_is_led_back() -> None:
    table = ToyTable("a.b..")
    decision = table.moves("-2 +4 .")
    assert isinstance(decision, Lead)
    assert {debt.hole for debt in decision.debts} == {2, 4}
    assert isinstance(table.moves("-4 +2 ."), Rest)
    assert table.played == ""


def test_a_slide_whose_sensors_overlap_is_one_move() -> None:
    """A8."""
    table = ToyTable("a.b..")
    assert isinstance(table.moves("+1 -0! ."), Rest)
    assert table.played == "0+1"
