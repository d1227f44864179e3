"""Dealt hands of Fast Track, as their holders look at them on a screen that others see too."""

from __future__ import annotations

from typing import Final

from companion.games.hidden_hands import HiddenHands
from companion.model.hand import HeldCard
from engine.action import Action
from engine.game import Position
from engine.games.fast_track.dealt import DealtPosition

from .cards import FastTrackCards

CARDS: Final = FastTrackCards()


class FastTrackHands(HiddenHands):
    """Five cards a seat (FT-6); with a common deck there are no hands."""

    def size(self, position: Position, seat: int) -> int | None:
        """How many cards a seat holds; the rules tell everybody."""
        if not isinstance(position, DealtPosition) or position.common:
            return None
        return len(position.stocks[seat].hand)

    def card(self, position: Position, card: str) -> HeldCard:
        """A card with the small word of its key."""
        word = CARDS.caption(position, card)
        return HeldCard(card, CARDS.label(card), word=word, said=CARDS.name(card))

    def spends(self, position: Position, action: Action) -> tuple[str, ...]:
        """The card that is played."""
        return (CARDS.value(action),) if action.prelude else ()
