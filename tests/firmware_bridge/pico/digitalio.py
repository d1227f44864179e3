# mypy: ignore-errors
"""``digitalio``, as far as Adafruit's library touches it."""


class DigitalInOut:
    """A pin that remembers its name."""

    def __init__(self, pin):
        self.pin = pin
        self.direction = None

    def deinit(self):
        """Let the pin go."""


class Direction:
    """Directions."""

    OUTPUT = "output"
