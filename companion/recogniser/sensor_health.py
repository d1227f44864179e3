"""Which sensors can be believed: what each hole's sensor has done so far (PP-13).

A chattering sensor is set aside by itself and taken back when it has been quiet; one that is stuck
is set aside when the players say that it lies. What a sensor has never done is told to whoever
looks after the board. Pure: changes and time in, findings out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

CHATTER: Final = 16
"""More changes than hands can make …"""
WITHIN: Final = 3.0
"""… in so many seconds."""
QUIET: Final = 30.0
"""Seconds without a change after which a chattering sensor is believed again."""

CHATTERS: Final = "chatter"
LIES: Final = "lies"

FEW: Final = 2
"""At most this many sensors lie at once. Where more differ, marbles are out of place."""


@dataclass(slots=True)
class Sensor:
    """One hole's sensor: how often it changed, the last times, and why it is set aside."""

    changes: int = 0
    lately: deque[float] = field(default_factory=lambda: deque(maxlen=CHATTER))


class Health:
    """What is known of the sensors of one board.

    ``aside``  hole → why (``chatter`` or ``lies``)
    """

    def __init__(self) -> None:
        self._sensors: dict[str, Sensor] = {}
        self.aside: dict[str, str] = {}

    def set_aside(self, hole: str, why: str | None) -> None:
        """Do not believe that hole's sensor, for that reason; None: believe it again."""
        if why is None:
            self.aside.pop(hole, None)
        else:
            self.aside[hole] = why

    def changed(self, hole: str, now: float) -> bool:
        """A sensor changed at ``now``; whether it chatters and is not set aside yet."""
        sensor = self._sensors.setdefault(hole, Sensor())
        sensor.changes += 1
        sensor.lately.append(now)
        full = len(sensor.lately) == CHATTER and now - sensor.lately[0] <= WITHIN
        return full and hole not in self.aside

    def quiet(self, now: float) -> tuple[str, ...]:
        """Holes set aside for chattering that have been quiet for long enough."""
        return tuple(
            hole
            for hole, why in self.aside.items()
            if why == CHATTERS and now >= self._quiet_at(hole)
        )

    def due(self) -> float | None:
        """When the next of them may be believed again."""
        times = [self._quiet_at(hole) for hole, why in self.aside.items() if why == CHATTERS]
        return min(times, default=None)

    def _quiet_at(self, hole: str) -> float:
        sensor = self._sensors.get(hole)
        return QUIET + (sensor.lately[-1] if sensor is not None and sensor.lately else 0.0)

    def wait_again(self, hole: str, now: float) -> None:
        """A quiet sensor that still says something else than stands there has to wait on."""
        self._sensors.setdefault(hole, Sensor()).lately.append(now)

    def changes(self, hole: str) -> int:
        """How often that sensor changed while the service ran."""
        sensor = self._sensors.get(hole)
        return 0 if sensor is None else sensor.changes

    def never(self, holes: Iterable[str]) -> tuple[str, ...]:
        """Those of the holes whose sensor was never seen changing."""
        return tuple(hole for hole in holes if not self.changes(hole))

    def report(self, holes: Iterable[str]) -> Mapping[str, int]:
        """Hole → how often its sensor changed."""
        return {hole: self.changes(hole) for hole in holes}
