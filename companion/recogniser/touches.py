"""When tokens were lifted and put: how long each stood, and which left first."""

from __future__ import annotations

from collections.abc import Iterable
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


class Touches:
    """The last edges of one game, in seconds.

    ``counted``  whether hands touch holes as they count (PP-2)
    """

    def __init__(self) -> None:
        self.counted = True
        self._put_at: dict[int, float] = {}
        self._lifted: list[int] = []
        self._together: set[int] = set()
        """Holes whose last lift came at once after another one: a thing that lay over both has let
        go, or two hands were there. Which was first tells nothing."""
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
        self._lifted = [*(h for h in self._lifted if h != hole), hole][-LIFTS:]
        self._together.discard(hole)
        if at_once and self._was_lift:
            self._together.add(hole)

    @property
    def lifts(self) -> tuple[int, ...]:
        """The holes of the last lifts, the latest last."""
        return tuple(self._lifted)

    def lifted(self, holes: Iterable[int]) -> None:
        """Those were the last lifts."""
        self._lifted = list(holes)

    def when(self, hole: int) -> int:
        """The place of a hole among the last lifts, the latest the highest; -1: it is not there."""
        return self._lifted.index(hole) if hole in self._lifted else -1

    def order(self, holes: Iterable[int]) -> list[int]:
        """Beside each hole, when its token was lifted last; LIFTS where it was not."""
        when, n = {}, -1
        for hole in self._lifted:
            n += hole not in self._together
            when[hole] = n
        return [when.get(hole, LIFTS) for hole in holes]
