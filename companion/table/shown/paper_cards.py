"""People who hold cards of paper, and those who said so and have none."""

from __future__ import annotations

from typing import Final

from companion.play.open_game import OpenGame
from engine.game import OVER

TURNS_TO_DEAL: Final = 3
"""After so many moves people surely have cards, and know how to tell them."""


def can_deal(game: OpenGame) -> bool:
    """Whether people who said that they have cards are still offered dealt ones."""
    cards, position = game.presenter.cards, game.position
    if game.dealt or cards is None or cards.hand_rule is None or position.to_act is OVER:
        return False
    moved = next((step.number for step in reversed(game.steps) if step.counts), 0)
    return moved < TURNS_TO_DEAL and cards.played(position) is None
