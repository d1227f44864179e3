"""When tokens were lifted and put: how long each stood, and which left first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from .dwell import STOP
from .facts import Edge, Stood

AT_ONCE: Final = 0.06
"""Seconds: a change so soon after another comes of the same movement."""
READ: Final = 0.8
"""Seconds: a dwell, and the time that people need to read a light that it has brought."""
IDLE: Final = 2.0
"""Seconds: hands that have done nothing for so long are in the middle of no movement."""
LIFTS: Final = 12
"""So many of the last lifts are remembered."""
UNTOLD: Final = -1
"""In place of the number of a lift: no sensor told it, or it was too long ago."""


class Touches:
    """The last edges of one game, in seconds.

    ``counted``  whether hands touch holes as they count (PP-2)
    """

    def __init__(self) -> None:
        self.counted = True
        self._put_at: dict[int, float] = {}
        self._lifted: dict[int, int] = {}
        """Hole → which lift it was, the latest last. What was lifted at once after another one has
        its number: a thing that lay over both has let go, or two hands were there."""
        self._was_lift = False
        self._hole = -1
        self._at = float("-inf")

    def edge(self, hole: int, full: bool, at: float) -> Edge:
        """A sensor changed at that time: the fact, with how long a lifted token had stood."""
        since = at - self._at
        if not full:
            self._lift(hole, at_once=since <= AT_ONCE)
        elif self._hole != hole:  # else it was only touched there, and stands on
            self._put_at[hole] = at
        self._at, self._hole, self._was_lift = at, hole, not full
        put_at = self._put_at.get(hole, float("-inf"))
        stood = Stood.SHORTLY if self.counted and at - put_at <= STOP else Stood.LONG
        return Edge(hole, full, since <= AT_ONCE, stood, since >= READ, since >= IDLE)

    def again(self, edge: Edge) -> None:
        """An edge of before a restart: only the order of the lifts outlives it."""
        if not edge.full:
            self._lift(edge.hole, at_once=edge.at_once)
        self._was_lift = not edge.full

    def _lift(self, hole: int, *, at_once: bool) -> None:
        last = next(reversed(self._lifted.values()), 0)
        self._lifted.pop(hole, None)
        self._lifted[hole] = last if at_once and self._was_lift else last + 1
        if len(self._lifted) > LIFTS:
            del self._lifted[next(iter(self._lifted))]

    @property
    def lifts(self) -> tuple[int, ...]:
        """The holes of the last lifts, the latest last."""
        return tuple(self._lifted)

    def written(self) -> list[list[int]]:
        """The same, each with the number of its lift."""
        return [list(lift) for lift in self._lifted.items()]

    def read(self, lifts: Iterable[Sequence[int]]) -> None:
        """Those were the last lifts."""
        self._lifted = {int(hole): int(number) for hole, number in lifts}

    def when(self, hole: int) -> int:
        """The place of a hole among the last lifts, the latest the highest; -1: it is not there."""
        return self.lifts.index(hole) if hole in self._lifted else UNTOLD

    def order(self, holes: Iterable[int]) -> list[int]:
        """Beside each hole, the number of the last lift there; UNTOLD where none is known."""
        return [self._lifted.get(hole, UNTOLD) for hole in holes]
