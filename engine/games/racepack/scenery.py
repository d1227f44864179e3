"""The paint of a track besides its spaces: road, kerbs, lanes, line, walls, corner numbers.

It is worked out in cells (x east, y north); ``scenery`` gives it in board units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ...board import Mark
from .road import PIT, Road
from .track import STEPS, Cell, outer_tiles, pit_tiles, squares

Point = tuple[float, float]

_KERB: Final = 0.17
"""Pitches from the road's edge to the middle of a kerb."""
_NUMBER: Final = 0.62
"""Pitches from the inner point of a corner to its number, along both axes."""


class Plan:
    """The tiles on the ground: the cells that are road, and the ways from cell to cell."""

    def __init__(self, lap: Road) -> None:
        self.lap = lap
        track, way = lap.track, lap.way
        self.tiles = dict(enumerate(track.tiles))
        self.outer = outer_tiles(track, way)
        self.pit = pit_tiles(track, way)
        self.owner: dict[Cell, int] = {}
        self.row: dict[Cell, str] = {}
        for kind, tiles in (("road", self.tiles), ("outer", self.outer), ("pit", self.pit)):
            for i, tile in tiles.items():
                for cell in squares(tile):
                    self.owner[cell], self.row[cell] = i, kind
        xs, ys = [x for x, _ in self.owner], [y for _, y in self.owner]
        self.bounds = (min(xs), min(ys), max(xs) + 1, max(ys) + 1)

    def joined(self, a: Cell, b: Cell) -> bool:
        """Whether two neighbouring cells belong to one piece of road without an edge between."""
        if a not in self.owner or b not in self.owner:
            return False
        kinds = {self.row[a], self.row[b]}
        if ("pit" in kinds and len(kinds) > 1) or kinds == {"pit", "outer"}:
            return kinds == {"pit", "road"} and self.owner[a] == self.owner[b]  # a rail parts them
        apart = (self.owner[a] - self.owner[b]) % self.lap.tiles
        return apart in (0, 1, self.lap.tiles - 1)

    def loops(self) -> Iterator[tuple[Point, ...]]:
        """The edges of the road, each one once round with the road on the right."""
        edges = {
            (cell, side)
            for cell in self.owner
            for side in range(4)
            if not self.joined(cell, _next(cell, side))
        }
        while edges:
            cell, side = min(edges)
            points = []
            while (cell, side) in edges:
                edges.remove((cell, side))
                points.append(_corner(cell, side))
                cell, side = self._onward(cell, side)
            yield _simple(points)

    def _onward(self, cell: Cell, side: int) -> tuple[Cell, int]:
        """The edge after this one: round the cell, straight on, or round an inner point."""
        along = (side + 1) % 4
        ahead = _next(cell, along)
        if not self.joined(cell, ahead):
            return cell, along
        beside = _next(ahead, side)
        if not self.joined(ahead, beside):
            return ahead, side
        back = _next(beside, (side + 3) % 4)
        if not self.joined(beside, back):
            return beside, (side + 3) % 4
        return back, (side + 2) % 4  # the end of a wall


def _next(cell: Cell, heading: int) -> Cell:
    dx, dy = STEPS[heading]
    return cell[0] + dx, cell[1] + dy


def _corner(cell: Cell, side: int) -> Point:
    """The point where a cell's edge begins, going round the cell clockwise."""
    x, y = cell
    return ((x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y))[side]


def _simple(points: list[Point]) -> tuple[Point, ...]:
    """A closed line without the points that lie on a straight."""
    n = len(points)
    return tuple(
        here
        for k, here in enumerate(points)
        if not _straight(points[k - 1], here, points[(k + 1) % n])
    )


def _straight(a: Point, b: Point, c: Point) -> bool:
    """Whether b lies between a and c; a line that turns back at a wall's end is not straight."""
    (px, py), (qx, qy) = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    return px * qy == py * qx and px * qx + py * qy > 0


def scenery(plan: Plan, at: Callable[[float, float], Point]) -> tuple[Mark, ...]:
    """Everything to be painted, from below, in board units."""
    pieces = (
        ("road", plan.loops()),
        ("joint", _joints(plan)),
        ("kerb", _kerbs(plan)),
        ("lane", _lanes(plan)),
        ("rail", _rails(plan)),
        ("wall", _walls(plan)),
        ("box", _boxes(plan)),
        ("start", _start(plan)),
        ("way", _ways(plan)),
    )
    marks = [
        Mark(kind, tuple(at(x, y) for x, y in points)) for kind, lines in pieces for points in lines
    ]
    labels = [Mark(kind, (at(*point),), text) for kind, point, text in _labels(plan)]
    return (*marks, *labels)


def middle_of(tile: Cell) -> Point:
    """The middle of a tile, in cells."""
    return tile[0] + 1.0, tile[1] + 1.0


def go(point: Point, heading: int, length: float) -> Point:
    """The point that lies so many cells from ``point`` along a heading."""
    dx, dy = STEPS[heading % 4]
    return point[0] + dx * length, point[1] + dy * length


def _joints(plan: Plan) -> Iterator[tuple[Point, ...]]:
    """The joints across the road where one tile ends and the next begins."""
    out = plan.lap.way.out
    for tiles in (plan.tiles, plan.outer, plan.pit):
        for i, tile in tiles.items():
            end = go(middle_of(tile), out[i], 1)
            yield go(end, out[i] + 1, 1), go(end, out[i] - 1, 1)


