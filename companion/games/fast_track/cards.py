"""The cards of Fast Track: their names, and the small words on their keys."""

from __future__ import annotations

from typing import Final

from companion.games.cards import Cards
from companion.model.message import Message
from engine.game import Position
from engine.games.fast_track import FastTrackPosition

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JOKER")
NAMED: Final = frozenset({"A", "J", "Q", "K", "JOKER"})
"""Cards with names of their own."""
BENT: Final = frozenset({"J", "K", "JOKER"})
"""Those whose article tells who plays and what is played: *einen König*."""


class FastTrackCards(Cards):
    """The fourteen ranks (FT-9)."""

    hand_rule = "FT-8"

    def __init__(self) -> None:
        super().__init__(RANKS)

    def played(self, position: Position) -> str | None:
        """The rank whose move is awaited."""
        return _public(position).card

    def name(self, card: str) -> Message:
        """``ace``, ``Jack`` … ``7``."""
        return Message(f"card.{card}") if card in NAMED else super().name(card)

    def first_name(self, card: str) -> Message:
        """``Ace``, ``Jack`` … ``7``."""
        return Message("first_card.A") if card == "A" else self.name(card)

    def with_article(self, card: str) -> Message:
        """``an ace``, ``an 8``, ``a 7``."""
        named = card in NAMED or card == "8"
        return Message(f"a_card.{card}") if named else super().with_article(card)

    def as_object(self, card: str) -> Message:
        """``an ace``; German tells by the article that somebody does something with it."""
        bent = card in BENT
        return Message(f"played_card.{card}") if bent else self.with_article(card)

    def at_last(self, card: str) -> Message:
        """``An ace``, ``An 8``, ``A 7``."""
        named = card in NAMED or card == "8"
        return Message(f"last_card.{card}") if named else super().at_last(card)

    def label(self, card: str) -> str:
        """The text on a key; the Joker's key has a star."""
        return "★" if card == "JOKER" else card

    def in_words(self, card: str) -> str:
        """The Joker by its name: a star is no word."""
        return "@card.JOKER" if card == "JOKER" else card

    def goes_back(self, position: Position, card: str) -> bool:
        """FT-18: whether the card is for going backward, and nothing else."""
        return card == "4" and _public(position).setup.profile.four_backward

    def caption(self, position: Position, card: str) -> Message | None:
        """One small word for each key that does more than move its number; None for the others.

        Below the Joker's star it is the name that every sentence uses.
        """
        profile = _public(position).setup.profile
        word = {
            "A": "pad.out_one",
            "4": "pad.back" if self.goes_back(position, "4") else None,
            "6": "pad.out",
            "7": "pad.split",
            "J": "pad.swap" if profile.jack_swaps else "pad.one",
            "Q": "pad.one",
            "K": "pad.one",
            "JOKER": "card.JOKER",
        }.get(card)
        return None if word is None else Message(word)


def _public(position: Position) -> FastTrackPosition:
    """The position on the board, without dealt cards."""
    public = position.public()
    assert isinstance(public, FastTrackPosition)
    return public
