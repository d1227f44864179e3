"""What waits in the loop's queue: sensor events, things to be done, and the end."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple

from hardware.ports import HoleChange, SensorEvent, Snapshot


class Job:
    """Something to be done in the loop's thread, and where its result goes."""

    __slots__ = ("future", "run")

    def __init__(self, run: Callable[[], Any]) -> None:
        self.run = run
        self.future: Future[Any] = Future()


class Stop:
    """Ends the loop."""


class Remark(NamedTuple):
    """Which marble the virtual hand is about to put into a hole; empty: it does not say."""

    hole: str
    token: str


Item = HoleChange | Snapshot | SensorEvent | Remark | Job | Stop
