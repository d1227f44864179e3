"""Sensors that are read again and again: from readings to events, and the thread that reads.

``Scan`` is pure. ``ScannedArray`` opens a reader, reads at its rate and opens it again when it is
lost. Meanwhile it says in one sentence why nothing is seen (PP-14, PP-31).
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from hardware.closing import Closing
from hardware.errors import BadSetting, Closed, NoDriver, SensorFault
from hardware.ports import (
    Clock,
    HoleChange,
    LinkChange,
    LinkState,
    SensorEvent,
    SensorSink,
    Snapshot,
)

RETRY: Final = 2.0
"""Seconds between two tries to open what cannot be opened: a device may come late at boot."""

_log: Final = logging.getLogger(__name__)


class Reader(Protocol):
    """Open sensors. ``read`` gives the presence at every input."""

    def read(self) -> Sequence[bool]:
        """True where a marble lies; SensorFault for a reading without meaning, OSError if gone."""

    def close(self) -> None:
        """Let go of the pins; may be called twice."""


class Scan:
    """Turns readings into events. Without a picture yet, the next reading is a snapshot.

    >>> scan = Scan(2)
    >>> [type(event).__name__ for event in scan.reading([True, False], 0.0)]
    ['LinkChange', 'Snapshot']
    >>> scan.reading([True, True], 0.1)
    [HoleChange(hole=1, present=True, t=0.1)]
    """

    def __init__(self, inputs: int) -> None:
        if inputs < 1:
            raise BadSetting(f"an array has at least one input, not {inputs}")
        self.inputs = inputs
        self._present: list[bool] | None = None
        self._asked = False
        self._link = LinkChange(LinkState.NONE)

    def ask(self) -> None:
        """Let the next reading be a snapshot."""
        self._asked = True

    def reading(self, levels: Sequence[bool], t: float) -> list[SensorEvent]:
        """All inputs at ``t``; a reading of wrong length is a fault."""
        if len(levels) != self.inputs:
            return self.fault(f"The sensors gave {len(levels)} inputs, not {self.inputs}.")
        events: list[SensorEvent] = self._say(LinkChange(LinkState.UP))
        if self._present is None or self._asked:
            self._present, self._asked = list(levels), False
            return [*events, Snapshot(tuple(self._present), t)]
        for number, present in enumerate(levels):
            events += self.edge(number, present, t)
        return events

    def edge(self, number: int, present: bool, t: float) -> list[SensorEvent]:
        """One input at ``t``; gives nothing before the first reading, or without a change."""
        if self._present is None or self._present[number] == present:
            return []
        self._present[number] = present
        return [HoleChange(number, present, t)]

    def fault(self, reason: str, code: str = "wires") -> list[SensorEvent]:
        """Note that nothing can be seen now, and why; the next good reading is a snapshot."""
        self._present = None
        return self._say(LinkChange(LinkState.DOWN, reason, code))

    def _say(self, link: LinkChange) -> list[SensorEvent]:
        if link == self._link:
            return []
        self._link = link
        return [link]


class ScannedArray(Closing):
    """A ``SensorArray`` on a reader that its own thread opens and reads ``hz`` times a second.

    ``open_reader`` raises NoDriver with a sentence when there is nothing to read; it is tried
    again every ``retry`` seconds.
    """

    def __init__(
        self,
        open_reader: Callable[[], Reader],
        inputs: int,
        hz: float,
        clock: Clock,
        *,
        retry: float = RETRY,
    ) -> None:
        if hz <= 0:
            raise BadSetting(f"sensors are read more than {hz:g} times a second")
        self._open = open_reader
        self._scan = Scan(inputs)
        self._step = 1 / hz
        self._clock = clock
        self._retry = retry
        self._sink: SensorSink | None = None
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def holes(self) -> int:
        """How many inputs it reads."""
        return self._scan.inputs

    def start(self, sink: SensorSink) -> None:
        """Begin to read; Closed after ``close``."""
        if self._ended.is_set():
            raise Closed("these sensors were closed: make new ones")
        if self._thread is None:
            self._sink = sink
            self._thread = threading.Thread(target=self._run, name="sensors", daemon=True)
            self._thread.start()

    def resync(self) -> None:
        """Report a full snapshot with the next reading."""
        self._scan.ask()

    def close(self) -> None:
        """Stop and let go of the pins; may be called twice."""
        self._ended.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(2.0)

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                reader = self._open()
            except NoDriver as error:
                self._tell_fault(str(error), "driver")
                self._ended.wait(self._retry)
                continue
            try:
                self._read(reader)
            except Exception as error:
                # The kernel's drivers raise OSError, a library of pins may raise anything. The game
                # goes on by tapping, and we keep trying the sensors (PP-14).
                self._tell_fault(f"The sensors are gone ({error}): look at plugs and power.", "")
                self._ended.wait(self._retry)
            finally:
                with contextlib.suppress(Exception):  # what is gone cannot be closed
                    reader.close()

    def _read(self, reader: Reader) -> None:
        """Read until closed; raises when the device is gone."""
        due = self._clock.now()
        while not self._ended.is_set():
            try:
                self._tell(self._scan.reading(reader.read(), self._clock.now()))
            except SensorFault as error:
                self._tell_fault(str(error), "wires")
            now = self._clock.now()
            # Late readings are left out: only the newest one tells anything.
            due = max(due + self._step, now)
            self._ended.wait(due - now)

    def _tell_fault(self, reason: str, code: str) -> None:
        events = self._scan.fault(reason, code)
        if events:
            _log.warning(reason)
        self._tell(events)

    def _tell(self, events: Sequence[SensorEvent]) -> None:
        if self._sink is not None:
            for event in events:
                self._sink(event)
