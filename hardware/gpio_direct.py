"""One pin a hole: gpiozero tells every edge, and a slow look at all pins catches what it missed.

gpiozero's callbacks come in a thread of their own; they only put the edge on a queue.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Final

from hardware.closing import Closing
from hardware.errors import Closed, NoDriver
from hardware.gpio import InPin, PinFactory, input_pin
from hardware.ports import Clock, SensorEvent, SensorSink
from hardware.scanning import RETRY, Scan

LOOK: Final = 0.25
"""Seconds between two looks at all pins."""

_log: Final = logging.getLogger(__name__)
_Edge = tuple[int, bool, float]


class GpioDirect(Closing):
    """A ``SensorArray`` of single BCM pins; input ``n`` is ``pins[n]``."""

    def __init__(
        self,
        pins: Sequence[int],
        clock: Clock,
        *,
        active: str = "low",
        pull: str = "up",
        factory: PinFactory = None,
        look: float = LOOK,
        retry: float = RETRY,
    ) -> None:
        self._bcm = tuple(pins)
        self._scan = Scan(len(self._bcm))
        self._clock = clock
        self._active, self._pull, self._factory = active, pull, factory
        self._look, self._retry = look, retry
        self._edges: queue.Queue[_Edge | None] = queue.Queue()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._sink: SensorSink | None = None

    @property
    def holes(self) -> int:
        """How many pins it reads."""
        return len(self._bcm)

    def start(self, sink: SensorSink) -> None:
        """Begin to report; Closed after ``close``."""
        if self._ended.is_set():
            raise Closed("these sensors were closed: make new ones")
        if self._thread is None:
            self._sink = sink
            self._thread = threading.Thread(target=self._run, name="sensors", daemon=True)
            self._thread.start()

    def resync(self) -> None:
        """Report a full snapshot at once."""
        self._scan.ask()
        self._edges.put(None)

    def close(self) -> None:
        """Stop and let go of the pins; may be called twice."""
        self._ended.set()
        self._edges.put(None)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(2.0)

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                with ExitStack() as stack:
                    self._follow(self._opened(stack))
            except NoDriver as error:
                self._rest(str(error), "driver")
            except Exception as error:
                # The library of pins may raise anything; we keep trying (PP-14).
                self._rest(f"The sensors are gone ({error}): look at plugs and power.", "")

    def _rest(self, reason: str, code: str) -> None:
        """Say why nothing is seen, once, and wait before the next try."""
        events = self._scan.fault(reason, code)
        if events:
            _log.warning(reason)
        self._tell(events)
        self._ended.wait(self._retry)

    def _opened(self, stack: ExitStack) -> list[InPin]:
        pins = []
        for number, bcm in enumerate(self._bcm):
            pin = input_pin(bcm, self._active, self._pull, self._factory)
            stack.callback(pin.close)
            pin.when_activated = self._edge(number, True)
            pin.when_deactivated = self._edge(number, False)
            pins.append(pin)
        return pins

    def _edge(self, number: int, present: bool) -> Callable[[], None]:
        """What gpiozero calls, in its own thread, when that pin changes."""
        return lambda: self._edges.put((number, present, self._clock.now()))

    def _follow(self, pins: Sequence[InPin]) -> None:
        """Report edges as they come; look at all pins when none has come for a while."""
        due = self._clock.now()
        while not self._ended.is_set():
            wait = due - self._clock.now()
            try:
                edge = self._edges.get(timeout=max(0.0, wait)) if wait > 0 else None
            except queue.Empty:
                edge = None
            if edge is not None:
                self._tell(self._scan.edge(*edge))
            else:
                due = self._clock.now() + self._look
                levels = [pin.is_active for pin in pins]
                self._tell(self._scan.reading(levels, self._clock.now()))

    def _tell(self, events: Sequence[SensorEvent]) -> None:
        if self._sink is not None:
            for event in events:
                self._sink(event)
