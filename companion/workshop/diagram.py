"""The wiring diagram: the board from below with every wire named, pins and circuits beside it.

One A3 sheet. From below, because that is where one solders: left and right are exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import Final

from companion.workshop.currents import Currents
from companion.workshop.diagram_circuits import chain, crossing, pixel_feed, single
from companion.workshop.diagram_pins import pi_header, pi_uses, pico_header, pico_uses
from companion.workshop.inks import CHAINS, GREY, GROUPS, INK, POWER, WHITE, filled
from companion.workshop.loom import building_order, data_pin
from companion.workshop.measure import Point, Scaled
from companion.workshop.plan import free_angle
from companion.workshop.shapes import (
    Circle,
    Shape,
    Sheet,
    Style,
    Text,
    arrow,
    box,
    line,
    mirrored,
    moved,
    polyline,
)
from engine.board import Board
from hardware.wiring import BoardFile, HoleWire, PixelRun, SensorPart

WIDTH: Final = 420.0
HEIGHT: Final = 297.0
"""A3 across, in mm."""
ROOM: Final = (12.0, 27.0, 252.0, 258.0)
"""Where the board is drawn: left, top, width, height."""
SIDE: Final = 276.0
"""Where the column of pins and circuits begins."""
HOLE: Final = 0.25
"""Radius of a hole and distances from its centre, in pitches."""
LIGHT: Final = 0.42
NEAR: Final = 1.6
"""Holes of one group nearer than that lie on one band."""

WOOD: Final = Style("wood", stroke="#8a6a48", width=0.4, fill="#fdfaf4")
NAME: Final = Style("name", stroke="#1a1a1a", fill="#1a1a1a")
LEG: Final = Style("leg", stroke="#5c5c5c", fill="#5c5c5c")
RIM: Final = Style("hole", stroke="#1a1a1a", width=0.25, fill="#ffffff")


def diagram(
    wiring: BoardFile, board: Board, drawn: Currents | None = None, *, above: bool = False
) -> Sheet:
    """The sheet of that board file; ``above``: as one sees it from above, not from below.

    ``drawn`` tells where the pixels are fed; without it they are fed at their start.
    """
    bare = Scaled(board, 1.0)
    left, top, right, bottom = bare.box
    at = Scaled(board, min(ROOM[2] / (right - left), ROOM[3] / (bottom - top)))
    painter = _Painter(wiring, at, drawn.feeds if drawn else 1)
    shapes = list(painter.board())
    flipped = shapes if above else [mirrored(shape) for shape in shapes]
    left, top, right, bottom = at.box
    middle = (left + right) / 2 * (1 if above else -1)
    dx = ROOM[0] + ROOM[2] / 2 - middle
    dy = ROOM[1] + ROOM[3] / 2 - (top + bottom) / 2
    placed = [moved(shape, dx, dy) for shape in flipped]
    title = f"{wiring.name}: wiring of the {wiring.kind} board"
    head = list(_head(wiring, title, above))
    return Sheet(WIDTH, HEIGHT, title, (*placed, *head, *_column(wiring)))


class _Painter:
    """The board itself, in mm from its middle, seen from above."""

    def __init__(self, wiring: BoardFile, at: Scaled, feeds: int) -> None:
        self.wiring, self.at, self.p = wiring, at, at.pitch
        self.size = min(2.6, 0.18 * self.p)
        self.angles = {wire.hole: free_angle(at, wire.hole) for wire in wiring.holes}
        self.feeds = feeds
        self.colours = {part.name: CHAINS[n % len(CHAINS)] for n, part in enumerate(wiring.pixels)}

    def board(self) -> Iterator[Shape]:
        yield polyline(self.at.edge, WOOD, closed=True)
        yield from self.groups()
        yield from self.chains()
        # One sort of sign after the other: the file is a third as long.
        signs = [sign for wire in self.wiring.holes for sign in self.signs(wire)]
        yield from sorted(signs, key=lambda sign: (sign.style.layer, isinstance(sign, Text)))
        yield from self.fed()

    def groups(self) -> Iterator[Shape]:
        """A pale band through the holes of each chip or row, and its name at its first hole."""
        for part in self.wiring.sensors:
            if part.driver == "gpio":
                continue
            groups = sorted(_groups(self.wiring, part).items())
            for number, members in groups:
                colour = GROUPS[number % len(GROUPS)]
                yield from self.band([self.at.points[hole] for hole in members], colour)
            for number, members in groups:
                yield self.tag(part, number, members)

    def band(self, points: list[Point], colour: str) -> Iterator[Shape]:
        """Wide along neighbours, a thread where the next hole is farther away."""
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
        """``U3`` or ``R3`` between the first two holes of a group, else beside the first."""
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
        yield Text(tx, ty, shown, 0.8 * self.size, colour, bold=True)

    def fed(self) -> Iterator[Shape]:
        """Where 5 V and ground go into the chain, evenly spread."""
        lit = [wire.hole for wire in building_order(self.wiring) if wire.pixels is not None]
        for k in range(min(self.feeds, len(lit))):
            hole = lit[k * len(lit) // self.feeds]
            x, y = self.at.points[hole]
            angle = self.angles[hole] + pi / 5
            tx, ty = x + 0.62 * self.p * cos(angle), y + 0.62 * self.p * sin(angle)
            w, h = 0.3 * self.p, 0.19 * self.p
            yield box(tx - w / 2, ty - h / 2, w, h, filled(POWER), radius=0.05 * self.p)
            yield Text(tx, ty, "5 V", 0.7 * self.size, WHITE, bold=True)


def _groups(wiring: BoardFile, part: SensorPart) -> dict[int, list[str]]:
    """Chip or row, from 0 → its holes by input."""
    width = len(part.columns) if part.driver == "matrix" else 8
    found: dict[int, list[tuple[int, str]]] = {}
    for wire in wiring.holes:
        if wire.input is not None and wire.input.part == part.name:
            number = wire.input.number
            found.setdefault(number // width, []).append((number, wire.hole))
    return {group: [hole for _, hole in sorted(members)] for group, members in found.items()}


def group_name(wiring: BoardFile, part: SensorPart, number: int) -> str:
    """``U3``: chip 3; ``R3``: row 3; with several arrays that of its array before it."""
    name = f"{'R' if part.driver == 'matrix' else 'U'}{number + 1}"
    return name if len(wiring.sensors) == 1 else f"{part.name} {name}"


def leg_name(part: SensorPart, number: int) -> str:
    """Where an input is, as short as it goes: ``U3 H``, ``R3 C7``, ``BCM 17``."""
    if part.driver == "gpio":
        return f"BCM {part.pins[number]}"
    if part.driver == "matrix":
        row, column = divmod(number, len(part.columns))
        return f"R{row + 1} C{column + 1}"
    chip, letter = part.chip(number)
    return f"U{chip} {letter}"


def _head(wiring: BoardFile, title: str, above: bool) -> Iterator[Shape]:
    yield Text(12, 13, title, 6.4, INK, anchor="start", bold=True)
    seen = "SEEN FROM ABOVE" if above else "SEEN FROM BELOW: left and right are exchanged"
    wide = 4.2 + 2.16 * len(seen)
    yield box(12, 18.5, wide, 6.6, Style("tag", None, 0.2, "#1a1a1a"), radius=1.2)
    yield Text(12 + wide / 2, 21.8, seen, 3.2, WHITE, bold=True)


def _column(wiring: BoardFile) -> Iterator[Shape]:
    """Pins on top, the pixels' feed and a sensor's circuit below, what the signs mean last."""
    yield line(SIDE - 6, 10, SIDE - 6, HEIGHT - 10, Style("thin", "#c9c2b6", 0.25))
    yield from _headers(wiring)
    y = 141.0
    if wiring.pixels:
        strip = wiring.pixels[0]
        feed = f"{wiring.supply.amperes:g} A supply"
        pin = data_pin(strip).split(" (")[0]
        yield from pixel_feed(SIDE, y, pin, f"pixel {strip.name}:0", feed)
    if wiring.sensors:
        part = wiring.sensors[0]
        if part.driver == "matrix":
            yield from crossing(SIDE, y + 58, len(part.rows), len(part.columns), part.active)
        elif part.driver == "gpio":
            yield from single(SIDE, y + 58, part.active, part.pull)
        else:
            yield from chain(SIDE, y + 58, part.chips, part.active)
    yield from _legend(wiring, SIDE, 271.0)


def _headers(wiring: BoardFile) -> Iterator[Shape]:
    """The Pi's header where it is used, and each Pico; two stand side by side."""
    pis = pi_uses(wiring)
    picos = [(device, pico_uses(wiring, device)) for device in wiring.devices]
    count = bool(pis) + len(picos)
    places = iter(SIDE + (k + 0.5) * 134 / max(1, count) for k in range(count))
    if pis:
        yield from pi_header(next(places), 14, pis)
    for device, uses in picos:
        name = "Raspberry Pi Pico" if len(picos) == 1 else f"Pico {device.rpartition('/')[2]}"
        yield from pico_header(next(places), 14, uses, name)


