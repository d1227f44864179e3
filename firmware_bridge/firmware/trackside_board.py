"""The pins of the real board: CircuitPython on an RP2040 (Raspberry Pi Pico).

``trackside firmware copy`` puts this file on the drive CIRCUITPY, with everything it imports. What
hangs on which pin stands in ``trackside_settings.py``, written from the board file. Times are
milliseconds.
"""

import gc
import os
import sys

import board
import digitalio
import keypad
import microcontroller
import supervisor
import trackside_settings as wiring
import usb_cdc
from core.device import Device
from core.messages import LEAST_CIRCUITPYTHON, STARTS
from microcontroller import ResetReason
from neopixel_write import neopixel_write
from supervisor import RunReason
from watchdog import WatchDogMode

SCAN_S = 0.004
"""250 scans a second (PP-31)."""
FRAME_MS = 33
"""Between two pictures while something moves: about 30 a second."""
UNSENT_MAX = 4096
HANG_S = 8
"""A turn that takes longer never ends: the watchdog resets the board. It cannot wait longer."""
TIDY_MS = 10000
"""Between two looks at the free memory; each collects what is no longer needed."""
TICKS = 1 << 29
"""Where ``supervisor.ticks_ms`` wraps."""


def pin(name: str) -> "microcontroller.Pin":
    """The board's pin of that name; RuntimeError says so where it has none."""
    found: microcontroller.Pin | None = getattr(board, name, None)
    if found is None:
        raise RuntimeError(f"this board has no pin {name}: correct the board file, copy again")
    return found


def start() -> int:
    """Why the program runs, as a place in ``STARTS``."""
    for reason, name in (
        (RunReason.SUPERVISOR_RELOAD, "error"),  # only code.py asks for it
        (RunReason.AUTO_RELOAD, "files"),
        (RunReason.REPL_RELOAD, "console"),
    ):
        if supervisor.runtime.run_reason == reason:
            return STARTS.index(name)
    for cause, name in (
        (ResetReason.POWER_ON, "power"),
        (ResetReason.RESET_PIN, "button"),
        (ResetReason.SOFTWARE, "reset"),
        (ResetReason.WATCHDOG, "hang"),
    ):
        if microcontroller.cpu.reset_reason == cause:
            return STARTS.index(name)
    return 0


def system() -> tuple[int, int, int]:
    """The version of CircuitPython; zeros where it is another Python."""
    if sys.implementation.name != "circuitpython":
        return 0, 0, 0
    major, minor, patch = sys.implementation.version[:3]
    return major, minor, patch


