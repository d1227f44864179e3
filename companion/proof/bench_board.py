"""A board that the bench plays: the firmware's core at the other end of a pseudo-terminal.

It notes when the bytes of a change were written and when those of the next light frame were read.
PP-30 measures from the first moment to the second.
"""

from __future__ import annotations

import os
import select
import time
import tty
from collections.abc import Callable, Iterable
from typing import Final

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.device import Device
from firmware_bridge.firmware.core.framing import FrameReader
from firmware_bridge.firmware.core.scanner import SENTINELS
from hardware.closing import Closing

SCAN_SECONDS: Final = 0.01
"""Seconds between two scans of a board that scans 100 times a second (PP-31)."""
BOUNCES: Final = 4
"""Scans after a change that read the opposite by turns, as when a marble settles."""
FRAMES: Final = ("LIGHTS", "LIGHTS_DELTA", "LIGHTS_RGB")


class BenchBoard(Closing):
    """One board of ``holes`` holes with rings of ``ring`` pixels. The service opens ``port``.

    The board has a single thread: it lives while one of its methods pumps the wire.
    """

    def __init__(self, holes: int, *, ring: int = 1, boot: int = 1) -> None:
        self._ours, theirs = os.openpty()
        tty.setraw(theirs)
        self.port = os.ttyname(theirs)
        # This end stays open, so that the line does not hang up between two openings.
        self._theirs = theirs
        os.set_blocking(self._ours, False)
        self._device = Device(holes, boot, "bench", ring)
        self._reader = FrameReader()
        self._levels = [False] * holes
        self.scanning = False
        """True for 100 scans a second with bounce. False for only the scans that change."""
        self.loose: int | None = None
        """A hole whose sensor reads something else in every scan."""
        self.scans = 0
        self._bouncing: dict[int, int] = {}
        self._scan_due = 0.0
        self.lit_at = 0.0
        self.frames = 0
        self.resent = 0
        self._frame_numbers: set[int] = set()
        self._scan()
        self._device.hello(self._ms())

    @property
    def occupied(self) -> frozenset[int]:
        """Numbers of the holes that hold a marble."""
        return frozenset(n for n, level in enumerate(self._levels) if level)

    @property
    def linked(self) -> bool:
        """True when the board has heard the service."""
        return self._device.linked

    def change(self, hole: int, present: bool) -> float:
        """Let a marble come or go.

        Returns the monotonic seconds just before the bytes were written.
        """
        self._levels[hole] = present
        if self.scanning:
            self._bouncing[hole] = BOUNCES
        self._scan()
        data = self._device.take()
        at = time.monotonic()
        self._write(data)
        return at

    def set_out(self, full: Iterable[int]) -> None:
        """Make exactly these holes full, as in one disorderly set-up."""
        wanted = set(full)
        self._levels = [n in wanted for n in range(len(self._levels))]
        self._scan()
        self._send()

    def pump(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Play the board for that long, or until ``until`` holds. Returns whether it holds."""
        end = time.monotonic() + seconds
        while not until():
            left = end - time.monotonic()
            if left <= 0:
                return False
            due = self._device.due(self._ms())
            wait = left if due is None else min(left, due / 1000)
            if self.scanning:
                wait = min(wait, self._scan_due - time.monotonic())
            if select.select([self._ours], [], [], max(0.0, wait))[0]:
                self._read()
            self._scan_again()
            self._device.tick(self._ms())
            self._send()
        return True

    def next_frame(self, seconds: float) -> float | None:
        """Monotonic seconds at which the next new light frame had come, or None when none came."""
        before = self.frames
        return self.lit_at if self.pump(seconds, lambda: self.frames > before) else None

    def settle(self, quiet: float = 0.02, most: float = 2.0) -> None:
        """Wait until no light frame has come for ``quiet`` seconds."""
        end = time.monotonic() + most
        while time.monotonic() < end and self.next_frame(quiet) is not None:
            continue

    def close(self) -> None:
        """Pull the cable. A second call does nothing."""
        if self._ours >= 0:
            os.close(self._ours)
            os.close(self._theirs)
            self._ours = self._theirs = -1

    def _ms(self) -> int:
        return int(time.monotonic() * 1000)

    def _scan(self) -> None:
        self._device.scan([*self._levels, *SENTINELS], self._ms())

    def _scan_again(self) -> None:
        """Make the next of the 100 scans a second if it is due, with bounce and a loose sensor."""
        now = time.monotonic()
        if not self.scanning or now < self._scan_due:
            return
        self._scan_due = max(self._scan_due + SCAN_SECONDS, now)
        self.scans += 1
        read = list(self._levels)
        for hole, left in self._bouncing.items():
            read[hole] = self._levels[hole] if left % 2 else not self._levels[hole]
        self._bouncing = {hole: left - 1 for hole, left in self._bouncing.items() if left > 1}
        if self.loose is not None:
            read[self.loose] = self.scans % 2 == 0
        self._device.scan([*read, *SENTINELS], self._ms())

    def _send(self) -> None:
        data = self._device.take()
        if data:
            self._write(data)

    def _write(self, data: bytes) -> None:
        try:
            os.write(self._ours, data)
        except BlockingIOError:
            return  # nobody has opened the port yet and its buffer is full: lost, as on USB

    def _read(self) -> None:
        try:
            data = os.read(self._ours, 65536)
        except BlockingIOError:
            return
        at = time.monotonic()
        for body in self._reader.feed(data):
            message = m.unpack(body)
            if message.name not in FRAMES:
                continue
            number = message.ints["frame"]
            if number in self._frame_numbers:
                self.resent += 1
            else:
                self._frame_numbers.add(number)
                self.frames += 1
                self.lit_at = at
        self._device.receive(data, self._ms())
        self._send()
