"""A view that is fetched some time after it was made: what runs down has gone on meanwhile."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.model.view import View

FRESH: Final = 0.25
"""A view is as good as new for so many seconds; nobody counts more finely."""


def aged(view: View, seconds: float) -> View:
    """The view as it is so many seconds later; the same one while nothing in it runs down."""
    if seconds < FRESH:
        return view
    window, timer, pending = view.window, view.timer, view.pending
    if window is not None and window.running and window.seconds is not None:
        left = _less(window.seconds, seconds)
        view = msgspec.structs.replace(view, window=msgspec.structs.replace(window, seconds=left))
    if timer is not None and timer.running:
        left = _less(timer.seconds, seconds)
        view = msgspec.structs.replace(view, timer=msgspec.structs.replace(timer, seconds=left))
    if pending is not None:
        left = _less(pending.seconds, seconds)
        view = msgspec.structs.replace(view, pending=msgspec.structs.replace(pending, seconds=left))
    return view


def _less(left: float, gone: float) -> float:
    return round(max(0.0, left - gone), 3)
