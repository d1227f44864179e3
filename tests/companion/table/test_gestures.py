"""Gestures of Fast Track, by simulated hands on the whole table (PP-1 … PP-9)."""

from __future__ import annotations

import pytest
from table_rig import AT_TABLE, Rig, at, position, tidy

from companion.model.commands import Answer
from companion.table.table import TableSettings
from companion.words import render

P = "p"


# ------------------------------------------------------------------------------ PP-1, PP-6


@pytest.mark.parametrize("order", ["own first", "other first", "both in hand", "pen first"])
def test_a_capture_is_recognised_in_any_order_pp_1(order: str) -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "A12"])
    if order == "own first":
        rig.lift("A9", "A12").put("A12", "A")
    elif order == "other first":
        rig.lift("A12", "A9").put("A12", "A")
    elif order == "both in hand":
        rig.lift("A9", "A12").put("A12", "A").put("Cp4", "C")
    else:
        rig.lift("A12").put("Cp4").carry("A9", "A12")
    rig.settle()
    assert rig.done() == ["A9-A12"]
    tidy(rig)
    assert rig.state == "choose_card"
    assert rig.marbles()["A12"] == "A"
    assert rig.view.owed == ()


def test_a_captured_marble_lights_its_pen_and_does_not_hold_up_play_pp_6() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, "A12"])
    rig.lift("A12", "A9").put("A12", "A")
    assert rig.done() == []
    assert rig.said == "Put Yellow's marble in its pen."  # while the dwell is awaited
    rig.settle()
    assert rig.lit("pen") == ["Cp3", "Cp4"]
    assert rig.support == "Put Yellow's marble in its pen."
    assert [owed.blocking for owed in rig.view.owed] == [False]
    rig.card("2").carry("C9", "C11").settle()
    assert rig.done()[-1] == "C9-C11"
    assert rig.support == "Yellow's marble still belongs in the pen."
    rig.put("Cp4", "C")
    assert rig.view.owed == ()
    assert "pen" not in rig.roles().values()


def test_a_captured_marble_may_leave_its_pen_straight_from_the_hand_pp_6() -> None:
    rig = at("3", [P, P, P, "A9"], ["Ch1", "Ch2", "Ch3", "A12"])
    rig.lift("A12", "A9").put("A12", "A").settle()
    rig.card("6").put("C9", "C").settle()
    assert rig.done() == ["A9-A12", "Cp-C9"]
    assert rig.view.owed == ()
    assert rig.state == "choose_card"


def test_the_victim_lifted_first_lights_who_may_take_it_pp_1() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "A12"])
    rig.lift("A12")
    assert rig.state == "half"
    assert rig.lit("movable") == ["A9"]
    assert rig.lit("pen") == ["Cp4"]
    rig.put("A12")
    assert rig.state == "choose_move"


# ------------------------------------------------------------------------------------- PP-2


def test_a_move_that_nothing_can_grow_out_of_is_taken_at_once_pp_2() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "C9"])
    rig.carry("A9", "A12")
    assert rig.done() == ["A9-A12"]


def test_counting_over_legal_stops_waits_for_the_dwell_pp_2() -> None:
    rig = at("7", [P, P, "A9", "A3"], [P, P, P, P])
    rig.lift("A9")
    for hole in ("A10", "A11", "A12", "A13", "B0", "B1"):
        rig.put(hole).wait(0.1).lift(hole)
        assert rig.done() == []
    rig.put("B2")
    assert rig.done() == []
    assert rig.said == "Red, put it on a white light."
    rig.wait(0.4)
    assert rig.done() == ["A9-B2"]


def test_the_dwell_is_a_setting_pp_2() -> None:
    rig = Rig(settings=TableSettings(dwell_ms=600)).new()
    rig.at(position([["A"], ["C"]], {"A": [P, P, "A9", "A3"], "C": [P, P, P, P]}, "7"))
    rig.carry("A9", "B2").wait(0.5)
    assert rig.done() == []
    rig.wait(0.2)
    assert rig.done() == ["A9-B2"]


