"""The small circuits beside a wiring diagram: the pixels' feed, and one sensor of each driver."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.workshop.feeds import SensorFeed
from companion.workshop.headers import LEGS
from companion.workshop.inks import (
    BLOCK,
    DATA,
    GREY,
    GROUND,
    INK,
    LINE,
    POWER,
    SIGNAL,
    filled,
)
from companion.workshop.loom import DAMPING
from companion.workshop.shapes import Circle, Shape, Style, Text, arrow, box, line, polyline

DOT: Final = 0.7
PAIRS: Final = (
    ("SH/LD", "VCC"), ("CLK", "CLK INH"), ("E", "D"), ("F", "C"), ("G", "B"), ("H", "A"),
    ("", "SER"), ("GND", "QH"),
)  # fmt: skip
"""The legs of a 74HC165 from its notch down, left and right."""


def _title(x: float, y: float, words: str, note: str = "") -> Iterator[Shape]:
    yield Text(x, y, words, 3.6, INK, anchor="start", bold=True)
    if note:
        yield Text(x, y + 4.6, note, 2.5, GREY, anchor="start")


def _block(x: float, y: float, w: float, h: float, words: str, note: str = "") -> Iterator[Shape]:
    yield box(x, y, w, h, BLOCK, radius=1.0)
    middle = y + h / 2
    yield Text(x + w / 2, middle - (1.6 if note else 0), words, 2.7, INK, bold=True)
    if note:
        yield Text(x + w / 2, middle + 2.0, note, 2.1, GREY)


def _dot(x: float, y: float, style: Style) -> Circle:
    return Circle(x, y, DOT, filled(style))


def _resistor(x: float, y: float, words: str, upright: bool = False) -> Iterator[Shape]:
    """A box on the middle of a wire."""
    w, h = (3.0, 7.0) if upright else (8.0, 3.0)
    yield box(x - w / 2, y - h / 2, w, h, Style("block", "#1a1a1a", 0.3, "#ffffff"))
    if upright:
        yield Text(x + 2.6, y, words, 2.3, INK, anchor="start")
    else:
        yield Text(x, y - 3.2, words, 2.3, INK)


def pixel_feed(
    x: float, y: float, pin: str, first: str, supply: str, called: str = "Pixels"
) -> Iterator[Shape]:
    """Data through the level shifter into the first pixel, the supply beside; 134 × 44 mm."""
    yield from _title(x, y, called, "data at 5 V, one ground for everything")
    top = y + 13
    yield from _block(x, top, 24, 9, pin, "data")
    yield from arrow((x + 24, top + 4.5), (x + 36, top + 4.5), DATA)
    yield from _block(x + 36, top - 2, 26, 13, "74AHCT125", "1A (2) to 1Y (3)")
    yield line(x + 62, top + 4.5, x + 88, top + 4.5, DATA)
    yield from _resistor(x + 75, top + 4.5, "330 Ω")
    yield from arrow((x + 86, top + 4.5), (x + 96, top + 4.5), DATA)
    yield from _block(x + 96, top - 2, 36, 13, first, "DIN; on from its DOUT")
    rail, ground = top + 19, top + 26
    yield from _block(x, rail - 3, 24, 13, supply, "fused")
    yield line(x + 24, rail, x + 124, rail, POWER)
    yield line(x + 24, ground, x + 128, ground, GROUND)
    for at, low in ((x + 45, top + 11), (x + 110, top + 11)):
        yield line(at, rail, at, low, POWER)
        yield _dot(at, rail, POWER)
    for at, low in ((x + 53, top + 11), (x + 118, top + 11)):
        yield line(at, ground, at, low, GROUND)
        yield _dot(at, ground, GROUND)
    yield Text(x + 27, rail - 2, "5 V", 2.4, INK, anchor="start")
    yield Text(x + 27, ground - 2, "GND", 2.4, INK, anchor="start")
    yield Text(x + 55, top + 14, "1OE (1) too", 2.0, GREY, anchor="start")
    yield from _capacitor(x + 86, rail, ground)
    yield Text(x + 128, ground + 3.4, "and to GND of Pi or Pico", 2.3, INK, anchor="end")


def _capacitor(
    x: float, rail: float, ground: float, words: str = "1000 µF", left: bool = False
) -> Iterator[Shape]:
    middle = (rail + ground) / 2
    yield line(x, rail, x, middle - 0.7, LINE)
    yield line(x, middle + 0.7, x, ground, LINE)
    for at in (middle - 0.7, middle + 0.7):
        yield line(x - 2.4, at, x + 2.4, at, Style("line", "#1a1a1a", 0.5))
    at, anchor = (x - 3.4, "end") if left else (x + 3.4, "start")
    yield Text(at, middle, words, 2.3, INK, anchor=anchor)


def chain(
    x: float, y: float, chips: int, active: str, feed: SensorFeed, called: str = "Sensors"
) -> Iterator[Shape]:
    """A 74HC165 with its legs, a sensor at it, and the next chip; 134 × 62 mm."""
    yield from _title(x, y, called, f"{chips} × 74HC165 in a chain, eight sensors each")
    left, top, step = x + 22, y + 10, 4.6
    yield box(left, top, 22, 8 * step, BLOCK, radius=1.0)
    yield Circle(left + 11, top + 0.2, 1.6, Style("block", "#1a1a1a", 0.35, "#ffffff"))
    yield Text(left + 11, top + 4 * step, "74HC165", 2.6, INK, bold=True, angle=90.0)
    for row, pair in enumerate(PAIRS):
        at = top + (row + 0.5) * step
        for name, edge, out in ((pair[0], left, -1), (pair[1], left + 22, 1)):
            yield from _leg(name, edge, at, out)
    yield from _one_sensor(x + 80, top + 2, active, feed)
    yield from _row_of_chips(x, top + 8 * step + 6, chips)


def _leg(name: str, edge: float, y: float, out: int) -> Iterator[Shape]:
    anchor_in, anchor_out = ("start", "end") if out < 0 else ("end", "start")
    number = str(LEGS[name]) if name else "7"
    yield line(edge, y, edge + 3 * out, y, LINE if name else Style("thin", "#9a9a9a", 0.2))
    yield Text(edge - 1.2 * out, y, number, 2.0, GREY, anchor=anchor_in)
    told = {
        "VCC": "3V3", "GND": "GND", "CLK INH": "CLK INH to GND", "QH": "QH, to SER before",
        "SER": "SER, from QH after", "": "free",
    }  # fmt: skip
    words = f"{name}, by {DAMPING}" if name in ("CLK", "SH/LD") else told.get(name, name)
    yield Text(edge + 3.8 * out, y, words, 2.4, INK if name else GREY, anchor=anchor_out)


def _rail(x: float, y: float, feed: SensorFeed) -> Iterator[Shape]:
    """A line of 3.3 V, 50 mm long, with the regulator if it comes from one."""
    yield line(x, y, x + 50, y, POWER)
    yield Text(x + 50, y - 2.2, "3V3", 2.4, INK, anchor="end")
    if feed.regulator:
        yield from _block(
            x + 4, y - 12, 34, 8.5, "regulator", f"5 V to 3.3 V, {feed.regulator:g} A"
        )
        yield line(x + 21, y - 3.5, x + 21, y, POWER)
        yield _dot(x + 21, y, POWER)


def _one_sensor(x: float, y: float, active: str, feed: SensorFeed) -> Iterator[Shape]:
    """A hall switch at an input, with its resistor."""
    low = active == "low"
    yield from _rail(x, y, feed)
    yield line(x, y + 30, x + 50, y + 30, GROUND)
    yield Text(x + 50, y + 32.2, "GND", 2.4, INK, anchor="end")
    yield from _block(x + 24, y + 10, 22, 10, "hall switch", "or reed")
    yield line(x + 35, y, x + 35, y + 10, POWER)
    yield line(x + 35, y + 20, x + 35, y + 30, GROUND)
    if feed.sensors:
        yield from _capacitor(x + 49, y, y + 30, "")
        yield Text(x + 47, y + 25, "100 nF", 2.3, INK, anchor="end")
    yield line(x + 2, y + 15, x + 24, y + 15, SIGNAL)
    end, style = (y, POWER) if low else (y + 30, GROUND)
    yield line(x + 12, y + 15, x + 12, end, style)
    yield from _resistor(x + 12, (y + 15 + end) / 2, "10 kΩ", upright=True)
    yield _dot(x + 12, y + 15, SIGNAL)
    yield _dot(x + 12, end, style)
    yield Text(x + 1, y + 17.8, "to A … H", 2.3, INK, anchor="start")


def _row_of_chips(x: float, y: float, chips: int) -> Iterator[Shape]:
    names = [str(n) for n in range(1, chips + 1)]
    if chips > 4:
        names = ["1", "2", "…", str(chips)]
    yield Text(x, y + 4, "data", 2.4, INK, anchor="start")
    at = x + 8
    yield from arrow((at + 7, y + 4), (at, y + 4), SIGNAL)
    for number, name in enumerate(names):
        left = at + 7 + number * 26
        yield from _block(left, y, 18, 8, f"chip {name}" if name != "…" else "…")
        if number + 1 < len(names):
            yield from arrow((left + 26, y + 4), (left + 18, y + 4), SIGNAL)


def crossing(
    x: float, y: float, rows: int, columns: int, active: str, called: str = "Sensors"
) -> Iterator[Shape]:
    """One crossing of a diode matrix; 134 × 62 mm."""
    yield from _title(x, y, called, f"{rows} rows × {columns} columns, a diode at every switch")
    left, top = x + 30, y + 20
    for k in range(2):
        yield line(left - 8, top + 24 * k, left + 74, top + 24 * k, SIGNAL)
        yield Text(left - 10, top + 24 * k, f"row {k + 1}", 2.5, INK, anchor="end")
        at = left + 24 + 36 * k
        yield line(at, top - 8, at, top + 34, DATA)
        yield Text(at, top - 10.5, f"column {k + 1}", 2.5, INK)
    for row in range(2):
        for column in range(2):
            yield from _switch(left + 24 + 36 * column, top + 24 * row, active == "low")
    words = "its ring to the row" if active == "low" else "its ring to the column"
    yield Text(x, top + 40, f"diode 1N4148, {words}; reed switch to the column", 2.5, GREY, "start")


def _switch(x: float, y: float, to_row: bool) -> Iterator[Shape]:
    """Column, reed, diode and row along a slanting wire of three pieces."""
    a, b, c = (x, y - 5), (x - 9, y - 5), (x - 16, y - 5)
    yield _dot(*a, DATA)
    yield line(*a, x - 2.5, y - 5, LINE)
    yield line(x - 2.5, y - 5, x - 7, y - 7.2, LINE)
    yield line(x - 7, y - 5, *b, LINE)
    tip, tail = (x - 13, x - 9.6) if to_row else (x - 9.6, x - 13)
    solid = Style("line", None, 0.3, "#1a1a1a")
    yield polyline([(tip, y - 5), (tail, y - 6.7), (tail, y - 3.3)], solid, closed=True)
    yield line(tip, y - 6.8, tip, y - 3.2, Style("line", "#1a1a1a", 0.5))
    yield line(x - 13, y - 5, *c, LINE)
    yield line(*c, x - 16, y, LINE)
    yield _dot(x - 16, y, SIGNAL)


def single(
    x: float, y: float, active: str, pull: str, feed: SensorFeed, called: str = "Sensors"
) -> Iterator[Shape]:
    """One sensor at a pin of the Pi; 134 × 50 mm."""
    note = "a pin each; the Pi's own resistor holds it" if pull != "none" else "a pin each"
    yield from _title(x, y, called, note)
    top = y + 12
    yield line(x + 30, top, x + 110, top, POWER)
    yield Text(x + 112, top, feed.rail("the Pi"), 2.4, INK, anchor="start")
    yield line(x + 30, top + 28, x + 110, top + 28, GROUND)
    yield Text(x + 112, top + 28, "GND", 2.4, INK, anchor="start")
    yield from _block(x + 74, top + 9, 24, 10, "hall switch", "or reed")
    yield line(x + 86, top, x + 86, top + 9, POWER)
    yield line(x + 86, top + 19, x + 86, top + 28, GROUND)
    if feed.sensors:
        yield from _capacitor(x + 104, top, top + 28, "100 nF")
    yield line(x + 24, top + 14, x + 74, top + 14, SIGNAL)
    yield from _block(x, top + 9, 24, 10, "Pi", "its pin")
    if pull == "none":
        end, style = (top, POWER) if active == "low" else (top + 28, GROUND)
        yield line(x + 48, top + 14, x + 48, end, style)
        yield from _resistor(x + 48, (top + 14 + end) / 2, "10 kΩ", upright=True)
