"""Several sensor arrays and pixel chains as one board, holes in the board's own order.

The wood decides which input and which pixel a hole has; this file puts both in order. A board with
several arrays counts as reachable when all of them are. Every change has the host's time then,
since each device has a clock of its own.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hardware.closing import Closing
from hardware.debounce import DeviceClock
from hardware.errors import BadFrame, BadSetting
from hardware.ports import (
    Clock,
    HoleChange,
    LightFrame,
    LightStrip,
    LinkChange,
    LinkState,
    SensorArray,
    SensorEvent,
    SensorSink,
    Snapshot,
)
from hardware.power import Supply, capped

_WORST: Final = (
    LinkState.REFUSED,
    LinkState.DOWN,
    LinkState.CONNECTING,
    LinkState.NONE,
    LinkState.UP,
)
"""The board's link is the first of these states that any of its links has."""


@dataclass(frozen=True, slots=True)
class ArrayPart:
    """One array and the board's hole (by number) at each of its inputs that has one."""

    name: str
    array: SensorArray
    holes: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class StripPart:
    """One strip and which of the board's holes each of its cells shows; None: always dark."""

    strip: LightStrip
    cells: tuple[int | None, ...]


class _State:
    """What one array has said so far."""

    def __init__(self) -> None:
        self.link = LinkChange(LinkState.NONE)
        self.present: list[bool] | None = None
        self.clock = DeviceClock()


class MixedSensors(Closing):
    """A ``SensorArray`` of one or several parts."""

    def __init__(self, parts: Sequence[ArrayPart], holes: int, clock: Clock) -> None:
        taken = [hole for part in parts for hole in part.holes.values()]
        if parts and sorted(taken) != list(range(holes)):
            raise BadSetting(f"{len(taken)} inputs do not feel {holes} holes, each once")
        self._parts = tuple(parts)
        self._holes = holes
        self._clock = clock
        self._lock = threading.Lock()
        self._states = [_State() for _ in parts]
        self._link = LinkChange(LinkState.NONE)
        self._missed = False
        self._sink: SensorSink | None = None

    @property
    def holes(self) -> int:
        """How many holes it senses."""
        return self._holes

    @property
    def links(self) -> Mapping[str, LinkChange]:
        """The link to every part by its name, as it was last reported."""
        with self._lock:
            pairs = zip(self._parts, self._states, strict=True)
            return {part.name: state.link for part, state in pairs}

    def start(self, sink: SensorSink) -> None:
        """Begin to report, from the threads of the parts."""
        self._sink = sink
        if not self._parts:
            sink(LinkChange(LinkState.NONE, "This board has no sensors: play on the page."))
        for at, part in enumerate(self._parts):
            part.array.start(self._ear(at))

    def resync(self) -> None:
        """Ask every part for a snapshot."""
        for part in self._parts:
            part.array.resync()

    def close(self) -> None:
        """Stop all parts; may be called twice."""
        for part in self._parts:
            part.array.close()

    def _ear(self, at: int) -> SensorSink:
        def hear(event: SensorEvent) -> None:
            # Reported under the lock: two parts' events must not overtake one another.
            with self._lock:
                for told in self._events(at, event):
                    if self._sink is not None:
                        self._sink(told)

        return hear

    def _events(self, at: int, event: SensorEvent) -> list[SensorEvent]:
        state, part = self._states[at], self._parts[at]
        if isinstance(event, LinkChange):
            state.link = event
            if event.state is not LinkState.UP:
                state.clock.forget()
            # Its last picture holds until it sends another: a link may come back without one.
            return self._linked()
        t = self._time(state, event)
        if isinstance(event, Snapshot):
            state.present = list(event.present)
            return self._whole(t)
        if state.present is None or not 0 <= event.hole < len(state.present):
            return []
        state.present[event.hole] = event.present
        hole = part.holes.get(event.hole)
        if hole is None:
            return []
        if self._link.state is not LinkState.UP:
            self._missed = True
            return []
        return [HoleChange(hole, event.present, t)]

    def _time(self, state: _State, event: HoleChange | Snapshot) -> float:
        """The event's time; with several devices, by the host's clock."""
        if len(self._parts) == 1:
            return event.t
        now = self._clock.now()
        state.clock.heard(event.t, now)
        return min(now, state.clock.host(event.t))

    def _linked(self) -> list[SensorEvent]:
        """The board's link, when it changed."""
        at = min(range(len(self._parts)), key=lambda n: _WORST.index(self._states[n].link.state))
        link = self._states[at].link
        if len(self._parts) > 1 and link.reason:
            link = replace(link, reason=f"{self._parts[at].name}: {link.reason}")
        if link == self._link:
            return []
        self._link = link
        if link.state is LinkState.UP and self._missed:
            return [link, *self._whole(self._clock.now())]
        return [link]

    def _whole(self, t: float) -> list[SensorEvent]:
        """A snapshot of all holes, once every part has told its own."""
        present = [False] * self._holes
        for state, part in zip(self._states, self._parts, strict=True):
            if state.present is None:
                return []
            for number, hole in part.holes.items():
                present[hole] = state.present[number]
        self._missed = False
        return [Snapshot(tuple(present), t)]


class MixedLights(Closing):
    """A ``LightStrip`` of one or several parts on one supply."""

    def __init__(
        self, parts: Sequence[StripPart], holes: int, supply: Supply | None = None
    ) -> None:
        for part in parts:
            if any(hole is not None and not 0 <= hole < holes for hole in part.cells):
                raise BadSetting(f"a strip shows a hole beyond {holes}")
        self._parts = tuple(parts)
        self._holes = holes
        # One strip caps itself; several on one supply must share it beforehand (PP-22).
        self._supply = supply if len(self._parts) > 1 else None

    @property
    def holes(self) -> int:
        """How many holes it lights."""
        return self._holes

    def show(self, frame: LightFrame) -> None:
        """Show that frame; BadFrame when it has another number of holes."""
        if len(frame.cells) != self._holes:
            raise BadFrame(f"{len(frame.cells)} cells for {self._holes} holes")
        if self._supply is not None:
            frame = capped(frame, self._supply)
        for part in self._parts:
            cells = tuple(0 if hole is None else frame.cells[hole] for hole in part.cells)
            part.strip.show(LightFrame(frame.palette, cells))

    def off(self) -> None:
        """All pixels dark."""
        for part in self._parts:
            part.strip.off()

    def close(self) -> None:
        """Lights out and stop; may be called twice."""
        for part in self._parts:
            part.strip.close()