class Clock:
    """Milliseconds since the start, from the ticks that key events are stamped with.

    One clock for everything: of two, one would be read before the other. It never goes back.
    """

    def __init__(self) -> None:
        self._ticks = supervisor.ticks_ms()
        self._now = 0

    def now(self) -> int:
        """The time; to be asked at least once in six days."""
        ticks = supervisor.ticks_ms()
        self._now += (ticks - self._ticks) % TICKS
        self._ticks = ticks
        return self._now

    def at(self, ticks: int) -> int:
        """The time of a stamp, of before or after the last ``now``."""
        return self._now + (ticks - self._ticks + TICKS // 2) % TICKS - TICKS // 2


class Keys:
    """The chain of 74HC165 as one list of levels, kept up to date from key events.

    The inputs behind the last hole are the sentinels, each tied to ground or to 3.3 V.
    """

    def __init__(self) -> None:
        count = wiring.HOLES + len(wiring.SENTINELS)
        self.levels = [False] * count
        # A chain that is cut or stuck tells of every input at once, and again when it is mended.
        self._room = 2 * count
        self._keys = keypad.ShiftRegisterKeys(
            clock=pin(wiring.CLOCK),
            latch=pin(wiring.LATCH),
            data=pin(wiring.DATA),
            key_count=count,
            value_when_pressed=wiring.MAGNET_READS,
            interval=SCAN_S,
            # The host debounces; the wire carries what the sensor did.
            debounce_threshold=1,
            max_events=self._room,
        )
        self._learn()

    def moments(self, device: Device, clock: Clock) -> int:
        """Hand every moment that had changes to the device, oldest first.

        Gives the time up to which the chain is known: no change of before it is still to come.
        """
        now = clock.now()
        queue = self._keys.events
        at: int | None = None
        for _ in range(self._room):
            event = queue.get()
            if event is None:
                break
            t = clock.at(event.timestamp)
            if at is not None and t != at:
                device.scan(self.levels, at)
            at = t
            self.levels[event.key_number] = event.pressed
        else:
            # More came than is told in one turn: the rest, from that moment on, in the next.
            now = 0
        if queue.overflowed:
            self._learn()
            at = clock.now()
            device.overflow(at)
        if at is None:
            return now
        device.scan(self.levels, at)
        return max(now, at)

    def _learn(self) -> None:
        """Take the levels as they are now.

        ``keypad`` says nothing of keys that are pressed when it begins; after ``reset`` every
        pressed key tells of itself at once (CircuitPython 9.2.1 and newer).
        """
        queue = self._keys.events
        queue.clear()
        self._keys.reset()
        self.levels = [False] * len(self.levels)
        for _ in range(self._room):
            event = queue.get()
            if event is None:
                break
            self.levels[event.key_number] = event.pressed


class NoKeys:
    """A Pico that only lights: its holes stay empty."""

    levels = [False] * wiring.HOLES

    def moments(self, device: Device, clock: Clock) -> int:
        """Nothing ever changes."""
        return clock.now()


class Strip:
    """The chain of pixels; on a Pico without pixels it takes every picture and shows none."""

    def __init__(self) -> None:
        self._pin = None
        if wiring.PIXELS:
            self._pin = digitalio.DigitalInOut(pin(wiring.PIXELS))
            self._pin.direction = digitalio.Direction.OUTPUT
        # Whatever ended the program before, its lights mean nothing any more.
        self.show(bytearray(3 * wiring.HOLES * wiring.RING))

    def show(self, colours: bytearray) -> None:
        """Send all colours down the chain, in its own order."""
        if self._pin is not None:
            neopixel_write(self._pin, colours)


class Board:
    """Everything that hangs on this Pico; ``turn`` is one round of its work."""

    def __init__(self) -> None:
        self.strip = Strip()
        self.clock = Clock()
        boot = 0
        for byte in os.urandom(4):
            boot = boot << 8 | byte
        self.device = Device(
            wiring.HOLES, boot, wiring.NAME, wiring.RING, wiring.SENTINELS, wiring.ORDER
        )
        self.device.start = start()
        self.device.system = system()
        # An older CircuitPython feels nothing as it should: the host hears the version and says so.
        old = (0, 0, 0) < self.device.system < LEAST_CIRCUITPYTHON
        self.keys = Keys() if wiring.CLOCK and not old else NoKeys()
        port = usb_cdc.data
        if port is None:
            raise RuntimeError(
                "the second serial port is off: copy boot.py too, then reset the board"
            )
        # Zero: never wait for a host that does not read. What finds no room is asked for again.
        port.timeout = 0
        port.write_timeout = 0
        self.port = port
        now = self.clock.now()
        self.device.scan(self.keys.levels, now)
        self.device.hello(now)
        self._unsent = b""
        self._shown = -1
        self._next_picture = 0
        self._turned = now
        self._tidy = now

    def turn(self) -> None:
        """What the sensors felt, what the host says, what is due; then the picture."""
        device = self.device
        now = self.keys.moments(device, self.clock)
        device.loop = max(device.loop, now - self._turned)
        self._turned = now
        if now >= self._tidy:
            self._tidy = now + TIDY_MS
            gc.collect()
            # Only a microcontroller's gc knows how much memory is free.
            device.free = gc.mem_free() // 1024  # type: ignore[attr-defined]
        if self.port.in_waiting:
            device.receive(self.port.read(self.port.in_waiting), now)
        device.tick(now)
        self._send(device.take())
        fresh = device.lights.picture != self._shown
        if fresh or (device.lights.moving() and now >= self._next_picture):
            self._shown = device.lights.picture
            self._next_picture = now + FRAME_MS
            self.strip.show(device.render(now))

    def _send(self, data: bytes) -> None:
        self._unsent += data
        if self._unsent:
            self._unsent = self._unsent[self.port.write(self._unsent) :]
            if len(self._unsent) > UNSENT_MAX:
                # Nobody reads. The protocol makes good whatever a host misses.
                self._unsent = b""


def main() -> None:
    """Run for ever; a turn that never ends ends in a reset."""
    board = Board()
    watchdog = microcontroller.watchdog
    assert watchdog is not None  # every RP2040 has one
    watchdog.timeout = HANG_S
    watchdog.mode = WatchDogMode.RESET
    while True:
        watchdog.feed()
        board.turn()
