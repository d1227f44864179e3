"""What a game says of hands that only their holders see, and of windows that tell of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from companion.games.cards import Cards
from companion.model.hand import HeldCard
from companion.model.message import Message
from engine.action import Action
from engine.game import Position

Names = Mapping[int, str]
"""Seat number → player's name; unnamed players are left out."""
NOBODY: Final[Names] = MappingProxyType({})
"""No player has a name."""


def hint_lies_open(cards: Cards | None, *, choosing: bool) -> bool:
    """Whether a hint tells of no hand: a card lies on the table, and only its move is looked for.

    ``choosing``  a card is still to be chosen
    """
    return cards is not None and not choosing


class HiddenHands:
    """Nothing, for a game whose windows tell of no hand: ``Presenter.hidden``."""

    faces = False
    """Whether its cards have faces that say what they do."""

    def size(self, position: Position, seat: int) -> int | None:
        """How many cards a seat holds, where everybody may know."""
        return None

    def card(self, position: Position, card: str) -> HeldCard:
        """A card of a hand as its holder sees it."""
        return HeldCard(card, card)

    def spends(self, position: Position, action: Action) -> tuple[str, ...]:
        """The cards of the own hand that an action plays, or lays aside."""
        return ()

    def deed(self, action: Action) -> str:
        """The action button that lays a card aside; "" for an action that plays it."""
        return ""

    def about(self, position: Position, names: Names) -> tuple[int, Message, Message] | None:
        """What an open window is about: whose doing, the sentence, and the line below it."""
        return None

    def laid(self, position: Position) -> Sequence[tuple[int, str]]:
        """What was claimed and waits, in the order in which it came: the seat, and its name."""
        return ()
