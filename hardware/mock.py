"""Public dummies of the hardware ports: a board without wires for tests, demos and tools.

Each implements its whole port; none only records calls. Choose them by argument, as any other
driver.
"""

from __future__ import annotations

from collections.abc import Iterable

from hardware.closing import Closing
from hardware.errors import BadFrame, BadSetting, Closed, NoSuchHole
from hardware.ports import (
    HoleChange,
    LightFrame,
    LinkChange,
    LinkState,
    Look,
    SensorEvent,
    SensorSink,
    Snapshot,
)


class ManualClock:
    """A ``Clock`` that moves when told.

    >>> clock = ManualClock()
    >>> clock.advance(1.5)
    1.5
    """

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        """Seconds since some fixed moment."""
        return self._now

    def advance(self, seconds: float) -> float:
        """Move on; BadSetting for a step back. Gives the new time."""
        if seconds < 0:
            raise BadSetting(f"a monotonic clock does not go back by {-seconds:g} s")
        self._now += seconds
        return self._now


class MockSensors(Closing):
    """A ``SensorArray`` whose marbles are moved by ``place`` and ``lift``.

    >>> seen: list[SensorEvent] = []
    >>> sensors = MockSensors(2, present=[0])
    >>> sensors.start(seen.append)
    >>> sensors.lift(0)
    >>> seen[-1]
    HoleChange(hole=0, present=False, t=0.0)
    """

    def __init__(
        self, holes: int, *, present: Iterable[int] = (), clock: ManualClock | None = None
    ) -> None:
        if holes < 1:
            raise BadSetting(f"an array has at least one hole, not {holes}")
        self.clock = clock or ManualClock()
        self._present = [False] * holes
        self._sink: SensorSink | None = None
        self._up = True
        self._closed = False
        for hole in present:
            self._present[self._known(hole)] = True

    @property
    def holes(self) -> int:
        """How many holes it senses."""
        return len(self._present)

    @property
    def present(self) -> tuple[bool, ...]:
        """What stands, by hole."""
        return tuple(self._present)

    def start(self, sink: SensorSink) -> None:
        """Begin to report: link up, then a snapshot, at once and in the caller's thread."""
        if self._closed:
            raise Closed("these sensors were closed: make new ones")
        self._sink = sink
        self._tell(LinkChange(LinkState.UP))
        self.resync()

    def resync(self) -> None:
        """Report a full snapshot, unless the link is down."""
        if self._up:
            self._tell(Snapshot(self.present, self.clock.now()))

    def put(self, hole: int) -> None:
        """A marble comes into ``hole``; nothing happens if one is there."""
        self._change(hole, True)

    def lift(self, hole: int) -> None:
        """The marble of ``hole`` goes; nothing happens if none is there."""
        self._change(hole, False)

    def unplug(self, reason: str = "The board's cable is out.") -> None:
        """The link goes down; marbles can still be moved, unseen (PP-14)."""
        self._up = False
        self._tell(LinkChange(LinkState.DOWN, reason))

    def plug(self) -> None:
        """The link comes back with a snapshot."""
        self._up = True
        self._tell(LinkChange(LinkState.UP))
        self.resync()

    def close(self) -> None:
        """Stop; may be called twice."""
        self._closed = True
        self._sink = None

    def _known(self, hole: int) -> int:
        if not 0 <= hole < len(self._present):
            raise NoSuchHole(f"hole {hole} of 0 to {len(self._present) - 1}")
        return hole

    def _change(self, hole: int, present: bool) -> None:
        if self._present[self._known(hole)] == present:
            return
        self._present[hole] = present
        if self._up:
            self._tell(HoleChange(hole, present, self.clock.now()))

    def _tell(self, event: SensorEvent) -> None:
        if self._sink is not None:
            self._sink(event)


class MockLights(Closing):
    """A ``LightStrip`` that remembers: ``frame`` is what shows, ``frames`` all that was shown.

    >>> strip = MockLights(2)
    >>> strip.show(LightFrame((Look(0, 0, 0), Look(9, 0, 0)), (0, 1)))
    >>> strip.look(1)
    Look(red=9, green=0, blue=0, motion=<Motion.STEADY: 0>)
    """

    def __init__(self, holes: int) -> None:
        if holes < 1:
            raise BadSetting(f"a strip has at least one hole, not {holes}")
        self._dark = LightFrame((Look(0, 0, 0),), (0,) * holes)
        self.frame = self._dark
        self.frames: list[LightFrame] = []
        self.closed = False

    def show(self, frame: LightFrame) -> None:
        """Show that frame; BadFrame when it does not fit, and the old one stays."""
        if self.closed:
            raise Closed("this strip was closed: make a new one")
        if len(frame.cells) != len(self._dark.cells):
            raise BadFrame(f"{len(frame.cells)} cells for {len(self._dark.cells)} holes")
        for hole, cell in enumerate(frame.cells):
            if cell and not 0 <= cell < len(frame.palette):
                raise BadFrame(f"hole {hole} shows look {cell} of {len(frame.palette)}")
        self.frame = frame
        self.frames.append(frame)

    def look(self, hole: int) -> Look:
        """What ``hole`` shows; dark is ``Look(0, 0, 0)``."""
        if not 0 <= hole < len(self.frame.cells):
            raise NoSuchHole(f"hole {hole} of 0 to {len(self.frame.cells) - 1}")
        cell = self.frame.cells[hole]
        return self.frame.palette[cell] if cell else Look(0, 0, 0)

    def off(self) -> None:
        """All pixels dark, now."""
        if not self.closed:
            self.frame = self._dark

    def close(self) -> None:
        """Lights out and stop; may be called twice."""
        self.off()
        self.closed = True
