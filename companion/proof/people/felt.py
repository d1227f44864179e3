"""The sensor trace of PP-40: what the sensors told the table, kept beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from companion.boards.debounced import Debounced
from hardware.ports import Clock, HoleChange, SensorEvent, Snapshot

DECISIONS: Final = frozenset({"action", "undo", "edit"})
"""Rows by which the table changes the position. What chance brings after them does not count."""


class Felt(NamedTuple):
    """One hole that became full or empty, as the table heard it.

    ``hole`` is the sensor's number.
    """

    hole: int
    present: bool


class Ear:
    """A listener to all that the table hears, over power cuts too. ``felt`` is everything so far.

    A picture counts by its differences, lifts first. ``decided`` is how much of ``felt``, at least
    and at most, the table had heard when it changed the position last. That is less than hands had
    done by then, because a contact has to settle before it counts.
    """

    def __init__(self) -> None:
        self.felt: list[Felt] = []
        self.decided = 0, 0
        self._first = 0
        self._full: dict[int, bool] = {}

    def hear(self, events: Iterable[SensorEvent]) -> None:
        """Note these events."""
        before = len(self.felt)
        for event in events:
            if isinstance(event, HoleChange):
                self._note([(event.present, event.hole)])
            elif isinstance(event, Snapshot):
                known = bool(self._full)
                if known:
                    self._note(sorted((there, hole) for hole, there in enumerate(event.present)))
                self._full = dict(enumerate(event.present))
                before = len(self.felt) - 1  # a picture is taken whole
        if len(self.felt) > before:
            self._first = before + 1  # changes heard at once are taken one by one

    def row_written(self, kind: str) -> None:
        """Note that the table has just written a row of that kind into its journal."""
        if kind in DECISIONS:
            self.decided = self._first, len(self.felt)

    def _note(self, holes: Iterable[tuple[bool, int]]) -> None:
        for present, hole in holes:
            if self._full.get(hole) != present:
                self._full[hole] = present
                self.felt.append(Felt(hole, present))


class Overheard(Debounced):
    """The table's debounce. ``ear`` hears what it lets through."""

    def __init__(self, clock: Clock, ear: Ear) -> None:
        super().__init__(clock)
        self._ear = ear

    def feed(self, event: SensorEvent) -> list[SensorEvent]:
        """Feed the event to the debounce and let the ear hear the result."""
        heard = super().feed(event)
        self._ear.hear(heard)
        return heard

    def due(self, now: float) -> list[HoleChange]:
        """Take the changes that are due and let the ear hear them."""
        heard = super().due(now)
        if heard:
            self._ear.hear(heard)
        return heard
