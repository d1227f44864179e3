"""The pins of the real board: CircuitPython on an RP2040 (Raspberry Pi Pico).

Copy ``code.py``, ``boot.py``, this file and the folder ``core`` to the drive CIRCUITPY; it needs
Adafruit's ``neopixel`` library there. Times are milliseconds. The wiring: docs/protocol.md.
"""
# The board's modules are not on this machine; with circuitpython-stubs this file checks clean.
# mypy: disable-error-code="import-not-found,import-untyped"

import os
import time

import board
import keypad
import neopixel
import supervisor
import usb_cdc
from core.device import Device
from core.scanner import SENTINELS

HOLES = 133
RING = 1
CLOCK = board.GP2
LATCH = board.GP3
DATA = board.GP4
PIXELS = board.GP5
MAGNET_READS = False
"""A hall switch pulls its input to ground when it feels a magnet. Sentinels likewise: true, false,
true of ``SENTINELS`` are tied to ground, to 3.3 V, to ground."""
SCAN_S = 0.004
"""250 scans a second (PP-31)."""
FRAME_MS = 33
"""Between two pictures while something moves: about 30 a second."""
UNSENT_MAX = 4096
TICKS = 1 << 29
"""Where ``supervisor.ticks_ms`` wraps."""


class Keys:
    """The chain of 17 × 74HC165 as one list of levels, kept up to date from key events."""

    def __init__(self) -> None:
        self.levels = [False] * (HOLES + len(SENTINELS))
        self._keys = keypad.ShiftRegisterKeys(
            clock=CLOCK,
            latch=LATCH,
            data=DATA,
            key_count=len(self.levels),
            value_when_pressed=MAGNET_READS,
            interval=SCAN_S,
            # The host debounces; the wire carries what the sensor did.
            debounce_threshold=1,
            max_events=128,
        )

    def moments(self, device: Device, now: int) -> None:
        """Hand every moment that had changes to the device, oldest first."""
        ticks = supervisor.ticks_ms()
        queue = self._keys.events
        at = None
        event = queue.get()
        while event is not None:
            age = (ticks - event.timestamp) % TICKS
            # An event of after our look at the clock has age "almost a wrap".
            t = now if age > TICKS // 2 else now - age
            if at is not None and t != at:
                device.scan(self.levels, at)
            at = t
            self.levels[event.key_number] = event.pressed
            event = queue.get()
        if queue.overflowed:
            self._learn_again(device, now)
        elif at is not None:
            device.scan(self.levels, at)

    def learn(self) -> None:
        """Wait until every pressed key has told of itself: a few scans."""
        end = time.monotonic() + 10 * SCAN_S
        while time.monotonic() < end:
            event = self._keys.events.get()
            if event is not None:
                self.levels[event.key_number] = event.pressed

    def _learn_again(self, device: Device, now: int) -> None:
        self._keys.events.clear()
        self._keys.reset()
        self.levels = [False] * len(self.levels)
        self.learn()
        device.overflow(now)
        device.scan(self.levels, now)


def show(pixels: neopixel.NeoPixel, colours: bytearray) -> None:
    """Send all colours down the chain."""
    for at in range(len(colours) // 3):
        pixels[at] = (colours[3 * at], colours[3 * at + 1], colours[3 * at + 2])
    pixels.show()


def main() -> None:
    """Run for ever."""
    pixels = neopixel.NeoPixel(PIXELS, HOLES * RING, brightness=1.0, auto_write=False)
    pixels.fill((0, 0, 0))
    pixels.show()
    boot = 0
    for byte in os.urandom(4):
        boot = boot << 8 | byte
    device = Device(HOLES, boot, "trackside-rp2040", RING)
    keys = Keys()
    keys.learn()
    port = usb_cdc.data
    if port is None:
        raise RuntimeError("the second serial port is off: copy boot.py too, then reset the board")
    # Zero: never wait for a host that does not read. What finds no room is asked for again.
    port.timeout = 0
    port.write_timeout = 0
    start = time.monotonic_ns() // 1000000
    device.scan(keys.levels, 0)
    device.hello(0)
    unsent = b""
    shown = -1
    next_picture = 0
    while True:
        now = time.monotonic_ns() // 1000000 - start
        if port.in_waiting:
            device.receive(port.read(port.in_waiting), now)
        keys.moments(device, now)
        device.tick(now)
        unsent += device.take()
        if unsent:
            unsent = unsent[port.write(unsent) :]
            if len(unsent) > UNSENT_MAX:
                # Nobody reads. The protocol makes good whatever a host misses.
                unsent = b""
        fresh = device.lights.picture != shown
        if fresh or (device.lights.moving() and now >= next_picture):
            shown = device.lights.picture
            next_picture = now + FRAME_MS
            show(pixels, device.render(now))
