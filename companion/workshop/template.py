"""The drill template as shapes at true size: bores, edge, names, check bar and legend."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, radians, sin
from typing import Final

from companion.workshop.measure import Point, mm
from companion.workshop.plan import Plan, Tool
from companion.workshop.shapes import (
    Circle,
    Path,
    Shape,
    Sheet,
    Style,
    Text,
    cross,
    line,
    mirrored,
    moved,
    polyline,
)

INK: Final = Style("text", stroke="#1a1a1a", fill="#1a1a1a")
GREY: Final = Style("text", stroke="#5c5c5c", fill="#5c5c5c")
EDGE: Final = Style("outline", stroke="#000000", width=0.4)
WAY: Final = Style("way", stroke="#b9b9b9", width=0.25)
BAR: Final = Style("check", stroke="#000000", width=0.3)
BORES: Final = {
    "dimple": Style("dimple", stroke="#000000", width=0.3),
    "light": Style("light", stroke="#0b4fd0", width=0.3),
    "sensor": Style("sensor", stroke="#c01f1f", width=0.3, dash=(0.9, 0.7)),
}
"""Lines of the bores: black line, blue line, red dashes. Each can be told without its colour."""
ARM: Final = 1.6
"""How far the cross at a bore's centre reaches beyond its circle, in mm."""
MARGIN: Final = 18.0
FOOT: Final = 58.0
"""Height of the legend under the board on one sheet, in mm."""
LEAST_WIDTH: Final = 297.0
"""A narrower sheet has no room for its legend."""


def text_size(plan: Plan) -> float:
    """Height of the holes' names."""
    return min(4.0, max(1.6, 0.11 * plan.at.pitch))


def label_of(plan: Plan, hole: str) -> Text:
    """A hole's name, opposite its light."""
    sizes, (x, y) = plan.sizes, plan.at.points[hole]
    size = text_size(plan)
    if plan.squares:
        away = 0.27 * plan.at.pitch
    elif sizes.ring > 1:
        away = sizes.marble / 2 + sizes.light_mm + 0.8 + 0.8 * size
    else:
        away = max(sizes.dimple_mm, sizes.sensor_hole) / 2 + ARM + 0.8 + 0.6 * size
    angle = plan.away[hole] + pi
    # A name is wider than high, so it needs more room sideways.
    away += 0.3 * size * (len(hole) - 1) * abs(cos(angle)) * (not plan.squares)
    return Text(x + away * cos(angle), y + away * sin(angle), hole, size, INK, bold=True)


def marks(plan: Plan, *, below: bool = False) -> list[Shape]:
    """Everything that lies on the wood, in mm from the board's middle."""
    shapes: list[Shape] = [Path(plan.at.outline, EDGE, closed=True), *_ways(plan)]
    shapes += _squares(plan)
    for tool in plan.tools:
        style = BORES[tool.name]
        for bore in plan.bores:
            if bore.tool == tool.name:
                shapes.append(Circle(bore.x, bore.y, bore.diameter / 2, style))
    shapes += _crosses(plan)
    shapes += [label_of(plan, space.id) for space in plan.board.spaces]
    return [mirrored(shape) for shape in shapes] if below else shapes


def _crosses(plan: Plan) -> Iterator[Shape]:
    """One cross at each centre, even where two bores share it, and a dot for the centre punch."""
    done: set[tuple[int, int]] = set()
    order = [tool.name for tool in plan.tools]
    for bore in sorted(plan.bores, key=lambda bore: order.index(bore.tool)):
        key = round(bore.x * 100), round(bore.y * 100)
        if key in done:
            continue
        done.add(key)
        thin = Style("cross", stroke=BORES[bore.tool].stroke, width=0.12)
        yield from cross(bore.x, bore.y, bore.diameter / 2 + ARM, thin)


def _ways(plan: Plan) -> Iterator[Shape]:
    """Pale lines between neighbours, so that a row reads as a row."""
    points = plan.at.points
    for hole, others in plan.board.neighbours.items():
        for other in others:
            if hole < other:
                yield polyline([points[hole], points[other]], WAY)


