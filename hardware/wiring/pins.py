"""No pin twice: every pin of every part, a Raspberry Pi's by BCM number, each Pico's by its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from hardware.wiring.lines import Path
from hardware.wiring.model import PixelPart, SensorPart

Tell = Callable[[Path, str], None]

SPI_PINS: Final = {
    0: {"MISO": 9, "MOSI": 10, "SCLK": 11, "CE0": 8, "CE1": 7},
    1: {"MISO": 19, "MOSI": 20, "SCLK": 21, "CE0": 18, "CE1": 17, "CE2": 16},
}
"""BCM pins of the two SPI buses of a Raspberry Pi's header."""
FIXED_PULL: Final = (2, 3)
"""BCM pins with pull-up resistors soldered to the Pi (I²C)."""
MOST_RING: Final = 8
"""The most pixels a hole that the firmware takes."""

_Pin = tuple[str, Path, str]
"""The pin's name (unique on its machine), the key that takes it, and its purpose."""


def spi_pins(spi: str) -> dict[str, int]:
    """Pins that bus and chip select ``0.1`` take; CE0 and CE1 both belong to an enabled bus 0."""
    bus = int(spi[0])
    # The kernel's spi0 takes both of its selects; spi1 comes with one, two or three.
    selects = 2 if bus == 0 else int(spi[2]) + 1
    wanted = {"MISO", "MOSI", "SCLK", *(f"CE{at}" for at in range(selects))}
    return {name: bcm for name, bcm in SPI_PINS[bus].items() if name in wanted}


def check_pins(sensors: Sequence[SensorPart], pixels: Sequence[PixelPart], tell: Tell) -> None:
    """Report every pin that is used twice, and pins that cannot do their task."""
    taken: dict[str, tuple[Path, str]] = {}
    for pin, path, what in (*_sensor_pins(sensors), *_pixel_pins(pixels)):
        if pin in taken:
            other, purpose = taken[pin]
            tell(
                path,
                f"{pin} is used twice: {what} of {path[0]}.{path[1]} "
                f"and {purpose} of {other[0]}.{other[1]}.",
            )
        else:
            taken[pin] = path, what
    for part in sensors:
        _pulls(part, tell)
        if part.driver == "shift" and part.spi[0] == "0" and part.spi[2] == "2":
            tell(("sensors", part.name, "spi"), "SPI bus 0 has only the selects 0 and 1.")
    for strip in pixels:
        if strip.driver == "neopixel_spi" and strip.spi == "0.2":
            tell(("pixels", strip.name, "spi"), "SPI bus 0 has only the selects 0 and 1.")


def _pulls(part: SensorPart, tell: Tell) -> None:
    at = ("sensors", part.name, "pull")
    if part.driver in ("gpio", "matrix"):
        lists = part.pins if part.driver == "gpio" else part.columns
        for pin in FIXED_PULL:
            if pin in lists and part.pull != "up":
                tell(at, f"BCM {pin} has a pull-up resistor of its own: it cannot be {part.pull}.")
    wanted = "up" if part.active == "low" else "down"
    if part.pull not in (wanted, "none"):
        tell(
            at,
            f"sensors.{part.name} is active {part.active}, so its inputs are pulled {wanted} "
            f"(or none, with resistors of your own), not {part.pull}.",
        )


def _sensor_pins(parts: Sequence[SensorPart]) -> Iterator[_Pin]:
    for part in parts:
        at = ("sensors", part.name)
        if part.driver == "pico":
            for key in ("clock", "latch", "data"):
                yield f"{getattr(part, key)} of {part.device}", (*at, key), key
        elif part.driver == "shift":
            for name, bcm in spi_pins(part.spi).items():
                yield f"BCM {bcm}", (*at, "spi"), name
            yield f"BCM {part.latch[1:]}", (*at, "latch"), "latch"
        for key in ("pins", "rows", "columns"):
            for number, bcm in enumerate(getattr(part, key)):
                yield f"BCM {bcm}", (*at, key), f"{key.removesuffix('s')} {number}"


def _pixel_pins(parts: Sequence[PixelPart]) -> Iterator[_Pin]:
    for part in parts:
        at = ("pixels", part.name)
        if part.driver == "pico":
            yield f"{part.pin} of {part.device}", (*at, "pin"), "data"
        elif part.driver == "neopixel":
            yield f"BCM {part.pin[1:]}", (*at, "pin"), "data"
        else:
            for name, bcm in spi_pins(part.spi).items():
                yield f"BCM {bcm}", (*at, "spi"), name
