"""A drawing as plain shapes in mm. SVG, PDF and DXF are written from the same list.

x goes right and y down. The sheet says where the origin is. A layer is a name that a DXF keeps and
by which an SVG groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.workshop.measure import Point, Vertex, flattened

BLACK: Final = "#000000"


@dataclass(frozen=True, slots=True)
class Style:
    """Look of a shape.

    ``stroke`` and ``fill`` are ``#rrggbb`` or None. ``width`` and ``dash`` are mm.

    ``round``  True for lines that end in half circles, False for flat ends
    """

    layer: str
    stroke: str | None = BLACK
    width: float = 0.2
    fill: str | None = None
    dash: tuple[float, ...] = ()
    round: bool = False


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle."""

    x: float
    y: float
    r: float
    style: Style


@dataclass(frozen=True, slots=True)
class Path:
    """A line or polygon through vertices. A vertex with a bulge begins an arc."""

    points: tuple[Vertex, ...]
    style: Style
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text. ``x, y`` is its anchor at half the height of the letters.

    ``size``    height of the font in mm
    ``anchor``  ``start``, ``middle`` or ``end``
    ``angle``   degrees clockwise
    """

    x: float
    y: float
    text: str
    size: float
    style: Style
    anchor: str = "middle"
    bold: bool = False
    angle: float = 0.0


Shape = Circle | Path | Text


@dataclass(frozen=True, slots=True)
class Window:
    """Shapes of which only the part inside a box is drawn."""

    x: float
    y: float
    width: float
    height: float
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page: its size in mm, its title, and its shapes measured from the top left corner."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape | Window, ...]


def line(x1: float, y1: float, x2: float, y2: float, style: Style) -> Path:
    """A straight line."""
    return Path((Vertex(x1, y1), Vertex(x2, y2)), style)


def polyline(points: Iterable[Point], style: Style, closed: bool = False) -> Path:
    """A line through points."""
    return Path(tuple(Vertex(x, y) for x, y in points), style, closed)


def box(x: float, y: float, width: float, height: float, style: Style, radius: float = 0.0) -> Path:
    """A box with corners rounded by ``radius``."""
    r = min(radius, width / 2, height / 2)
    if not r:
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        return polyline(corners, style, closed=True)
    right, bottom, quarter = x + width, y + height, 0.41421356237309503
    return Path(
        (
            Vertex(x + r, y),
            Vertex(right - r, y, quarter),
            Vertex(right, y + r),
            Vertex(right, bottom - r, quarter),
            Vertex(right - r, bottom),
            Vertex(x + r, bottom, quarter),
            Vertex(x, bottom - r),
            Vertex(x, y + r, quarter),
        ),
        style,
        closed=True,
    )


def cross(x: float, y: float, arm: float, style: Style) -> Iterator[Path]:
    """Two crossing lines."""
    yield line(x - arm, y, x + arm, y, style)
    yield line(x, y - arm, x, y + arm, style)


def arrow(
    start: Point, end: Point, style: Style, head: float = 2.0, at: float = 1.0
) -> Iterator[Shape]:
    """A line with a filled head. ``at`` is the head's place along it, 1 at its end."""
    (x1, y1), (x2, y2) = start, end
    size = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    if not size:
        return
    ux, uy = (x2 - x1) / size, (y2 - y1) / size
    tx, ty = x1 + (x2 - x1) * at, y1 + (y2 - y1) * at
    bx, by = tx - ux * head, ty - uy * head
    yield line(x1, y1, x2, y2, style)
    half = head * 0.42
    filled = replace(style, fill=style.stroke, stroke=None, dash=())
    tip = [(tx, ty), (bx - uy * half, by + ux * half), (bx + uy * half, by - ux * half)]
    yield polyline(tip, filled, closed=True)


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """The shape, shifted."""
    if isinstance(shape, Path):
        points = tuple(replace(v, x=v.x + dx, y=v.y + dy) for v in shape.points)
        return replace(shape, points=points)
    return replace(shape, x=shape.x + dx, y=shape.y + dy)


def mirrored(shape: Shape) -> Shape:
    """The shape seen from behind. x is mirrored, and texts stay readable."""
    if isinstance(shape, Path):
        points = tuple(Vertex(-v.x, v.y, -v.bulge) for v in shape.points)
        return replace(shape, points=points)
    if isinstance(shape, Text):
        other = {"start": "end", "end": "start"}.get(shape.anchor, shape.anchor)
        return replace(shape, x=-shape.x, anchor=other, angle=-shape.angle)
    return replace(shape, x=-shape.x)


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the shape.

    A text gets a generous box, because its font is not known here.
    """
    if isinstance(shape, Circle):
        return shape.x - shape.r, shape.y - shape.r, shape.x + shape.r, shape.y + shape.r
    if isinstance(shape, Text):
        reach = len(shape.text) * shape.size * 0.7 + shape.size
        return shape.x - reach, shape.y - reach, shape.x + reach, shape.y + reach
    points: Sequence[Point] = (
        flattened(shape.points, 8)
        if any(v.bulge for v in shape.points)
        else [(v.x, v.y) for v in shape.points]
    )
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)
