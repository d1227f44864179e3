# mypy: ignore-errors
"""``usb_cdc``: the second port exists only once boot.py asked for it."""

import world

data = None


class Port:
    """The board's end of a wire."""

    timeout = write_timeout = None

    def __init__(self, wire):
        self._wire = wire
        self._waiting = b""

    @property
    def in_waiting(self):
        """Bytes to read."""
        self._waiting += self._wire.read()
        return len(self._waiting)

    def read(self, count):
        """Read them."""
        data, self._waiting = self._waiting[:count], self._waiting[count:]
        return data

    def write(self, data):
        """All of it, always."""
        self._wire.write(data)
        return len(data)


def enable(console, data):
    """Told in boot.py."""
    if data:
        globals()["data"] = Port(world.wire())
