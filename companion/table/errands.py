"""The errands of the table's own hand: what words have moved, and the wood has elsewhere yet."""

from __future__ import annotations

from collections.abc import Iterable, Set

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
        self.left: Moved = frozenset()
        """Token and place of the marbles that are still to be brought."""
        self._led_to: Position | None = None

    def told(self, marbles: Moved, position: Position) -> None:
        """Note what a word has moved, and the position to which it led."""
        if self._own_hand:
            self.left, self._led_to = self.left | marbles, position

    def drawn(self, marbles: Moved, before: Position, after: Position) -> None:
        """Note what chance has moved, where it goes on from a word. What goes on from a hand's move
        stays with people, as that move does."""
        if before is self._led_to:
            self.told(marbles, after)

    def follow(self, owed: Iterable[Debt]) -> None:
        """Keep of them what is still owed."""
        if self.left:
            self.left = self.left & {(debt.token, debt.place) for debt in owed}

    def none(self) -> None:
        """Forget all: another game is played."""
        self.left, self._led_to = frozenset(), None
