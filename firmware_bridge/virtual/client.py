"""The virtual hand, as a client sees it: lift, put, set out, look at the lights, play faults."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from firmware_bridge.errors import BadFault, BoardGone, HandsRefused
from hardware.closing import Closing

from .sockets import connected


class HandsClient(Closing):
    """One connection to a virtual board's control socket; safe to use from several threads.

    A hand that cannot do what it is told raises HandsRefused with a ``code``; a board that does not
    answer raises BoardGone, and the next call tries to connect again.
    """

    def __init__(self, control: Path | str, *, timeout: float = 5.0) -> None:
        self._path = Path(control)
        self._timeout = timeout
        self._lock = threading.Lock()
        self._sock: socket.socket | None = None
        self._rest = b""

    def lift(self, hole: str) -> dict[str, Any]:
        """Lift the marble out of ``hole``: ``token`` and ``at``, when the edge left (monotonic)."""
        return self._ask({"do": "lift", "hole": hole})

    def put(self, hole: str, token: str | None = None, origin: str | None = None) -> dict[str, Any]:
        """Put that ``token``, or the marble lifted from ``origin``, else the last one lifted.

        Answers as ``lift``.
        """
        return self._ask({"do": "put", "hole": hole, "token": token, "from": origin})

    def set_out(self, tokens: Mapping[str, str], hand: Iterable[str] = ()) -> None:
        """Clear the board and set out ``tokens`` by hole; ``hand``: tokens in the hand."""
        self._ask({"do": "set_out", "tokens": dict(tokens), "hand": list(hand)})

    def state(self) -> dict[str, Any]:
        """Holes, tokens by hole, hand, port, whether plugged and linked, restarts, faults."""
        return self._ask({"do": "state"})

    def lights(self) -> dict[str, Any]:
        """Frame number, count of frames shown, palette, and cells and pixels of lit holes."""
        return self._ask({"do": "lights"})

    def wait_shown(self, shown: int, timeout: float = 5.0) -> dict[str, Any]:
        """Wait until ``shown`` light frames were shown or ``timeout``; ``shown``, ``shown_at``."""
        return self._ask({"do": "wait", "shown": shown, "timeout": timeout}, extra=timeout)

    def force(self, hole: str, level: bool | None) -> None:
        """Make the sensor of ``hole`` read ``level`` whatever lies there; None: it works again."""
        self._ask({"do": "force", "hole": hole, "level": level})

    def fault(self, name: str, value: float | None = None) -> None:
        """Begin a fault of ``faults.py``; BadFault when there is none of that name or value."""
        asked: dict[str, Any] = {"do": "fault", "name": name}
        self._ask(asked if value is None else {**asked, "value": value})

    def heal(self, name: str | None = None) -> None:
        """End one fault, or all."""
        self._ask({"do": "heal"} if name is None else {"do": "heal", "name": name})

    def quit(self) -> None:
        """End the virtual board."""
        self._ask({"do": "quit"})

    def close(self) -> None:
        """Hang up; may be called twice."""
        with self._lock:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._sock is not None:
            self._sock.close()
            self._sock = None
        self._rest = b""

    def _ask(self, asked: dict[str, Any], extra: float = 0.0) -> dict[str, Any]:
        with self._lock:
            try:
                if self._sock is None:
                    self._sock = connected(self._path, self._timeout)
                self._sock.settimeout(self._timeout + extra)
                self._sock.sendall(json.dumps(asked).encode() + b"\n")
                line = self._line(self._sock)
            except OSError as error:
                self._hang_up()
                raise BoardGone(
                    f"the virtual board does not answer at {self._path}: is it running?"
                ) from error
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            code, message = answer["error"]["code"], answer["error"]["message"]
            if code == "bad-fault":
                raise BadFault(message)
            raise HandsRefused(message, code=code)
        return answer

    def _line(self, sock: socket.socket) -> bytes:
        while b"\n" not in self._rest:
            data = sock.recv(65536)
            if not data:
                raise ConnectionResetError("the virtual board hung up")
            self._rest += data
        line, self._rest = self._rest.split(b"\n", 1)
        return line
