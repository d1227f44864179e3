"""The ports of the hardware room: what feels holes, what lights them, what tells the time.

Drivers (GPIO, shift registers, the serial bridge, the public mock) implement these. Hole numbers
index the board's ``holes`` (sensor order); names of holes live above this room.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol


@dataclass(frozen=True, slots=True)
class HoleChange:
    """A raw or debounced change at one hole. ``t`` in seconds of the device's own clock."""

    hole: int
    present: bool
    t: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All holes at one device time: ``present[hole]``. Sent at connect, resync and overflow."""

    present: tuple[bool, ...]
    t: float


class LinkState(Enum):
    """State of the way to the sensors."""

    NONE = "none"
    CONNECTING = "connecting"
    UP = "up"
    DOWN = "down"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class LinkChange:
    """The way to the sensors changed; ``reason`` is a sentence for people (empty when up).

    ``code`` tells causes apart, for callers with words of their own. Refused: ``firmware`` (it
    speaks another wire), ``holes`` or ``pixels`` (it has another number). Down: ``driver`` (a
    library, right or pin is missing here), ``wires`` (sensors are broken). Else it is empty.
    """

    state: LinkState
    reason: str = ""
    code: str = ""


SensorEvent = HoleChange | Snapshot | LinkChange
SensorSink = Callable[[SensorEvent], None]


class Clock(Protocol):
    """Monotonic time in seconds."""

    def now(self) -> float:
        """Seconds since some fixed moment."""


class SensorArray(Protocol):
    """All holes of a board. Events reach the sink from any thread; the sink only queues them."""

    @property
    def holes(self) -> int:
        """How many holes it senses."""

    def start(self, sink: SensorSink) -> None:
        """Begin to report; a Snapshot follows as soon as the device answers."""

    def resync(self) -> None:
        """Ask for a full Snapshot."""

    def close(self) -> None:
        """Stop; may be called twice."""


class Motion(Enum):
    """How a light moves (page.md 2, table of lights). The number is the wire's code."""

    STEADY = 0
    BREATHE = 1
    PULSE = 2
    BLINK_FAST = 3
    FLASH_TWICE = 4
    BLINK_SLOW = 5
    BLINK = 6
    CHASE = 7
    FADE_WHITE = 8
    TWINKLE = 9
    SWEEP = 10
    FAULT_BLINK = 11
    DIM = 12
    BREATHE_SLOW = 13


@dataclass(frozen=True, slots=True)
class Look:
    """One palette entry: linear 8-bit colour and its motion."""

    red: int
    green: int
    blue: int
    motion: Motion = Motion.STEADY


@dataclass(frozen=True, slots=True)
class LightFrame:
    """What every hole shows: ``cells[hole]`` is an index into ``palette`` (0 = dark)."""

    palette: tuple[Look, ...]
    cells: tuple[int, ...]


class LightStrip(Protocol):
    """The pixels. ``show`` keeps only the latest frame and never blocks on a slow wire."""

    def show(self, frame: LightFrame) -> None:
        """Show that frame."""

    def off(self) -> None:
        """All pixels dark, now (waits until the frame has left, at most 0.5 s)."""

    def close(self) -> None:
        """Lights out and stop; may be called twice."""