def test_a_seven_is_shared_half_by_half_pp_2() -> None:
    rig = at("7", [P, P, "A9", "B3"], [P, P, P, P])
    rig.lift("A9")
    assert rig.support == "Or share the 7."
    rig.put("A12")
    assert rig.state == "half"
    assert rig.said == "Red, 4 more with another marble."
    assert rig.lit("movable") == ["B3"]
    rig.lift("B3")
    assert rig.lit("destination") == ["B7"]
    rig.put("B7").settle()
    assert rig.done() == ["A9-A12,B3-B7"]


def test_a_half_that_stands_may_still_be_carried_on_or_back_pp_2() -> None:
    rig = at("7", [P, P, "A9", "B3"], [P, P, P, P])
    rig.carry("A9", "A12").settle()
    assert rig.state == "half"
    rig.carry("A12", "A9")
    assert rig.state == "choose_move"
    rig.carry("A9", "A12").carry("A12", "B2").settle()
    assert rig.done() == ["A9-B2"]


# ------------------------------------------------------------------------------------- PP-3


def test_a_swap_is_asked_and_never_guessed_pp_3() -> None:
    rig = at("J", [P, P, P, "A9"], [P, P, P, "C3"])
    rig.lift("A9")
    assert rig.lit("destination") == ["A10", "C3"]
    rig.lift("C3").put("C3", "A").put("A9", "C").settle()
    assert rig.state == "ask"
    view = rig.view
    assert view.ask is not None
    assert render(view.ask.message) == "Which marble is on Red 9?"
    options = [render(option.message) for option in view.ask.options]
    assert options == ["Yellow", "Red", "Neither, show me"]
    swapped = next(o for o in view.ask.options if o.token == "C")
    rig.table.command(Answer(view.ask.id, swapped.id), AT_TABLE)
    assert rig.done() == ["A9=C3"]
    assert rig.marbles()["A9"] == "C"
    assert rig.state == "choose_card"


def test_a_swap_that_was_none_leaves_everything_pp_3() -> None:
    rig = at("J", [P, P, P, "A9"], [P, P, P, "C3"])
    rig.lift("A9", "C3").put("A9", "A").put("C3", "C").settle()
    ask = rig.view.ask
    assert ask is not None
    same = next(o for o in ask.options if o.token == "A")
    rig.table.command(Answer(ask.id, same.id), AT_TABLE)
    assert rig.done() == []
    assert rig.state == "choose_move"


def test_a_swap_by_way_of_a_third_hole_needs_no_question_pp_3() -> None:
    rig = at("J", [P, P, P, "A9"], [P, P, P, "C3"])
    rig.carry("A9", "B5").carry("C3", "A9").carry("B5", "C3").settle()
    assert rig.done() == ["A9=C3"]


def test_neither_answer_leads_back_to_what_stood_pp_3() -> None:
    rig = at("J", [P, P, P, "A9"], [P, P, P, "C3"])
    rig.lift("A9", "C3").put("C3", "A").put("A9", "C").settle()
    ask = rig.view.ask
    assert ask is not None
    rig.table.command(Answer(ask.id, "neither"), AT_TABLE)
    assert rig.done() == []
    assert rig.state == "choose_move"


def test_the_lift_order_tells_two_orders_of_a_seven_apart_pp_3() -> None:
    for first, second in (("A9", "B3"), ("B3", "A9")):
        rig = at("7", [P, P, "A9", "B3"], [P, P, P, P])
        ends = {"A9": "A12", "B3": "B7"}
        rig.carry(first, ends[first]).carry(second, ends[second]).settle()
        assert rig.done() == [f"{first}-{ends[first]},{second}-{ends[second]}"]


# ------------------------------------------------------------------------- PP-4, PP-8, PP-9


def test_put_back_is_nothing_pp_4() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "C9"])
    seen = rig.table.seq
    rig.lift("A9").put("A9").settle()
    assert rig.done() == []
    assert rig.state == "choose_move"
    assert rig.table.seq > seen


