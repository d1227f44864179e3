"""Lengths as people write them, and the size of a board from board units to millimetres."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import atan, atan2, cos, dist, hypot, sin, tan
from typing import Final

from companion.errors import WorkshopError
from engine.board import Board

Point = tuple[float, float]

UNITS: Final = {"": 1.0, "mm": 1.0, "cm": 10.0, "m": 1000.0, "in": 25.4, '"': 25.4}
"""Millimetres in a unit of length."""
LARGEST: Final = 3000.0
"""The widest board that is drawn, in mm.

One sheet of a PDF ends at 5 m, and a person's arm long before.
"""
NEARLY_FILLED: Final = 0.95
"""A board whose wood reaches this far into the unit circle is measured by that circle."""


def length(text: str) -> float:
    """Millimetres of a length with its unit, mm by default. WorkshopError says what is wrong.

    >>> length("600mm"), length("60 cm"), length("1.5in")
    (600.0, 600.0, 38.1)
    """
    found = re.fullmatch(r'\s*(\d+(?:[.,]\d+)?)\s*(mm|cm|m|in|"|)\s*', text)
    if found is None:
        raise WorkshopError(f"{text!r:.40} is no length; write 600mm, 60cm or 23.5in.")
    value = float(found[1].replace(",", ".")) * UNITS[found[2]]
    if value <= 0:
        raise WorkshopError(f"{text!r:.40} is no length: it must be above zero.")
    return round(value, 6)


def mm(value: float) -> str:
    """A length for people, with one decimal if it needs it.

    >>> mm(600.0), mm(27.9)
    ('600 mm', '27.9 mm')
    """
    text = f"{value:.1f}"
    return f"{text.removesuffix('.0')} mm"


@dataclass(frozen=True, slots=True)
class Vertex:
    """A point of an outline.

    ``bulge`` is the tangent of a quarter of the angle and bends the way to the next point.
    """

    x: float
    y: float
    bulge: float = 0.0


def arc_of(start: Vertex, end: Vertex) -> tuple[float, float, float, float, float]:
    """Centre x, y, radius, start angle and signed sweep (radians) of a bent way."""
    chord = hypot(end.x - start.x, end.y - start.y)
    sweep = 4 * atan(start.bulge)
    radius = chord / (2 * sin(abs(sweep) / 2))
    # The centre lies on the chord's normal, on the side to which the way turns.
    height = radius * cos(abs(sweep) / 2) * (1 if sweep > 0 else -1)
    mx, my = (start.x + end.x) / 2, (start.y + end.y) / 2
    nx, ny = -(end.y - start.y) / chord, (end.x - start.x) / chord
    cx, cy = mx + nx * height, my + ny * height
    return cx, cy, radius, atan2(start.y - cy, start.x - cx), sweep


def flattened(outline: tuple[Vertex, ...], steps: int = 24) -> list[Point]:
    """A closed outline as a polygon. A bent way becomes ``steps`` pieces."""
    points: list[Point] = []
    for start, end in zip(outline, outline[1:] + outline[:1], strict=True):
        points.append((start.x, start.y))
        if start.bulge:
            cx, cy, radius, angle, sweep = arc_of(start, end)
            for k in range(1, steps):
                a = angle + sweep * k / steps
                points.append((cx + radius * cos(a), cy + radius * sin(a)))
    return points


def wood(board: Board) -> tuple[Vertex, ...]:
    """The edge of the wood in board units, its corners rounded.

    A board without an outline has the edge of its view box.
    """
    corners = list(board.outline)
    rounding = board.rounding
    if not corners:
        x, y, width, height = board.view_box
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        rounding = min(width, height) * 0.05
    found: list[Vertex] = []
    for i, at in enumerate(corners):
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        found += _rounded(before, at, after, rounding)
    return tuple(found)


def _rounded(before: Point, at: Point, after: Point, rounding: float) -> list[Vertex]:
    """A corner as one sharp vertex, or two with an arc between them."""
    (ix, iy), (ox, oy) = _direction(before, at), _direction(at, after)
    turn = atan2(ix * oy - iy * ox, ix * ox + iy * oy)
    if not rounding or abs(turn) < 1e-9:
        return [Vertex(*at)]
    cut = rounding * tan(abs(turn) / 2)
    start = Vertex(at[0] - ix * cut, at[1] - iy * cut, tan(turn / 4))
    return [start, Vertex(at[0] + ox * cut, at[1] + oy * cut)]


def _direction(start: Point, end: Point) -> Point:
    size = dist(start, end)
    return (end[0] - start[0]) / size, (end[1] - start[1]) / size


def inside_by(point: Point, polygon: list[Point]) -> float:
    """How far a point lies inside a polygon's edge. Negative outside."""
    x, y = point
    inside, nearest = False, float("inf")
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        whole = (bx - ax) ** 2 + (by - ay) ** 2
        share = 0.0 if not whole else ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / whole
        share = min(1.0, max(0.0, share))
        nearest = min(nearest, hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y))
    return nearest if inside else -nearest


