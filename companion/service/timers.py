"""When the loop has something to do by itself: ticks of the table, and debounced changes."""

from __future__ import annotations

from typing import Final

from companion.boards.debounced import Debounced
from companion.model.ports import OwnedTable
from hardware.ports import Clock

TICK_SECONDS: Final = 0.002
"""A table whose deadline does not move on is ticked no faster than this."""
REST_SECONDS: Final = 1.0
"""A tick that failed is tried again after this."""


class Timers:
    """The next thing that is due by the clock, and doing it."""

    def __init__(self, table: OwnedTable, debounce: Debounced, clock: Clock) -> None:
        self._table = table
        self._debounce = debounce
        self._clock = clock
        self._tick_after = 0.0

    def wait(self) -> float | None:
        """Seconds until something is due, 0 or less when it is; None when nothing will be."""
        due = [t for t in (self._tick_due(), self._debounce.deadline()) if t is not None]
        return min(due) - self._clock.now() if due else None

    def follow(self) -> None:
        """Do what is due: changes that have stood long enough first, then the table's tick."""
        now = self._clock.now()
        for change in self._debounce.due(now):
            self._table.sensors(change)
        due = self._tick_due()
        if due is not None and due <= now:
            self._tick_after = now + REST_SECONDS
            self._table.tick()
            self._tick_after = now + TICK_SECONDS

    def _tick_due(self) -> float | None:
        deadline = self._table.deadline()
        return None if deadline is None else max(deadline, self._tick_after)
