"""The win curve of a game that was played: whole percent after every move, and where it turned.

It is counted from what all may see, so it tells nothing of a hand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from companion.model.message import Message
from companion.model.replay import Turning
from engine.bots.curve import win_chances
from engine.game import OVER, Position

MOST: Final = 3
"""At most so many turning points are told of a game."""
LEAST: Final = 12
"""Points that a move must shift from one to another, to be one of them."""
APART: Final = 4
"""At least so many moves lie between two of them; only a larger shift than the one that decided may
stand closer to it.
"""
RISE: Final = 4
"""Points that the winner's chance must rise by, for the move to be told as the one that decided."""


def curve(positions: Sequence[Position]) -> tuple[tuple[int, ...], ...]:
    """By position, the chance of each team; empty where nobody knows the chances.

    0 and 100 stand only at the end. In between 0 is "under 1 %", and 99 the most.
    """
    out: list[tuple[int, ...]] = []
    for position in positions:
        chances = win_chances(position)
        if chances is None:
            return ()
        if position.to_act is OVER:
            out.append(tuple(round(100 * one) for one in chances))
        else:
            out.append(tuple(min(99, round(100 * one)) for one in chances))
    return tuple(out)


def decided(
    line: Sequence[Sequence[int]], teams: Sequence[Message], arranged: Collection[int] = ()
) -> Turning | None:
    """The move after which the chance of whoever won rose most; the last such, and not the end.

    None of a game that nobody has won, and where every move changed little. ``arranged``: numbers
    of moves that nobody played, since people have set the marbles.
    """
    if len(line) < 3 or 100 not in line[-1]:
        return None
    winner = line[-1].index(100)
    rises = {n: line[n][winner] - line[n - 1][winner] for n in _played(line, arranged)}
    most = max(rises, key=lambda n: (rises[n], n), default=0)
    if rises.get(most, 0) < RISE:
        return None
    before, after = line[most - 1][winner], line[most][winner]
    key = "replay.turn.rises" if before else "replay.turn.rises.from_least"
    return Turning(most, Message(key, {"a": str(before), "b": str(after)}, {"p": teams[winner]}))


def turning_points(
    line: Sequence[Sequence[int]], teams: Sequence[Message], arranged: Collection[int] = ()
) -> tuple[Turning, ...]:
    """The moves that changed most, in their order; the last move of a game is not one of them.

    The one that decided is among them, also where it changed less. ``arranged``: as above.
    """
    if len(line) < 3:
        return ()
    shifts = {n: _shift(line[n - 1], line[n]) for n in _played(line, arranged)}
    best = decided(line, teams, arranged)
    found = [] if best is None else [best.number]
    for number in sorted(shifts, key=lambda n: (-shifts[n], n)):
        if shifts[number] < LEAST or len(found) == MOST:
            break
        near = {other for other in found if abs(number - other) < APART}
        if best is not None and shifts[number] > shifts[best.number]:
            near.discard(best.number)
        if not near:
            found.append(number)
    return tuple(
        best
        if best is not None and n == best.number and shifts[n] < LEAST
        else Turning(n, _told(line[n - 1], line[n], teams))
        for n in sorted(found)
    )


def _played(line: Sequence[Sequence[int]], arranged: Collection[int]) -> list[int]:
    """Numbers of the moves between the beginning and the end that were played."""
    return [n for n in range(1, len(line) - 1) if n not in arranged]


def _shift(before: Sequence[int], after: Sequence[int]) -> int:
    """Points that went from one to another."""
    return sum(max(0, b - a) for a, b in zip(before, after, strict=True))


def _told(before: Sequence[int], after: Sequence[int], teams: Sequence[Message]) -> Message:
    """What changed, as an event: who leads now, or who comes closer."""
    led, leads = before.index(max(before)), after.index(max(after))
    if led != leads:
        return Message("replay.turn.passes", nested={"p": teams[leads], "q": teams[led]})
    if after[leads] >= before[leads]:
        return Message("replay.turn.away", nested={"p": teams[leads]})
    gains = [b - a for a, b in zip(before, after, strict=True)]
    closer = gains.index(max(gains))
    return Message("replay.turn.closer", nested={"p": teams[leads], "q": teams[closer]})
