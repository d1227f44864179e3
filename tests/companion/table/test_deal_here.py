"""People who have no cards of paper after all: the page deals from there on."""

from __future__ import annotations

import pytest
from table_rig import AT_TABLE, Rig, restarted

from companion.errors import CommandRefused
from companion.model.commands import Caller, Card, Deal

RED = Caller(seats=frozenset({0}))


def test_cards_are_dealt_where_the_marbles_stand() -> None:
    rig = Rig().new(names=["Anna", "Ben"])
    rig.card("A").carry("Ap1", "A9").settle()
    assert rig.view.can_deal
    rig.table.command(Deal(), AT_TABLE)
    assert rig.view.game is not None
    assert rig.view.game.hands == "virtual"
    assert rig.marbles() == rig.wood
    hand = rig.table.view(0).hand
    assert hand is not None
    assert len(hand) == 5
    assert not rig.view.can_deal
    with pytest.raises(CommandRefused, match="dealt already"):
        rig.table.command(Deal(), RED)
    rig = restarted(rig)
    assert rig.table.view(0).hand == hand
    rig.table.command(Card(hand[0]), RED)
    assert rig.view.card is not None


def test_whoever_has_cards_is_told_for_three_moves_to_tap_what_was_laid_down() -> None:
    rig = Rig().new(names=["Anna", "Ben"])
    assert rig.support == "Tap the card you laid down."
    rig.card("A").carry("Ap1", "A9").settle()
    rig.card("2").carry("A9", "A11").settle()
    assert rig.support == "Tap the card you laid down."
    rig.card("6").carry("Cp1", "C9").settle()
    rig.card("2").carry("C9", "C11").settle()
    assert rig.support == "Tap it, or move."


def test_it_is_offered_while_a_card_is_awaited_and_for_three_moves() -> None:
    rig = Rig().new().card("A")
    assert not rig.view.can_deal
    with pytest.raises(CommandRefused):
        rig.table.command(Deal(), AT_TABLE)
    rig.carry("Ap1", "A9").settle()
    for card, frm, to in (("2", "A9", "A11"), ("6", "Cp1", "C9")):
        assert rig.view.can_deal
        rig.card(card).carry(frm, to).settle()
    assert not rig.view.can_deal
    assert not Rig().new(game="wahoo", rules=None, board=None).view.can_deal