def _squares(plan: Plan) -> Iterator[Shape]:
    """The squares on which pawns stand."""
    for space in plan.board.spaces:
        if space.shape == "square":
            x, y = plan.at.points[space.id]
            yield polyline(_square(x, y, 0.43 * plan.at.pitch, space.heading or 0.0), WAY, True)


def _square(x: float, y: float, half: float, heading: float) -> list[Point]:
    a = radians(heading)
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    return [(x + p * cos(a) - q * sin(a), y + p * sin(a) + q * cos(a)) for p, q in corners]


def check_bar(x: float, y: float, *, upright: bool = False) -> Iterator[Shape]:
    """A bar of exactly 100 mm with a tick every 10 mm. ``x, y`` is its left or upper end."""

    def at(along: float, across: float) -> Point:
        return (x + across, y + along) if upright else (x + along, y - across)

    yield polyline([at(0, 0), at(100, 0)], BAR)
    for k in range(11):
        reach = 2.6 if k in (0, 10) else 1.7 if k == 5 else 1.1
        yield polyline([at(10.0 * k, 0), at(10.0 * k, reach)], BAR)
    tx, ty = at(50, 4.6)
    yield Text(tx, ty, "100 mm", 3.2, INK, bold=True, angle=90.0 if upright else 0.0)


def headline(plan: Plan) -> str:
    """What the sheet is."""
    return f"{plan.board.kind.capitalize()} board, drill template 1:1"


def from_where(below: bool) -> str:
    """Which face of the wood the template lies on."""
    if below:
        return "MIRRORED: lay it on the UNDERSIDE of the wood."
    return "Lay it on the TOP of the wood."


def legend(plan: Plan, x: float, y: float) -> Iterator[Shape]:
    """A line for each tool: its bore at true size, the number of bores, their width and depth."""
    reach = max(tool.diameter for tool in plan.tools) / 2 + 1
    for tool in plan.tools:
        step = max(7.0, tool.diameter + 2.5)
        y += step / 2
        yield Circle(x + reach, y, tool.diameter / 2, BORES[tool.name])
        yield from cross(
            x + reach, y, tool.diameter / 2 + 1, Style("cross", BORES[tool.name].stroke, 0.12)
        )
        count = sum(bore.tool == tool.name for bore in plan.bores)
        yield Text(
            x + 2 * reach + 3, y - 1.6, tool_line(tool, count), 3.4, INK, anchor="start", bold=True
        )
        yield Text(x + 2 * reach + 3, y + 2.2, tool.how, 2.9, GREY, anchor="start")
        y += step / 2


def tool_line(tool: Tool, count: int) -> str:
    """``133 x dimple, 10 mm wide``."""
    return f"{count} × {tool.name}, {mm(tool.diameter)} wide"


def one_sheet(plan: Plan, *, below: bool = False) -> Sheet:
    """The whole board on one sheet of its own size, with legend and check bars under it."""
    left, top, right, bottom = plan.at.box
    width = max(LEAST_WIDTH, right - left + 2 * MARGIN)
    height = bottom - top + 2 * MARGIN + FOOT
    shapes = [
        moved(s, width / 2 - (left + right) / 2, MARGIN - top) for s in marks(plan, below=below)
    ]
    foot = MARGIN + bottom - top + 8
    shapes.append(line(MARGIN, foot, width - MARGIN, foot, Style("text", "#9a9a9a", 0.2)))
    shapes += _words(plan, MARGIN, foot + 7, below)
    shapes += check_bar(MARGIN, foot + 42)
    shapes += check_bar(width - MARGIN + 6, MARGIN, upright=True)
    shapes += legend(plan, width / 2 + 8, foot + 4)
    return Sheet(width, height, headline(plan), tuple(shapes))


def _words(plan: Plan, x: float, y: float, below: bool) -> Iterator[Shape]:
    yield Text(x, y, headline(plan), 6.0, INK, anchor="start", bold=True)
    lines = [*plan.facts(), from_where(below), *plan.notes]
    for k, words in enumerate(lines[:4]):
        loud = k == 2
        yield Text(x, y + 7 + 5 * k, words, 3.4, INK, anchor="start", bold=loud)
    advice = "Print at 100 %, without fitting to the page. Both bars must measure 100 mm."
    yield Text(x, y + 40, advice, 2.9, GREY, anchor="start")
