"""The cut for the first turn: who begins, and with which card, until somebody has moved (FT-6)."""

from __future__ import annotations

from typing import Any

import pytest
from bot_rig import Played
from table_rig import AT_TABLE, Rig, position, restarted

from companion.errors import CommandRefused
from companion.games.fast_track.cards import FastTrackCards
from companion.model.commands import Undo
from companion.words import render

NAMES = ["Anna", "Ben"]
PEN = ["p", "p", "p"]


def cut(rig: Rig, **more: Any) -> Rig:
    """A game for whose first turn Anna and Ben have cut."""
    rig.new(**{"names": NAMES, "options": {"cut": True}} | more)
    return rig


def sentence(rig: Rig, language: str = "en") -> str:
    """What the rules and the game's options say of the cut."""
    game = rig.view.game
    assert game is not None
    first = game.options["first"]
    card = game.options["cut"][-1][str(first)]
    name = render(FastTrackCards().with_article(card), language)
    says = {"en": "{} cut {} and begins.", "de": "{} hebt {} ab und beginnt."}[language]
    return says.format(NAMES[first], name)


def told(rig: Rig, audience: int | None = None, language: str = "en") -> str:
    """The second line for somebody, without a notice before it."""
    view = rig.table.view(audience)
    assert view.notice is None, view.notice
    return "" if view.prompt.support is None else render(view.prompt.support, language)


def test_everybody_reads_who_begins_until_the_first_move() -> None:
    rig = cut(Rig(board_kind="none"))
    for language in ("en", "de"):
        assert {told(rig, who, language) for who in (None, 0, 1)} == {sentence(rig, language)}
    rig.card("A")
    assert told(rig) == sentence(rig)
    rig.act(rig.view.choices[0].action)
    assert rig.view.moves
    assert all("begins" not in told(rig, who) for who in (None, 0, 1))


def test_it_is_told_too_where_marbles_begin_home() -> None:
    rig = cut(Rig(board_kind="none"), options={"cut": True, "ahead": [1, 2]})
    assert told(rig) == sentence(rig)
    assert rig.view.cuts_lie
    rig.card("A")
    rig.act(next(one.action for one in rig.view.choices if "p" in one.action))
    assert not rig.view.cuts_lie


def test_a_takeback_of_the_first_move_tells_it_again_and_a_restart_still_does() -> None:
    rig = cut(Rig(board_kind="none"))
    said = sentence(rig)
    rig.card("A")
    rig.act(rig.view.choices[0].action)
    for _ in range(2):
        rig.table.command(Undo(), AT_TABLE)
    assert rig.support == said
    again = restarted(cut(Rig()))
    assert again.support == sentence(again)


def test_on_a_real_board_it_is_told_once_the_marbles_are_set() -> None:
    rig = cut(Rig(board_kind="serial"))
    pens = sorted(rig.wood.items())
    rig.plug_in({}).settle()
    assert rig.state == "correction"
    assert "begins" not in rig.support
    for hole, colour in pens:
        rig.hand.append(colour)
        rig.put(hole).settle()
    assert told(rig) == sentence(rig)
    rig.card("A")
    assert told(rig) == sentence(rig)


def test_it_is_told_while_a_bot_that_begins_is_choosing() -> None:
    seats = (["", "good"], ["good", ""])
    rigs = [cut(Played(), hands="virtual", bots=one, names=["", ""]) for one in seats]
    chooses = [rig for rig in rigs if "choosing" in rig.said]
    assert len(chooses) == 1
    assert chooses[0].support.endswith("bot cut " + sentence(chooses[0]).partition(" cut ")[2])


def test_nobody_is_told_of_a_cut_that_was_not_or_that_is_long_past() -> None:
    assert "begins" not in Rig(board_kind="none").new(first=1, names=NAMES).support
    assert "begins" not in cut(Rig(board_kind="none"), rules="butterfly").support
    rig = cut(Rig(board_kind="none")).at(
        position([["A"], ["C"]], {"A": [*PEN, "A3"], "C": [*PEN, "p"]})
    )
    assert "begins" not in rig.support


def test_each_card_lies_by_its_seat_until_the_first_move() -> None:
    rig = cut(Rig(board_kind="none"))
    game = rig.view.game
    assert game is not None
    last = {int(seat): card for one in game.options["cut"] for seat, card in one.items()}
    labels = {seat: "★" if card == "JOKER" else card for seat, card in last.items()}
    assert {one.seat: one.label for one in rig.view.cuts} == labels
    assert rig.view.cuts_lie
    rig.card("A").act(rig.view.choices[0].action)
    assert not rig.view.cuts_lie


def test_cards_that_people_cut_decide_who_begins_and_a_tie_cuts_again() -> None:
    rig = Rig(board_kind="none").new(options={"cut": ["7", "7", "3", "K"]}, names=NAMES)
    assert rig.view.game is not None
    assert rig.view.game.options["first"] == 1
    assert [(one.seat, one.label) for one in rig.view.cuts] == [(0, "3"), (1, "K")]
    assert rig.support == "Ben cut a King and begins."
    for wrong in (["7", "7"], ["7", "one"], "K", [7]):
        with pytest.raises(CommandRefused):
            rig.new(options={"cut": wrong}, names=NAMES)
