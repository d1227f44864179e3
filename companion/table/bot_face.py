"""The turn of a bot, and its hand's work, as everybody may read it."""

from __future__ import annotations

from typing import Protocol

from engine.action import Action

from .errands import Moved


class BotFace(Protocol):
    """The turn of the bot that is to act; ``bot_turn.BotTurn`` says what each fact means."""

    @property
    def seat(self) -> int | None:
        """Whose turn it is; None where no bot is to act."""

    @property
    def action(self) -> Action | None:
        """The action that it has decided on, and that hands are to make."""

    @property
    def stuck(self) -> bool:
        """Whether it finds nothing to do, so people play for it."""

    @property
    def moves(self) -> bool:
        """Whether its hand has begun a move."""

    @property
    def errands(self) -> Moved:
        """The marbles that words have moved and its hand still brings."""

    @property
    def holds(self) -> str:
        """The token that is in its hand; empty where none is."""

    @property
    def settling(self) -> bool:
        """Whether its hand puts marbles right that stand elsewhere than the game has them."""

    @property
    def quick(self) -> bool:
        """Whether people want it to take half the time."""
