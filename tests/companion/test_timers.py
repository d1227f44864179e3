"""What is due by the clock: several duties of one moment, and a deadline that does not move on."""

from __future__ import annotations

from typing import cast

from companion.boards.debounced import Debounced
from companion.model.ports import OwnedTable
from companion.service.timers import MOST_AT_ONCE, TICK_SECONDS, Timers


class Clock:
    t = 5.0

    def now(self) -> float:
        return self.t


class Duties:
    """A table that does one duty a tick, as the real one does; ``stuck``: it never gets done."""

    def __init__(self, *times: float, stuck: bool = False) -> None:
        self.times, self.stuck = list(times), stuck
        self.ticks = 0

    def deadline(self) -> float | None:
        return min(self.times, default=None)

    def tick(self) -> None:
        self.ticks += 1
        if not self.stuck:
            self.times.remove(min(self.times))


def follow(duties: Duties, until: float) -> Clock:
    """Let time pass as a rehearsal does."""
    clock = Clock()
    timers = Timers(cast(OwnedTable, duties), Debounced(clock), clock)
    while (due := timers.due()) is not None and due <= until:
        clock.t = max(clock.t, due)
        timers.follow()
    return clock


def test_everything_that_is_due_at_a_moment_is_done_at_that_moment() -> None:
    duties = Duties(6.0, 6.0, 6.0, 6.5)
    clock = follow(duties, 6.000001)
    assert duties.times == [6.5]
    assert clock.t - 6.0 < 1e-6


def test_a_deadline_that_does_not_move_on_keeps_the_loop_from_nothing_else() -> None:
    duties = Duties(6.0, stuck=True)
    follow(duties, 7.0)
    assert duties.ticks <= MOST_AT_ONCE + 1 / TICK_SECONDS + 1
