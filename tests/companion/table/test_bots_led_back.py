"""The bots' hand leads the virtual board back and on again, however many takebacks that takes."""

from __future__ import annotations

import pytest
from bot_rig import Played
from dealt_rig import RED

from companion.model.commands import Redo, Undo

PAUSE = 0.4
"""Seconds between two redos: the hand still carries a marble then."""


def turns(count: int) -> Played:
    """The bot and Red have played so many turns each, and the bot one more."""
    rig = Played().bots_turn(["A9"], ["C9"], "5").run(10.0)
    for _ in range(count):
        key = next(key for key in rig.table.view(0).pad if key.moves and key.value in "23456")
        rig.card(key.value, RED)
        move = next(choice.moves for choice in rig.table.view(0).choices if len(choice.moves) == 1)
        rig.carry(*move[0]).settle()
        rig.run(10.0)
    assert fits(rig)
    return rig


def fits(rig: Played) -> bool:
    """Whether the wood stands as the game has it, and nothing is in anybody's hand."""
    return rig.wood == dict(rig.table.expected_tokens()) and not rig.hand


def back(rig: Played, pause: float = 0.0) -> int:
    """Take back all that Red has moved, and how many takebacks that were."""
    count = 0
    while any(line.seat == 0 for line in rig.view.moves):
        rig.table.command(Undo(), RED)
        rig.run(pause)
        count += 1
    return count


@pytest.mark.parametrize("led", [0.0, 0.2, 0.5, 0.9, 30.0])
def test_the_bots_hand_makes_all_again_that_redo_brings_back_pp_11(led: float) -> None:
    """Also where the redo comes while the hand still leads back, or carries a marble."""
    rig = turns(3)
    stood = dict(rig.wood)
    for _ in range(back(rig)):
        rig.run(led)
        rig.table.command(Redo(), RED)
        led = PAUSE
    assert not rig.view.can_redo
    rig.run(30.0)
    assert rig.wood == stood
    assert fits(rig)
    assert rig.state == "choose_card"


def test_the_bots_hand_goes_on_while_more_is_taken_back_pp_11() -> None:
    """Also where the last takeback took back nothing but Red's own card."""
    rig = turns(3)
    back(rig, PAUSE)
    assert rig.view.undo_card
    rig.table.command(Undo(), RED)
    assert not fits(rig)
    rig.run(30.0)
    assert fits(rig)
    assert rig.state == "choose_card"
