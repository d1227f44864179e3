"""How long nothing has changed on the board, and what the tracker is told of it."""

from __future__ import annotations

from typing import Final

from .circles import Circles
from .decisions import Lead, Wait
from .dwell import PATIENCE, UNSEEN, Dwells
from .facts import Stood
from .tracking import Tracking


class Stillness:
    """The time since the last change.

    After a dwell the tracker learns that the hands are still; later, that a marble in a hand was
    waited for long enough. ``dwells``: how long a dwell is, seat by seat.
    """

    def __init__(self, dwells: Dwells) -> None:
        self._dwells = dwells
        self._since: float | None = None
        """When the board changed last; None: nothing is awaited."""
        self._waited_since: float | None = None
        """The change after which a marble in a hand was waited for long enough."""
        self._rested: dict[tuple[bytes, int], float] = {}
        """What the sensors have said at dwells since the board last fitted or something was asked,
        and how often a marble was said to be out, each with when it stood so first."""
        self._counted: set[int] = set()
        """Since then: the holes that a hand has touched with what it holds, as it counts."""
        self._circles: Final = Circles()
        self._rested_since = 0.0
        """Since when what stands now has stood, but for touches in between (PP-4)."""

    def begin(self, now: float) -> None:
        """The board has changed."""
        self._since = now

    def after_gap(self, tracking: Tracking, now: float, *, news: bool) -> bool:
        """A whole picture has come; whether anything is to be done.

        Each wait has an end, also one that began before the gap.
        """
        state = tracking.state
        waits = not state.rested or (state.waits and isinstance(tracking.decision, Wait))
        if news or waits:
            self.begin(now)
            self._rested_since = now
        return news or waits

    def stop(self) -> None:
        """Nobody knows what stands, or nothing is awaited."""
        self._since = None
        self._circles.begin()

    def due(self, tracking: Tracking, acting: tuple[int, ...], still_out: int) -> float | None:
        """When the tracker learns more by itself.

        ``acting``     the seats that may act now
        ``still_out``  so often somebody has said that a marble is not where it was looked for
        """
        if self._since is None:
            return None
        if not tracking.state.rested:
            return self._since + self._dwells.of(acting)
        return self._patient_until(tracking, still_out) if self._waits(tracking) else None

    def tell(self, tracking: Tracking, acting: tuple[int, ...], still_out: int, now: float) -> None:
        """Tell the tracker how long nothing has changed, as ``due`` has it."""
        if self._since is None:
            return
        if not tracking.state.rested and now >= self._since + self._dwells.of(acting):
            counted = _counted(tracking)
            tracking.dwell()
            if not isinstance(tracking.decision, Wait | Lead):
                self._rested.clear()
                self._counted.clear()
            elif counted - self._counted:
                self._rested.clear()
                self._counted |= counted
            rested = (tracking.state.levels, still_out)
            self._rested_since = self._rested.setdefault(rested, self._since)
            self._end_circles(tracking)
        if self._waits(tracking) and now >= self._patient_until(tracking, still_out):
            self._waited_since = self._since
            tracking.waited()
            self._end_circles(tracking)

    def _end_circles(self, tracking: Tracking) -> None:
        """Ask for what stands there, where hands have gone round in a circle."""
        if self._circles.close(tracking):
            tracking.circled()

    def _waits(self, tracking: Tracking) -> bool:
        """Whether a marble in a hand is still waited for, since the last change."""
        return tracking.state.waits and self._waited_since != self._since

    def _patient_until(self, tracking: Tracking, still_out: int) -> float:
        """When a marble in a hand has been waited for long enough. Whoever only touches what stands
        meanwhile, however slowly, does not begin the wait anew: every wait ends (I5). Who counts on
        to a hole that was not touched before does: the hand is on its way."""
        return self._rested_since + _patience(tracking, still_out)


def _counted(tracking: Tracking) -> set[int]:
    """The holes that a hand has touched shortly since the last dwell, as it counts."""
    state = tracking.state
    shortly = {hole for hole, stood in state.again if stood is Stood.SHORTLY}
    return {hole for hole in shortly if not state.levels[hole]}


def _patience(tracking: Tracking, still_out: int) -> float:
    """Seconds after which a marble in a hand is waited for no more.

    Each time that somebody says that it is still out, it is waited for twice as long.
    """
    return UNSEEN * 2**still_out if tracking.read.unfelt else PATIENCE
