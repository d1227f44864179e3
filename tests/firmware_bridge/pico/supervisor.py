# mypy: ignore-errors
"""``supervisor``: the clock that events are stamped with, and the name on the USB bus."""

from world import millis, say


def ticks_ms():
    """Milliseconds modulo 2²⁹."""
    return millis() % (1 << 29)


def set_usb_identification(manufacturer, product):
    """Told in boot.py."""
    say("usb", manufacturer, product)
