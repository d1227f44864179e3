"""The ways in which the virtual board's wire can misbehave, by name, drawn from a seeded source."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from firmware_bridge.errors import BadFault

DEFAULTS: Final[dict[str, float]] = {
    "drop": 0.1,
    "corrupt": 0.1,
    "duplicate": 0.1,
    "delay": 0.05,
    "reset": 0.0,
    "unplug": 1.0,
    "version": 99.0,
    "holes": 89.0,
    "chain": 1.0,
    "crossed": 1.0,
    "crossed_lights": 1.0,
}
"""Fault → value used when none is given.

``drop``, ``corrupt``, ``duplicate``: share of frames, 0–1, in both directions. ``delay``: seconds
added to everything. ``reset``: share of frames in whose middle the board restarts; 0 means once, at
the next frame. ``unplug``: seconds the port is gone, once. ``version``, ``holes``: what the board
claims. ``chain``: 1 cuts the sensor chain, its inputs all read low. ``crossed``,
``crossed_lights``: sensors or pixels hang on each other's wires, in an order drawn by that number.
"""

_MOST: Final = {
    "version": 255.0,
    "holes": 65535.0,
    "delay": 10.0,
    "unplug": 3600.0,
    "crossed": 65535.0,
    "crossed_lights": 65535.0,
}

SHARES: Final = ("drop", "corrupt", "duplicate", "reset")


def parse_fault(word: str) -> tuple[str, float]:
    """``NAME`` or ``NAME=VALUE`` as name and value; BadFault says what is wrong with it."""
    name, _, text = word.partition("=")
    if not text:
        return check_fault(name, None)
    try:
        value = float(text)
    except ValueError:
        raise BadFault(f"the value of fault {name} is a number, not {text!r}") from None
    return check_fault(name, value)


def check_fault(name: str, value: float | None) -> tuple[str, float]:
    """The fault with its value or its default; BadFault for an unknown name or a bad value."""
    if name not in DEFAULTS:
        raise BadFault(f"no fault is named {name!r}; there are {', '.join(DEFAULTS)}")
    value = DEFAULTS[name] if value is None else value
    most = _MOST.get(name, 1.0)
    if not 0 <= value <= most:
        raise BadFault(f"fault {name} takes 0 to {most:g}, not {value:g}")
    return name, value


class FaultyWire:
    """One direction of the wire: whole frames come in; what is left of them goes out, perhaps
    later.

    Order is kept, as on any serial line. ``reset`` is called in the middle of a frame whose second
    half is then lost.
    """

    def __init__(self, rng: Random, reset: Callable[[], None] | None = None) -> None:
        self.rates = dict.fromkeys((*SHARES, "delay"), 0.0)
        self.reset_next = False
        self.played = dict.fromkeys((*SHARES, "delay"), 0)
        self._rng = rng
        self._reset = reset
        self._half = b""
        self._queue: list[tuple[float, bytes]] = []

    def feed(self, data: bytes, now: float) -> None:
        """Take bytes. Complete frames go through the faults; a half frame waits for its rest."""
        *frames, self._half = (self._half + data).split(b"\x00")
        for frame in frames:
            for copy in self._played(frame + b"\x00"):
                if self.rates["delay"]:
                    self.played["delay"] += 1
                self._queue.append((now + self.rates["delay"], copy))

    def take(self, now: float) -> bytes:
        """The bytes that have arrived by ``now``."""
        out = b""
        while self._queue and self._queue[0][0] <= now:
            out += self._queue.pop(0)[1]
        return out

    @property
    def due(self) -> float | None:
        """When the next bytes arrive; None when none are on their way."""
        return self._queue[0][0] if self._queue else None

    def clear(self) -> None:
        """The wire was cut: what was on it is gone."""
        self._queue.clear()
        self._half = b""

    def _hits(self, name: str) -> bool:
        # Draw only when the fault is on, so that a seed gives the same story for each fault.
        rate = self.rates[name]
        hit = rate > 0 and self._rng.random() < rate
        self.played[name] += hit
        return hit

    def _played(self, frame: bytes) -> list[bytes]:
        if self._reset is not None and (self.reset_next or self._hits("reset")):
            self.played["reset"] += self.reset_next
            self.reset_next = False
            self._reset()
            return [frame[: len(frame) // 2]]
        if self._hits("drop"):
            return []
        if self._hits("corrupt"):
            at = self._rng.randrange(len(frame))
            flipped = frame[at] ^ (1 << self._rng.randrange(8))
            frame = frame[:at] + bytes((flipped,)) + frame[at + 1 :]
        return [frame, frame] if self._hits("duplicate") else [frame]


class FaultyCable:
    """Both directions of the wire, and the faults that are on.

    ``reset`` restarts the board in the middle of a frame that it sends.
    """

    def __init__(self, rng: Random, reset: Callable[[], None]) -> None:
        self.to_host = FaultyWire(rng, reset)
        self.to_board = FaultyWire(rng)
        self.faults: dict[str, float] = {}

    def begin(self, name: str, value: float) -> None:
        """A fault is on from now on."""
        self.faults[name] = value
        self._apply()

    def heal(self, name: str | None) -> None:
        """End one fault, or all."""
        for each in DEFAULTS if name is None else (name,):
            self.faults.pop(each, None)
        self._apply()

    def clear(self) -> None:
        """The cable was pulled: what was on it is gone."""
        self.to_host.clear()
        self.to_board.clear()

    @property
    def due(self) -> tuple[float | None, float | None]:
        """When the next bytes arrive, on either side; None when none are on their way."""
        return self.to_host.due, self.to_board.due

    @property
    def played(self) -> dict[str, int]:
        """How often each fault struck, in both directions."""
        return {
            name: count + self.to_board.played[name] for name, count in self.to_host.played.items()
        }

    def _apply(self) -> None:
        for wire in (self.to_host, self.to_board):
            for name in wire.rates:
                wire.rates[name] = self.faults.get(name, 0.0)
        self.to_board.rates["reset"] = 0.0
