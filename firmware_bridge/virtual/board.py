"""The virtual board: the firmware's core on simulated pins, behind a port that is handed in."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final, Protocol

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.device import Device

from .faults import FaultyCable
from .world import ShiftChain, World

SCAN: Final = 0.004
"""Seconds between two scans while a pin is restless: 250 a second (PP-31)."""


class BoardPort(Protocol):
    """The board's end of a wire: ``pseudo.PseudoPort``, or one in memory (``simulated.py``)."""

    link: Path

    @property
    def fd(self) -> int | None:
        """Descriptor to select on; None while unplugged."""

    def plug(self) -> None:
        """Make the port."""

    def unplug(self) -> None:
        """The cable is pulled; may be called twice."""

    def read(self) -> bytes:
        """What the host wrote."""

    def write(self, data: bytes) -> None:
        """Send to the host what fits."""


class VirtualBoard:
    """Firmware, pins, hand and wire of one virtual board; ``turn`` does whatever is due."""

    def __init__(
        self,
        names: Sequence[str],
        port: BoardPort,
        *,
        seed: int = 0,
        ring: int = 1,
        bounce: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.rng = Random(seed)
        self.world = World(names, bounce=bounce, rng=self.rng)
        self.port = port
        self.ring = ring
        self.cable = FaultyCable(self.rng, self.restart)
        self.restarts = -1
        self.shown_at = 0.0
        self.edge_at = 0.0
        self._clock = clock
        self._chain = ShiftChain(len(names) + 3)
        self._back_at: float | None = None
        self._started = 0.0
        self._shown_before = 0
        self._scan_at = 0.0
        self.device: Device
        self.restart()

    def restart(self) -> None:
        """Power-cycle the firmware: a new boot number, its clock at 0, nothing remembered."""
        self._shown_before = self.shown
        self._started = self._clock()
        self.restarts += 1
        holes = len(self.world.names)
        self.device = Device(holes, self.rng.randrange(1 << 32), "virtual", self.ring)
        self._claims()
        self.device.scan(self._chain.read(self.world.pins(self._started)), 0)
        self.device.hello(0)

    @property
    def shown(self) -> int:
        """Light frames shown since the process began."""
        return self._shown_before + (self.device.frames_shown if self.restarts >= 0 else 0)

    @property
    def now_ms(self) -> int:
        """The firmware's clock."""
        return int((self._clock() - self._started) * 1000)

    def plug(self) -> None:
        """Make the port."""
        self.port.plug()

    def fault(self, name: str, value: float) -> None:
        """Begin a fault (``faults.py``); one-shots happen now or with the next frame."""
        if name == "unplug":
            self.port.unplug()
            self.cable.clear()
            self._back_at = self._clock() + value
            return
        if name == "reset" and not value:
            self.cable.to_host.reset_next = True
            return
        self.cable.begin(name, value)
        self._apply()

    def heal(self, name: str | None) -> None:
        """End one fault, or all."""
        self.cable.heal(name)
        self._apply()

    def _apply(self) -> None:
        faults = self.cable.faults
        self._chain.cut = bool(faults.get("chain"))
        crossed, lights = (faults.get(name) for name in ("crossed", "crossed_lights"))
        self.world.cross(
            None if crossed is None else int(crossed), None if lights is None else int(lights)
        )
        self._claims()
        self.scan()

    def _claims(self) -> None:
        faults = self.cable.faults
        self.device.version = int(faults.get("version", m.VERSION))
        self.device.claims = int(faults.get("holes", len(self.world.names)))

    # doing ---------------------------------------------------------------------------------

    def scan(self) -> None:
        """Read the chain once and send what changed."""
        now = self._clock()
        self._scan_at = now + SCAN
        if self.device.scan(self._chain.read(self.world.pins(now)), self.now_ms):
            self.edge_at = now
        self._send()

    def hear(self) -> None:
        """Take what the host wrote."""
        self.cable.to_board.feed(self.port.read(), self._clock())
        self.turn()

    def turn(self) -> None:
        """Do everything that is due now."""
        now = self._clock()
        if self._back_at is not None and now >= self._back_at:
            self._back_at = None
            self.port.plug()
            self.restart()
        if self.world.restless and now >= self._scan_at:
            self.scan()
        before = self.device.frames_shown
        self.device.receive(self.cable.to_board.take(now), self.now_ms)
        self.device.tick(self.now_ms)
        if self.device.frames_shown != before:
            self.device.render(self.now_ms)
            self.shown_at = self._clock()
        self._send()

    def _send(self) -> None:
        now = self._clock()
        # After a reset in the middle of a frame, a new firmware's greeting follows the half frame.
        while data := self.device.take():
            self.cable.to_host.feed(data, now)
        if self.port.fd is not None:
            self.port.write(self.cable.to_host.take(now))
        else:  # bytes sent into a pulled cable are lost; if kept, they would be due for ever
            self.cable.to_host.clear()

    def due(self) -> float | None:
        """Seconds until ``turn`` has something to do; None when nothing is planned."""
        now = self._clock()
        times = [at for at in (self._back_at, *self.cable.due) if at]
        if self.world.restless:
            times.append(self._scan_at)
        waits = [max(0.0, at - now) for at in times]
        if (ms := self.device.due(self.now_ms)) is not None:
            waits.append(ms / 1000)
        return min(waits, default=None)

    def close(self) -> None:
        """Pull the port; may be called twice."""
        self.port.unplug()
