"""The grid under the cars: columns, what lies under them, and where a drift may lead (FF-10 … 17).

A column is a whole number: ``1`` is F1, ``2`` is F2, ``-1`` is O1. There is no column 0; a car that
is not placed yet has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

LANE: Final = "lane"
WALK: Final = "walk"
NO_MANS: Final = "no-mans-land"
OFF: Final = "off"

OPEN: Final = "open"
CHOP: Final = "chop"
BLOCKED: Final = "blocked"
SIDEWALKS: Final = (OPEN, CHOP, BLOCKED)
"""FF-14: a sidewalk is one of these."""

LEFT: Final = "L"
RIGHT: Final = "R"
BACK: Final = "B"
WAYS: Final = (LEFT, RIGHT, BACK)

CELL: Final = re.compile(r"(0|-?[1-9][0-9]{0,4})([FO])([1-9][0-9]?)", re.ASCII)


class Cell(NamedTuple):
    """A space of the grid: its rank and its column."""

    rank: int
    col: int


class Mat(NamedTuple):
    """FF-11 to FF-14: one street mat; ``lanes`` are its wave numbers from the centreline out."""

    lanes: tuple[int | None, ...]
    sidewalk: str = OPEN
    median: bool = False


def cell_text(rank: int, col: int) -> str:
    """``2F1``: rank, side, distance from the centreline."""
    return f"{rank}{'F' if col > 0 else 'O'}{abs(col)}"


def read_cell(text: str) -> Cell | None:
    """The space of that name; None for a text that is none."""
    found = CELL.fullmatch(text)
    if found is None:
        return None
    distance = int(found[3])
    return Cell(int(found[1]), distance if found[2] == "F" else -distance)


def beside(col: int, way: str) -> int:
    """The next column to the left or right (FF-11: O1 and F1 are neighbours)."""
    step = -1 if way == LEFT else 1
    return col + step or step


def inward(col: int) -> str:
    """The way towards the centreline (FF-43)."""
    return LEFT if col > 0 else RIGHT


@dataclass(frozen=True)
class Street:
    """The two active mats (FF-10): they hold for every rank."""

    half_width: int
    forward: Mat
    oncoming: Mat
    zones: dict[int, str] = field(init=False, repr=False, compare=False)
    _places: dict[int, tuple[int, int, int]] = field(init=False, repr=False, compare=False)
    """By column: what ``standing`` says."""

    def __post_init__(self) -> None:
        zones = {}
        for mat, sign in ((self.forward, 1), (self.oncoming, -1)):
            lanes = len(mat.lanes)
            for distance in range(1, self.half_width + 1):
                inner = LANE if distance <= lanes else NO_MANS
                zones[sign * distance] = WALK if distance == lanes + 1 else inner
        object.__setattr__(self, "zones", zones)
        object.__setattr__(self, "_places", {})

    @property
    def median(self) -> bool:
        """FF-13: one of the mats shows a median."""
        return self.forward.median or self.oncoming.median

    @property
    def columns(self) -> tuple[int, ...]:
        """All columns from left to right."""
        width = self.half_width
        return (*range(-width, 0), *range(1, width + 1))

    def mat(self, col: int) -> Mat:
        """The mat on that side."""
        return self.forward if col > 0 else self.oncoming

    def zone(self, col: int) -> str:
        """The ground of a column."""
        return self.zones.get(col, OFF)

    def walk(self, col: int) -> str:
        """The kind of sidewalk on that side (FF-14)."""
        return self.mat(col).sidewalk

    def blocked(self, col: int) -> bool:
        """A sidewalk where nobody may be (FF-14)."""
        return self.zone(col) == WALK and self.walk(col) == BLOCKED

    def open_to_cars(self, col: int) -> bool:
        """A lane, or a sidewalk that is not blocked."""
        zone = self.zone(col)
        return zone == LANE or (zone == WALK and self.walk(col) != BLOCKED)

    def curb(self, col: int, to: int) -> bool:
        """FF-90, FF-92: from a lane on to a sidewalk that has a curb."""
        return self.zone(col) == LANE and self.zone(to) == WALK and self.walk(to) == OPEN

    def why_not(self, col: int, way: str) -> str | None:
        """FF-64: the reason why a drift that way is impossible; None if it is possible."""
        to = col if way == BACK else beside(col, way)
        if self.zone(to) == OFF:
            return "edge"
        if self.zone(to) == NO_MANS:
            return "no-mans-land"
        if self.median and to * col < 0:
            return "median"
        return "blocked-walk" if self.blocked(to) else None

    def possible(self, col: int, ways: Iterable[str] = WAYS) -> tuple[str, ...]:
        """Of these ways of a drift those that FF-64 leaves."""
        return tuple(way for way in ways if self.why_not(col, way) is None)

    def lanes(self) -> tuple[tuple[int, int | None], ...]:
        """FF-101: the lanes in pack order, each with its wave number."""
        forward = [(n + 1, number) for n, number in enumerate(self.forward.lanes)]
        return (*forward, *((-n - 1, number) for n, number in enumerate(self.oncoming.lanes)))

    def standing(self, col: int) -> tuple[int, int, int]:
        """FF-31, FF-32: the place of a column within a rank; smaller is ahead."""
        known = self._places.get(col)
        if known is None:
            zone, behind = self.zone(col), int(col < 0)
            first = behind if zone == LANE else 2 if zone == WALK else 3
            known = self._places[col] = first, abs(col), behind
        return known
