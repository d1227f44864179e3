"""The virtual board's control socket: one JSON object a line, one answer a line.

======== ============================================ ========================================
``do``   other keys                                   answer beside ``"ok": true``
======== ============================================ ========================================
lift     ``hole``                                     ``token``, ``at``: monotonic seconds
put      ``hole``, ``token``, ``from`` (optional)     the same
set_out  ``tokens`` {hole: token}, ``hand`` [token]   –
state    –                                            ``tokens``, ``hand``, ``linked`` …
lights   –                                            ``frame``, ``palette``, ``cells`` …
wait     ``shown``, ``timeout``                       when so many frames were shown: ``shown_at``
force    ``hole``, ``level`` true, false or null      –; its sensor lies, null: it works again
fault    ``name``, ``value`` (optional)               ``faults``; begins a fault
heal     ``name`` (optional: all)                     ``faults``; ends it
quit     –                                            the process ends
======== ============================================ ========================================

A refusal is ``{"error": {"code", "message"}}`` and changes nothing. Numbers are finite, and nobody
waits longer than an hour.
"""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

from firmware_bridge.errors import BadFault, HandsRefused

from .board import VirtualBoard
from .faults import check_fault

LONGEST_LINE: Final = 65536
LONGEST_WAIT: Final = 3600.0
"""At most this many seconds are in ``timeout``."""

Answer = dict[str, Any]


@dataclass
class Waiter:
    """A client that waits until ``shown`` light frames were shown, at most until ``until``."""

    shown: int
    until: float
    client: Client | None = None


