"""The board of a wiring diagram: its holes, its chips or rows, and the way of the data."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import Final

from companion.workshop.inks import CHAINS, GROUPS, INK, POWER, WHITE, filled
from companion.workshop.loom import building_order, fed
from companion.workshop.measure import Point, Scaled
from companion.workshop.plan import free_angle
from companion.workshop.shapes import Circle, Shape, Style, Text, arrow, box, line, polyline
from hardware.wiring import BoardFile, HoleWire, PixelRun, SensorPart

HOLE: Final = 0.25
"""Radius of a hole and distances from its centre, in pitches."""
LIGHT: Final = 0.42
NEAR: Final = 1.6
"""Holes of one group that are nearer than this lie on one band."""

WOOD: Final = Style("wood", stroke="#8a6a48", width=0.4, fill="#fdfaf4")
NAME: Final = Style("name", stroke="#1a1a1a", fill="#1a1a1a")
LEG: Final = Style("leg", stroke="#5c5c5c", fill="#5c5c5c")
RIM: Final = Style("hole", stroke="#1a1a1a", width=0.25, fill="#ffffff")


class Painter:
    """The board itself, in mm from its middle, seen from above."""

    def __init__(self, wiring: BoardFile, at: Scaled, feeds: int) -> None:
        self.wiring, self.at, self.p = wiring, at, at.pitch
        self.size = min(2.6, 0.18 * self.p)
        self.angles = {wire.hole: free_angle(at, wire.hole) for wire in wiring.holes}
        self.square = {s.id for s in at.board.spaces if s.shape == "square"} & set(self.angles)
        self.feeds = feeds
        self.colours = {part.name: CHAINS[n % len(CHAINS)] for n, part in enumerate(wiring.pixels)}

    def board(self) -> Iterator[Shape]:
        """Everything on the wood."""
        yield polyline(self.at.edge, WOOD, closed=True)
        yield from self.squares()
        yield from self.groups()
        yield from self.chains()
        # One sort of sign after the other makes the file a third as long.
        signs = [sign for wire in self.wiring.holes for sign in self.signs(wire)]
        yield from sorted(signs, key=lambda sign: (sign.style.layer, isinstance(sign, Text)))
        yield from self.fed()

    def groups(self) -> Iterator[Shape]:
        """A pale band through the holes of each chip or row, with its name at its first hole."""
        if self.square:
            return
        for part in self.wiring.sensors:
            if part.driver == "gpio":
                continue
            groups = sorted(_groups(self.wiring, part).items())
            for number, members in groups:
                colour = GROUPS[number % len(GROUPS)]
                yield from self.band([self.at.points[hole] for hole in members], colour)
            for number, members in groups:
                yield self.tag(part, number, members)

    def squares(self) -> Iterator[Shape]:
        """Squares in the colour of their chip or row. They need no band."""
        grounds: dict[str, str] = {}
        for part in self.wiring.sensors:
            if part.driver != "gpio":
                for number, members in _groups(self.wiring, part).items():
                    grounds |= dict.fromkeys(members, GROUPS[number % len(GROUPS)])
        half = 0.45 * self.p
        for hole in sorted(self.square, key=lambda hole: grounds.get(hole, "")):
            x, y = self.at.points[hole]
            style = Style("square", "#8a6a48", 0.15, grounds.get(hole, "#ffffff"))
            yield box(x - half, y - half, 2 * half, 2 * half, style)

    def band(self, points: list[Point], colour: str) -> Iterator[Shape]:
        """A band, wide between neighbours, and a thread where the next hole is farther away."""
        thread = Style("band", colour, 0.08 * self.p)
        runs: list[list[Point]] = [points[:1]]
        for a, b in pairwise(points):
            if dist(a, b) < NEAR * self.p:
                runs[-1].append(b)
            else:
                yield line(*a, *b, thread)
                runs.append([b])
        wide = Style("band", colour, 0.62 * self.p, round=True)
        for run in runs:
            # A single hole still gets its round patch.
            yield polyline(run if len(run) > 1 else [*run, *run], wide)

    def tag(self, part: SensorPart, number: int, members: list[str]) -> Text:
        """``U3`` or ``R3`` between two near holes of a group, or beside the first."""
        x, y = self.at.points[members[0]]
        away = self.angles[members[0]] + pi
        tx, ty = x + 0.5 * self.p * cos(away), y + 0.5 * self.p * sin(away)
        for a, b in pairwise(self.at.points[hole] for hole in members):
            if dist(a, b) < NEAR * self.p:
                tx, ty = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
                break
        return Text(tx, ty, group_name(self.wiring, part, number), 0.95 * self.size, INK, bold=True)

    def chains(self) -> Iterator[Shape]:
        """The way of the data from pixel to pixel."""
        for part in self.wiring.pixels:
            style = Style("chain", self.colours[part.name], 0.35)
            way = [
                self.light(wire.hole)
                for wire in building_order(self.wiring)
                if wire.pixels is not None and wire.pixels.part == part.name
            ]
            if len(way) > 1:
                yield polyline(way, style)
            for a, b in pairwise(way):
                _, head = arrow(a, b, style, head=0.13 * self.p, at=0.58)
                yield head
            if way:
                yield from self.ends(way, style)

    def ends(self, way: list[Point], style: Style) -> Iterator[Shape]:
        x, y = way[0]
        yield Circle(x, y, 0.24 * self.p, Style("chain", style.stroke, 0.5))
        yield Circle(x, y, 0.32 * self.p, Style("chain", style.stroke, 0.25))
        x, y = way[-1]
        yield Circle(x, y, 0.24 * self.p, Style("chain", style.stroke, 0.25, dash=(0.6, 0.6)))

    def light(self, hole: str) -> Point:
        x, y = self.at.points[hole]
        angle = self.angles[hole]
        return x + LIGHT * self.p * cos(angle), y + LIGHT * self.p * sin(angle)

    def signs(self, wire: HoleWire) -> Iterator[Shape]:
        """A hole with its name and input, and its pixel with its number."""
        yield from self.hole(wire)
        if wire.pixels is not None:
            yield from self.pixel(wire.hole, wire.pixels)

    def hole(self, wire: HoleWire) -> Iterator[Shape]:
        x, y = self.at.points[wire.hole]
        if wire.hole in self.square:
            # The pixel takes half of the square.
            y -= 0.16 * self.p * (1 if sin(self.angles[wire.hole]) > 0 else -1)
        else:
            yield Circle(x, y, HOLE * self.p, RIM)
        if wire.input is None:
            yield Text(x, y, wire.hole, self.size, NAME, bold=True)
            return
        part = self.wiring.sensor(wire.input.part)
        yield Text(x, y - 0.075 * self.p, wire.hole, self.size, NAME, bold=True)
        leg = leg_name(part, wire.input.number)
        yield Text(x, y + 0.11 * self.p, leg, 0.72 * self.size, LEG)

    def pixel(self, hole: str, run: PixelRun) -> Iterator[Shape]:
        x, y = self.light(hole)
        half = 0.075 * self.p
        style = Style("pixel", None, 0.2, self.colours[run.part])
        yield box(x - half, y - half, 2 * half, 2 * half, style)
        angle = self.angles[hole]
        shown = str(run.first)
        off = (0.17 + 0.05 * abs(cos(angle)) * len(shown)) * self.p
        colour = Style("number", self.colours[run.part], 0.2, self.colours[run.part])
        tx, ty = x + off * cos(angle), y + off * sin(angle)
        if hole in self.square:
            inward = -1 if cos(angle) > 0 else 1
            tx, ty = x + inward * (0.13 + 0.06 * len(shown)) * self.p, y
        yield Text(tx, ty, shown, 0.8 * self.size, colour, bold=True)

    def fed(self) -> Iterator[Shape]:
        """The places where 5 V and ground go into the chain: both ends, and evenly between them."""
        for hole in fed(self.wiring, self.feeds):
            x, y = self.at.points[hole]
            angle = self.angles[hole] + pi / 5
            tx, ty = x + 0.62 * self.p * cos(angle), y + 0.62 * self.p * sin(angle)
            if hole in self.square:
                # The tag stands on its own edge, because the neighbours are squares too.
                tx, ty = x, y + 0.45 * self.p * (1 if sin(self.angles[hole]) > 0 else -1)
            w, h = 0.3 * self.p, 0.19 * self.p
            yield box(tx - w / 2, ty - h / 2, w, h, filled(POWER), radius=0.05 * self.p)
            yield Text(tx, ty, "5 V", 0.7 * self.size, WHITE, bold=True)


def _groups(wiring: BoardFile, part: SensorPart) -> dict[int, list[str]]:
    """Number of a chip or row, from 0 → its holes by input."""
    width = len(part.columns) if part.driver == "matrix" else 8
    found: dict[int, list[tuple[int, str]]] = {}
    for wire in wiring.holes:
        if wire.input is not None and wire.input.part == part.name:
            number = wire.input.number
            found.setdefault(number // width, []).append((number, wire.hole))
    return {group: [hole for _, hole in sorted(members)] for group, members in found.items()}


def group_name(wiring: BoardFile, part: SensorPart, number: int) -> str:
    """``U3`` for chip 3, ``R3`` for row 3.

    The groups of a second array have the array's name in front.
    """
    name = f"{'R' if part.driver == 'matrix' else 'U'}{number + 1}"
    return name if part.name == wiring.sensors[0].name else f"{part.name} {name}"


def leg_name(part: SensorPart, number: int) -> str:
    """The place of an input in short: ``U3 H``, ``R3 C7``, ``BCM 17``."""
    if part.driver == "gpio":
        return f"BCM {part.pins[number]}"
    if part.driver == "matrix":
        row, column = divmod(number, len(part.columns))
        return f"R{row + 1} C{column + 1}"
    chip, letter = part.chip(number)
    return f"U{chip} {letter}"
