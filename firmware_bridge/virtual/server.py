"""The virtual board's process: port, control socket, signals and the parent's pipe in one loop.

It sleeps until the host writes, a hand moves through the control socket, or the firmware has
something due; an edge leaves at once. Commands of the socket: ``control.py``.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import time
from pathlib import Path

from .board import VirtualBoard
from .control import Client, Waiter, obey
from .sockets import listening


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
