"""Virtual boards as child processes, a board opened with pyserial, MicroPython for Node."""

from __future__ import annotations

import queue
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.link.devices import SerialBoard
from firmware_bridge.virtual.client import HandsClient
from firmware_bridge.virtual.process import VirtualBoardProcess
from hardware.ports import HoleChange, LinkChange, LinkState, SensorEvent, Snapshot

HERE = str(Path(__file__).resolve().parent)
if HERE not in sys.path:
    sys.path.append(HERE)  # slow_pico can be imported by name from the tests beside it

NAMES = [f"h{at}" for at in range(133)]


class Bench:
    """A virtual board process, its hand, and a SerialBoard on its port."""

    def __init__(self, process: VirtualBoardProcess, holes: int) -> None:
        self.process = process
        self.hands = HandsClient(process.control)
        self.board = SerialBoard(str(process.port), holes)
        self.queue: queue.Queue[SensorEvent] = queue.Queue()
        self.events: list[SensorEvent] = []
        self.present: list[bool] = []

    def next(self, timeout: float = 5.0) -> SensorEvent:
        """The next event; fails the test when none comes."""
        event = self.queue.get(timeout=timeout)
        self.events.append(event)
        if isinstance(event, Snapshot):
            self.present = list(event.present)
        elif isinstance(event, HoleChange):
            self.present[event.hole] = event.present
        return event

    def until(self, good: Callable[[], bool], timeout: float = 6.0) -> None:
        """Take events until ``good``; fails the test when that takes too long."""
        end = time.monotonic() + timeout
        while not good():
            self.next(max(0.01, end - time.monotonic()))

    def up(self) -> None:
        """Take events until the link is up and the holes are known."""
        self.until(lambda: self.state is LinkState.UP and self.agrees())

    @property
    def state(self) -> LinkState:
        """What was said of the link last."""
        states = [e.state for e in self.events if isinstance(e, LinkChange)]
        return states[-1] if states else LinkState.NONE

    @property
    def reasons(self) -> list[str]:
        """All reasons that were given."""
        return [e.reason for e in self.events if isinstance(e, LinkChange)]

    @property
    def changes(self) -> list[tuple[int, bool]]:
        """All changes so far."""
        return [(e.hole, e.present) for e in self.events if isinstance(e, HoleChange)]

    @property
    def snapshots(self) -> int:
        """How many snapshots came so far."""
        return sum(isinstance(e, Snapshot) for e in self.events)

    def agrees(self) -> bool:
        """Whether the host's picture is what stands on the board."""
        tokens = self.hands.state()["tokens"]
        return self.present == [name in tokens for name in NAMES]

    def close(self) -> None:
        """End it all."""
        self.board.close()
        self.hands.close()
        self.process.close()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Callable[..., Bench]]:
    """Makes benches: ``bench(faults=["drop=0.1"], holes=133, start=True)``."""
    with ExitStack() as stack:

        def make(holes: int = 133, start: bool = True, **options: Any) -> Bench:
            made = Bench(VirtualBoardProcess(NAMES, tmp_path, **options), holes)
            stack.callback(made.close)
            made.hands.set_out({"h1": "A", "h2": "B", "h3": "C"})
            if start:
                made.board.start(made.queue.put)
            return made

        yield make


@pytest.fixture(scope="session")
def micropython(node_packages: Path) -> Path:
    """The folder with MicroPython for Node."""
    return node_packages
