# mypy: ignore-errors
"""``watchdog``: the timer that resets a board which hangs.

Follows ``ports/raspberrypi/common-hal/watchdog/WatchDogTimer.c`` of CircuitPython 9.2.1 and 10.2.1.
"""

import world


class WatchDogMode:
    """What it does when nobody feeds it."""

    RAISE = "watchdog.WatchDogMode.RAISE"
    RESET = "watchdog.WatchDogMode.RESET"


class WatchDogTimer:
    """``microcontroller.watchdog``."""

    def __init__(self):
        self._timeout = 0.0
        self._mode = None

    def feed(self):
        """Begin anew."""
        if self._mode:
            world.alarm(self._timeout)

    @property
    def timeout(self):
        """Seconds, 8 at most."""
        return self._timeout

    @timeout.setter
    def timeout(self, seconds):
        if seconds < 0:
            raise ValueError("timeout must be >= 0")
        if seconds > 8:
            raise ValueError("timeout must be <= 8")
        self._timeout = seconds
        self.feed()

    @property
    def mode(self):
        """None while it is off."""
        return self._mode

    @mode.setter
    def mode(self, mode):
        if mode == WatchDogMode.RAISE:
            raise NotImplementedError
        if mode != self._mode:
            self._mode = mode
            world.alarm(self._timeout if mode else 0)
