"""Marbles that were set otherwise are a step of the history, which says what became of the card."""

from __future__ import annotations

import random

from bot_rig import Played
from dealt_rig import RED, dealt
from table_rig import AT_TABLE, Rig, at, position, restarted

from companion.model.commands import Edit, Redo, Undo
from companion.words import render

P = "p"


def played() -> Rig:
    """Red has moved; Yellow's ace waits for its move."""
    rig = at("3", [P, P, P, "A9"], [P, P, P, "C9"]).carry("A9", "A12").settle()
    return rig.card("A")


def set_otherwise(rig: Rig, seat: int | None = None) -> Rig:
    """Somebody moves Yellow's marble on the page, and in the wood as the arrows say."""
    marbles = {hole: token for hole, token in rig.wood.items() if hole != "C9"} | {"C12": "C"}
    rig.table.command(Edit(marbles, seat), AT_TABLE)
    return rig


def notice(rig: Rig) -> str:
    shown = rig.view.notice
    assert shown is not None
    return render(shown)


def test_the_history_goes_on_and_undo_leads_back_pp_12() -> None:
    rig = set_otherwise(played())
    assert rig.done() == ["A9-A12", "edit"]
    assert render(rig.view.moves[0].message) == "The marbles were set"
    rig.carry("C9", "C12").settle()
    rig.table.command(Undo(), AT_TABLE)
    assert (rig.done(), rig.state) == (["A9-A12"], "correction")
    rig.carry("C12", "C9").settle()
    assert rig.state == "choose_move"
    assert rig.view.card is not None
    rig.table.command(Redo(), AT_TABLE)
    assert rig.done() == ["A9-A12", "edit"]
    rig.carry("C9", "C12").settle()
    for _ in range(2):
        rig.table.command(Undo(), AT_TABLE)
    assert rig.done() == ["A9-A12"]
    rig.table.command(Undo(), AT_TABLE)
    assert rig.done() == []


def test_everybody_hears_what_becomes_of_the_card_pp_12() -> None:
    assert (
        notice(set_otherwise(played())) == "The marbles are set. Yellow still moves with the ace."
    )
    rig = set_otherwise(played(), seat=0)
    assert notice(rig) == "The marbles are set. The ace is void. Red is to move."
    assert rig.view.card is None


def test_a_restart_keeps_the_history_and_the_way_back_pp_15() -> None:
    rig = set_otherwise(played())
    rig.carry("C9", "C12").settle()
    again = restarted(rig)
    assert again.done() == ["A9-A12", "edit"]
    again.table.command(Undo(), AT_TABLE)
    assert again.done() == ["A9-A12"]
    assert again.marbles() == rig.wood


def test_hands_go_on_from_there_as_from_any_position_pp_12() -> None:
    rig = set_otherwise(played(), seat=0)
    rig.carry("C9", "C12").settle()
    rig.card("5").carry("A12", "B3").settle()
    assert rig.done() == ["A9-A12", "edit", "A12-B3"]


def test_with_dealt_cards_whoever_sits_takes_it_back() -> None:
    rig = Rig().new(hands="virtual")
    rig.at(dealt(("3", "8", "J", "K", "A"), random.Random(1)))
    marbles = {hole: token for hole, token in rig.wood.items() if hole != "A9"} | {"A12": "A"}
    rig.table.command(Edit(marbles, 1), RED)
    assert rig.view.moves[0].action == "edit"
    rig.table.command(Undo(), RED)
    assert rig.view.moves == ()
    assert rig.table.view(0).hand == ("A", "3", "8", "J", "K")


def test_against_a_bot_undo_takes_back_no_more_than_that() -> None:
    rig = Played().new(players=[["A"], ["C"]], hands="virtual", bots=["", "beginner"], first=0)
    start = position([["A"], ["C"]], {"A": [P, P, P, "A9"], "C": [P] * 4})
    rig.at(start | {"dealt": dealt(("3", "8", "J", "K", "A"), random.Random(1))["dealt"]})
    rig.table.sit(0, "me")
    rig.table.command(Edit({**rig.wood, "A9": "A"}, 0), RED)
    rig.table.command(Undo(), RED)
    assert rig.view.moves == ()
