"""How long a stop must last to be an end: learned from how each player counts holes (PP-2).

People who count touch hole after hole. A stop shorter than their usual ones says nothing yet; the
dwell lies a little above the longest of the last stops, between 200 and 600 ms. Pure: stops and
seats in, seconds out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Final

SHORTEST: Final = 0.2
LONGEST: Final = 0.6
"""Seconds between which a dwell is learned."""
STOP: Final = 0.5
"""A marble that rests for longer was not put down to count (seconds)."""
KEPT: Final = 24
"""So many of a seat's last stops count."""
ENOUGH: Final = 8
"""Before so many stops were seen, the dwell only grows."""
EXACT: Final = 6
"""So many decimals of a stop are kept."""
MARGIN: Final = 1.25
"""The dwell is so many times the longest stop."""
PATIENCE: Final = 3.0
"""Seconds after which a marble in a hand keeps nobody from being asked or led any more."""

UNSEEN: Final = 1.0
"""The same where it may stand in a hole that is set aside (PP-13)."""


class Dwells:
    """The dwell of every seat.

    ``usual``  seconds for seats that nothing is known of; learned ones replace it only where it is
    itself between ``SHORTEST`` and ``LONGEST``, so that any other setting is kept as it is
    """

    def __init__(self, usual: float) -> None:
        self.usual = usual
        self._stops: dict[int, deque[float]] = {}
        self._learned: dict[int, float] = {}

    @property
    def learns(self) -> bool:
        """Whether the setting leaves room for learning."""
        return SHORTEST <= self.usual <= LONGEST

    @property
    def learned(self) -> Mapping[int, float]:
        """Seat → seconds, of the seats that differ from the setting."""
        return dict(self._learned)

    def of(self, seats: Iterable[int]) -> float:
        """Seconds to wait while those seats may act: the slowest of them counts."""
        return max((self._learned.get(seat, self.usual) for seat in seats), default=self.usual)

    def stopped(self, seat: int, seconds: float) -> None:
        """That seat's marble rested so long in a hole before it went on."""
        if not self.learns or not 0 < seconds <= STOP:
            return
        stops = self._stops.setdefault(seat, deque(maxlen=KEPT))
        stops.append(seconds)
        wanted = min(LONGEST, max(SHORTEST, max(stops) * MARGIN))
        if len(stops) < ENOUGH:
            wanted = max(wanted, self._learned.get(seat, self.usual))
        self.set(seat, wanted)

    def set(self, seat: int, seconds: float) -> None:
        """Take a learned dwell up again, in steps of 10 ms."""
        self._learned[seat] = round(seconds, 2)

    def written(self) -> dict[str, list[float]]:
        """Seat → its dwell and its last stops in seconds, in plain texts and numbers."""
        return {
            str(seat): [self._learned[seat], *(round(one, EXACT) for one in stops)]
            for seat, stops in self._stops.items()
        }

    def recall(self, written: Mapping[str, Iterable[float]]) -> None:
        """What was written before a restart."""
        read = {int(seat): [float(one) for one in found] for seat, found in written.items()}
        for seat, (dwell, *stops) in read.items():
            self._learned[seat] = dwell
            self._stops[seat] = deque(stops, maxlen=KEPT)

    def forget(self) -> None:
        """Other players sit down."""
        self._stops.clear()
        self._learned.clear()


class Stops:
    """How long the marble in a hand rests in the holes that it only touches. It teaches the dwells.

    ``dwells``  what is learned, seat by seat
    """

    def __init__(self, dwells: Dwells) -> None:
        self._dwells = dwells
        self._last = ("", 0.0)
        """The hole that was filled last, and when."""
        self._seat: int | None = None
        """Whose marble touches holes, if it is known."""

    def changed(
        self, hole: str, present: bool, now: float, whose: Callable[[], int | None]
    ) -> None:
        """A hole filled or was left at ``now``, in seconds.

        One that is left soon was only touched; else ``whose`` marble begins to move there.
        """
        last, put = self._last
        if present:
            self._last = (hole, now)
        elif last != hole or now - put > STOP:
            self._seat = whose()
        elif self._seat is not None:
            self._dwells.stopped(self._seat, now - put)
