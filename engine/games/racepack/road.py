"""The road of a sound track: its spaces and every step a car can take, computed once.

All of it follows from RP-17: a step leads only to a cell of the same tile, or of the next tile in
driving order. Tiles of the wide start (RP-79) and of the pit lane (RP-77) count with the road tile
beside which they lie. Spaces are small whole numbers here, in the order of their ids, and ``NONE``
is no space; ``Road.spaces`` has the ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Final

from ...errors import BadTrack
from .track import (
    STEPS,
    Cell,
    Corner,
    Course,
    Track,
    course,
    other,
    outer_tiles,
    pit_tiles,
    problems,
)

NONE: Final = -1
"""No space: off the road, behind a wall, or not a step of RP-17."""

FASTEST: Final = 7
"""RP-3: the longest forward movement."""

STALLS: Final = (1, 3, 5, 7)
"""RP-77: the numbers of the pit spaces that are stalls, in driving order."""

INSIDE, OUTSIDE, O2, O3, PIT = range(5)
"""Lanes by their distance from the inside of the road (RP-15); the nearer leads (RP-70)."""


@dataclass(frozen=True)
class Road:
    """All geometry of one track. Tuples are by space number unless said otherwise.

    ``spaces``    ids: the road by tile, row and lane (L, R), then the outer lanes, then the pit
    ``cells``     the cell each space covers, x east and y north
    ``tile``      the road tile it lies on or beside;  ``row`` 0 or 1;  ``lane`` INSIDE … PIT
    ``heading``   the direction in which a car stands there: out(tile) (RP-36)
    ``kept``      the heading with which it came onto this tile: into(tile) (RP-37)
    ``ahead``     [heading][space] → space or NONE: one step forward (RP-31)
    ``left, right``  the same for a lane change
    ``corner``    number of the corner the space belongs to, 0 on straight tiles
    ``entry``     whether it touches the tile before, on a corner tile (RP-16)
    ``outside``   whether a spun-out car may come back there (RP-16, RP-46)
    ``keep_turn`` ("L" | "R", target) of RP-37's lane change with kept heading, else None
    ``rank``      larger is further round the lap, by tile, row and lane (RP-70)
    ``stall``     number 0 … 3 of the pit stall, NONE elsewhere (RP-77)
    """

    track: Track
    way: Course
    spaces: tuple[str, ...]
    cells: tuple[Cell, ...]
    tile: tuple[int, ...]
    row: tuple[int, ...]
    lane: tuple[int, ...]
    heading: tuple[int, ...]
    kept: tuple[int, ...]
    ahead: tuple[tuple[int, ...], ...]
    left: tuple[tuple[int, ...], ...]
    right: tuple[tuple[int, ...], ...]
    corner: tuple[int, ...]
    entry: tuple[bool, ...]
    outside: tuple[bool, ...]
    keep_turn: tuple[tuple[str, int] | None, ...]
    rank: tuple[int, ...]
    stall: tuple[int, ...]
    index: Mapping[str, int]

    @property
    def tiles(self) -> int:
        """How many tiles the lap has."""
        return len(self.track)

    @property
    def corners(self) -> tuple[Corner, ...]:
        """The corners in driving order from the line (RP-13)."""
        return self.way.corners

    def is_corner(self, tile: int) -> bool:
        """Whether the road turns on this tile."""
        return self.way.is_corner(tile)

    def inside(self, tile: int) -> str:
        """The inside lane of a tile, ``L`` or ``R`` (RP-15)."""
        return self.way.inside[tile]

    def outsides(self, tile: int) -> tuple[int, ...]:
        """The three outside spaces of a corner tile, in the order of their ids (RP-16)."""
        return tuple(s for s in range(4 * tile, 4 * tile + 4) if self.outside[s])

    def crosses(self, frm: int, to: int) -> bool:
        """Whether a movement from one space to the other goes over the line (RP-10)."""
        return self.tile[to] < self.tile[frm]

    def spun_rank(self, tile: int) -> int:
        """RP-70's rank of a car spun out on a tile: row -1, behind all that stand there."""
        return tile * 24

    @cached_property
    def runs(self) -> tuple[tuple[int, ...], ...]:
        """For each space the spaces straight on, one after another, at most seven (RP-31)."""
        return tuple(self.run(s, self.heading[s]) for s in range(len(self.spaces)))

    def run(self, space: int, heading: int, most: int = FASTEST) -> tuple[int, ...]:
        """The spaces straight on from this one until the road ends or ``most`` are found."""
        found: list[int] = []
        step = self.ahead[heading]
        space = step[space]
        while space != NONE and len(found) < most:
            found.append(space)
            space = step[space]
        return tuple(found)

    def lane_changes(self, space: int) -> tuple[tuple[str, int], ...]:
        """Where a lane change with the normal heading leads: ``("L" | "R", target)`` (RP-31).

        No lane change cuts across an inside edge (RP-35): such a cell lies two tiles on.
        """
        heading = self.heading[space]
        both = (("L", self.left[heading][space]), ("R", self.right[heading][space]))
        return tuple((side, target) for side, target in both if target != NONE)

    def keep_forward(self, space: int) -> int:
        """RP-37's ``KF1``: from an entry row straight on to the second row, else NONE."""
        return self.ahead[self.kept[space]][space] if self.entry[space] else NONE

    def hazard_tile(self, tile: int, face: int) -> int:
        """RP-26: the tile reached by counting a die's face from a tile."""
        return (tile + face) % self.tiles

    def grid(self, cars: int) -> tuple[int, ...]:
        """RP-22: the spaces of the starting grid, best place first; BadTrack without room."""
        if not self.has_grid(cars):
            raise BadTrack(f"The track has no straight tiles for {cars} cars behind the line.")
        found = []
        for place in range(cars):
            back, abreast = divmod(place, 2)
            tile = self.tiles - 1 - back // 2
            lane = 0 if (self.inside(tile) == "L") == (abreast == 0) else 1
            found.append(4 * tile + 2 * (1 - back % 2) + lane)
        return tuple(found)

    def has_grid(self, cars: int) -> bool:
        """RP-12: whether the last ceil(cars/4) tiles are straight."""
        return not any(self.is_corner(self.tiles - 1 - k) for k in range((cars + 3) // 4))


@lru_cache(maxsize=64)
def road(track: Track) -> Road:
    """The road of a track; BadTrack names the problems of an unsound one."""
    found = problems(track)
    way = course(track)
    if found or way is None:
        raise BadTrack(f"The track cannot be raced on: {', '.join(found[:5])}.")
    return _Builder(track, way).road()


class _Builder:
    """Lists the spaces, then reads RP-17 for each of them."""

    def __init__(self, track: Track, way: Course) -> None:
        self.track, self.way, self.n = track, way, len(track)
        self.ids: list[str] = []
        self.cells: list[Cell] = []
        self.tile: list[int] = []
        self.row: list[int] = []
        self.lane: list[int] = []
        for i, tile in enumerate(track.tiles):
            for row in (0, 1):
                for side in "LR":
                    lane = INSIDE if side == way.inside[i] else OUTSIDE
                    self._add(
                        f"{i}.{row}{side}", _square(tile, way.out[i], row, side), i, row, lane
                    )
        self._outer_lanes()
        self._pit_lane()
        self.holder = {cell: s for s, cell in enumerate(self.cells)}

    def _add(self, name: str, cell: Cell, tile: int, row: int, lane: int) -> None:
        self.ids.append(name)
        self.cells.append(cell)
        self.tile.append(tile)
        self.row.append(row)
        self.lane.append(lane)

    def _outer_lanes(self) -> None:
        """RP-79: O2 and O3; the very last O3 has no way on and is no space."""
        outer = outer_tiles(self.track, self.way)
        for i, tile in outer.items():
            near = self.way.inside[i]
            for row in (0, 1):
                for name, lane, side in (("O2", O2, near), ("O3", O3, other(near))):
                    if lane == O3 and row == 1 and i + 1 not in outer:
                        continue
                    cell = _square(tile, self.way.out[i], row, side)
                    self._add(f"{i}.{row}{name}", cell, i, row, lane)

    def _pit_lane(self) -> None:
        """RP-77: the half of the pit row that lies next to the road."""
        for k, (i, tile) in enumerate(pit_tiles(self.track, self.way).items()):
            for row in (0, 1):
                cell = _square(tile, self.way.out[i], row, self.way.inside[i])
                self._add(f"P{2 * k + row}", cell, i, row, PIT)

    def _step(self, space: int, heading: int, side: str | None) -> int:
        """One step forward or to a side of the heading, by RP-17."""
        dx, dy = STEPS[heading]
        if side is not None:
            sx, sy = STEPS[(heading + (1 if side == "R" else 3)) % 4]
            dx, dy = dx + sx, dy + sy
        x, y = self.cells[space]
        target = self.holder.get((x + dx, y + dy), NONE)
        if target == NONE:
            return NONE
        if (self.tile[target] - self.tile[space]) % self.n > 1:
            return NONE
        return target if self._open(space, target, side) else NONE

    def _open(self, space: int, target: int, side: str | None) -> bool:
        """RP-77: only lane changes lead between the pit lane and the road's outside lane.

        No diagonal reaches farther than the lane beside it. On a corner tile ahead, that lane goes
        on as the outside entry space. RP-15 may call that space inside, since it looks to the
        next corner.
        """
        lanes = {self.lane[space], self.lane[target]}
        if PIT not in lanes or lanes == {PIT}:
            return True
        return side is not None and not lanes & {O2, O3}

    def _keep_turn(self, space: int, ahead: Sequence[int]) -> tuple[str, int] | None:
        """RP-37: the kept lane change that no normal lane change replaces."""
        i = self.tile[space]
        normal = {self._step(space, self.way.out[i], side) for side in "LR"}
        for side in "LR":
            target = self._step(space, self.way.into[i], side)
            if target != NONE and target not in normal and self.tile[target] == i:
                return side, target
        return None

    def road(self) -> Road:
        """The road with everything together."""
        every = range(len(self.ids))
        way = self.way
        out = tuple(way.out[i] for i in self.tile)
        into = tuple(way.into[i] for i in self.tile)
        numbers = {corner.tile: corner.no for corner in way.corners}
        corner = tuple(numbers.get(i, 0) for i in self.tile)
        ahead, left, right = (
            tuple(tuple(self._step(s, heading, side) for s in every) for heading in range(4))
            for side in (None, "L", "R")
        )
        entry = tuple(corner[s] > 0 and self._touches_before(s) for s in every)
        inner = {c.tile: f"{c.tile}.1{c.side}" for c in way.corners}
        stalls = {f"P{number}": k for k, number in enumerate(STALLS)}
        return Road(
            track=self.track,
            way=way,
            spaces=tuple(self.ids),
            cells=tuple(self.cells),
            tile=tuple(self.tile),
            row=tuple(self.row),
            lane=tuple(self.lane),
            heading=out,
            kept=into,
            ahead=ahead,
            left=left,
            right=right,
            corner=corner,
            entry=entry,
            outside=tuple(corner[s] > 0 and inner[self.tile[s]] != self.ids[s] for s in every),
            keep_turn=tuple(self._keep_turn(s, into) if entry[s] else None for s in every),
            rank=tuple(24 * self.tile[s] + 8 * (1 + self.row[s]) + 7 - self.lane[s] for s in every),
            stall=tuple(stalls.get(name, NONE) for name in self.ids),
            index=MappingProxyType({name: s for s, name in enumerate(self.ids)}),
        )

    def _touches_before(self, space: int) -> bool:
        """RP-16: whether the cell behind, as the car came, is on the tile before."""
        i = self.tile[space]
        dx, dy = STEPS[self.way.into[i]]
        x, y = self.cells[space]
        behind = self.holder.get((x - dx, y - dy), NONE)
        return behind != NONE and self.tile[behind] == (i - 1) % self.n


def _square(tile: Cell, heading: int, row: int, side: str) -> Cell:
    """RP-14: the cell of a tile by row and lane along a heading."""
    x, y = tile
    fx, fy = STEPS[heading]
    sx, sy = STEPS[(heading + (1 if side == "R" else 3)) % 4]
    along, across = (fx, fy) if row else (-fx, -fy), (sx, sy)
    dx, dy = along[0] + across[0], along[1] + across[1]
    return x + (dx + 1) // 2, y + (dy + 1) // 2
