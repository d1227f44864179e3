# mypy: ignore-errors
"""``microcontroller``: why the chip was reset, and its watchdog.

Follows ``ports/raspberrypi/common-hal/microcontroller`` and ``common-hal/watchdog`` of
CircuitPython 9.2.1 and 10.2.1.
"""

import world
from watchdog import WatchDogTimer


class Pin:
    """A pin of the chip."""


class ResetReason:
    """Why the chip was reset."""

    POWER_ON = "microcontroller.ResetReason.POWER_ON"
    SOFTWARE = "microcontroller.ResetReason.SOFTWARE"
    RESET_PIN = "microcontroller.ResetReason.RESET_PIN"
    WATCHDOG = "microcontroller.ResetReason.WATCHDOG"
    UNKNOWN = "microcontroller.ResetReason.UNKNOWN"


class Processor:
    """``microcontroller.cpu``."""

    reset_reason = ResetReason.POWER_ON


cpu = Processor()
watchdog = WatchDogTimer()


def reset():
    """As if the power went and came."""
    raise world.Reset("software")
