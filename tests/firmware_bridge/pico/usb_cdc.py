# mypy: ignore-errors
"""``usb_cdc``: the second port exists only once boot.py asked for it.

Follows ``shared-module/usb_cdc/Serial.c`` of CircuitPython 9.2.1 and 10.2.1; both buffers are of
256 bytes (``ports/raspberrypi/Makefile``).
"""

import world

BUFFER = 256

data = None


class Port:
    """The board's end of a wire. Without a timeout it waits for ever, so nobody should."""

    timeout = write_timeout = None
    connected = True

    def __init__(self, wire):
        self._wire = wire
        self._waiting = b""

    @property
    def in_waiting(self):
        """Bytes to read."""
        if len(self._waiting) < BUFFER:
            self._waiting += self._wire.read()
        return min(len(self._waiting), BUFFER)

    def read(self, count):
        """Read what is there, ``count`` at most."""
        count = min(count, self.in_waiting)
        data, self._waiting = self._waiting[:count], self._waiting[count:]
        return data

    def write(self, data):
        """Take what finds room; the number of bytes taken."""
        taken = bytes(data) if self.write_timeout is None else bytes(data[:BUFFER])
        self._wire.write(taken)
        return len(taken)


def enable(console, data):
    """Told in boot.py."""
    if data:
        globals()["data"] = Port(world.wire())
