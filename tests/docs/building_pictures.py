"""The drawings of the builder's guide, from the pins and sizes that the program itself uses.

``python tests/docs/building_pictures.py`` draws them anew into ``docs/pictures``.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from drawn_sheet import (
    DARK,
    DATA,
    FIVE,
    GROUND,
    INK,
    PAPER,
    QUIET,
    SIGNAL,
    THREE,
    WOOD,
    Sheet,
)  # fmt: skip
from touch_picture import touch

from companion.workshop.feeds import sensor_feed
from companion.workshop.loom import DAMPING
from companion.workshop.plan import FLOOR, Bores
from hardware.wiring import BoardFile, new, spi_pins

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
HOLES = [f"h{at}" for at in range(133)]


# wood, marble, magnet ---------------------------------------------------------------------------


def wood(sheet: Sheet, x: float, y: float, w: float, h: float) -> None:
    """A plank in section, with its grain."""
    sheet.put(
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{WOOD}" stroke="{DARK}"/>'
    )
    for at in range(1, 5):
        level = y + h * at / 5
        sheet.put(
            f'<path d="M{x:g} {level:g} q{w / 4:g} {-4 + 2 * at:g} {w / 2:g} 0 t{w / 2:g} 0" '
            f'fill="none" stroke="{DARK}" stroke-opacity=".35"/>'
        )


def marble(sheet: Sheet, x: float, y: float, r: float, angle: float | None = 0) -> None:
    """A marble, its magnet turned by ``angle``: 0 is upright, south pole down."""
    sheet.put(
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="#f6ecdf" stroke="{INK}" '
        'stroke-width="1.5"/>'
    )
    if angle is None:
        return
    m = r * 0.31
    sheet.put(
        f'<g transform="rotate({angle:g} {x:g} {y:g})">'
        f'<rect x="{x - m:g}" y="{y - m:g}" width="{2 * m:g}" height="{m:g}" fill="{FIVE}"/>'
        f'<rect x="{x - m:g}" y="{y:g}" width="{2 * m:g}" height="{m:g}" fill="{SIGNAL}"/></g>'
    )


def section() -> str:
    """A hole cut open, ten px a mm: light beside the dimple, sensor under it."""
    mm = 10.0
    sheet = Sheet(720, 430, "A hole cut open: marble, dimple, sensor below, light beside")
    top, thick, x = 190.0, 12 * mm, 300.0
    wood(sheet, 60, top, 600, thick)
    sizes = Bores()
    # A curve of one control point reaches half as deep as that lies.
    half, depth = sizes.dimple_mm / 2 * mm, sizes.dimple_depth * mm
    sheet.put(
        f'<path d="M{x - half:g} {top:g} Q{x:g} {top + 2 * depth:g} {x + half:g} {top:g} Z" '
        f'fill="{PAPER}" stroke="{DARK}"/>'
    )
    pocket = top + depth + FLOOR * mm
    sheet.put(
        f'<rect x="{x - 30:g}" y="{pocket:g}" width="60" height="{top + thick - pocket:g}" '
        f'fill="{PAPER}" stroke="{DARK}"/>'
    )
    sheet.box(x - 20, pocket + 3, 40, 16, INK, 2)
    for leg in (-13, 0, 13):
        sheet.wire([(x + leg, pocket + 19), (x + leg, top + thick + 26)], QUIET, 2.5)
    sheet.put(
        f'<rect x="{x - 28:g}" y="{pocket + 22:g}" width="56" height="7" fill="#8a8883" '
        f'stroke="{INK}"/>'
    )
    light = x + 14.5 * mm
    sheet.put(
        f'<rect x="{light - 25:g}" y="{top:g}" width="50" height="{thick:g}" fill="{PAPER}" '
        f'stroke="{DARK}"/>'
    )
    sheet.put(
        f'<path d="M{light - 20:g} {top + thick - 4:g} L{light - 25:g} {top - 26:g} '
        f'L{light + 25:g} {top - 26:g} L{light + 20:g} {top + thick - 4:g} Z" fill="#efb354" '
        'fill-opacity=".45"/>'
    )
    sheet.box(light - 25, top + thick + 2, 50, 16, "#ffffff", 2)
    sheet.text(light, top + thick + 15, "pixel", size=12)
    # The ball rests on the rim of the dimple.
    rest = math.sqrt(8 * 8 - 5 * 5) * mm
    marble(sheet, x, top - rest, 8 * mm)
    sheet.text(x, 40, "16 mm marble", bold=True)
    sheet.text(x - 110, 92, "magnet", anchor="end")
    sheet.arrow((x - 104, 90), (x - 28, top - rest))
    sheet.text(light + 44, 130, "5 mm hole for the light,", anchor="start")
    sheet.text(light + 44, 148, "right through", anchor="start")
    sheet.arrow((light + 40, 140), (light + 6, 184))
    for words, level, tip in (
        ("10 mm dimple", top + 30, (x - 36, top + 14)),
        ("2 mm of wood", top + 60, (x - 3, pocket - 7)),
        ("6 mm pocket", top + 92, (x - 31, top + 88)),
    ):
        sheet.text(182, level, words, anchor="end")
        sheet.arrow((188, level - 5), tip)
    sheet.text(x - 70, 366, "sensor, face up", anchor="end")
    sheet.arrow((x - 66, 360), (x - 17, pocket + 14))
    sheet.text(x + 70, 366, "steel disc behind it", anchor="start")
    sheet.arrow((x + 66, 360), (x + 27, pocket + 27))
    sheet.text(360, 408, "Cut open. The sizes are what trackside drill proposes.", size=13,
               colour=QUIET)  # fmt: skip
    return sheet.svg()


def magnets() -> str:
    """Which way a magnet must point over a hall sensor."""
    sheet = Sheet(720, 300, "An upright magnet is felt, a lying one is not, steel turns it upright")
    panels = (
        (130, 0.0, False, "Upright: felt", "The field goes straight", "through the sensor."),
        (360, 90.0, False, "Lying: not felt", "The field passes along", "the sensor’s face."),
        (590, 0.0, True, "Steel below: turns upright", "A marble in its dimple rolls",
         "until a pole looks down."),
    )  # fmt: skip
    for x, angle, steel, head, first, second in panels:
        good = not angle
        sheet.text(x, 34, head, bold=True, size=16, colour=DATA if good else FIVE)
        marble(sheet, x, 96, 44, angle)
        wood(sheet, x - 90, 136, 180, 30)
        for side in (-1, 1):
            if angle:
                sheet.put(
                    f'<path d="M{x + side * 16:g} 96 Q{x + side * 70:g} 178 {x:g} 182" fill="none" '
                    f'stroke="{QUIET}" stroke-dasharray="4 4" stroke-width="1.5"/>'
                )
            else:
                sheet.put(
                    f'<path d="M{x + side * 7:g} 112 Q{x + side * 10:g} 160 {x + side * 26:g} 208" '
                    f'fill="none" stroke="{QUIET}" stroke-dasharray="4 4" stroke-width="1.5"/>'
                )
        sheet.box(x - 20, 172, 40, 16, INK, 2)
        if steel:
            sheet.box(x - 40, 192, 80, 8, "#8a8883", 2)
            sheet.put(
                f'<path d="M{x - 60:g} 80 A62 62 0 0 0 {x - 44:g} 138" fill="none" '
                f'stroke="{DATA}" stroke-width="2.5"/>'
            )
            sheet.wire([(x - 56, 128), (x - 44, 138), (x - 45, 122)], DATA)
        sheet.text(x, 238, first)
        sheet.text(x, 257, second)
    sheet.text(360, 284, "Cut open. Red and blue are the poles; a hall switch that is called "
               "omnipolar takes either.", size=13, colour=QUIET)  # fmt: skip
    return sheet.svg()


# wiring -----------------------------------------------------------------------------------------


def sensors(sheet: Sheet, chip_x: float, chip_y: float, first: int) -> None:
    """Sensors at the inputs of one chip, with their pull-ups to 3.3 V."""
    for at, (pin, dy) in enumerate((("H", 62.0), ("G", 92.0), ("A", 140.0))):
        y = chip_y + dy
        x = chip_x - 118
        sheet.box(x - 34, y - 12, 56, 24, "#ffffff", 4)
        number = first + (7 if pin == "A" else at)
        sheet.text(x - 6, y + 5, f"hall {number}", size=12)
        sheet.wire([(x + 22, y), (chip_x, y)])
    sheet.text(chip_x - 124, chip_y + 122, "⋮", size=16)


def chain(
    name: str, under: str, pins: Sequence[tuple[str, str]], pixel: str, title: str, board: BoardFile
) -> str:
    """A chain of 74HC165 and a chain of pixels at some computer.

    ``pins`` are clock, latch and data as (pin of the computer, what hangs there).
    """
    sheet = Sheet(940, 604, title)
    clock, latch, data = pins
    feed = sensor_feed(board)
    heights = [(clock[0], 110.0), (latch[0], 140.0), (data[0], 170.0)]
    if not feed.regulator:
        heights.insert(0, ("3.3 V", 70.0))
    sheet.chip(24, 60, 150, 250, name, right=[*heights, ("GND", 215)], under=under)
    first, second = 400.0, 760.0
    y = 60.0
    if feed.regulator:
        sheet.box(24, 8, 150, 44)
        sheet.text(99, 27, f"regulator, {feed.regulator:g} A", size=13, bold=True)
        sheet.text(99, 44, "5 V of the supply → 3.3 V", size=11, colour=QUIET)
        sheet.wire([(174, 34), (916, 34)], THREE)
    else:
        sheet.wire([(174, 130), (206, 130), (206, 34), (916, 34)], THREE)
    sheet.text(916, 26, "3.3 V to every chip (VCC), every sensor and every pull-up", size=13,
               anchor="end", colour=THREE)  # fmt: skip
    for number, x in enumerate((first, second)):
        sheet.chip(x, y, 120, 170, "74HC165", under=f"chip {number + 1}")
        for pin, at in (("H", 62), ("G", 92), ("A", 140)):
            sheet.text(x + 8, y + at + 5, pin, size=13, anchor="start")
        for pin, at in (("QH", 62), ("SER", 92)):
            sheet.text(x + 112, y + at + 5, pin, size=13, anchor="end")
        sheet.text(x + 30, y + 163, "CLK", size=13)
        sheet.text(x + 84, y + 163, "SH/LD", size=13)
        sheet.wire([(x + 60, 34), (x + 60, y)], THREE)
        sheet.dots([(x + 60, 34)], THREE)
        sensors(sheet, x, y, 8 * number)
    # clock and latch run along below both chips
    sheet.wire([(174, 170), (236, 170), (236, 262), (second + 30, 262), (second + 30, 230)])
    sheet.wire([(first + 30, 262), (first + 30, 230)])
    sheet.wire([(174, 200), (222, 200), (222, 284), (second + 84, 284), (second + 84, 230)], DATA)
    for height in (170, 200):
        sheet.box(179, height - 9, 38, 18, "#ffffff", 3)
        sheet.text(198, height + 4, DAMPING, size=11)
    sheet.wire([(first + 84, 284), (first + 84, 230)], DATA)
    sheet.dots([(first + 30, 262)])
    sheet.dots([(first + 84, 284)], DATA)
    sheet.text(first + 200, 256, clock[1], size=13, anchor="start", colour=SIGNAL)
    sheet.text(first + 200, 279, latch[1], size=13, anchor="start", colour=DATA)
    # data: QH of the first chip back to the computer; QH of each next one to SER of its forerunner
    sheet.wire([(first + 120, 122), (first + 134, 122), (first + 134, 312), (186, 312), (186, 230),
                (174, 230)], "#6c46c4")  # fmt: skip
    sheet.text(202, 331, f"{data[1]}: from QH of the first chip", size=13, anchor="start",
               colour="#6c46c4")  # fmt: skip
    sheet.wire([(second + 120, 122), (second + 140, 122), (second + 140, 326), (first + 152, 326),
                (first + 152, 152), (first + 120, 152)], "#6c46c4")  # fmt: skip
    sheet.text(second + 136, 345, "QH of the next chip to SER of the one before", size=13,
               anchor="end", colour="#6c46c4")  # fmt: skip
    sheet.wire([(174, 275), (182, 275)], GROUND)
    sheet.ground(182, 275)
    pixels(sheet, 410, pixel, 6)
    chips = board.sensors[0].chips
    for line, words in enumerate((
        f"133 holes: {chips} chips. The three inputs behind the last hole go to GND, 3.3 V, GND.",
        "Every chip: CLK INH and GND to GND, 100 nF from VCC to GND.",
        "Every hall sensor: 3.3 V and GND, 100 nF between them, 10 kΩ from its output to 3.3 V.",
    )):  # fmt: skip
        sheet.text(24, 545 + 21 * line, words, size=13, anchor="start",
                   colour=QUIET if line else INK)  # fmt: skip
    return sheet.svg()


def pixels(sheet: Sheet, y: float, pin: str, count: int) -> None:
    """The chain of pixels behind a level shifter, with its own supply."""
    end = 386 + 88 * count
    sheet.text(24, y - 20, "Pixels, on their own 5 V", bold=True, anchor="start")
    sheet.box(24, y + 14, 92, 44)
    sheet.text(70, y + 33, pin, size=13, bold=True)
    sheet.text(70, y + 50, "of above", size=12, colour=QUIET)
    sheet.wire([(116, y + 36), (160, y + 36)], DATA)
    sheet.box(160, y + 6, 116, 60)
    sheet.text(218, y + 31, "74AHCT125", size=13, bold=True)
    sheet.text(218, y + 49, "3.3 V → 5 V", size=12, colour=QUIET)
    sheet.wire([(276, y + 36), (300, y + 36)], DATA)
    sheet.box(300, y + 25, 58, 22, "#ffffff", 3)
    sheet.text(329, y + 41, "330 Ω", size=12)
    sheet.wire([(358, y + 36), (386, y + 36)], DATA)
    for at in range(count):
        x = 386 + 88 * at
        sheet.box(x, y + 12, 62, 48, "#ffffff", 6)
        sheet.put(f'<circle cx="{x + 31:g}" cy="{y + 30:g}" r="9" fill="#efb354"/>')
        sheet.text(x + 31, y + 54, f"pixel {at}", size=12)
        sheet.wire([(x + 62, y + 36), (x + 88, y + 36)], DATA)
        sheet.wire([(x + 18, y - 8), (x + 18, y + 12)], FIVE, 2)
        sheet.wire([(x + 44, y + 60), (x + 44, y + 80)], GROUND, 2)
    sheet.wire([(218, y + 6), (218, y - 8), (end, y - 8)], FIVE)
    sheet.wire([(218, y + 66), (218, y + 80), (end, y + 80)], GROUND)
    sheet.text(end, y - 14, "5 V of the supply", size=13, anchor="end", colour=FIVE)
    sheet.text(end, y + 99, "GND: supply, computer and sensors all together", size=13, anchor="end")
    sheet.ground(240, y + 80)


def pico() -> str:
    """A Pico reads the chain and lights the pixels."""
    board = new("hex", HOLES)
    array, strip = board.sensors[0], board.pixels[0]
    return chain(
        "Pico", "USB to the Pi",
        [(array.clock, "CLK of all"), (array.latch, "SH/LD of all"), (array.data, "data")],
        strip.pin, "Wiring of the driver pico", board,
    )  # fmt: skip


def shift() -> str:
    """A Raspberry Pi reads the chain by SPI."""
    board = new("hex", HOLES, sensors="shift", pixels="neopixel")
    array, strip = board.sensors[0], board.pixels[0]
    pins = spi_pins(array.spi)
    return chain(
        "Raspberry Pi", f"SPI {array.spi}",
        [
            (f"BCM {pins['SCLK']}", "CLK of all"),
            (f"BCM {array.latch[1:]}", "SH/LD of all"),
            (f"BCM {pins['MISO']}", "data"),
        ],
        f"BCM {strip.pin[1:]}", "Wiring of the driver shift", board,
    )  # fmt: skip


def matrix() -> str:
    """Rows and columns, a reed switch and a diode at each crossing."""
    board = new("hex", HOLES, sensors="matrix", pixels="pico")
    array = board.sensors[0]
    sheet = Sheet(720, 440, "Wiring of the driver matrix")
    pins = [(f"BCM {array.rows[at]}", 90.0 + 90 * at) for at in range(3)]
    sheet.chip(24, 50, 140, 330, "Raspberry Pi", right=pins, under="rows are driven")
    xs, ys = (260.0, 400.0, 540.0), (140.0, 230.0, 320.0)
    for at, x in enumerate(xs):
        sheet.wire([(x, 76), (x, 366)], DATA)
        sheet.text(x, 48, f"column {at}", size=13, bold=True, colour=DATA)
        sheet.text(x, 66, f"BCM {array.columns[at]}", size=13, colour=DATA)
    for at, y in enumerate(ys):
        sheet.wire([(164, y), (660, y)])
        sheet.text(664, y - 8, f"row {at}", size=13, bold=True, anchor="start", colour=SIGNAL)
        for column, x in enumerate(xs):
            crossing(sheet, x, y, len(array.columns) * at + column)
    sheet.text(360, 404, f"{len(array.rows)} rows and {len(array.columns)} columns make "
               f"{array.size} inputs, numbered row by row.", size=14)  # fmt: skip
    note = "The diode’s ring (cathode) points to the row. Pull-ups are inside the Pi."
    sheet.text(360, 425, note, size=13, colour=QUIET)
    return sheet.svg()


def crossing(sheet: Sheet, x: float, y: float, number: int) -> None:
    """Column, reed switch, diode, row."""
    sheet.dots([(x, y - 44)], DATA)
    sheet.wire([(x, y - 44), (x + 14, y - 44)], INK, 2)
    sheet.put(
        f'<rect x="{x + 14:g}" y="{y - 52:g}" width="40" height="16" rx="8" fill="#ffffff" '
        f'stroke="{INK}" stroke-width="1.5"/>'
    )
    sheet.wire([(x + 14, y - 44), (x + 32, y - 46)], INK, 2)
    sheet.wire([(x + 54, y - 44), (x + 30, y - 42)], INK, 2)
    sheet.text(x + 34, y - 58, f"reed {number}", size=12)
    sheet.wire([(x + 54, y - 44), (x + 66, y - 44), (x + 66, y)], INK, 2)
    sheet.put(
        f'<path d="M{x + 58:g} {y - 28:g} h16 l-8 13 z" fill="{INK}"/>'
        f'<path d="M{x + 58:g} {y - 14:g} h16" stroke="{INK}" stroke-width="2.5"/>'
    )
    sheet.dots([(x + 66, y)])


def gpio() -> str:
    """One pin a hole."""
    board = new("toy", HOLES[:12], sensors="gpio", pixels="neopixel")
    array, strip = board.sensors[0], board.pixels[0]
    sheet = Sheet(770, 500, "Wiring of the driver gpio")
    # The farthest sensor hangs on the uppermost line, so that no wires cross.
    heights = [140.0, 105.0, 70.0]
    labels = [(f"BCM {array.pins[at]}", heights[at]) for at in range(3)]
    sheet.chip(24, 40, 150, 250, "Raspberry Pi", right=[("3.3 V", 40), *labels, ("GND", 225)])
    sheet.wire([(174, 80), (740, 80)], THREE)
    sheet.wire([(174, 265), (740, 265)], GROUND)
    for at, height in enumerate(heights):
        x, y = 290.0 + 150 * at, 40 + height
        sheet.wire([(174, y), (x + 20, y), (x + 20, 204)])
        sheet.box(x - 40, 204, 96, 34, "#ffffff", 4)
        sheet.text(x + 8, 226, f"hall {at}", size=13)
        sheet.wire([(x - 20, 80), (x - 20, 204)], THREE, 2)
        sheet.dots([(x - 20, 80)], THREE)
        sheet.wire([(x + 40, 238), (x + 40, 265)], GROUND, 2)
        sheet.dots([(x + 40, 265)], GROUND)
    sheet.text(740, 72, "3.3 V", size=13, anchor="end", colour=THREE)
    sheet.text(740, 284, "GND", size=13, anchor="end")
    pixels(sheet, 350, f"BCM {strip.pin[1:]}", 4)
    sheet.text(385, 486, "Pull-ups are inside the Pi. A reed switch needs two wires only: its pin "
               "and GND.", size=13, colour=QUIET)  # fmt: skip
    return sheet.svg()


def power() -> str:
    """Supply, fuse, capacitor, and 5 V brought in at several places."""
    sheet = Sheet(720, 320, "Power: one supply, a fuse, 5 V brought in at several places")
    sheet.chip(24, 60, 120, 130, "Supply", under="5 V",
               right=[("+", 60), ("−", 105)])  # fmt: skip
    sheet.wire([(144, 120), (690, 120)], FIVE, 4)
    sheet.wire([(144, 165), (690, 165)], GROUND, 4)
    sheet.box(166, 106, 58, 28, "#ffffff", 12)
    sheet.text(195, 125, "fuse", size=13)
    sheet.wire([(250, 120), (250, 138)], FIVE)
    sheet.wire([(236, 138), (264, 138)], INK, 3)
    sheet.wire([(236, 147), (264, 147)], INK, 3)
    sheet.wire([(250, 147), (250, 165)], GROUND)
    sheet.text(250, 186, "1000 µF", size=13)
    for at in range(12):
        x = 300 + 32 * at
        sheet.box(x, 226, 22, 22, "#ffffff", 4)
        sheet.put(f'<circle cx="{x + 11:g}" cy="237" r="6" fill="#efb354"/>')
        if at:
            sheet.wire([(x - 10, 237), (x, 237)], DATA)
    sheet.wire([(280, 237), (300, 237)], DATA)
    for at in (0, 5, 11):
        x = 300 + 32 * at
        sheet.wire([(x + 5, 120), (x + 5, 226)], FIVE, 2.5)
        sheet.wire([(x + 17, 165), (x + 17, 226)], GROUND, 2.5)
        sheet.dots([(x + 5, 120)], FIVE)
        sheet.dots([(x + 17, 165)], GROUND)
    sheet.box(486, 34, 164, 44)
    feed = sensor_feed(new("hex", HOLES))
    sheet.text(568, 53, f"regulator, {feed.regulator:g} A", size=13, bold=True)
    sheet.text(568, 70, "5 V → 3.3 V", size=12, colour=QUIET)
    sheet.wire([(520, 120), (520, 78)], FIVE, 2.5)
    sheet.dots([(520, 120)], FIVE)
    sheet.wire([(612, 165), (612, 78)], GROUND, 2.5)
    sheet.dots([(612, 165)], GROUND)
    sheet.wire([(486, 56), (300, 56)], THREE, 2.5)
    sheet.text(296, 50, "3.3 V to chips and sensors", size=13, anchor="start", colour=THREE)
    sheet.text(490, 274, "5 V and GND at every red sign of your wiring diagram")
    sheet.text(84, 216, "GND also to", size=13)
    sheet.text(84, 233, "Pi and Pico", size=13)
    sheet.wire([(155, 165), (155, 262), (120, 262)], GROUND, 2.5)
    sheet.ground(120, 262)
    sheet.text(360, 304, "Thick lines: the wire of trackside wiring power. "
               "Never feed pixels through the Pi or the Pico.", size=13, colour=QUIET)  # fmt: skip
    return sheet.svg()


PICTURES = {
    "building_touch": touch,
    "building_section": section,
    "building_magnets": magnets,
    "building_pico": pico,
    "building_shift": shift,
    "building_matrix": matrix,
    "building_gpio": gpio,
    "building_power": power,
}


def write() -> None:
    """Draw all of them into the docs."""
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(draw(), "utf-8")


if __name__ == "__main__":
    write()
