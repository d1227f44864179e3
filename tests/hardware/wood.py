"""An ear for events, and boards of wood over gpiozero's mock pins."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from hardware.ports import HoleChange, LinkChange, LinkState, SensorEvent, Snapshot


class WallClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Seconds."""
        return time.monotonic()


class Ear:
    """Takes events from any thread; waits for the one a test expects, at most five seconds."""

    def __init__(self) -> None:
        self.heard: queue.Queue[SensorEvent] = queue.Queue()
        self.all: list[SensorEvent] = []

    def __call__(self, event: SensorEvent) -> None:
        self.heard.put(event)

    def until(self, wanted: Callable[[SensorEvent], bool]) -> SensorEvent:
        """The next event of that kind."""
        end = time.monotonic() + 5
        while True:
            event = self.heard.get(timeout=max(0.01, end - time.monotonic()))
            self.all.append(event)
            if wanted(event):
                return event

    def snapshot(self) -> tuple[bool, ...]:
        """What the next snapshot says."""
        event = self.until(lambda event: isinstance(event, Snapshot))
        assert isinstance(event, Snapshot)
        return event.present

    def change(self) -> tuple[int, bool]:
        """Hole and presence of the next change."""
        event = self.until(lambda event: isinstance(event, HoleChange))
        assert isinstance(event, HoleChange)
        return event.hole, event.present

    def link(self, state: LinkState) -> str:
        """The reason of the next link of that state."""
        event = self.until(lambda event: isinstance(event, LinkChange) and event.state is state)
        assert isinstance(event, LinkChange)
        return event.reason


class RowPin(MockPin):
    """An output that tells the wood when it changes."""

    wood: Any = None

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        if self.wood is not None:
            self.wood.settle()


class MatrixWood:
    """A matrix of switches: what every column reads follows from rows, marbles and diodes.

    With diodes current goes from a column through a switch to a low row and never back. Without
    them it finds its way over any closed switch, in either direction.
    """

    def __init__(
        self,
        factory: MockFactory,
        rows: list[int],
        columns: list[int],
        *,
        diodes: bool = True,
        active: str = "low",
    ) -> None:
        self.diodes, self.low = diodes, active == "low"
        self.marbles: set[tuple[int, int]] = set()
        self.rows = [factory.pin(bcm, pin_class=RowPin) for bcm in rows]
        self.columns = [factory.pin(bcm) for bcm in columns]
        for pin in self.rows:
            pin.wood = self

    def settle(self) -> None:
        """Let the columns follow."""
        driven = {
            at
            for at, pin in enumerate(self.rows)
            if pin.function == "output" and bool(pin.state) != self.low
        }
        for at, pin in enumerate(self.columns):
            if pin.function != "input":
                continue
            pulled = bool(driven & self._reached(at))
            if pulled == self.low:
                pin.drive_low()
            else:
                pin.drive_high()

    def _reached(self, column: int) -> set[int]:
        """Rows that current of that column reaches."""
        rows = {row for row, at in self.marbles if at == column}
        if self.diodes:
            return rows
        while True:
            columns = {at for row, at in self.marbles if row in rows}
            more = {row for row, at in self.marbles if at in columns}
            if more <= rows:
                return rows
            rows |= more


class MemoryChain:
    """A chain of pixels that remembers what it was sent."""

    def __init__(self) -> None:
        self.sent: queue.Queue[bytes] = queue.Queue()
        self.now = b""
        self.closed = 0
        self.breaks = False

    def show(self, colours: bytes) -> None:
        """Remember."""
        if self.breaks:
            raise OSError("pulled out")
        self.now = colours
        self.sent.put(colours)

    def close(self) -> None:
        """Count."""
        self.closed += 1

    def until(self, wanted: Callable[[bytes], bool]) -> bytes:
        """The next picture of that kind; waits at most five seconds."""
        end = time.monotonic() + 5
        while True:
            colours = self.sent.get(timeout=max(0.01, end - time.monotonic()))
            if wanted(colours):
                return colours
