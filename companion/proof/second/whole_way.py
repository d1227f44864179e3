"""The whole way: sensors told by the firmware's core, the wire's codec and the host's session.

Contacts bounce, the board is scanned, and what the session learns goes to the table as edges. Only
a part of the cases goes this way; the others tell each change once, as after the bounce.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from firmware_bridge.virtual.simulated import SimulatedLink
from hardware.ports import HoleChange

from .seen import Seen
from .talk import Line, Listener, Rows

SHARE: Final = 20
"""One case of so many goes the whole way."""
BEFORE: Final = 1.0
"""Seconds for which board and host have known each other when the case begins."""
BOUNCE: Final = 0.006
"""A contact bounces for at most so many seconds."""
ANY: Final = "?"
"""A sensor feels a marble, not its colour."""


class WholeWay:
    """A listener that gets its edges through a simulated board."""

    def __init__(self, inner: Listener, holes: Sequence[str], full: Sequence[str]) -> None:
        self._inner = inner
        self._holes = tuple(holes)
        self._link = SimulatedLink(holes, bounce=BOUNCE)
        beside = [ANY] * len(holes)
        self._link.board.world.set_out(dict.fromkeys(full, ANY), beside, self._link.now)
        self._link.advance(BEFORE)

    def hear(self, line: Line) -> str | None:
        """Tell what the board has told by then; an edge of this line comes later by itself."""
        self._until(float(line["at"]))
        if "edge" not in line:
            return self._inner.hear(line)
        hole, now_full = line["edge"]
        if now_full:
            self._link.put(hole, ANY)
        else:
            self._link.lift(hole)
        return None

    def see(self, line: Line) -> Seen:
        """Tell what the board has told by then, and look."""
        self._until(float(line["at"]))
        return self._inner.see(line)

    def written(self) -> Rows:
        """As the table says."""
        return self._inner.written()

    def _until(self, at: float) -> None:
        """Let board and host run on until then, and tell what the host learns, when it does."""
        link = self._link
        events = link.turn()
        while True:
            for event in events:
                if isinstance(event, HoleChange):
                    edge = [self._holes[event.hole], event.present]
                    self._inner.hear({"at": round(link.now - BEFORE, 6), "edge": edge})
            if link.now >= at + BEFORE:
                return
            link.now = min(at + BEFORE, link.now + link.step())
            events = link.turn()
