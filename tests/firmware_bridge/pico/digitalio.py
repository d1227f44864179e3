# mypy: ignore-errors
"""``digitalio``, as far as a strip of pixels touches it."""


class Direction:
    """Directions."""

    INPUT = "digitalio.Direction.INPUT"
    OUTPUT = "digitalio.Direction.OUTPUT"


class DigitalInOut:
    """A pin that remembers its name."""

    def __init__(self, pin):
        self.pin = pin
        self.direction = Direction.INPUT

    def switch_to_output(self, value=False, drive_mode=None):
        """Drive it."""
        self.direction = Direction.OUTPUT

    def deinit(self):
        """Let the pin go."""
        self.pin = None
