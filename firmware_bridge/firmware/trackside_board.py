"""The pins of the real board: CircuitPython on an RP2040 (Raspberry Pi Pico).

``trackside firmware copy`` puts this file on the drive CIRCUITPY, with everything it imports. What
hangs on which pin stands in ``trackside_settings.py``, written from the board file. Times are
milliseconds.
"""
# The board's modules are not on this machine; with circuitpython-stubs this file checks clean.
# mypy: disable-error-code="import-not-found,import-untyped"

import os
import time

import board
import keypad
import supervisor
import trackside_settings as wiring
import usb_cdc
from core.device import Device

SCAN_S = 0.004
"""250 scans a second (PP-31)."""
FRAME_MS = 33
"""Between two pictures while something moves: about 30 a second."""
UNSENT_MAX = 4096
TICKS = 1 << 29
"""Where ``supervisor.ticks_ms`` wraps."""


def pin(name: str) -> object:
    """The board's pin of that name; RuntimeError says so where it has none."""
    found = getattr(board, name, None)
    if found is None:
        raise RuntimeError(f"this board has no pin {name}: correct the board file, copy again")
    return found


class Keys:
    """The chain of 74HC165 as one list of levels, kept up to date from key events.

    The inputs behind the last hole are the sentinels, each tied to ground or to 3.3 V.
    """

    def __init__(self) -> None:
        self.levels = [False] * (wiring.HOLES + len(wiring.SENTINELS))
        self._keys = keypad.ShiftRegisterKeys(
            clock=pin(wiring.CLOCK),
            latch=pin(wiring.LATCH),
            data=pin(wiring.DATA),
            key_count=len(self.levels),
            value_when_pressed=wiring.MAGNET_READS,
            interval=SCAN_S,
            # The host debounces; the wire carries what the sensor did.
            debounce_threshold=1,
            max_events=128,
        )
        # Since 9.1 a key that is down at construction gives no event; from 9.2.1 on this asks.
        self._keys.reset()

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


class NoKeys:
    """A Pico that only lights: its holes stay empty."""

    levels = [False] * wiring.HOLES

    def moments(self, device: Device, now: int) -> None:
        """Nothing ever changes."""

    def learn(self) -> None:
        """There is nothing to learn."""


class Strip:
    """The chain of pixels; on a Pico without pixels it takes every picture and shows none."""

    def __init__(self) -> None:
        self._pixels = None
        if wiring.PIXELS:
            # Only here: a Pico that lights nothing need not have the library.
            import neopixel

            self._pixels = neopixel.NeoPixel(
                pin(wiring.PIXELS),
                wiring.HOLES * wiring.RING,
                brightness=1.0,
                auto_write=False,
                pixel_order=wiring.ORDER,
            )
            self._pixels.fill((0, 0, 0))
            self._pixels.show()

    def show(self, colours: bytearray) -> None:
        """Send all colours down the chain."""
        if self._pixels is None:
            return
        for at in range(len(colours) // 3):
            self._pixels[at] = (colours[3 * at], colours[3 * at + 1], colours[3 * at + 2])
        self._pixels.show()


def main() -> None:
    """Run for ever."""
    strip = Strip()
    boot = 0
    for byte in os.urandom(4):
        boot = boot << 8 | byte
    device = Device(wiring.HOLES, boot, wiring.NAME, wiring.RING, wiring.SENTINELS)
    keys = Keys() if wiring.CLOCK else NoKeys()
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
            strip.show(device.render(now))