def test_touching_other_marbles_is_nothing_pp_4() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "C9"])
    for hole in ("C9", "Ap1", "Cp2"):
        rig.lift(hole).put(hole)
    assert rig.state == "choose_move"
    assert rig.done() == []


def test_a_wrong_place_is_told_with_arrow_and_nothing_changes_pp_8() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "C9"])
    before = rig.view.position
    rig.carry("A9", "B4").settle()
    view = rig.view
    assert rig.state == "wrong"
    assert (rig.lit("wrong"), rig.lit("return")) == (["B4"], ["A9"])
    assert view.arrow is not None
    assert (view.arrow.frm, view.arrow.to) == ("B4", "A9")
    assert view.reason is not None
    assert view.reason.rule
    assert view.prompt.mood == "refusal"
    assert rig.support == "Put it back at the arrow."
    assert view.position == before
    rig.wait(60)
    assert rig.state == "wrong"
    rig.lift("B4")
    assert rig.lit("destination") == ["A12"]
    rig.put("A12")
    assert rig.done() == ["A9-A12"]


def test_the_marble_in_the_way_is_lit_pp_8() -> None:
    rig = at("5", [P, P, "A9", "A11"], [P, P, P, "C9"])
    rig.carry("A9", "B0").settle()
    assert rig.view.reason is not None
    assert rig.view.reason.rule == "FT-11"
    assert rig.view.reason.blocked_by == "A11"
    assert rig.lit("movable") == ["A11"]
    assert rig.said == "Not there: a Red marble is in the way."


def test_another_colours_marble_is_shown_not_punished_pp_9() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "C9"])
    rig.lift("C9")
    assert rig.state == "stray"
    assert rig.said == "That is Yellow's marble. Red is to move."
    assert rig.lit("return") == ["C9"]
    rig.put("C9")
    assert rig.state == "choose_move"


def test_another_colours_marble_is_shown_before_a_card_is_named_pp_9() -> None:
    rig = at(None, [P, P, P, "A9"], [P, P, P, "Ch1"])
    rig.lift("Ch1")
    assert rig.state == "stray"
    assert rig.lit("return") == ["Ch1"]
    rig.put("Ch1")
    assert rig.state == "choose_card"


def test_a_capture_before_its_card_is_named_asks_which_card_it_was_pp_7() -> None:
    rig = at(None, [P, P, P, "A9"], [P, P, P, "A12"])
    rig.lift("A12").lift("A9").put("A12", "A").settle()
    ask = rig.view.ask
    assert ask is not None
    assert [option.id for option in ask.options] == ["card:3", "neither"]
    rig.table.command(Answer(ask.id, "card:3"), AT_TABLE)
    rig.settle()
    assert rig.done() == ["A9-A12"]
    assert rig.lit("pen")


def test_an_own_marble_without_a_move_says_so_pp_9() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "C9"])
    rig.lift("Ap1")
    assert rig.said == "No move for Red pen now."
    rig.put("Ap1")
    assert rig.state == "choose_move"


# ------------------------------------------------------------------------------ PP-5, PP-11


def test_a_marble_moved_on_replaces_the_move_pp_5() -> None:
    marbles = {"A": [P, P, "A9", "A3"], "C": [P, P, P, P]}
    rig = Rig().new().at(position([["A"], ["C"]], marbles, "3"))
    rig.carry("A9", "A12").settle()
    assert rig.done() == ["A9-A12"]
    rig.carry("A12", "A9").carry("A3", "A6").settle()
    assert rig.done() == ["A3-A6"]
    assert [row.kind for row in rig.journal.rows[-3:]] == ["action", "undo", "action"]


