# mypy: ignore-errors
"""``neopixel_write``: what goes down the wire is a line of hex for the test."""

from world import say


def neopixel_write(pin, data):
    """Colours in the order of the wire."""
    say("pixels", pin.pin, bytes(data).hex())
