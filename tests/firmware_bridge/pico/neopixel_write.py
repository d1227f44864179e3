# mypy: ignore-errors
"""``neopixel_write``: what goes down the wire is a line of hex for the test.

The real one (``ports/raspberrypi/common-hal/neopixel_write/__init__.c``, 9.2.1 and 10.2.1) takes a
``DigitalInOut`` and any readable buffer, and returns when the last bit is out.
"""

from digitalio import DigitalInOut
from world import say


def neopixel_write(pin, data):
    """Colours in the order of the wire."""
    if not isinstance(pin, DigitalInOut):
        raise TypeError("digitalinout must be of type DigitalInOut")
    if pin.pin is None:
        raise ValueError("Object has been deinitialized and can no longer be used")
    say("pixels", pin.pin, bytes(data).hex())
