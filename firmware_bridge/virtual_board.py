"""The virtual board: the firmware's core on simulated pins, behind a real pseudo-terminal.

A process of its own. It sleeps until the host writes, a hand moves through the control socket, or
the firmware has something due; an edge leaves at once. Commands of the socket: ``control.py``.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final, Protocol

from firmware_bridge.control import Client, Waiter, obey
from firmware_bridge.faults import DEFAULTS, FaultyWire
from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.device import Device
from firmware_bridge.sockets import listening
from firmware_bridge.world import ShiftChain, World

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
        self.to_host = FaultyWire(self.rng, self.restart)
        self.to_board = FaultyWire(self.rng)
        self.faults: dict[str, float] = {}
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
            self.to_host.clear()
            self.to_board.clear()
            self._back_at = self._clock() + value
            return
        if name == "reset" and not value:
            self.to_host.reset_next = True
            return
        self.faults[name] = value
        self._apply()

    def heal(self, name: str | None) -> None:
        """End one fault, or all."""
        for each in DEFAULTS if name is None else (name,):
            self.faults.pop(each, None)
        self._apply()

    def _apply(self) -> None:
        for wire in (self.to_host, self.to_board):
            for name in wire.rates:
                wire.rates[name] = self.faults.get(name, 0.0)
        self.to_board.rates["reset"] = 0.0
        self._chain.cut = bool(self.faults.get("chain"))
        crossed, lights = (self.faults.get(name) for name in ("crossed", "crossed_lights"))
        self.world.cross(
            None if crossed is None else int(crossed), None if lights is None else int(lights)
        )
        self._claims()
        self.scan()

    def _claims(self) -> None:
        self.device.version = int(self.faults.get("version", m.VERSION))
        self.device.claims = int(self.faults.get("holes", len(self.world.names)))

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
        self.to_board.feed(self.port.read(), self._clock())
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
        self.device.receive(self.to_board.take(now), self.now_ms)
        self.device.tick(self.now_ms)
        if self.device.frames_shown != before:
            self.device.render(self.now_ms)
            self.shown_at = self._clock()
        self._send()

    def _send(self) -> None:
        now = self._clock()
        # After a reset in the middle of a frame, a new firmware's greeting follows the half frame.
        while data := self.device.take():
            self.to_host.feed(data, now)
        if self.port.fd is not None:
            self.port.write(self.to_host.take(now))
        else:  # bytes sent into a pulled cable are lost; if kept, they would be due for ever
            self.to_host.clear()

    def due(self) -> float | None:
        """Seconds until ``turn`` has something to do; None when nothing is planned."""
        now = self._clock()
        times = [at for at in (self._back_at, self.to_host.due, self.to_board.due) if at]
        if self.world.restless:
            times.append(self._scan_at)
        waits = [max(0.0, at - now) for at in times]
        if (ms := self.device.due(self.now_ms)) is not None:
            waits.append(ms / 1000)
        return min(waits, default=None)

    def close(self) -> None:
        """Pull the port; may be called twice."""
        self.port.unplug()


class BoardServer:
    """The process's loop: port, control socket, signals and, if wanted, the parent's pipe."""

    def __init__(self, board: VirtualBoard, control: Path, *, until_stdin_closes: bool) -> None:
        self.board = board
        self.control = control
        self._stdin = until_stdin_closes
        self._clients: list[Client] = []
        self._waiters: list[Waiter] = []
        self._running = True
        self._listener: socket.socket | None = None
        self._signal_r, self._signal_w = socket.socketpair()

    def open(self) -> None:
        """Make port and socket; FileExistsError or OSError say what stands in the way."""
        self.control.parent.mkdir(parents=True, exist_ok=True)
        self.board.port.link.parent.mkdir(parents=True, exist_ok=True)
        self._catch_signals()
        self._listener = listening(self.control)
        self.board.plug()

    def run(self) -> None:
        """Serve until ``quit``, a signal, or the end of standard input."""
        while self._running:
            self._turn()

    def stop(self) -> None:
        """End ``run`` after this turn."""
        self._running = False

    def close(self) -> None:
        """Remove port and socket; may be called twice."""
        self.board.close()
        for client in self._clients:
            client.sock.close()
        self._clients.clear()
        if self._listener is not None:
            self._listener.close()
            self._listener = None
            self.control.unlink(missing_ok=True)
        self._signal_r.close()
        self._signal_w.close()

    def _catch_signals(self) -> None:
        self._signal_w.setblocking(False)
        signal.set_wakeup_fd(self._signal_w.fileno())
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.stop())

    def _turn(self) -> None:
        assert self._listener is not None
        reading: list[int] = [self._listener.fileno(), self._signal_r.fileno()]
        reading += [client.sock.fileno() for client in self._clients]
        if self._stdin:
            reading.append(sys.stdin.fileno())
        if self.board.port.fd is not None:
            reading.append(self.board.port.fd)
        ready, _, _ = select.select(reading, [], [], self._timeout())
        if self.board.port.fd in ready:
            self.board.hear()
        else:
            self.board.turn()
        for client in list(self._clients):
            if client.sock.fileno() in ready:
                self._hear(client)
        if self._listener.fileno() in ready:
            self._clients.append(Client(self._listener.accept()[0]))
        if self._stdin and sys.stdin.fileno() in ready and not os.read(sys.stdin.fileno(), 4096):
            self.stop()
        self._answer_waiters()

    def _timeout(self) -> float | None:
        now = time.monotonic()
        waits = [max(0.0, waiter.until - now) for waiter in self._waiters]
        if (board := self.board.due()) is not None:
            waits.append(board)
        return min(waits, default=None)

    def _hear(self, client: Client) -> None:
        lines = client.lines()
        if lines is None:
            self._clients.remove(client)
            self._waiters = [w for w in self._waiters if w.client is not client]
            client.sock.close()
            return
        for line in lines:
            answer = obey(self.board, line, self.stop)
            if isinstance(answer, Waiter):
                answer.client = client
                self._waiters.append(answer)
            else:
                client.say(answer)

    def _answer_waiters(self) -> None:
        now = time.monotonic()
        for waiter in list(self._waiters):
            if self.board.shown >= waiter.shown or now >= waiter.until:
                self._waiters.remove(waiter)
                if waiter.client is not None:
                    waiter.client.say(
                        {"ok": True, "shown": self.board.shown, "shown_at": self.board.shown_at}
                    )
