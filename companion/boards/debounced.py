"""The debounce between sensors and table. Pictures and news of the link pass at once."""

from __future__ import annotations

from hardware.debounce import LIFT, PUT, Debounce
from hardware.ports import Clock, HoleChange, SensorEvent, Snapshot


class Debounced:
    """Debounce for a board whose number of holes may change with the game (PP-31).

    ``lift`` and ``put`` are in seconds. At 0 a change counts at once.
    """

    def __init__(self, clock: Clock, lift: float = LIFT, put: float = PUT) -> None:
        self._clock = clock
        self._lift, self._put = lift, put
        self._debounce: Debounce | None = None

    def feed(self, event: SensorEvent) -> list[SensorEvent]:
        """Events that the table hears now. ``due`` gives the held back changes."""
        now = self._clock.now()
        if isinstance(event, Snapshot):
            # Hole counts differ from board to board, and a picture begins anew in any case.
            self._debounce = Debounce(len(event.present), lift=self._lift, put=self._put)
            self._debounce.snapshot(event, now)
            return [event]
        if isinstance(event, HoleChange):
            return [] if self._debounce is None else [*self._debounce.feed(event, now)]
        return [event]

    def due(self, now: float) -> list[HoleChange]:
        """Changes that have lasted long enough, oldest first."""
        return [] if self._debounce is None else self._debounce.due(now)

    def hurried(self, now: float) -> list[HoleChange]:
        """The same, with changes that are sure though they have not lasted so long yet."""
        return [] if self._debounce is None else self._debounce.hurried(now)

    @property
    def restless(self) -> frozenset[int]:
        """Holes that change on and on. Their changes may wait for ``deadline``."""
        return frozenset() if self._debounce is None else self._debounce.restless

    def deadline(self) -> float | None:
        """Clock time at which ``due`` has something, or None while nothing is held back."""
        return None if self._debounce is None else self._debounce.next_deadline
