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
    for story, left in _captured(board, h, holes, filled):
        yield from _placed(story, cost + costs.GAP, left)


def _captured(
    board: Board, h: Hypothesis, holes: list[int], filled: list[int]
) -> Iterator[tuple[Hypothesis, list[int]]]:
    """A token took another whose hole is full in both pictures, and the victim is at home already.

    Besides come the holes that are still to be explained.
    """
    look = board.outlook(h.position)
    for pen in filled:
        for hole in range(board.exact):
            victim = h.wood[hole]
            if hole in holes or victim not in board.welcome[pen]:
                continue
            for token in sorted(set(h.hand)):
                if token != victim and look.wants(hole, token):
                    n = h.hand.index(token)
                    wood = put(put(h.wood, hole, token), pen, victim)
                    story = h._replace(wood=wood, hand=h.hand[:n] + h.hand[n + 1 :])
                    yield story, [other for other in filled if other != pen]


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
