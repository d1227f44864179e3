"""What the table thinks happened stands on the page until the next lift, with a tap to say no."""

from __future__ import annotations

import random

import pytest
from dealt_rig import RED, YELLOW, dealt
from race_rig import options, race, standing, tell
from table_rig import Rig, marbles, position

from companion.errors import CommandRefused
from companion.model.commands import Answer, Caller, Card, Deny, Redo
from companion.words import render

AT_TABLE = Caller(table=True)


def out(board_kind: str = "serial") -> Rig:
    """Red has come out with an ace by hand."""
    rig = Rig(board_kind=board_kind).new().card("A")
    return rig.carry("Ap1", "A9").settle()


def thought(rig: Rig) -> str:
    """The line, or nothing."""
    shown = rig.view.thought
    return "" if shown is None else render(shown.message)


def denied(rig: Rig) -> Rig:
    """Somebody taps no."""
    shown = rig.view.thought
    assert shown is not None
    rig.table.command(Deny(shown.move), AT_TABLE)
    return rig.settle()


def test_a_move_read_from_the_wood_is_told_until_the_next_lift() -> None:
    rig = out()
    assert thought(rig) == "Red, A: Red pen → Red 9"
    rig.wait(60)
    assert thought(rig) == "Red, A: Red pen → Red 9"
    rig.lift("Ap2")
    assert thought(rig) == ""


def test_a_move_made_on_the_page_is_no_thought() -> None:
    rig = Rig(board_kind="serial").new().card("A").act("Ap-A9")
    assert thought(rig) == ""
    rig.carry("Ap1", "A9").settle()
    assert thought(rig) == ""


def test_on_the_virtual_board_there_is_nothing_to_be_misread() -> None:
    assert thought(out("virtual")) == ""


def test_no_takes_the_move_back_and_a_tap_too_many_is_made_again() -> None:
    rig = denied(out())
    assert rig.done() == []
    assert rig.state == "correction"
    assert rig.lit("extra") == ["A9"]
    assert thought(rig) == ""
    rig.table.command(Redo(), AT_TABLE)
    assert rig.done() == ["Ap-A9"]
    assert rig.state == "choose_card"


def test_after_no_the_marble_goes_back_and_another_move_is_read() -> None:
    rig = denied(out())
    rig.carry("A9", "Ap1").settle()
    assert rig.state == "choose_move"
    rig.carry("Ap2", "A9").settle()
    assert rig.done() == ["Ap-A9"]


def swapped() -> Rig:
    """Red and Yellow stood on A9 and B3; both were lifted and stand on these holes again."""
    rig = Rig(board_kind="serial").new()
    rig.at(position([["A"], ["C"]], marbles(A=["A9"], C=["B3"]), card="J"))
    rig.lift("A9", "B3").put("B3", "A").put("A9", "C").settle()
    asked = rig.view.ask
    assert asked is not None
    chosen = next(option for option in asked.options if option.actions == ("A9=B3",))
    rig.table.command(Answer(asked.id, chosen.id), AT_TABLE)
    return rig.settle()


def test_after_no_a_colour_that_was_misread_is_asked_and_never_told_as_a_fact_pp_3() -> None:
    rig = swapped()
    assert thought(rig) == "Red, J: Red 9 ⇄ Orange 3"
    denied(rig)
    asked = rig.view.ask
    assert asked is not None
    assert render(asked.message) == "Which marble is on Red 9?"
    assert rig.lit("ask") == ["A9", "B3"]
    assert {hole: rig.view.holes[hole].token for hole in ("A9", "B3")} == {"A9": "?", "B3": "?"}
    assert rig.view.owed == ()
    for token in ("A", "C"):  # also the last one is asked: its sensor may be the one that lies
        asked = rig.view.ask
        assert asked is not None
        seen = next(option for option in asked.options if option.token == token)
        rig.table.command(Answer(asked.id, seen.id), AT_TABLE)
        rig.settle()
    assert rig.state == "choose_move"
    assert {hole: rig.view.holes[hole].token for hole in ("A9", "B3")} == {"A9": "A", "B3": "C"}


def driven() -> Rig:
    """Red's car has stopped for a moment on its way. It has driven at speed 2, or twice at 1."""
    rig = standing(
        race(rig=Rig(board_kind="serial")), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"}
    )
    rig.carry("1.0R", "1.1R").wait(0.36).carry("1.1R", "2.0R").wait(1)
    assert rig.done() == ["F2"]
    return rig