def test_a_slid_marble_may_go_on_to_another_target_of_the_card_pp_5() -> None:
    rig = at("7", [P, P, P, "C0"], [P, P, P, P])
    rig.carry("C0", "C7").settle()
    assert rig.done() == ["C0-C7"]
    rig.lift("C7")
    other = [hole for hole in rig.lit("destination") if hole != "C7"]
    assert other
    rig.put(other[0]).settle()
    assert rig.done() == [f"C0-{other[0]}"]


def test_a_move_put_back_at_once_is_taken_back_pp_11() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "C9"])
    rig.carry("A9", "A12").settle()
    rig.carry("A12", "A9").settle()
    assert rig.done() == []
    assert rig.state == "choose_move"
    assert rig.view.card is not None


def test_no_change_of_mind_after_the_next_card_pp_5() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "C9"])
    rig.carry("A9", "A12").settle()
    rig.card("5").carry("A12", "A9").settle()
    assert rig.done() == ["A9-A12"]
    assert rig.state == "wrong"


# ------------------------------------------------------------------------------------- PP-7


def test_a_move_before_its_card_asks_which_card_it_was_pp_7() -> None:
    rig = at(None, [P, P, P, "A9"], [P, P, P, "C9"])
    rig.lift("A9")
    assert rig.lit("origin") == ["A9"]
    assert rig.lit("destination") == []
    rig.put("A12").settle()
    ask = rig.view.ask
    assert ask is not None
    assert rig.state == "ask"
    assert [option.id for option in ask.options] == ["card:3", "neither"]
    assert render(ask.message) == "Was that a 3?"
    rig.table.command(Answer(ask.id, "card:3"), AT_TABLE)
    rig.settle()
    assert rig.done() == ["A9-A12"]


def test_several_cards_that_fit_are_offered_in_order_pp_7() -> None:
    rig = at(None, [P, P, P, "A9"], [P, P, P, "C9"])
    rig.carry("A9", "A10").settle()
    ask = rig.view.ask
    assert ask is not None
    assert render(ask.message) == "Which card was that?"
    offered = ["card:A", "card:J", "card:Q", "card:K", "card:JOKER", "neither"]
    assert [option.id for option in ask.options] == offered
    rig.card("Q").settle()
    assert rig.done() == ["A9-A10"]


def test_a_card_may_be_named_while_the_marble_is_in_the_hand_pp_7() -> None:
    rig = at(None, [P, P, P, "A9"], [P, P, P, "C9"])
    rig.lift("A9").card("3")
    assert rig.lit("destination") == ["A12"]
    rig.put("A12").settle()
    assert rig.done() == ["A9-A12"]


def test_no_to_the_inferred_card_leads_the_marble_back_pp_7() -> None:
    rig = at(None, [P, P, P, "A9"], [P, P, P, "C9"])
    rig.carry("A9", "A12").settle()
    ask = rig.view.ask
    assert ask is not None
    rig.table.command(Answer(ask.id, "neither"), AT_TABLE)
    assert rig.lit("return") == ["A9"]
    rig.carry("A12", "A9")
    assert rig.state == "choose_card"


# ------------------------------------------------------------------------------ sent back


def test_a_marble_sent_back_is_led_to_its_pen_ft_25() -> None:
    rig = at("4", ["p", "p", "A0*", "F0"], [P, P, P, P])
    assert rig.view.legal == ("A0-p",)
    assert rig.said == "Ring blocked: Red corner goes to its pen."
    assert rig.lit("movable") == ["A0"]
    rig.lift("A0")
    assert rig.lit("destination") == ["Ap3", "Ap4"]
    rig.put("Ap4").settle()
    assert rig.done() == ["A0-p"]
    assert rig.state == "choose_card"


def test_what_can_wait_is_worked_out_in_a_quiet_moment_and_only_once_pp_7() -> None:
    rig = at(None, [P, P, P, "A9"], [P, P, P, "C9"])
    due = rig.table.deadline()
    assert due is not None
    assert 0 < due - rig.clock.t <= 0.02
    seen = rig.table.seq
    rig.wait(0.1)
    assert rig.table.deadline() is None
    assert rig.table.seq == seen
