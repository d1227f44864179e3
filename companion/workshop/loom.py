"""The wires of a board file: every hole in the order of building, and all other wires.

People build along the chain of pixels, so that is the order. Without pixels the order is that of
the inputs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.workshop.feeds import SensorFeed, sensor_feed
from companion.workshop.headers import LEGS, bcm_words, pico_words
from hardware.wiring import SPI_PINS, BoardFile, HoleWire, PixelPart, SensorPart

NOWHERE: Final = "–"
DAMPING: Final = "100 Ω"
"""Resistor in the wires of clock and latch.

Without it a long wire rings and a chip shifts twice.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One hole as a builder wires it.

    ``step`` counts from 1. A text is ``–`` where there is no wire.

    ``input``   name in the board file, ``main:7``
    ``to``      where the sensor's wire ends, in words
    ``pixels``  name in the board file, ``main:7`` or ``main:0-7``
    """

    step: int
    hole: str
    input: str
    to: str
    pixels: str


@dataclass(frozen=True, slots=True)
class Connection:
    """One wire that belongs to no hole: where it starts and ends, and what to mind."""

    start: str
    end: str
    note: str = ""


def building_order(board: BoardFile) -> list[HoleWire]:
    """The holes along the chains of pixels, then the holes without pixels along the inputs."""
    strips = [part.name for part in board.pixels]
    arrays = [part.name for part in board.sensors]

    def place(wire: HoleWire) -> tuple[int, int, int]:
        if wire.pixels is not None:
            return 0, strips.index(wire.pixels.part), wire.pixels.first
        if wire.input is not None:
            return 1, arrays.index(wire.input.part), wire.input.number
        return 2, 0, 0

    return sorted(board.holes, key=place)


def fed(board: BoardFile, places: int) -> list[str]:
    """The holes at whose pixels 5 V and ground go in: both ends, and evenly between them."""
    lit = [wire.hole for wire in building_order(board) if wire.pixels is not None]
    count = min(places, len(lit))
    return [lit[k * (len(lit) - 1) // max(1, count - 1)] for k in range(count)]


def rows(board: BoardFile) -> list[Row]:
    """All holes in the order of building."""
    found = []
    for step, wire in enumerate(building_order(board), 1):
        to = NOWHERE
        if wire.input is not None:
            to = ends_at(board.sensor(wire.input.part), wire.input.number)
        pixels = NOWHERE if wire.pixels is None else str(wire.pixels)
        feels = NOWHERE if wire.input is None else str(wire.input)
        found.append(Row(step, wire.hole, feels, to, pixels))
    return found


def ends_at(part: SensorPart, number: int) -> str:
    """The end of an input's wire: a pin of the Pi, or chip, input and leg.

    >>> ends_at(SensorPart("main", "shift", chips=2), 9)
    'chip 2, G (leg 5)'
    """
    if part.driver == "gpio":
        return bcm_words(part.pins[number])
    if part.driver == "matrix":
        row, column = divmod(number, len(part.columns))
        return f"row {row + 1}, column {column + 1}"
    chip, letter = part.chip(number)
    return f"chip {chip}, {letter} (leg {LEGS[letter]})"


def connections(board: BoardFile) -> list[Connection]:
    """Every wire besides those of single holes, in the order of soldering."""
    feed = sensor_feed(board)
    found = list(_regulator(board, feed))
    for part in board.sensors:
        if part.driver == "gpio":
            wires = _gpio(part, feed)
        elif part.driver == "matrix":
            wires = _matrix(part)
        else:
            wires = _chain(board, part, feed)
        found += _named(wires, part.name if len(board.sensors) > 1 else "")
    for strip in board.pixels:
        found += _named(_strip(board, strip), strip.name if len(board.pixels) > 1 else "")
    if board.pixels:
        found.append(
            Connection(
                "ground of the pixels' supply",
                "ground of Pi or Pico",
                "without it no data arrives",
            )
        )
    return found


def _regulator(board: BoardFile, feed: SensorFeed) -> Iterator[Connection]:
    """The sensors' own 3.3 V, for boards with too many sensors for a computer's."""
    if not feed.regulator:
        return
    five = "5 V of the supply, behind its fuse" if board.pixels else "5V of the Pi (pin 2)"
    yield Connection(
        five, f"IN of a regulator to 3.3 V, {feed.regulator:g} A", "10 µF at its IN and at its OUT"
    )
    yield Connection(
        "GND of the regulator",
        "ground of Pi or Pico",
        "its 3V3 never goes to theirs",
    )


def _named(wires: Iterator[Connection], name: str) -> Iterator[Connection]:
    """The wires with the name of their part before them, if there are several parts."""
    for wire in wires:
        yield replace(wire, start=f"{name}: {wire.start}") if name else wire


def _gpio(part: SensorPart, feed: SensorFeed) -> Iterator[Connection]:
    yield _sensors(part, feed, "the Pi")
    if part.pull == "none":
        end = feed.rail("the Pi") if part.active == "low" else "GND"
        yield Connection("every sensor's pin", f"10 kΩ to {end}", "no pull is switched on")


def _sensors(part: SensorPart, feed: SensorFeed, whose: str) -> Connection:
    """The wire that feeds the sensors of an array."""
    if part.draws:
        return Connection(f"{feed.rail(whose)}, and GND", "every hall switch", "100 nF across each")
    common = f"GND of {whose}" if part.active == "low" else feed.rail(whose)
    return Connection(common, "other side of every reed switch")


def _matrix(part: SensorPart) -> Iterator[Connection]:
    for number, bcm in enumerate(part.rows, 1):
        yield Connection(bcm_words(bcm), f"row {number}", "one end of every switch of the row")
    for number, bcm in enumerate(part.columns, 1):
        yield Connection(bcm_words(bcm), f"column {number}", "the other end, through its diode")
    way = "towards the row" if part.active == "low" else "towards the column"
    yield Connection("every diode", way, "the cathode, its ring, points there")
    if part.pull == "none":
        end = "3V3" if part.active == "low" else "GND"
        yield Connection("every column", f"10 kΩ to {end}", "no pull is switched on")


def _chain(board: BoardFile, part: SensorPart, feed: SensorFeed) -> Iterator[Connection]:
    """A chain of 74HC165 at a Pico or at the Pi's SPI."""
    if part.driver == "pico":
        whose, here = "the Pico", ""
        if len(board.devices) > 1:
            whose = f"the Pico at {part.device}"
            here = f" of {whose}"
        clock, latch, data = (pico_words(p) + here for p in (part.clock, part.latch, part.data))
    else:
        pins = SPI_PINS[int(part.spi[0])]
        clock, data = bcm_words(pins["SCLK"]), bcm_words(pins["MISO"])
        latch, whose = bcm_words(int(part.latch[1:])), "the Pi"
    every = f"all {part.chips} chips" if part.chips > 1 else "the chip"
    rail = feed.rail(whose)
    yield Connection(rail, f"VCC (leg 16) of {every}", "100 nF from 16 to 8 at each")
    yield Connection(f"GND of {whose}", f"GND (8) and CLK INH (15) of {every}")
    damped = f"through {DAMPING} close to that pin"
    yield Connection(clock, f"CLK (leg 2) of {every}", damped)
    yield Connection(latch, f"SH/LD (leg 1) of {every}", damped)
    yield Connection(data, "QH (leg 9) of chip 1")
    if part.chips > 1:
        yield Connection(
            "QH (leg 9) of chips 2, 3, …", "SER (leg 10) of the chip before", "chip 2 into chip 1"
        )
    yield Connection(f"SER (leg 10) of chip {part.chips}", "GND", "the end of the chain")
    for number, level in part.tied:
        end = rail if level == "high" else "GND"
        yield Connection(f"{ends_at(part, number)}, input {number}", end, "sentinel")
    for number in free_inputs(board, part):
        yield Connection(ends_at(part, number), "GND", "free inputs are never left open")
    end = rail if part.active == "low" else "GND"
    yield Connection("every sensor's input", f"10 kΩ to {end}", "none for push-pull sensors")
    yield _sensors(part, feed, whose)