def test_no_asks_what_else_was_played_where_something_else_may_have_been() -> None:
    rig = denied(driven())
    assert (rig.state, rig.said, rig.done()) == ("ask", "What was it?", [])
    assert rig.view.notice is not None
    assert render(rig.view.notice) == "Then it was read wrongly."
    assert list(options(rig).values()) == [("F1",)]
    tell(rig, "F1")
    assert rig.done() == ["F1", "F1"]
    assert rig.state == "choose_move"


def test_after_no_each_way_is_offered_though_one_has_many_speeds() -> None:
    rig = standing(
        race(rig=Rig(board_kind="serial")), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"}
    )
    for frm, to in (("1.0R", "1.1R"), ("1.1R", "1.1L"), ("1.1L", "2.0R")):
        rig.carry(frm, to).wait(0.5)
    denied(rig.wait(1.2))
    assert list(options(rig).values()) == [("F2",), ("L1",), ("F1",)]


def test_what_was_denied_may_still_be_led_back_or_made_again() -> None:
    rig = denied(driven())
    asked = rig.view.ask
    assert asked is not None
    rig.table.command(Answer(asked.id, "neither"), AT_TABLE)
    assert (rig.state, rig.done()) == ("wrong", [])
    assert (rig.lit("wrong"), rig.lit("return")) == (["2.0R"], ["1.0R"])
    rig = denied(driven())
    rig.table.command(Redo(), AT_TABLE)
    assert (rig.state, rig.done()) == ("choose_move", ["F2"])


def test_the_question_after_no_lives_until_the_wood_answers_it_pp_3() -> None:
    rig = denied(driven())
    rig.wait(60)
    assert rig.state == "ask"
    rig.carry("2.0R", "1.0R").wait(2)
    assert (rig.state, rig.done()) == ("choose_move", [])
    rig = denied(driven())
    rig.carry("2.0R", "1.1R").wait(2)
    assert (rig.state, rig.done()) == ("choose_move", ["F1"])


def test_only_the_move_that_is_shown_can_be_denied() -> None:
    rig = out()
    shown = rig.view.thought
    assert shown is not None
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Deny(shown.move + 1), AT_TABLE)
    assert (refused.value.code, refused.value.status) == ("not-the-last-move", 409)
    rig.card("2").carry("A9", "A11").settle()
    with pytest.raises(CommandRefused):
        rig.table.command(Deny(shown.move), AT_TABLE)
    assert rig.done() == ["Ap-A9", "A9-A11"]


def test_with_dealt_hands_only_who_played_it_or_the_host_says_no() -> None:
    rig = Rig(board_kind="serial").new(hands="virtual")
    rig.at(dealt(("3", "4", "5", "9", "K"), random.Random(9)))
    rig.table.command(Card("3"), RED)
    rig.carry("B3", "B6").settle()
    shown = rig.view.thought
    assert shown is not None
    for caller, code in ((YELLOW, "not-your-play"), (Caller(), "no-seat")):
        with pytest.raises(CommandRefused) as refused:
            rig.table.command(Deny(shown.move), caller)
        assert refused.value.code == code
    rig.table.command(Deny(shown.move), RED)
    assert rig.done() == []


def test_after_no_nothing_is_offered_that_only_goes_on_behind_the_denied_move() -> None:
    rig = Rig(board_kind="serial").new()
    red, yellow = ["B9", "A6", "A11", "B2"], ["D2", "B3"]
    rig.at(position([["A"], ["C"]], marbles(A=red, C=yellow), card="J"))
    rig.lift("B9", "B3").put("B3", "A").wait(0.4).put("B9", "C").wait(2.4)
    asked = rig.view.ask
    assert asked is not None
    rig.table.command(Answer(asked.id, "0"), AT_TABLE)
    rig.settle()
    rig.lift("D2", "B3").put("B3", "C").wait(0.6).put("D2", "A").wait(2.6)
    asked = rig.view.ask
    assert asked is not None
    assert asked.message.key == "ask.card_one"
    rig.table.command(Answer(asked.id, "nothing"), AT_TABLE)
    rig.settle()
    assert thought(rig) == "Red, J: Orange 3 ⇄ Orange 9"
    denied(rig)
    asked = rig.view.ask
    assert asked is not None
    assert asked.message.key == "ask.identity", "never again whether that was a Jack"
