"""The headers of Pi and Pico as drawings that name the used pins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from companion.workshop.feeds import sensor_feed
from companion.workshop.headers import PI, PICO, pi_pin, pico_pin
from companion.workshop.inks import (
    BLOCK,
    DATA,
    GREY,
    GROUND,
    INK,
    POWER,
    SIGNAL,
    THIN,
    WHITE,
    filled,
)
from companion.workshop.shapes import Shape, Style, Text, box, line
from hardware.wiring import SPI_PINS, BoardFile, PixelPart, SensorPart

STEP: Final = 4.9
"""Distance from pin to pin in the drawing, in mm. A header is 20 of them high."""
PAD: Final = 3.7
HIGH: Final = 20 * STEP


@dataclass(frozen=True, slots=True)
class Use:
    """What a pin is used for, and the ink of its kind."""

    words: str
    style: Style


def pi_uses(board: BoardFile) -> dict[int, Use]:
    """Pin of the Pi's header → its use. Empty when nothing needs the Pi's header."""
    found: dict[int, Use] = {}
    for part in board.sensors:
        found.update(_pi_sensors(board, part))
    for strip in board.pixels:
        if strip.driver == "neopixel":
            found[pi_pin(int(strip.pin[1:]))] = Use(f"pixels {strip.name}, data", DATA)
            found[14] = Use("ground of the pixels", GROUND)
        elif strip.driver == "neopixel_spi":
            mosi = SPI_PINS[int(strip.spi[0])]["MOSI"]
            found[pi_pin(mosi)] = Use(f"pixels {strip.name}, data (MOSI)", DATA)
            found[20] = Use("ground of the pixels", GROUND)
    return found


def _pi_sensors(board: BoardFile, part: SensorPart) -> Iterator[tuple[int, Use]]:
    if part.driver == "gpio":
        wires = {
            w.input.number: w.hole for w in board.holes if w.input and w.input.part == part.name
        }
        for number, bcm in enumerate(part.pins):
            if number in wires:
                yield pi_pin(bcm), Use(wires[number], SIGNAL)
        if not sensor_feed(board).regulator:
            yield 1, Use("sensors 3.3 V", POWER)
        yield 9, Use("sensors ground", GROUND)
    elif part.driver == "matrix":
        for number, bcm in enumerate(part.rows, 1):
            yield pi_pin(bcm), Use(f"row {number}", SIGNAL)
        for number, bcm in enumerate(part.columns, 1):
            yield pi_pin(bcm), Use(f"column {number}", DATA)
    elif part.driver == "shift":
        pins = SPI_PINS[int(part.spi[0])]
        yield pi_pin(pins["SCLK"]), Use("CLK of all chips", SIGNAL)
        yield pi_pin(pins["MISO"]), Use("QH of chip 1", SIGNAL)
        yield pi_pin(int(part.latch[1:])), Use("SH/LD of all chips", SIGNAL)
        if not sensor_feed(board).regulator:
            yield 1, Use("chips 3.3 V", POWER)
        yield 9, Use("chips ground", GROUND)


def pico_uses(board: BoardFile, device: str) -> dict[int, Use]:
    """Pin of the Pico at that port → its use."""
    found: dict[int, Use] = {}
    for part in board.sensors:
        if part.driver == "pico" and part.device == device:
            found[pico_pin(part.clock)] = Use("CLK of all chips", SIGNAL)
            found[pico_pin(part.latch)] = Use("SH/LD of all chips", SIGNAL)
            found[pico_pin(part.data)] = Use("QH of chip 1", SIGNAL)
            if not sensor_feed(board).regulator:
                found[36] = Use("chips 3.3 V", POWER)
            found[38] = Use("chips ground", GROUND)
    for strip in board.pixels:
        if _at(strip, device):
            found[pico_pin(strip.pin)] = Use(f"pixels {strip.name}, data", DATA)
            found[8] = Use("ground of the pixels", GROUND)
    return found


def _at(strip: PixelPart, device: str) -> bool:
    return strip.driver == "pico" and strip.device == device


def pi_header(x: float, y: float, uses: Mapping[int, Use]) -> Iterator[Shape]:
    """The Pi's header centred on ``x``, odd pins left, from ``y`` down."""
    yield from _title(x, y, "Raspberry Pi, 40 pins", "from above; pin 1 is next to the card")
    top = y + 11
    yield box(x - STEP - 1.2, top - 1.2, 2 * STEP + 2.4, HIGH + 2.4, BLOCK, radius=1.5)
    for number, name in enumerate(PI, 1):
        row, right = divmod(number - 1, 2)
        at = x + (STEP / 2 if right else -STEP / 2)
        shown = f"BCM {name}" if name.isdigit() else name
        end = x + (STEP + 1.2) * (1 if right else -1)
        yield from _pin(at, top + (row + 0.5) * STEP, number, shown, uses.get(number), end)


def pico_header(x: float, y: float, uses: Mapping[int, Use], title: str) -> Iterator[Shape]:
    """A Pico centred on ``x``, its USB plug up, from ``y`` down."""
    yield from _title(x, y, title, "from above; the USB plug is up")
    top = y + 13
    yield box(x - 12, top - 2, 24, HIGH + 4, BLOCK, radius=2)
    yield box(x - 4, top - 4, 8, 7, WHITE_BLOCK, radius=0.8)
    for number, name in enumerate(PICO, 1):
        right = number > 20
        row = 40 - number if right else number - 1
        at = x + (9 if right else -9)
        end = x + (12 if right else -12)
        yield from _pin(at, top + (row + 0.5) * STEP, number, name, uses.get(number), end)


WHITE_BLOCK: Final = Style("block", stroke="#1a1a1a", width=0.35, fill="#d9d9d9")


def _title(x: float, y: float, title: str, where: str) -> Iterator[Shape]:
    yield Text(x, y + 1.5, title, 3.6, INK, bold=True)
    yield Text(x, y + 6, where, 2.5, GREY)


def _pin(
    x: float, y: float, number: int, name: str, use: Use | None, end: float
) -> Iterator[Shape]:
    """A pin with its number. A used pin has the ink of its kind and a line to its words."""
    half = PAD / 2
    if use is None:
        yield box(x - half, y - half, PAD, PAD, THIN)
        yield Text(x, y, str(number), 1.9, GREY)
        return
    out = 1 if end > x else -1
    yield line(x, y, end + 3 * out, y, use.style)
    yield box(x - half, y - half, PAD, PAD, filled(use.style), radius=0.6)
    yield Text(x, y, str(number), 1.9, WHITE, bold=True)
    anchor = "start" if out > 0 else "end"
    yield Text(end + 3.8 * out, y - 1.0, use.words, 2.4, INK, anchor=anchor, bold=True)
    yield Text(end + 3.8 * out, y + 1.35, name, 1.8, GREY, anchor=anchor)
