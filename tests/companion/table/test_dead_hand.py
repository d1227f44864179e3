"""A dealt hand in which no card has a move: its holder is told what to do, and nobody else."""

from __future__ import annotations

import random

from dealt_rig import RED, dealt
from table_rig import Rig

from companion.model.commands import Hint
from companion.model.view import View
from companion.words import render
from companion_web.api.hidden_view import shared_view

IN_PENS: dict[str, list[str]] = {"A": [], "C": []}
TOLD = "No card has a move. Play any of them."


def below(view: View) -> str:
    """The second line of a view."""
    return "" if view.prompt.support is None else render(view.prompt.support)


def rig_with(*hand: str) -> Rig:
    """Red, whose marbles are all in the pen, is to play that hand."""
    return Rig().new(hands="virtual").at(dealt(hand, random.Random(1), IN_PENS))


def test_whoever_holds_it_is_told_that_any_card_will_do() -> None:
    rig = rig_with("3", "5", "9", "9", "K")
    assert below(rig.table.view(0)) == TOLD
    assert rig.table.view(0).prompt.own, "nobody reads it aloud"
    assert [below(rig.table.view(audience)) for audience in (None, 1)] == ["", "You are next."]
    shared = shared_view(rig.table.view(0), rig.table.view(None))
    assert below(shared) == "", "others look at a shared screen, too"


def test_it_goes_before_the_cut_in_the_first_turn() -> None:
    """What to do now: who begins is told to the others, and the cards lie on the board."""
    rig = Rig().new(hands="virtual", options={"cut": True})
    rig.at(dealt(("3", "5", "9", "9", "K"), random.Random(1), IN_PENS))
    assert below(rig.table.view(0)) == TOLD
    assert "begins" in below(rig.table.view(1))


def test_a_hand_with_a_move_is_not_called_dead() -> None:
    assert below(rig_with("3", "5", "6", "9", "9").table.view(0)) != TOLD


def test_a_hint_speaks_of_no_move_where_there_is_none() -> None:
    rig = rig_with("7", "8", "J", "Q", "K")
    rig.table.command(Hint(), RED)
    hint = rig.table.view(0).hint
    assert hint is not None
    assert not hint.others, "all cards are alike"
    assert below(rig.table.view(0)) == TOLD
    assert below(rig.table.view(None)) == ""