def _kerbs(plan: Plan) -> Iterator[tuple[Point, ...]]:
    """The kerbs round the outer edges of every corner tile."""
    way = plan.lap.way
    for corner in way.corners:
        away = 3 if corner.side == "R" else 1
        middle = middle_of(plan.tiles[corner.tile])
        behind, aside = way.into[corner.tile], way.into[corner.tile] + away
        edge = 1 + _KERB
        begin = go(go(middle, aside, edge), behind, -1)
        apex = go(go(middle, aside, edge), behind, edge)
        end = go(go(middle, behind, edge), aside, -1)
        yield begin, apex, end


def _lanes(plan: Plan) -> Iterator[tuple[Point, ...]]:
    """The lines between the two lanes of every tile, and between the outer ones."""
    way = plan.lap.way
    for i, tile in plan.tiles.items():
        middle = middle_of(tile)
        ends = go(middle, way.into[i], -1), go(middle, way.out[i], 1)
        yield (ends[0], middle, ends[1]) if way.is_corner(i) else ends
    for i, tile in plan.outer.items():
        middle = middle_of(tile)
        aside = way.out[i] + (1 if way.inside[i] == "R" else 3)
        for shift in (0, 1):
            at = go(middle, aside, shift)
            yield go(at, way.out[i], -1), go(at, way.out[i], 1)


def _rails(plan: Plan) -> Iterator[tuple[Point, ...]]:
    """The rails between road and pit lane, and between pit lane and garages."""
    way = plan.lap.way
    for i, tile in plan.pit.items():
        aside = way.out[i] + (1 if way.inside[i] == "R" else 3)
        for shift in (0, 1):
            at = go(middle_of(tile), aside, shift)
            yield go(at, way.out[i], -1), go(at, way.out[i], 1)


def _walls(plan: Plan) -> Iterator[tuple[Point, ...]]:
    """RP-75: the walls between two pieces of road without a way across."""
    for cell in plan.owner:
        for side in (0, 1):
            there = _next(cell, side)
            if there in plan.owner and not plan.joined(cell, there):
                yield _corner(cell, side), _corner(cell, (side + 1) % 4)


def _boxes(plan: Plan) -> Iterator[tuple[Point, ...]]:
    """RP-22, RP-77: a bracket at the front of every grid place and round every stall."""
    lap = plan.lap
    for s, number in enumerate(lap.stall):
        if number >= 0:
            yield _bracket(lap, s)
    for cars in range(8, 0, -1):
        if lap.has_grid(cars):
            yield from (_bracket(lap, s) for s in lap.grid(cars) if lap.lane[s] != PIT)
            return


def _bracket(lap: Road, s: int) -> tuple[Point, ...]:
    x, y = lap.cells[s]
    heading = lap.heading[s]
    front = go((x + 0.5, y + 0.5), heading, 0.43)
    left, right = go(front, heading - 1, 0.36), go(front, heading + 1, 0.36)
    return go(left, heading, -0.2), left, right, go(right, heading, -0.2)


def _start(plan: Plan) -> Iterator[tuple[Point, ...]]:
    """RP-10: the entry edge of tile 0, over the whole width of the road."""
    lap = plan.lap
    heading = lap.way.out[0]
    middle = go(middle_of(plan.tiles[0]), heading, -1)
    far = 3 if lap.inside(0) == "R" else 1
    outward = 3.0 if 0 in plan.outer else 2.0 if 0 in plan.pit else 1.0
    yield go(middle, heading + far, outward), go(middle, heading + far, -1)


def _ways(plan: Plan) -> Iterator[tuple[Point, ...]]:
    """An arrow beside the line on the inside of the road, where nothing else lies."""
    lap = plan.lap
    heading = lap.way.out[0]
    inward = heading + (1 if lap.inside(0) == "R" else 3)
    beside = go(go(middle_of(plan.tiles[0]), heading, -1), inward, 1.55)
    begin, end = go(beside, heading, -0.8), go(beside, heading, 0.8)
    cells = {(int(x // 1), int(y // 1)) for x, y in (begin, end)}
    if not cells & plan.owner.keys():
        yield begin, end


def _labels(plan: Plan) -> Iterator[tuple[str, Point, str]]:
    """Every corner's number, in the bend of the road, or on the tile if there is no room.

    Every stall's number stands in the garage beside it (RP-77).
    """
    lap = plan.lap
    for corner in lap.corners:
        middle = middle_of(plan.tiles[corner.tile])
        inward = 1 if corner.side == "R" else 3
        back, side = lap.way.into[corner.tile] + 2, lap.way.into[corner.tile] + inward
        there = go(go(middle, back, 1 + _NUMBER), side, 1 + _NUMBER)
        free = (int(there[0] // 1), int(there[1] // 1)) not in plan.owner
        yield ("label", there, str(corner.no)) if free else ("number", middle, str(corner.no))
    for k, (i, tile) in enumerate(plan.pit.items()):
        away = lap.way.out[i] + (3 if lap.inside(i) == "R" else 1)
        stall = go(go(middle_of(tile), away, 0.5), lap.way.out[i], 0.5)
        yield "number", stall, str(k + 1)