@dataclass(frozen=True)
class Scaled:
    """A board at a real size. ``unit`` is the length of a board unit in mm.

    Points are mm from the board's middle, x right, y down, seen from above.
    """

    board: Board
    unit: float

    @property
    def pitch(self) -> float:
        """Distance between neighbouring holes."""
        return self.board.pitch * self.unit

    @cached_property
    def nearest(self) -> float:
        """The smallest distance between any two holes."""
        points = self.points.values()
        return min((dist(a, b) for a, b in combinations(points, 2)), default=self.pitch)

    @cached_property
    def points(self) -> dict[str, Point]:
        """The centre of every hole, in sensor order."""
        return {s.id: (s.x * self.unit, s.y * self.unit) for s in self.board.spaces}

    @cached_property
    def outline(self) -> tuple[Vertex, ...]:
        """The edge of the wood."""
        u = self.unit
        return tuple(Vertex(v.x * u, v.y * u, v.bulge) for v in wood(self.board))

    @cached_property
    def edge(self) -> list[Point]:
        """The edge of the wood as a polygon."""
        return flattened(self.outline)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the wood."""
        xs, ys = [x for x, _ in self.edge], [y for _, y in self.edge]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def size(self) -> float:
        """The size from corner to corner."""
        return 2 * self.unit * reach(self.board)

    @property
    def flats(self) -> float:
        """The size across the flats: the shorter side of the wood's box."""
        left, top, right, bottom = self.box
        return min(right - left, bottom - top)


def reach(board: Board) -> float:
    """Half the distance from corner to corner, in board units.

    Boards drawn into the unit circle (page design, geometry) are as large as that circle. So 600 mm
    make a pitch of 27.9 mm on ``hex``.
    """
    edge = flattened(wood(board))
    left, right = min(x for x, _ in edge), max(x for x, _ in edge)
    top, bottom = min(y for _, y in edge), max(y for _, y in edge)
    middle = ((left + right) / 2, (top + bottom) / 2)
    found = max(dist(middle, point) for point in edge)
    return 1.0 if NEARLY_FILLED <= found <= 1.0 else found


def scaled(
    board: Board,
    *,
    size: float | None = None,
    flats: float | None = None,
    pitch: float | None = None,
) -> Scaled:
    """The board with one of the three measures in mm, or 600 mm from corner to corner.

    >>> from engine.boards import board_of
    >>> round(scaled(board_of("hex"), size=600).pitch, 3)
    27.9
    """
    if sum(value is not None for value in (size, flats, pitch)) > 1:
        raise WorkshopError("Say one of size, flats and pitch: each fixes the others.")
    if flats is not None:
        unit = flats / Scaled(board, 1.0).flats
    elif pitch is not None:
        unit = pitch / board.pitch
    else:
        unit = (600.0 if size is None else size) / 2 / reach(board)
    found = Scaled(board, unit)
    if found.size > LARGEST:
        raise WorkshopError(
            f"A board of {mm(found.size)} is wider than {mm(LARGEST)}: nobody reaches its middle."
        )
    return found
