"""The clock that the page shows, and its key."""

from __future__ import annotations

from msgspec import Struct

from companion.model.choices import Timer
from companion.model.view import View
from companion_web.drawing.board import Say

from .race_view import word


class Clock(Struct, frozen=True):
    """The clock that is shown: seconds left ``of`` so many."""

    seconds: float
    of: float
    running: bool


class ClockKey(Struct, frozen=True):
    """The key that starts the turn's clock, stops it (``on``), or lets it go on."""

    text: str
    on: bool


def clock_shown(view: View) -> Clock | None:
    """The clock of the open claim window, else that of the turn."""
    found = view.window or view.timer
    if found is None or found.seconds is None or not found.of:
        return None
    return Clock(found.seconds, found.of, found.running)


def clock_key_shown(view: View, timer: Timer, say: Say) -> ClockKey:
    if view.paused:
        return ClockKey(word(say, "clock.go_on"), False)
    if timer.waits:
        return ClockKey(word(say, "clock.start"), False)
    return ClockKey(word(say, "clock.stop"), True)
