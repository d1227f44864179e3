"""Wear of every hole's sensor: changes, flickers, and how long marbles rest (PP-13).

The counts come from what sensors say before debounce, so that a contact that bounces is seen. Pure:
events in, counts out; times are the device's own, in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hardware.ports import HoleChange, SensorEvent, Snapshot

FLICKER: Final = 0.05
"""Seconds. A change that follows another one sooner than this was not made by a hand."""
WORN: Final = 10
"""A hole that never changed is suspected when half the others have changed this often."""
FLICKERS: Final = 12
"""At least this many flickers are reported, if they are more than two for each touch."""


@dataclass(slots=True)
class Wear:
    """One hole. ``changes``: made by hands; ``flickers``: beyond them; ``rested``: seconds over
    ``rests`` marbles that came and left again."""

    changes: int = 0
    flickers: int = 0
    full: bool = False
    rested: float = 0.0
    rests: int = 0
    at: float | None = None
    """Device time of the last change; None before the first."""
    since: float | None = None
    """Device time at which the marble that lies there came; None: not known."""

    @property
    def rest(self) -> float:
        """How long marbles rest there on average, in seconds; 0 if none has left again yet."""
        return self.rested / self.rests if self.rests else 0.0

    def change(self, present: bool, t: float) -> None:
        """Count a change of the sensor at ``t``."""
        quick = self.at is not None and 0 <= t - self.at < FLICKER
        if quick:
            self.flickers += 1
        else:
            self.changes += 1
        self.at, self.full = t, present
        if present:
            self.since = t if self.since is None or not quick else self.since
        elif self.since is not None and t - self.since >= FLICKER:
            self.rested += t - self.since
            self.rests += 1
            self.since = None


class WearLog:
    """All holes of one board, by number. A board with another number of holes begins anew.

    >>> log = WearLog()
    >>> log.feel(Snapshot((False, True), 1.0))
    >>> log.feel(HoleChange(1, False, 2.0))
    >>> [hole.changes for hole in log.holes]
    [0, 1]
    """

    def __init__(self) -> None:
        self.holes: list[Wear] = []

    def feel(self, event: SensorEvent) -> None:
        """Take a raw event of the sensors; news of the link does not matter here."""
        if isinstance(event, Snapshot):
            self._picture(event.present)
        elif isinstance(event, HoleChange) and 0 <= event.hole < len(self.holes):
            self.holes[event.hole].change(event.present, event.t)

    def _picture(self, present: Sequence[bool]) -> None:
        """Take a picture: it tells how things stand, not how often they changed meanwhile."""
        if len(present) != len(self.holes):
            self.holes = [Wear() for _ in present]
        for hole, full in zip(self.holes, present, strict=True):
            if hole.full != full:
                hole.since = None
            hole.full = full

    @property
    def used(self) -> bool:
        """Whether the board was played on enough for a hole's silence to mean something."""
        counts = sorted(hole.changes for hole in self.holes)
        return bool(counts) and counts[len(counts) // 2] >= WORN

    def never(self, number: int) -> bool:
        """Whether that hole's sensor was never seen changing."""
        return not self.holes[number].changes

    def flickers(self, number: int) -> bool:
        """Whether that sensor flickers more than its touches explain."""
        hole = self.holes[number]
        return hole.flickers >= FLICKERS and hole.flickers > 2 * hole.changes
