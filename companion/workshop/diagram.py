"""The wiring diagram: the board from below with every wire named, pins and circuits beside it.

It is one A3 sheet. People solder from below, so left and right are exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.workshop.currents import Currents
from companion.workshop.diagram_board import RIM, Painter, leg_name
from companion.workshop.diagram_circuits import chain, crossing, pixel_feed, single
from companion.workshop.diagram_pins import pi_header, pi_uses, pico_header, pico_uses
from companion.workshop.feeds import sensor_feed, whole_supply
from companion.workshop.inks import CHAINS, GREY, GROUPS, INK, POWER, WHITE, filled
from companion.workshop.loom import data_pin
from companion.workshop.measure import Scaled
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
)
from engine.board import Board
from hardware.wiring import BoardFile

WIDTH: Final = 420.0
HEIGHT: Final = 297.0
"""Height in mm of an A3 sheet laid across."""
ROOM: Final = (12.0, 27.0, 252.0, 258.0)
"""Box in which the board is drawn: left, top, width, height."""
SIDE: Final = 276.0
"""Left edge of the column of pins and circuits."""
COLUMN: Final = 144.0
"""From one column to the next. A mixed board has one for each further array and chain."""


def diagram(
    wiring: BoardFile, board: Board, drawn: Currents | None = None, *, above: bool = False
) -> Sheet:
    """The sheet of that board file, seen from below, or from above with ``above``.

    ``drawn`` tells where the pixels are fed. Without it they are fed at their start.
    """
    bare = Scaled(board, 1.0)
    left, top, right, bottom = bare.box
    at = Scaled(board, min(ROOM[2] / (right - left), ROOM[3] / (bottom - top)))
    painter = Painter(wiring, at, drawn.feeds if drawn else 1)
    shapes = list(painter.board())
    flipped = shapes if above else [mirrored(shape) for shape in shapes]
    left, top, right, bottom = at.box
    middle = (left + right) / 2 * (1 if above else -1)
    dx = ROOM[0] + ROOM[2] / 2 - middle
    dy = ROOM[1] + ROOM[3] / 2 - (top + bottom) / 2
    placed = [moved(shape, dx, dy) for shape in flipped]
    title = f"{wiring.name}: wiring of the {wiring.kind} board"
    head = list(_head(wiring, title, above))
    wide = WIDTH + COLUMN * (_columns(wiring) - 1)
    return Sheet(wide, HEIGHT, title, (*placed, *head, *_column(wiring)))


def _columns(wiring: BoardFile) -> int:
    """The number of columns of circuits.

    There is one for each array of sensors and each chain of pixels.
    """
    return max(1, len(wiring.sensors), len(wiring.pixels))


def _head(wiring: BoardFile, title: str, above: bool) -> Iterator[Shape]:
    yield Text(12, 13, title, 6.4, INK, anchor="start", bold=True)
    seen = "SEEN FROM ABOVE" if above else "SEEN FROM BELOW: left and right are exchanged"
    wide = 4.2 + 2.16 * len(seen)
    yield box(12, 18.5, wide, 6.6, Style("tag", None, 0.2, "#1a1a1a"), radius=1.2)
    yield Text(12 + wide / 2, 21.8, seen, 3.2, WHITE, bold=True)


def _column(wiring: BoardFile) -> Iterator[Shape]:
    """Pins on top, then the pixels' feed and a sensor's circuit, then the meaning of the signs."""
    yield line(SIDE - 6, 10, SIDE - 6, HEIGHT - 10, Style("thin", "#c9c2b6", 0.25))
    yield from _headers(wiring)
    y, feed = 141.0, sensor_feed(wiring)
    for number, strip in enumerate(wiring.pixels):
        supply = f"{whole_supply(wiring.supply.amperes, feed):g} A supply"
        named = f"Pixels {strip.name}" if len(wiring.pixels) > 1 else "Pixels"
        # Only the first name of the pin fits into the small box.
        pin = data_pin(strip).split(" (")[0]
        first = f"pixel {strip.name}:0"
        yield from pixel_feed(SIDE + COLUMN * number, y, pin, first, supply, named)
    for number, part in enumerate(wiring.sensors):
        x, named = SIDE + COLUMN * number, "Sensors"
        if len(wiring.sensors) > 1:
            named = f"Sensors {part.name}"
        if part.driver == "matrix":
            rows, columns = len(part.rows), len(part.columns)
            yield from crossing(x, y + 58, rows, columns, part.active, named)
        elif part.driver == "gpio":
            yield from single(x, y + 58, part.active, part.pull, feed, named)
        else:
            yield from chain(x, y + 58, part.chips, part.active, feed, named)
    yield from _legend(wiring, SIDE, 271.0)


def _headers(wiring: BoardFile) -> Iterator[Shape]:
    """The Pi's header if it is used, and each Pico, side by side over all columns."""
    pis = pi_uses(wiring)
    picos = [(device, pico_uses(wiring, device)) for device in wiring.devices]
    count = bool(pis) + len(picos)
    room = COLUMN * _columns(wiring) - 10
    places = iter(SIDE + (k + 0.5) * room / max(1, count) for k in range(count))
    if pis:
        yield from pi_header(next(places), 14, pis)
    for device, uses in picos:
        name = "Raspberry Pi Pico" if len(picos) == 1 else f"Pico {device.rpartition('/')[2]}"
        yield from pico_header(next(places), 14, uses, name)


def _legend(wiring: BoardFile, x: float, y: float) -> Iterator[Shape]:
    """The meaning of the signs on the board."""
    colour = CHAINS[0]
    yield Circle(x + 3, y, 2.9, RIM)
    yield Text(x + 3, y - 0.9, "A0", 2.1, INK, bold=True)
    part = wiring.sensors[0] if wiring.sensors else None
    if part is not None:
        yield Text(x + 3, y + 1.3, leg_name(part, 0), 1.5, GREY)
    where = {"gpio": "pin", "matrix": "row and column"}
    ways = dict.fromkeys(where.get(each.driver, "chip and input") for each in wiring.sensors)
    told = f"hole, and its {' or '.join(ways)}" if ways else "hole"
    yield Text(x + 8, y, told, 2.6, INK, anchor="start")
    if bands := [each for each in wiring.sensors if each.driver != "gpio"]:
        yield box(x + 70, y - 2.4, 12, 4.8, Style("band", None, 0.2, GROUPS[0]), radius=2.4)
        words = "one row" if bands[0].driver == "matrix" else "one chip"
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
