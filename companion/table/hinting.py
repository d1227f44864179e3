"""A good move, shown before a hand is on the board, for those who set ``assistance`` to ``hint``.

Pure: the same position always gives the same hint, so that a record replays bit for bit.
"""

from __future__ import annotations

import random

from engine.action import Action
from engine.game import CHANCE, OVER, Position
from engine.search import hint

from .lighting import Layer, Lit
from .roles import Role
from .seating import Seating


class Hints:
    """The hint of the position that stands, worked out once."""

    def __init__(self) -> None:
        self._of: tuple[Position, Action | None] | None = None

    def action(self, position: Position) -> Action | None:
        """A good move for the first seat that is to act; None while a card is to be chosen."""
        if self._of is None or self._of[0] is not position:
            self._of = (position, _good(position))
        return self._of[1]

    def layer(self, position: Position, seating: Seating) -> Layer:
        """The holes that the good move goes to, and those that it comes from."""
        action = self.action(position)
        moves = () if action is None else action.displacements
        ends = [place for move in moves for place in (move.to, move.frm)]
        return {
            hole: Lit(Role.HINT)
            for place in ends
            for hole in seating.holes.get(place, ())
            # Of a group of holes (a pen) any would do, so none is pointed at.
            if len(seating.holes[place]) == 1
        }


def _good(position: Position) -> Action | None:
    if position.to_act is CHANCE or position.to_act is OVER:
        return None
    legal = position.legal()
    if not legal or any(action.prelude for action in legal):
        return None
    return hint(position, random.Random(0), min(action.seat for action in legal))
