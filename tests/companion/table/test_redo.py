"""Redo: whatever was taken back, by the page or by hand, can be made again (PP-11, I8)."""

from __future__ import annotations

import pytest
from dealt_rig import RED, YELLOW, three_played
from table_rig import Rig, at

from companion.errors import CommandRefused
from companion.model.commands import Answer, Caller, Redo, Undo
from companion.words import render

AT_TABLE = Caller(table=True)


def begun() -> Rig:
    """Red has come out with an ace and is to play another card."""
    rig = Rig().new().card("A")
    rig.carry("Ap1", "A9").settle()
    assert rig.done() == ["Ap-A9"]
    return rig


def test_nothing_is_to_be_made_again_before_anything_was_taken_back() -> None:
    rig = begun()
    assert not rig.view.can_redo
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Redo(), AT_TABLE)
    assert (refused.value.code, refused.value.status) == ("nothing-to-redo", 409)


def test_an_undo_of_the_page_is_made_again_while_the_marble_still_stands_pp_11() -> None:
    rig = begun()
    rig.table.command(Undo(), AT_TABLE)
    assert rig.view.can_redo
    assert rig.state == "correction"
    rig.table.command(Redo(), AT_TABLE)
    assert rig.done() == ["Ap-A9"]
    assert rig.state == "choose_card"
    assert rig.said == "Red, play another card."
    assert not rig.view.can_redo


def test_the_marble_that_went_back_is_led_forward_again_pp_11() -> None:
    rig = begun()
    rig.table.command(Undo(), AT_TABLE)
    rig.carry("A9", "Ap1").settle()
    assert rig.state == "choose_move"
    rig.table.command(Redo(), AT_TABLE)
    assert rig.state == "correction"
    assert "Going on again" in rig.support
    assert rig.lit("missing") == ["A9"]
    rig.carry("Ap1", "A9").settle()
    assert rig.state == "choose_card"
    assert rig.done() == ["Ap-A9"]


def test_a_takeback_by_hand_offers_redo_too_i8() -> None:
    rig = begun()
    rig.carry("A9", "Ap1").settle()
    assert rig.done() == []
    assert rig.view.can_redo
    rig.table.command(Redo(), AT_TABLE)
    assert rig.done() == ["Ap-A9"]
    rig.carry("Ap1", "A9").settle()
    assert rig.state == "choose_card"


def test_each_takeback_is_made_again_by_itself_the_last_one_first() -> None:
    rig = begun().card("2")
    rig.carry("A9", "A11").settle()
    assert rig.done() == ["Ap-A9", "A9-A11"]
    rig.table.command(Undo(), AT_TABLE)
    rig.table.command(Undo(), AT_TABLE)  # only the card
    rig.table.command(Undo(), AT_TABLE)
    assert rig.done() == []
    rig.table.command(Redo(), AT_TABLE)
    assert rig.done() == ["Ap-A9"]
    rig.table.command(Redo(), AT_TABLE)
    rig.table.command(Redo(), AT_TABLE)
    assert rig.done() == ["Ap-A9", "A9-A11"]
    assert not rig.view.can_redo


def test_whoever_plays_after_a_takeback_ends_the_offer() -> None:
    rig = begun()
    rig.table.command(Undo(2), AT_TABLE)
    assert rig.view.can_redo
    rig.card("6")
    assert not rig.view.can_redo


def test_what_may_be_made_again_outlives_a_restart_pp_15() -> None:
    rig = begun()
    rig.table.command(Undo(2), AT_TABLE)
    again = Rig(journal=rig.journal)
    again.table.resume()
    assert again.view.can_redo
    again.table.command(Redo(), AT_TABLE)
    assert again.done() == ["Ap-A9"]
    third = Rig(journal=rig.journal)
    third.table.resume()
    assert third.done() == ["Ap-A9"]
    assert not third.view.can_redo
    assert third.table._moment.position == again.table._moment.position


def test_a_redo_brings_back_the_very_card_that_was_drawn_ft_7() -> None:
    """Else somebody who takes back and makes again would have chosen among two cards."""
    rig = three_played()
    before = rig.table._moment.position
    rig.table.command(Undo(), RED)
    assert rig.table._moment.position != before
    rig.table.command(Redo(), RED)
    assert rig.table._moment.position == before
    again = Rig(journal=rig.journal, seed=77)
    again.table.resume()
    assert again.table._moment.position == before


def test_only_who_played_it_or_the_host_makes_it_again() -> None:
    rig = three_played()
    rig.table.command(Undo(), RED)
    for caller, code in ((YELLOW, "not-your-play"), (Caller(), "no-seat")):
        with pytest.raises(CommandRefused) as refused:
            rig.table.command(Redo(), caller)
        assert refused.value.code == code
    rig.table.command(Redo(), Caller(host=True))
    assert rig.done() == ["B3-B6"]


def both_back() -> Rig:
    """Red's five and Yellow's were put back at once; nobody has answered whether they are taken
    back, and Red has made the five with another marble."""
    rig = at("5", ["A2", "B3", "p", "p"], ["C2", "p", "p", "p"])
    rig.carry("A2", "A7").settle()
    rig.card("5").carry("C2", "C7").settle()
    rig.wait(5).lift("C7", "A7").put("A2", "A").put("C2", "C").wait(2)
    assert rig.said == "This is how the board stood before. Moves to take back: 2."
    rig.carry("B3", "B8").wait(2)
    assert rig.done() == ["A2-A7", "C2-C7"]
    return rig


def test_an_answer_that_drops_two_moves_for_another_one_says_so_i8() -> None:
    rig = both_back()
    ask = rig.view.ask
    assert ask is not None
    first, *others = ask.options
    assert (first.actions, [option.id for option in others]) == (("B3-B8",), ["neither"])
    for language, told in (
        ("en", "Orange 3 → Orange 8, instead of the last 2 moves"),
        ("de", "Orange 3 → Orange 8, statt der letzten 2 Züge"),
    ):
        assert render(first.message, language) == told


@pytest.mark.parametrize("restart", [False, True])
def test_what_such_an_answer_has_dropped_can_be_made_again_i8_pp_15(restart: bool) -> None:
    rig = both_back()
    before = rig.view.position
    assert rig.view.ask is not None
    rig.table.command(Answer(rig.view.ask.id, "0"), AT_TABLE)
    assert rig.done() == ["B3-B8"]
    if restart:
        wood, rig = rig.wood, Rig(journal=rig.journal)
        rig.table.resume()
        rig.plug_in(wood)
    assert rig.view.can_redo
    rig.table.command(Redo(), AT_TABLE)
    assert rig.done() == ["A2-A7", "C2-C7"]
    assert rig.view.position == before
    assert not rig.view.can_redo
    rig.carry("B8", "B3").carry("A2", "A7").carry("C2", "C7").settle()
    assert (rig.state, rig.done()) == ("choose_card", ["A2-A7", "C2-C7"])


def test_who_says_no_to_it_keeps_both_moves() -> None:
    rig = both_back()
    assert rig.view.ask is not None
    rig.table.command(Answer(rig.view.ask.id, "neither"), AT_TABLE)
    assert (rig.state, rig.done()) == ("correction", ["A2-A7", "C2-C7"])


def test_the_offer_ends_with_the_next_card() -> None:
    rig = both_back()
    assert rig.view.ask is not None
    rig.table.command(Answer(rig.view.ask.id, "0"), AT_TABLE)
    assert rig.view.can_redo
    rig.card("6")
    assert not rig.view.can_redo
