"""A whole picture after a gap: what the sensors missed happened in an order that nobody knows."""

from __future__ import annotations

from collections.abc import Iterator

from . import costs
from .endings import EMPTY, UNSURE
from .hypothesis import Hypothesis, in_bag, put
from .lifting import Priced, lifted, opened
from .outlook import Board, changed


def after_picture(
    board: Board, h: Hypothesis, cost: int, before: bytes, levels: bytes
) -> Iterator[Priced]:
    """The stories that lead from ``h`` to a picture; ``before`` are the levels before the gap."""
    holes = changed(before, levels)
    if not holes:
        yield h, cost
        return
    for hole in holes:
        if not levels[hole] and h.wood[hole] != EMPTY:
            h = lifted(board, h, hole)
    filled = [hole for hole in holes if levels[hole] and h.wood[hole] == EMPTY]
    yield from _placed(h, cost + costs.GAP, filled)


def _placed(h: Hypothesis, cost: int, holes: list[int]) -> Iterator[Priced]:
    """Every way to place tokens of the hand in those holes; a hole without one is a lie."""
    if not holes:
        yield h, cost
        return
    hole, left = holes[0], holes[1:]
    if cost > costs.KEEP:
        return
    if in_bag(h):
        yield from _placed(opened(h._replace(wood=put(h.wood, hole, UNSURE))), cost, left)
    for token in sorted(set(h.hand)):
        n = h.hand.index(token)
        hand = h.hand[:n] + h.hand[n + 1 :]
        yield from _placed(h._replace(wood=put(h.wood, hole, token), hand=hand), cost, left)
    if not h.hand and not in_bag(h):
        yield from _placed(h, cost + costs.LIE, left)
