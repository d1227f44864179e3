"""Hints: a good move, shown by itself if ``assistance`` is ``hint``, else on demand.

Pure: the same position always gives the same hint, so that a record replays bit for bit.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.lights.layers import Layer, Lit
from companion.lights.roles import Role
from companion.wood.seating import Seating
from engine.action import Action
from engine.game import CHANCE, OVER, Position
from engine.search import hint


@dataclass(frozen=True)
class Asked:
    """A hint that was asked for: the position of that moment, and a good action in it.

    ``private``  it names a card that only its holder may see
    """

    of: Position
    action: Action
    private: bool

    def seen_by(self, audience: int | None) -> bool:
        """Whether an audience may see it."""
        return not self.private or audience == self.action.seat


class Hints:
    """The hint of the position that stands, worked out once, and the one that was asked for."""

    def __init__(self) -> None:
        self._of: tuple[Position, Action | None] | None = None
        self.asked: Asked | None = None

    def ask(self, position: Position, seat: int, *, dealt: bool) -> Asked:
        """Work out a good action for a seat that is to act, and keep it until something changes.

        ``dealt``  cards are held in hands, so the next card to play is its holder's secret
        """
        action = hint(position, random.Random(0), seat)
        secret = action.prelude or action not in position.legal_for(None)
        self.asked = Asked(position, action, private=dealt and secret)
        return self.asked

    def stand(self, position: Position | None, *, still: bool) -> None:
        """Forget what was asked for, unless nothing changed and the hands are ``still``."""
        if self.asked is not None and not (still and self.asked.of is position):
            self.asked = None

    def action(self, position: Position) -> Action | None:
        """A good move for the first seat that is to act; None while it has a card to choose."""
        if self._of is None or self._of[0] is not position:
            self._of = (position, _good(position))
        return self._of[1]

    def layer(self, position: Position, seating: Seating) -> Layer:
        """The holes that the good move goes to, and those that it comes from."""
        action = self.action(position)
        return {} if action is None else _ends(action, seating)

    def asked_layer(self, seating: Seating) -> Layer:
        """The same for the hint that was asked for; empty if only one seat may know it."""
        asked = self.asked
        return {} if asked is None or asked.private else _ends(asked.action, seating)


def _ends(action: Action, seating: Seating) -> Layer:
    places = [place for move in action.displacements for place in (move.to, move.frm)]
    return {
        hole: Lit(Role.HINT)
        for place in places
        for hole in seating.holes.get(place, ())
        # In a group of holes (a pen) any would do, so none is pointed at.
        if len(seating.holes[place]) == 1
    }


def _good(position: Position) -> Action | None:
    if position.to_act is CHANCE or position.to_act is OVER:
        return None
    legal = position.legal()
    if not legal or any(action.prelude for action in legal):
        return None
    return hint(position, random.Random(0), min(action.seat for action in legal))
