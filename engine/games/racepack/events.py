"""What happens in a race besides ``Moved``, ``TurnPassed`` and ``Won``.

Cars off the road stand in trays (``spun``, ``finished``, ``paddock``). If an event moves a car
between tray and road, hands must follow before play goes on (RP-85, PP-17).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...events import Event, TokenMove


@dataclass(frozen=True, slots=True)
class Shifted(Event):
    """Root of the events that move one car without a hand having chosen it."""

    token: str
    frm: str
    to: str

    @property
    def moved(self) -> tuple[TokenMove, ...]:
        return (TokenMove(self.token, self.frm, self.to),)


@dataclass(frozen=True, slots=True)
class Gridded(Shifted):
    """A car takes its place on the grid (RP-22)."""

    name: ClassVar[str] = "Gridded"


@dataclass(frozen=True, slots=True)
class ClosedUp(Shifted):
    """A waiting car moves up one row (RP-24)."""

    name: ClassVar[str] = "ClosedUp"


@dataclass(frozen=True, slots=True)
class SpunOut(Shifted):
    """A car leaves the road, to the tray ``spun`` (RP-45)."""

    name: ClassVar[str] = "SpunOut"


@dataclass(frozen=True, slots=True)
class Finished(Shifted):
    """A car has finished its race and leaves the road, to the tray ``finished`` (RP-72)."""

    name: ClassVar[str] = "Finished"
    place: int


@dataclass(frozen=True, slots=True)
class LapDone(Event):
    """A car crossed the line and now has ``laps`` laps behind it (RP-23)."""

    name: ClassVar[str] = "LapDone"
    token: str
    laps: int


@dataclass(frozen=True, slots=True)
class TokenSpent(Event):
    """A token set the speed of a movement (RP-50); ``holder``: a car or, with pools, a player.

    ``value`` is the token: ``1`` … ``5`` or ``W``.
    """

    name: ClassVar[str] = "TokenSpent"
    token: str
    holder: str
    value: str
    speed: int


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A strategy token demands another roll of the driver (RP-44); ``token``: the driver's car."""

    name: ClassVar[str] = "Claimed"
    token: str
    holder: str
    value: str
    threshold: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A player lets the claim window go by (RP-44)."""

    name: ClassVar[str] = "Passed"
    player: str


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """The penalty die was rolled for a car (RP-43); ``threshold``: lowest face to spin out."""

    name: ClassVar[str] = "Rolled"
    token: str
    face: int
    threshold: int


@dataclass(frozen=True, slots=True)
class GridRolled(Event):
    """A player rolled three dice for the pole (RP-21)."""

    name: ClassVar[str] = "GridRolled"
    player: str
    faces: str


@dataclass(frozen=True, slots=True)
class HazardCounted(Event):
    """The hazard die led to a tile (RP-26); None for a null that is rolled again."""

    name: ClassVar[str] = "HazardCounted"
    face: int
    tile: int | None


@dataclass(frozen=True, slots=True)
class HazardLaid(Event):
    """A hazard coin lies on a space now, blank (RP-26, RP-78); ``frm``: where it lay, or None."""

    name: ClassVar[str] = "HazardLaid"
    at: str
    frm: str | None


@dataclass(frozen=True, slots=True)
class HazardUp(Event):
    """A hazard is turned suit side up (RP-61)."""

    name: ClassVar[str] = "HazardUp"
    at: str


@dataclass(frozen=True, slots=True)
class HazardHit(Event):
    """A car went over or onto an up hazard: its turn ends after this movement (RP-60)."""

    name: ClassVar[str] = "HazardHit"
    token: str
    at: str


@dataclass(frozen=True, slots=True)
class PitStop(Event):
    """A car stopped on its stall and has all its tokens again (RP-77)."""

    name: ClassVar[str] = "PitStop"
    token: str
    at: str


@dataclass(frozen=True, slots=True)
class TurnLost(Event):
    """The time was up (RP-74)."""

    name: ClassVar[str] = "TurnLost"
    token: str


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """A driver who cannot move is passed over (RP-55)."""

    name: ClassVar[str] = "Skipped"
    token: str


@dataclass(frozen=True, slots=True)
class RoundBegun(Event):
    """A new round, and the order of race in it (RP-70)."""

    name: ClassVar[str] = "RoundBegun"
    round: int
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DriverNext(Event):
    """Another car is to move; its player may be the same."""

    name: ClassVar[str] = "DriverNext"
    token: str
