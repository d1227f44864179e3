"""The health of a board's program: why it started, how long its turns take, what memory is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from firmware_bridge.firmware.core import messages as m

_FELL: Final = {
    "hang": "The board started anew by itself: its program had hung, and the watchdog reset it.",
    "error": "The board started anew by itself: its program had ended by an error.",
}


@dataclass(frozen=True, slots=True)
class Health:
    """What a board says of itself in HELLO and HEARTBEAT.

    ``start``   why its program started, one of ``STARTS``
    ``system``  version of its CircuitPython; empty on other boards
    ``loop_ms`` its longest turn since the start, ``free_kb`` its least free memory; 0: not told

    >>> Health("hang").fell[:38]
    'The board started anew by itself: its '
    """

    start: str = m.STARTS[0]
    system: str = ""
    loop_ms: int = 0
    free_kb: int = 0

    @classmethod
    def of(cls, hello: Mapping[str, int]) -> Health:
        """As a HELLO tells it."""
        start = hello["start"]
        system = _system(hello)
        return cls(
            m.STARTS[start if start < len(m.STARTS) else 0], _dotted(system) if any(system) else ""
        )

    def after(self, heartbeat: Mapping[str, int]) -> Health:
        """With what a heartbeat adds."""
        free = heartbeat["free"]
        return replace(
            self,
            loop_ms=max(heartbeat["loop"], self.loop_ms),
            free_kb=min(free, self.free_kb or free),
        )

    @property
    def fell(self) -> str:
        """A sentence if the program ended by a fault; else empty."""
        return _FELL.get(self.start, "")


def too_old(hello: Mapping[str, int]) -> str:
    """A sentence if the board's CircuitPython is too old for its firmware; else empty."""
    system = _system(hello)
    if not any(system) or system >= m.LEAST_CIRCUITPYTHON:
        return ""
    return (
        f"The Pico runs CircuitPython {_dotted(system)}, its firmware needs "
        f"{_dotted(m.LEAST_CIRCUITPYTHON)} or newer: put a newer .uf2 file on it."
    )


def _system(hello: Mapping[str, int]) -> tuple[int, int, int]:
    return hello["major"], hello["minor"], hello["patch"]


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
