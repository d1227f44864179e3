"""A finished game leaves the table with its night, also with one that ends by itself.

A thread of its own waits for that, as nights go by the time of day, which the table does not know.
When a game ends, the time of day says how long it stands. From then on a clock counts that nobody
sets: a machine that has no clock of its own may be set right by years.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable
from typing import Final

from companion.errors import CommandRefused, JournalError
from companion.model.commands import Caller, Close
from companion.model.night import NIGHT_SECONDS, Scores
from companion.model.ports import TablePort
from companion.model.states import TableState

from .table_watch import TableWatch

log: Final = logging.getLogger("trackside.night")

STAYS: Final = 1800.0
"""Seconds for which the end of a game stands at least, also one that outlasted its night."""
LOOK_SECONDS: Final = 600.0
"""Seconds between two looks: the machine may sleep meanwhile, and the thread's waiting with it."""


def awake_or_asleep() -> float:
    """Seconds that nobody sets, also those in which the machine sleeps, where it counts them."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class NightKeeper(TableWatch):
    """The watch over a game that is over.

    ``wall``   seconds since the epoch; ``clock``: seconds that nobody sets
    """

    def __init__(
        self,
        table: TablePort,
        book: Scores,
        wall: Callable[[], float],
        clock: Callable[[], float] = awake_or_asleep,
    ) -> None:
        self._book, self._wall, self._clock = book, wall, clock
        self._over = ""
        self._ahead = 0.0
        """How far the time of day was ahead of the clock when that game was first seen over."""
        super().__init__(table, "night")

    def _heard(self, seq: int) -> None:
        ended = self._ended()
        if ended != self._over:
            self._ahead = self._wall() - self._clock()
            self._over = ended
            self._news.set()

    def _ended(self) -> str:
        """The id of the game at the table, if it is over."""
        view = self._table.view(None)
        return view.game.id if view.game and view.state == TableState.OVER.value else ""

    def _run(self) -> None:
        while not self._closing:
            left = self.seconds()
            if left is not None and left <= 0:
                self._leave()
            soon = LOOK_SECONDS if left is None or left <= 0 else min(left, LOOK_SECONDS)
            self._news.wait(soon if self._over else None)
            self._news.clear()

    def seconds(self) -> float | None:
        """Until the game that is over leaves; None where none is there."""
        game = self._over
        if not game:
            return None
        try:
            night = next(iter(self._book.nights()), None)
        except JournalError as error:
            log.warning("%s", error)
            return None
        here = [one.result for one in night.games if one.result.id == game] if night else []
        if night is None or not here:
            return None
        ends = night.opened + NIGHT_SECONDS
        if night.ended is not None:
            ends = min(ends, night.ended)
        return max(ends, here[0].ended + STAYS) - self._ahead - self._clock()

    def _leave(self) -> None:
        """Put the table at rest; the game stays in the history."""
        if self._over and self._over == self._ended():
            with contextlib.suppress(CommandRefused):  # somebody was quicker
                self._table.submit(Close(over=True), Caller(host=True))
