"""What the loop does by itself: ticks of the table, and debounced changes."""

from __future__ import annotations

from typing import Final

from companion.boards.debounced import Debounced
from companion.model.ports import OwnedTable
from hardware.ports import Clock

MOST_AT_ONCE: Final = 8
"""At most this many ticks follow one another at once, for a table with several things to do …"""
TICK_SECONDS: Final = 0.002
"""… and at least this many seconds lie between two if its deadline has still not moved on."""
BREATH: Final = 1e-8
"""Seconds between ticks at once: a sum of binary fractions may be so much before its time."""
REST_SECONDS: Final = 1.0
"""Seconds after which a tick that failed is tried again."""


class Timers:
    """The next thing that is due by the clock."""

    def __init__(self, table: OwnedTable, debounce: Debounced, clock: Clock) -> None:
        self._table = table
        self._debounce = debounce
        self._clock = clock
        self._tick_after = 0.0
        self._at_once = 0

    def due(self) -> float | None:
        """Clock time at which something is due, or None when nothing will be."""
        tick, ripe = self._tick_due(), self._debounce.deadline()
        return ripe if tick is None else tick if ripe is None else min(tick, ripe)

    def wait(self) -> float | None:
        """Seconds until something is due. 0 or less when it is due, None when nothing will be."""
        due = self.due()
        return None if due is None else due - self._clock.now()

    def follow(self) -> None:
        """Do what is due: changes that have lasted long enough first, then the table's tick."""
        now = self._clock.now()
        for change in self._debounce.due(now):
            self._table.sensors(change)
        due = self._tick_due()
        if due is not None and due <= now:
            self._tick_after = now + REST_SECONDS
            self._table.tick()
            self._tick_after = now + self._rest(now)

    def hear_hands(self) -> None:
        """Hear what hands have done before somebody says something: who puts a token and taps at
        once has put it first, though the debounce holds it back still (PP-31)."""
        for change in self._debounce.hurried(self._clock.now()):
            self._table.sensors(change)

    def _rest(self, now: float) -> float:
        """Seconds until the table may be ticked again."""
        due = self._table.deadline()
        self._at_once = self._at_once + 1 if due is not None and due <= now else 0
        return BREATH if self._at_once < MOST_AT_ONCE else TICK_SECONDS

    def _tick_due(self) -> float | None:
        deadline = self._table.deadline()
        return None if deadline is None else max(deadline, self._tick_after)
