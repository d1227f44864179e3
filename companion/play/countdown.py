"""A countdown: seconds that somebody is given, on a clock that may be stopped and run on.

Pure: the time is passed in.
"""

from __future__ import annotations


class Countdown:
    """A time that runs out. It stands still until ``run``.

    ``of``    seconds in all
    ``left``  seconds that remain at the beginning; all of them if not given
    """

    __slots__ = ("_left", "_since", "of")

    def __init__(self, of: float, left: float | None = None) -> None:
        self.of = of
        self._left = of if left is None else left
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether it runs now."""
        return self._since is not None

    def left(self, now: float) -> float:
        """Seconds that remain, never fewer than none."""
        gone = 0.0 if self._since is None else now - self._since
        return max(0.0, self._left - gone)

    def run(self, now: float) -> None:
        """Run on from here; a clock that runs is left alone."""
        if self._since is None:
            self._since = now

    def stop(self, now: float) -> None:
        """Stand still; a clock that stands is left alone."""
        self._left = self.left(now)
        self._since = None

    def again(self, seconds: float, now: float) -> None:
        """Set the seconds that remain from now on."""
        self._left = seconds
        if self._since is not None:
            self._since = now

    def out(self, now: float) -> bool:
        """Whether it has run out; never true while it stands still."""
        due = self.due()
        return due is not None and now >= due

    def due(self) -> float | None:
        """Clock time at which nothing remains; None while it stands still."""
        return None if self._since is None else self._since + self._left
