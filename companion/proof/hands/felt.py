"""What the sensors told the table, kept beside it: the sensor trace that PP-40 speaks of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.sensing import Debounced
from hardware.ports import Clock, HoleChange, SensorEvent, Snapshot


class Felt(NamedTuple):
    """One hole became full or empty, as the table heard it. ``hole`` is the sensor's number."""

    hole: int
    present: bool


class Ear:
    """Hears what the table hears, over power cuts too. ``felt`` is everything so far.

    A picture counts by its differences, what was lifted first.
    """

    def __init__(self) -> None:
        self.felt: list[Felt] = []
        self._full: dict[int, bool] = {}

    def hear(self, events: Iterable[SensorEvent]) -> None:
        """Note them."""
        for event in events:
            if isinstance(event, HoleChange):
                self._note([(event.present, event.hole)])
            elif isinstance(event, Snapshot):
                known = bool(self._full)
                if known:
                    self._note(sorted((there, hole) for hole, there in enumerate(event.present)))
                self._full = dict(enumerate(event.present))

    def _note(self, holes: Iterable[tuple[bool, int]]) -> None:
        for present, hole in holes:
            if self._full.get(hole) != present:
                self._full[hole] = present
                self.felt.append(Felt(hole, present))


class Overheard(Debounced):
    """The table's debounce; ``ear`` hears what it lets through."""

    def __init__(self, clock: Clock, ear: Ear) -> None:
        super().__init__(clock)
        self._ear = ear

    def feed(self, event: SensorEvent) -> list[SensorEvent]:
        """As there."""
        heard = super().feed(event)
        self._ear.hear(heard)
        return heard

    def due(self, now: float) -> list[HoleChange]:
        """As there."""
        heard = super().due(now)
        if heard:
            self._ear.hear(heard)
        return heard