class Client:
    """One client's connection to the control socket."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self._rest = b""
        sock.settimeout(2.0)

    def lines(self) -> list[bytes] | None:
        """The complete lines that have come; None when the client has gone."""
        try:
            data = self.sock.recv(65536)
        except OSError:
            return None
        *lines, self._rest = (self._rest + data).split(b"\n")
        if not data or len(self._rest) > LONGEST_LINE:
            return None
        return [line for line in lines if line.strip()]

    def say(self, answer: Answer) -> None:
        """Send one answer; hang up on a client that has gone or does not read."""
        try:
            self.sock.sendall(json.dumps(answer).encode() + b"\n")
        except OSError:
            # The next read then finds the end, and the client is forgotten there.
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


def obey(board: VirtualBoard, line: bytes, stop: Callable[[], None]) -> Answer | Waiter:
    """Do what one line asks. Never raises on a bad line: the answer says what is wrong."""
    try:
        asked = _read(line)
        if not isinstance(asked, dict):
            raise HandsRefused("a command is one JSON object", code="malformed")
        do = asked.get("do")
        if do == "quit":
            stop()
            return {"ok": True}
        if do == "wait":
            until = time.monotonic() + _timeout(asked)
            return Waiter(int(_number(asked, "shown", board.shown + 1)), until)
        deed = _DEEDS.get(do) if isinstance(do, str) else None
        if deed is None:
            names = ", ".join([*_DEEDS, "wait", "quit"])
            raise HandsRefused(f"unknown command {do!r}; there are {names}", code="malformed")
        return {"ok": True, **deed(board, asked)}
    except RecursionError:
        return {"error": {"code": "malformed", "message": "a command is nested too deeply"}}
    except json.JSONDecodeError as error:
        message = f"a command is one line of JSON: {error}"
        return {"error": {"code": "malformed", "message": message}}
    except ValueError as error:
        code = "bad-fault" if isinstance(error, BadFault) else "malformed"
        return {"error": {"code": code, "message": str(error)}}
    except HandsRefused as error:
        return {"error": {"code": error.code, "message": str(error)}}


def _read(line: bytes) -> Any:
    """The JSON of one line. ValueError for NaN, and for a number that no float holds."""
    return json.loads(line, parse_constant=_finite, parse_float=_finite, parse_int=_whole)


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text[:40]} is no number that a command may hold")
    return number


def _whole(text: str) -> int:
    _finite(text)
    return int(text)


def _text(asked: Answer, key: str, default: str | None = None) -> str | None:
    value = asked.get(key, default)
    if value is not None and not isinstance(value, str):
        raise HandsRefused(f"{key} is a text, not {value!r}", code="malformed")
    return value


def _hole(asked: Answer) -> str:
    hole = _text(asked, "hole")
    if hole is None:
        raise HandsRefused("which hole? the key hole is missing", code="malformed")
    return hole


def _number(asked: Answer, key: str, default: float) -> float:
    value = asked.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise HandsRefused(f"{key} is a number, not {value!r}", code="malformed")
    return float(value)


def _timeout(asked: Answer) -> float:
    seconds = _number(asked, "timeout", 5.0)
    if seconds > LONGEST_WAIT:
        raise HandsRefused(f"timeout is at most {LONGEST_WAIT:g} seconds", code="malformed")
    return seconds


def _lift(board: VirtualBoard, asked: Answer) -> Answer:
    token = board.world.lift(_hole(asked), time.monotonic())
    board.scan()
    return {"token": token, "at": board.edge_at}


def _put(board: VirtualBoard, asked: Answer) -> Answer:
    which, origin = _text(asked, "token"), _text(asked, "from")
    token = board.world.put(_hole(asked), which, time.monotonic(), origin)
    board.scan()
    return {"token": token, "at": board.edge_at}


def _set_out(board: VirtualBoard, asked: Answer) -> Answer:
    tokens, hand = asked.get("tokens"), asked.get("hand", [])
    if not isinstance(tokens, dict) or not all(isinstance(t, str) for t in tokens.values()):
        raise HandsRefused("tokens is an object of hole and token", code="malformed")
    if not isinstance(hand, list) or not all(isinstance(t, str) for t in hand):
        raise HandsRefused("hand is a list of tokens", code="malformed")
    board.world.set_out(tokens, hand, time.monotonic())
    board.scan()
    return {}


def _state(board: VirtualBoard, asked: Answer) -> Answer:
    return {
        "holes": list(board.world.names),
        "tokens": dict(board.world.tokens),
        "hand": [{"token": held.token, "from": held.origin} for held in board.world.hand],
        "port": str(board.port.link),
        "plugged": board.port.fd is not None,
        "linked": board.device.linked,
        "restarts": board.restarts,
        "faults": dict(board.cable.faults),
        "played": board.cable.played,
    }


def _lights(board: VirtualBoard, asked: Answer) -> Answer:
    lights = board.device.lights
    pixels = board.device.render(board.now_ms)
    # A hole's own light is the one that its wires lead to.
    names = dict(zip(board.world.names, board.world.pixel, strict=True))
    step = 3 * lights.ring
    return {
        "frame": lights.frame,
        "shown": board.shown,
        "shown_at": board.shown_at,
        "brightness": lights.brightness,
        "calm": lights.calm,
        "palette": [list(look) for look in lights.palette],
        "cells": {name: lights.cells[at] for name, at in names.items() if lights.cells[at]},
        "pixels": {
            name: pixels[step * at : step * at + 3].hex()
            for name, at in names.items()
            if any(pixels[step * at : step * at + 3])
        },
        "peak_ma": lights.peak,
    }


def _force(board: VirtualBoard, asked: Answer) -> Answer:
    level = asked.get("level")
    if level is not None and not isinstance(level, bool):
        raise HandsRefused(f"level is true, false or null, not {level!r}", code="malformed")
    board.world.force(_hole(asked), level)
    board.scan()
    return {}


def _fault(board: VirtualBoard, asked: Answer) -> Answer:
    value = _number(asked, "value", 0.0) if "value" in asked else None
    board.fault(*check_fault(_text(asked, "name") or "", value))
    return {"faults": dict(board.cable.faults)}


def _heal(board: VirtualBoard, asked: Answer) -> Answer:
    name = _text(asked, "name")
    if name is not None:
        check_fault(name, None)
    board.heal(name)
    return {"faults": dict(board.cable.faults)}


_DEEDS: Final[dict[str, Callable[[VirtualBoard, Answer], Answer]]] = {
    "lift": _lift,
    "put": _put,
    "set_out": _set_out,
    "state": _state,
    "lights": _lights,
    "force": _force,
    "fault": _fault,
    "heal": _heal,
}
