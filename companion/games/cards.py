"""The cards of a game, as people speak of them: ``Presenter.cards``."""

from __future__ import annotations

from collections.abc import Sequence

from companion.model.choices import PadKey
from companion.model.message import Message
from engine.action import Action
from engine.game import Position


class Cards:
    """The cards of one game.

    ``ranks``      every card, in the order of the keys
    ``hand_rule``  the rule of dealt hands, such as ``XY-8``; None where no rule has a number
    """

    hand_rule: str | None = None

    def __init__(self, ranks: Sequence[str]) -> None:
        self.ranks = tuple(ranks)

    # ------------------------------------------------------------------------------- the cards

    def played(self, position: Position) -> str | None:
        """The card that is played and waits for its move."""
        card = position.to_json().get("card")
        return card if isinstance(card, str) else None

    def value(self, prelude: Action) -> str:
        """The card that a prelude plays: its first param, else its text."""
        return next(iter(prelude.params.values()), prelude.text)

    def action(self, card: str) -> str:
        """The text of the action that plays that card."""
        return f"card:{card}"

    # ------------------------------------------------------------------------------- its names

    def name(self, card: str) -> Message:
        """A card's name within a sentence."""
        return Message("card.other", {"card": card})

    def first_name(self, card: str) -> Message:
        """A card's name at the beginning of a sentence."""
        return self.name(card)

    def with_article(self, card: str) -> Message:
        """A card's name with its article."""
        return Message("a_card.other", {"card": card})

    def as_object(self, card: str) -> Message:
        """The same where somebody plays it, or cuts it."""
        return self.with_article(card)

    def at_last(self, card: str) -> Message:
        """A card's name with its article, where it says what ended the game."""
        return Message("last_card.other", {"card": card})

    def label(self, card: str) -> str:
        """The text on a card's key."""
        return card

    def in_words(self, card: str) -> str:
        """The card within a sentence, as a param of its message: what its key shows."""
        return self.label(card)

    def caption(self, position: Position, card: str) -> Message | None:
        """The small word on a card's key; None without one."""
        return None

    # -------------------------------------------------------------------------------- its keys

    def key(self, position: Position, card: str, text: str, moves: int | None = None) -> PadKey:
        """One card's key."""
        return PadKey(
            action=text,
            param="card",
            value=card,
            label=self.label(card),
            caption=self.caption(position, card),
            moves=moves,
        )

    def keys(self, position: Position, offered: Sequence[Action]) -> list[PadKey]:
        """The keys of the cards that may be played now."""
        by_card = {self.value(action): action for action in offered if action.prelude}
        ranks = [card for card in self.ranks if card in by_card]
        return [self.key(position, card, by_card[card].text) for card in ranks]

    # --------------------------------------------------------------------------- its sentences

    def awaited(self, player: str, dealt: bool, again: bool) -> Message:
        """The prompt for a player who is to play a card; ``again`` after another of their own."""
        if again:
            return Message("prompt.play_again", {"p": player})
        return Message("prompt.card_hand" if dealt else "prompt.card", {"p": player})

    def spoken(self, card: str, player: str, move: Message, then: str, took: str) -> Message:
        """A card and its move as they are read aloud.

        ``then`` is the next player, ``took`` the first token that was captured; each may be empty.
        """
        params, nested = {"p": player, "next": then}, {"move": move, "card": self.name(card)}
        key = "spoken.takes" if took else "spoken.plain"
        if took:
            params["q"] = took
        if then == player:
            key = "spoken.takes_again" if took else "spoken.again"
        return Message(key, params, nested)
