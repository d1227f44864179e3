"""The rehearsal's time. It stands still until a line moves it, and counts whole microseconds."""

from __future__ import annotations

from typing import Final

START: Final = 1000.0
"""The table's clock, in seconds, when a script's time is 0."""
WALL: Final = 1_767_225_600.0
"""The wall clock then, in seconds since the epoch: 2026-01-01, 0:00 UTC."""
MILLION: Final = 1_000_000


def micros(seconds: float) -> int:
    """Seconds as whole microseconds. The rounding of binary fractions goes with it.

    >>> micros(0.1 + 0.2)
    300000
    """
    whole = int(seconds)
    return whole * MILLION + round((seconds - whole) * MILLION)


class RehearsalClock:
    """A monotonic clock for the table. A script's time ``at`` is in microseconds."""

    def __init__(self, at: int) -> None:
        self._now = self.of(at)

    def now(self) -> float:
        """Seconds."""
        return self._now

    def wall(self) -> float:
        """Seconds since the epoch, to the millisecond."""
        return round(WALL + self._now - START, 3)

    def move(self, seconds: float) -> None:
        """Move on to that time. It never goes back."""
        self._now = max(self._now, seconds)

    @staticmethod
    def of(at: int) -> float:
        """The table's time, in seconds, at a script's time."""
        return START + at / MILLION
