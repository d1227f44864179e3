"""The beacon: the lights under one's own marbles, for whoever asked where they are."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

BEACON_SECONDS: Final = 4.0
"""Seconds for which it shines."""


class Beacon:
    """The seats whose marbles shine now, each for its own time."""

    def __init__(self) -> None:
        self._until: dict[int, float] = {}

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose marbles shine."""
        return frozenset(self._until)

    @property
    def due(self) -> float | None:
        """When the next of them has shone for long enough; None while none shines."""
        return min(self._until.values()) if self._until else None

    def shine(self, seats: Collection[int], now: float) -> None:
        """Shine for these seats, too."""
        self._until |= dict.fromkeys(seats, now + BEACON_SECONDS)

    def fade(self, now: float) -> None:
        """Go out for the seats that have shone for long enough."""
        self._until = {seat: until for seat, until in self._until.items() if until > now}

    def out(self) -> None:
        """Go out for everybody."""
        self._until.clear()