def _legend(wiring: BoardFile, x: float, y: float) -> Iterator[Shape]:
    """What the signs on the board mean."""
    colour = CHAINS[0]
    yield Circle(x + 3, y, 2.9, RIM)
    yield Text(x + 3, y - 0.9, "A0", 2.1, INK, bold=True)
    part = wiring.sensors[0] if wiring.sensors else None
    if part is not None:
        yield Text(x + 3, y + 1.3, leg_name(part, 0), 1.5, GREY)
    where = {"gpio": "its pin", "matrix": "its row and column"}
    told = where.get(part.driver if part else "", "its chip and input")
    yield Text(x + 8, y, f"hole, and {told}", 2.6, INK, anchor="start")
    if part is not None and part.driver != "gpio":
        yield box(x + 70, y - 2.4, 12, 4.8, Style("band", None, 0.2, GROUPS[0]), radius=2.4)
        words = "one row" if part.driver == "matrix" else "one chip"
        yield Text(x + 85, y, words, 2.6, INK, anchor="start")
    if not wiring.pixels:
        return
    y += 8
    ring = wiring.ring
    pixel = "pixel and its number" if ring == 1 else f"its {ring} pixels, number of the first"
    yield box(x + 2.1, y - 0.9, 1.8, 1.8, Style("pixel", None, 0.2, colour))
    yield Text(x + 8, y, pixel, 2.6, INK, anchor="start")
    yield from arrow((x + 66, y), (x + 82, y), Style("chain", colour, 0.35), head=1.8, at=0.6)
    yield Text(x + 85, y, "way of the data", 2.6, INK, anchor="start")
    y += 8
    yield Circle(x + 3, y, 1.9, Style("chain", colour, 0.5))
    yield Circle(x + 3, y, 2.6, Style("chain", colour, 0.25))
    yield Text(x + 8, y, "first pixel: data comes in here", 2.6, INK, anchor="start")
    yield box(x + 72, y - 1.5, 8, 3.0, filled(POWER), radius=0.7)
    yield Text(x + 76, y, "5 V", 2.0, WHITE, bold=True)
    yield Text(x + 85, y, "feed 5 V and ground here", 2.6, INK, anchor="start")
