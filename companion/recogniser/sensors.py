"""What the sensors of one board say: the link, the holes as they are felt, and their health."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Final

from companion.wood.seating import Seating
from hardware.ports import HoleChange, LinkChange, LinkState, Snapshot

from .sensor_health import Health


class Sensors:
    """The sensors of a board, whatever is played on it.

    ``link``         whether they can be heard, with a ``link_reason`` in words; ``link_code`` is
                     the code of ``LinkChange`` that says why a board was refused
    ``sensed``       the holes as they are, also while no game is open; None before the first
                     picture
    ``health``       which of them are believed
    ``chattering``   those that began to chatter and wait for being set aside
    ``remarks``      hole → the marble that the virtual hand says it puts there, until the edge
                     comes; empty: it does not say (PP-3)
    """

    def __init__(self, *, physical: bool) -> None:
        self.link = LinkState.CONNECTING if physical else LinkState.NONE
        self.link_reason = ""
        self.link_code = ""
        self.sensed: tuple[bool, ...] | None = None
        self.health: Final = Health()
        self.chattering: list[str] = []
        self.remarks: dict[str, str] = {}

    @property
    def up(self) -> bool:
        """Whether the sensors can be heard."""
        return self.link is LinkState.UP

    def linked(self, event: LinkChange) -> bool:
        """Take news of the link; whether it is any."""
        changed = (self.link, self.link_reason) != (event.state, event.reason)
        self.link, self.link_reason, self.link_code = event.state, event.reason, event.code
        return changed

    def note(self, event: HoleChange | Snapshot) -> None:
        """Keep what the sensors say, unread; while the board is tested that is all."""
        if isinstance(event, Snapshot):
            self.sensed = event.present
        elif self.sensed is not None and 0 <= event.hole < len(self.sensed):
            sensed = self.sensed
            self.sensed = (*sensed[: event.hole], event.present, *sensed[event.hole + 1 :])

    def wear(self, hole: str, now: float) -> None:
        """Count a change of that hole's sensor; who changes too often begins to chatter."""
        if self.health.changed(hole, now):
            self.chattering.append(hole)

    def felt(self, seating: Seating, hole: str) -> bool | None:
        """Whether that hole is felt full; None where nobody knows."""
        if self.sensed is None or hole not in seating.names:
            return None
        return self.sensed[seating.names.index(hole)]

    def full(self, seating: Seating) -> set[str]:
        """The holes that are felt full."""
        return {n for n, there in zip(seating.names, self.sensed or (), strict=False) if there}

    def quiet(
        self, seating: Seating, standing: Callable[[], Container[str]], now: float
    ) -> tuple[str, ...]:
        """Chattering sensors that have been quiet and say what stands there.

        ``standing``  tells the holes that are believed to be full
        """
        well = []
        for hole in self.health.quiet(now):
            if self.felt(seating, hole) == (hole in standing()):
                well.append(hole)
            else:
                self.health.wait_again(hole, now)
        return tuple(well)
