"""The errands of the table's own hand: what words have moved, and the wood has elsewhere yet."""

from __future__ import annotations

from collections.abc import Iterable, Set

from companion.recogniser.ledger import Past
from companion.wood.debts import Debt
from engine.action import Action
from engine.events import Event
from engine.game import Position

Moved = Set[tuple[str, str]]
"""Token and place of the marbles that a move brings there."""


def displaced(action: Action, before: Position) -> Moved:
    """The marbles that an action displaces."""
    occupancy = before.occupancy()
    return {(token, d.to) for d in action.displacements for token in occupancy.get(d.frm, ())[:1]}


def moved(events: Iterable[Event]) -> Moved:
    """The marbles that events move."""
    return {(token, to) for event in events for token, _, to in event.moved}


def standing(position: Position) -> Moved:
    """All marbles of a position."""
    return {(token, at) for at, held in position.occupancy().items() for token in held}


class Errands:
    """The marbles that the table's own hand brings to their places, whoever's word it was.

    What a hand has done itself is none: whoever made a slip learns from putting it right.

    ``own_hand``  whether the table has such a hand; without one nothing is noted
    """

    def __init__(self, *, own_hand: bool) -> None:
        self._own_hand = own_hand
        self._carried = True
        self.left: Moved = frozenset()
        """Token and place of the marbles that are still to be brought."""
        self.holds = ""
        """The token that is in the table's own hand; empty where none is."""
        self._led_to: Position | None = None

    def made(self, past: Past, events: Iterable[Event], *, drawn: bool) -> None:
        """Note what a word has moved, or what chance (``drawn``) has made of it. What chance makes
        of a hand's move stays with people, as that move does."""
        if not drawn or past.before is self._led_to:
            self._note(displaced(past.action, past.before) | moved(events), past.after)

    def set_to(self, position: Position) -> None:
        """Note all marbles of a position that no action led to."""
        self._note(standing(position), position)

    def _note(self, marbles: Moved, position: Position) -> None:
        if self._own_hand and self._carried:
            self.left, self._led_to = self.left | marbles, position

    def follow(self, owed: Iterable[Debt]) -> None:
        """Keep of them what is still owed."""
        if self.left:
            self.left = self.left & {(debt.token, debt.place) for debt in owed}

    def begin(self, *, carried: bool) -> None:
        """Another game is played. ``carried``: whether the table's hand brings anything in it."""
        self.none()
        self._carried = carried

    def none(self) -> None:
        """Forget all."""
        self.left, self.holds, self._led_to = frozenset(), "", None
