"""Turns that cross: somebody acts while the hand of the one before still holds a token.

What stands is then the end of two actions at once, and of neither alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import costs
from .endings import EMPTY
from .hypothesis import Hypothesis, claims
from .lifting import SEVERAL, Priced
from .outlook import Board, changed


def crossed(board: Board, h: Hypothesis, cost: int) -> Iterator[Priced]:
    """The stories in which two actions are over that together explain what stands.

    The first one is due by what was said: two of which nothing was said would explain nearly all.
    What stood unexplained for a dwell, and no hand held anything, was not begun by a hand that had
    to wait for another one.
    """
    if cost + costs.CROSSED_TURNS > costs.KEEP or h.standing >= costs.UNEXPLAINED:
        return
    look, shape = board.outlook(h.position), h.wood[: board.exact]
    if not look.at_once:
        return
    away = changed(look.wood, shape)
    new = [n for n in away if shape[n] != EMPTY]
    if len(new) < SEVERAL or any(h.base[n] == shape[n] for n in new) or shape in look.ends:
        return
    for end in look.within(away):
        if all(end[n] == shape[n] for n in changed(look.wood, end)):
            for path in look.ends[end]:
                begun = h._replace(log=h.log + path, position=path[-1].position)
                for over in claims(board, begun):
                    yield over, cost + costs.CROSSED_TURNS
