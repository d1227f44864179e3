"""Painted roads as SVG markup, from a board's scenery: asphalt, kerbs, lanes, line, coins, cars.

Everything is drawn in thousandths of the board's unit, with only classes (see ``look``); lengths
are in pitches. Boards with scenery are never turned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, cos, hypot, sin
from typing import Final

from ..board import Mark
from .look import number, seat_class, symbol_path

Points = Sequence[tuple[float, float]]

SQUARE: Final = 0.86
"""Side of a square space; its corners are rounded by ``_SQUARE_ROUNDING``."""
_SQUARE_ROUNDING: Final = 0.12
_ROAD_ROUNDING: Final = 0.34
_CHEQUERS: Final = 4
"""Rows of squares on the start line for each pitch of road."""


def square_path(x: float, y: float, pitch: float) -> str:
    """A square space as path data about its centre; all lengths in thousandths."""
    r = _SQUARE_ROUNDING * pitch
    half, side = SQUARE / 2 * pitch, SQUARE * pitch - 2 * r
    n = number
    a, b = n(r), n(side)
    return (
        f"M{n(x - half + r)} {n(y - half)}h{b}q{a} 0 {a} {a}v{b}q0 {a} -{a} {a}"
        f"h-{b}q-{a} 0 -{a} -{a}v-{b}q0 -{a} {a} -{a}z"
    )


def _rounded(points: Points, radius: float, closed: bool) -> str:
    """A line with rounded corners as path data."""
    count = len(points)
    parts: list[str] = []
    for i, (x, y) in enumerate(points):
        if not closed and i in (0, count - 1):
            parts.append(f"{'L' if parts else 'M'}{number(x)} {number(y)}")
            continue
        (ax, ay), (bx, by) = points[i - 1], points[(i + 1) % count]
        before, after = hypot(ax - x, ay - y), hypot(bx - x, by - y)
        cut = min(radius, before / 2, after / 2)
        start = x + (ax - x) * cut / before, y + (ay - y) * cut / before
        end = x + (bx - x) * cut / after, y + (by - y) * cut / after
        parts.append(
            f"{'L' if parts else 'M'}{number(start[0])} {number(start[1])}"
            f"Q{number(x)} {number(y)} {number(end[0])} {number(end[1])}"
        )
    return "".join(parts) + ("z" if closed else "")


def _path(classes: str, width: float, d: str, dash: Sequence[float] = ()) -> str:
    dashes = f' stroke-dasharray="{" ".join(number(v) for v in dash)}"' if dash else ""
    return f'<path class="{classes}" stroke-width="{number(width)}"{dashes} d="{d}"/>' if d else ""


def _roads(lines: Sequence[Points], p: float) -> list[str]:
    outline = "".join(_rounded(points, _ROAD_ROUNDING * p, True) for points in lines)
    return [_path("ts-road", 0.07 * p, outline)]


def _kerbs(lines: Sequence[Points], p: float) -> list[str]:
    """Striped kerbs: light all along, with red dashes over it."""
    d = "".join(_rounded(points, (_ROAD_ROUNDING + 0.17) * p, False) for points in lines)
    width = 0.2 * p
    return [_path("ts-kerb", width, d), _path("ts-kerb-mark", width, d, (0.25 * p, 0.25 * p))]


def _stroked(
    name: str, width: float, dash: Sequence[float] = (), rounding: float = 0.0
) -> Callable[[Sequence[Points], float], list[str]]:
    """A painter of plain lines; lengths in pitches."""

    def draw(lines: Sequence[Points], p: float) -> list[str]:
        d = "".join(_rounded(points, rounding * p, False) for points in lines)
        return [_path(f"ts-{name}", width * p, d, [value * p for value in dash])]

    return draw


def _starts(lines: Sequence[Points], p: float) -> list[str]:
    """Two chequered rows across the road, one on each side of the edge that is the line."""
    dark: list[str] = []
    light: list[str] = []
    rows = (("ts-start", dark), ("ts-flag", light))
    for (ax, ay), (bx, by) in lines:
        count = round(hypot(bx - ax, by - ay) / p * _CHEQUERS)
        dx, dy = (bx - ax) / count, (by - ay) / count
        for i in range(count):
            for row in (-1, 0):
                x, y = ax + i * dx - row * dy, ay + i * dy + row * dx
                box = f"M{number(x)} {number(y)}l{number(dx)} {number(dy)}l{number(-dy)} "
                box += f"{number(dx)}l{number(-dx)} {number(-dy)}z"
                (light if (i + row) % 2 else dark).append(box)
    return [f'<path class="{name}" d="{"".join(boxes)}"/>' for name, boxes in rows]


def _arrows(lines: Sequence[Points], p: float) -> list[str]:
    parts = []
    for (ax, ay), (bx, by) in lines:
        angle = atan2(by - ay, bx - ax)
        wings = [
            (bx - 0.42 * p * cos(angle + s), by - 0.42 * p * sin(angle + s)) for s in (-0.6, 0.6)
        ]
        (cx, cy), (ex, ey) = wings
        n = number
        parts.append(f"M{n(ax)} {n(ay)}L{n(bx)} {n(by)}M{n(cx)} {n(cy)}L{n(bx)} {n(by)}")
        parts.append(f"L{n(ex)} {n(ey)}")
    return [_path("ts-way", 0.11 * p, "".join(parts))]


_PAINTERS: Final[tuple[tuple[str, Callable[[Sequence[Points], float], list[str]]], ...]] = (
    ("kerb", _kerbs),
    ("road", _roads),
    ("joint", _stroked("joint", 0.04)),
    ("lane", _stroked("lane", 0.05, (0.28, 0.22), 0.5)),
    ("rail", _stroked("rail", 0.07)),
    ("box", _stroked("box", 0.05)),
    ("start", _starts),
    ("wall", _stroked("wall", 0.13)),
    ("way", _arrows),
)
"""Kinds of scenery from below, and the painter of each kind."""

BELOW: Final = frozenset(("kerb", "road", "joint", "lane"))
"""Kinds that lie under the spaces; the others are painted over them."""


def road_paint(scenery: Sequence[Mark], pitch: float, below: bool = True) -> list[str]:
    """The scenery under the spaces, or what is painted over them; ``pitch`` in thousandths."""
    parts: list[str] = []
    for kind, draw in _PAINTERS:
        if (kind in BELOW) is not below:
            continue
        lines = [
            [(1000 * x, 1000 * y) for x, y in mark.points] for mark in scenery if mark.kind == kind
        ]
        if lines:
            parts += draw(lines, pitch)
    if not below:
        parts += [_label(mark, pitch) for mark in scenery if mark.text]
    return parts


def _label(mark: Mark, p: float) -> str:
    """A number; two digits are smaller, since two such numbers may stand side by side."""
    x, y = (1000 * value for value in mark.points[0])
    size = (0.7 if len(mark.text) < 2 else 0.54) * p
    return (
        f'<text class="ts-{mark.kind}" x="{number(x)}" y="{number(y + 0.36 * size)}" '
        f'font-size="{number(size)}">{mark.text}</text>'
    )


def coin(kind: str, pitch: float) -> str:
    """A coin about the origin: blank, or with skid marks when it is in force (``…-up``)."""
    p = pitch
    up = kind.endswith("-up")
    disc = (
        f'<circle class="ts-coin{" ts-on" if up else ""}" r="{number(0.33 * p)}" '
        f'stroke-width="{number(0.05 * p)}"/>'
    )
    if not up:
        ring = f'stroke-width="{number(0.03 * p)}"'
        return disc + f'<circle class="ts-coin-mark" r="{number(0.23 * p)}" {ring}/>'
    a, b = number(0.09 * p), number(0.18 * p)
    wave = f"q{a} -{a} 0 -{b}t0 -{b}"
    marks = "".join(f"M{number(x * p)} {number(0.18 * p)}{wave}" for x in (-0.12, 0.12))
    return disc + f'<path class="ts-coin-mark" stroke-width="{number(0.07 * p)}" d="{marks}"/>'


def car(token: str, pitch: float, heading: float) -> str:
    """One car about the origin: a capsule with a nose along ``heading``, its symbol upright."""
    turned = f'<g transform="rotate({number(heading)})">{_body(pitch)}</g>'
    return f'<g class="ts-marble {seat_class(token)}">{turned}{_roof(token, pitch)}</g>'


def car_body(token: str, pitch: float) -> str:
    """A car about the origin without its symbol, driving up; the page turns it."""
    return f'<g class="ts-marble {seat_class(token)}">{_body(pitch)}</g>'


def car_roof(token: str, pitch: float) -> str:
    """The symbol that a car carries, upright."""
    return f'<g class="ts-marble {seat_class(token)}">{_roof(token, pitch)}</g>'


def _roof(token: str, p: float) -> str:
    path = symbol_path(token, 0.165 * p)
    return f'<path class="ts-symbol" fill-rule="evenodd" d="{path}"/>'


def _body(p: float) -> str:
    """Wheels, shadow and body of a car that drives up."""

    def n(pitches: float) -> str:
        return number(pitches * p)

    wheels = "".join(
        f'<rect class="ts-wheel" x="{n(x)}" y="{n(y)}" width="{n(0.1)}" height="{n(0.19)}" '
        f'rx="{n(0.04)}"/>'
        for x in (-0.325, 0.225)
        for y in (-0.21, 0.13)
    )
    d = (
        f"M{n(-0.23)} {n(0.27)}Q{n(-0.23)} {n(0.38)} {n(-0.12)} {n(0.38)}H{n(0.12)}"
        f"Q{n(0.23)} {n(0.38)} {n(0.23)} {n(0.27)}V{n(-0.1)}"
        f"C{n(0.23)} {n(-0.28)} {n(0.1)} {n(-0.4)} 0 {n(-0.4)}"
        f"S{n(-0.23)} {n(-0.28)} {n(-0.23)} {n(-0.1)}z"
    )
    return (
        f'<ellipse class="ts-ground" rx="{n(0.36)}" ry="{n(0.45)}"/>{wheels}'
        f'<path class="ts-outline" stroke-width="{n(0.14)}" d="{d}"/>'
        f'<path class="ts-body" stroke-width="{n(0.05)}" d="{d}"/>'
        f'<path class="ts-shine" fill="url(#ts-shine)" d="{d}"/>'
    )
