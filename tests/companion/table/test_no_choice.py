"""A card or move that leaves no choice is said, then made by the table (PP-18)."""

from __future__ import annotations

import pytest
from table_rig import AT_TABLE, Rig

from companion.errors import CommandRefused
from companion.model.commands import Act, Caller, Undo
from companion.model.message import Message
from companion.words import render


def test_nothing_to_choose_is_said_then_made_pp_18() -> None:
    rig = Rig().new().card("5")
    assert rig.state == "pending"
    assert rig.said == "Nothing to do. Yellow is next."
    assert rig.view.pending is not None
    assert rig.view.pending.seconds == 1.5
    rig.wait(1.4)
    assert rig.done() == []
    rig.wait(0.2)
    assert rig.done() == ["--"]
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act("--"), AT_TABLE)
    assert (refused.value.code, refused.value.status) == ("already-made", 409)
    assert render(Message(refused.value.key or "")) == "That has just been done."


def test_a_client_may_make_the_said_action_sooner_pp_18() -> None:
    rig = Rig().new().card("5").act("--")
    assert rig.done() == ["--"]
    rig.wait(5)
    assert rig.done() == ["--"]


def test_the_second_client_is_told_that_it_is_made_pp_18() -> None:
    rig = Rig().new().card("5").act("--")
    for second in (AT_TABLE, Caller(seats=frozenset({0}))):
        with pytest.raises(CommandRefused) as refused:
            rig.table.command(Act("--"), second)
        assert (refused.value.code, refused.value.status) == ("already-made", 409)
    assert rig.done() == ["--"]


@pytest.mark.parametrize("made", ["by the table", "on the page"])
def test_one_undo_takes_a_card_without_effect_back_whole_pp_18(made: str) -> None:
    rig = Rig().new().card("5")
    assert rig.wait(2) if made == "by the table" else rig.act("--")
    assert rig.done() == ["--"]
    rig.table.command(Undo(), AT_TABLE)
    rig.wait(10)
    assert rig.done() == []
    assert (rig.state, rig.said) == ("choose_card", "Red, which card did you play?")
    assert not rig.view.can_undo
    again = Rig(journal=rig.journal)
    again.table.resume()
    assert again.state == "choose_card"


def test_a_card_without_effect_counts_as_one_step_of_several_pp_11_pp_18() -> None:
    rig = Rig().new().card("A").carry("Ap1", "A9").settle().card("4").carry("A9", "A5").settle()
    rig.card("5").act("--")
    rig.table.command(Undo(2), AT_TABLE)
    assert rig.done() == ["Ap-A9"]
    assert rig.view.position is not None
    assert rig.view.position["card"] == "4"


def test_a_dealt_card_without_effect_comes_back_to_its_hand_whole_pp_18() -> None:
    rig = Rig().new(hands="virtual")
    rig.table.sit(0, "red")
    red = Caller(seats=frozenset({0}))
    held = rig.table.view(0).hand
    assert held is not None
    rank = next(card for card in held if card not in ("A", "6", "JOKER"))
    rig.card(rank, red).wait(2)
    assert rig.done() == ["--"]
    rig.table.command(Undo(), red)
    assert sorted(rig.table.view(0).hand or ()) == sorted(held)
    assert rig.state == "choose_card"
