"""The beacon: the lights under one's own marbles, for whoever asked where they are."""

from __future__ import annotations

from typing import Final

BEACON_SECONDS: Final = 4.0
"""Seconds for which it shines."""
NOBODY: Final[frozenset[int]] = frozenset()


class Beacon:
    """The seats whose marbles shine now. ``due``: when it goes out; None while it is out."""

    def __init__(self) -> None:
        self.seats = NOBODY
        self.due: float | None = None

    def shine(self, seats: frozenset[int], now: float) -> None:
        """Shine for these seats; who asked before has been answered."""
        self.seats, self.due = seats, now + BEACON_SECONDS

    def out(self) -> None:
        """Go out."""
        self.seats, self.due = NOBODY, None
