"""The order in which a strand of pixels goes through the holes: short wires, few crossings."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import Final

from engine.board import Board

_LONGEST: Final = 8
"""At most this many neighbours are carried in one piece to another place of the way."""
_GAIN: Final = 1e-9
Point = tuple[float, float]


def strand(board: Board) -> tuple[str, ...]:
    """All holes of ``board``, each once, so that the way from first to last is short.

    The way begins where the board's own order begins, and keeps to that order where it is short. It
    is the same every time. It may not be the shortest: pieces are turned about and carried
    elsewhere until neither makes it shorter.
    """
    at = {space.id: (space.x, space.y) for space in board.spaces}
    holes = board.holes
    return tuple(holes[number] for number in shortened([at[hole] for hole in holes]))


def shortened(points: Sequence[Point]) -> list[int]:
    """Numbers of ``points`` along a short way from the first one.

    >>> shortened([(0, 0), (2, 0), (1, 0), (3, 0)])
    [0, 2, 1, 3]
    """
    far = [[dist(a, b) for b in points] for a in points]
    way = list(range(len(points)))
    while _turn(way, far) or _carry(way, far):
        pass
    return way


def _after(way: Sequence[int], at: int) -> int | None:
    return way[at] if at < len(way) else None


def _step(far: list[list[float]], a: int, b: int | None) -> float:
    """Distance from one point to the next; 0 after the last point."""
    return 0.0 if b is None else far[a][b]


def _turn(way: list[int], far: list[list[float]]) -> bool:
    """Turn about the first piece whose turning makes the way shorter.

    False when there is no such piece.
    """
    for i in range(len(way) - 2):
        a, b = way[i], way[i + 1]
        for j in range(i + 2, len(way)):
            c, end = way[j], _after(way, j + 1)
            gain = far[a][b] + _step(far, c, end) - far[a][c] - _step(far, b, end)
            if gain > _GAIN:
                way[i + 1 : j + 1] = way[i + 1 : j + 1][::-1]
                return True
    return False


def _carry(way: list[int], far: list[list[float]]) -> bool:
    """Carry elsewhere the first piece whose carrying makes the way shorter.

    False when there is no such piece.
    """
    for size in range(1, _LONGEST + 1):
        for i in range(1, len(way) - size + 1):
            piece, rest = way[i : i + size], way[:i] + way[i + size :]
            before, end = way[i - 1], _after(way, i + size)
            gain = far[before][piece[0]] + _step(far, piece[-1], end) - _step(far, before, end)
            if gain > _GAIN and _put(way, piece, rest, gain, far):
                return True
    return False


def _put(
    way: list[int], piece: list[int], rest: list[int], gain: float, far: list[list[float]]
) -> bool:
    for k, before in enumerate(rest):
        end = _after(rest, k + 1)
        for held in (piece, piece[::-1]):
            cost = far[before][held[0]] + _step(far, held[-1], end) - _step(far, before, end)
            if gain - cost > _GAIN:
                way[:] = rest[: k + 1] + held + rest[k + 1 :]
                return True
    return False
