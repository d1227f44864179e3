"""What the sensors told last: a new file begins with it, since its flight begins with it."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.ports import LinkChange, LinkState, SensorEvent, Snapshot


class LastTold:
    """How link and holes stand by what was said of them; nothing is known before that."""

    def __init__(self) -> None:
        self._link: LinkChange | None = None
        self._holes: list[bool] | None = None

    def hear(self, event: SensorEvent) -> None:
        """Keep what an event changes."""
        if isinstance(event, LinkChange):
            self._link = event
        elif isinstance(event, Snapshot):
            self._holes = list(event.present)
        elif self._holes is not None and 0 <= event.hole < len(self._holes):
            self._holes[event.hole] = event.present

    def again(self, t: float) -> Iterator[SensorEvent]:
        """The same as events of that time: the link, and the holes where it is up."""
        if self._link is None:
            return
        yield self._link
        if self._holes is not None and self._link == LinkChange(LinkState.UP):
            yield Snapshot(tuple(self._holes), t)