def free_inputs(board: BoardFile, part: SensorPart) -> list[int]:
    """Inputs of a chain that carry neither a hole nor a sentinel."""
    used = {number for number, _ in part.tied}
    used |= {w.input.number for w in board.holes if w.input and w.input.part == part.name}
    return [number for number in range(8 * part.chips) if number not in used]


def _strip(board: BoardFile, part: PixelPart) -> Iterator[Connection]:
    several = part.driver == "pico" and len(board.devices) > 1
    here = f" of the Pico at {part.device}" if several else ""
    yield Connection(
        data_pin(part) + here, "1A (leg 2) of a 74AHCT125", "its VCC is 5 V; 1OE (leg 1) to GND"
    )
    yield Connection(
        "1Y (leg 3) of the 74AHCT125", f"330 Ω, then DIN of pixel {part.name}:0", "short wires"
    )
    yield Connection(
        "5 V of the supply", f"5 V of pixel {part.name}:0", "1000 µF from 5 V to ground there"
    )
    if part.count > 1:
        yield Connection(
            "5 V and ground of the supply",
            f"pixel {part.name}:{part.count - 1}, the last one, too",
            "and every red sign of the diagram",
        )


def data_pin(part: PixelPart) -> str:
    """The pin that a chain of pixels hangs on, in words."""
    if part.driver == "pico":
        return pico_words(part.pin)
    if part.driver == "neopixel":
        return bcm_words(int(part.pin[1:]))
    return bcm_words(SPI_PINS[int(part.spi[0])]["MOSI"])
