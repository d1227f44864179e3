"""A new board file with sensible pins, for any list of holes and any two drivers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isqrt
from typing import Final

from hardware.errors import BadSetting, NoRoom
from hardware.power import AMPERES, Supply
from hardware.wiring.model import (
    PICO_HOLES,
    PICO_PIXELS,
    PIXEL_DRIVERS,
    SENSOR_DRIVERS,
    SENTINELS,
    BoardFile,
    HoleWire,
    Input,
    PixelPart,
    PixelRun,
    SensorPart,
)
from hardware.wiring.pins import MOST_RING, spi_pins
from hardware.wiring.values import pico_chips

MIXED: Final = "gpio+shift"
"""A mixed board: as many holes as the Pi has pins for, and a chain at its SPI for the others."""
SENSOR_WAYS: Final = (*SENSOR_DRIVERS, MIXED)
"""The ways to reach a new board's sensors."""
DEVICE: Final = "/dev/trackside"
"""Stable name of the Pico's port: the udev rule in ``systemd/`` makes it."""

# Plain pins first, then those of SPI, the serial console, and the two with pull-ups of their own.
_PINS: Final = (
    4, 5, 6, 12, 13, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27,
    18, 7, 8, 9, 10, 11, 14, 15, 2, 3,
)  # fmt: skip


def new(
    kind: str,
    holes: Sequence[str],
    *,
    sensors: str = "pico",
    pixels: str = "pico",
    ring: int = 1,
    amperes: float = AMPERES,
    name: str | None = None,
    device: str = DEVICE,
    way: Sequence[str] | None = None,
) -> BoardFile:
    """A board of those holes in order, with inputs and pixels numbered along ``way``.

    ``way`` has the same holes in the order in which the wires go; None: in theirs.
    NoRoom when the driver has too few pins for that many holes, BadSetting for an unknown driver,
    a ring that cannot be, or a way that misses a hole.

    >>> new("toy", ["A0", "A1"], sensors="gpio", pixels="neopixel").sensors[0].pins
    (4, 5)
    """
    if sensors not in SENSOR_WAYS:
        raise BadSetting(f"the sensor driver is {', '.join(SENSOR_WAYS)}, not {sensors!r}")
    if pixels not in PIXEL_DRIVERS:
        raise BadSetting(f"the pixel driver is {', '.join(PIXEL_DRIVERS)}, not {pixels!r}")
    if not 1 <= ring <= MOST_RING:
        raise BadSetting(f"a hole has 1 to {MOST_RING} pixels, not {ring}")
    if not holes:
        raise BadSetting("a board has at least one hole")
    if way is not None and sorted(way) != sorted(holes):
        raise BadSetting("the wires go through every hole once")
    number = {hole: at for at, hole in enumerate(way or holes)}
    strip = _strip(pixels, len(holes), ring, device)
    arrays: tuple[SensorPart, ...] = (
        _mixed(len(holes), strip, device)
        if sensors == MIXED
        else (_array(sensors, len(holes), strip, device),)
    )
    inputs = [Input(part.name, at) for part in arrays[:-1] for at in range(part.size)]
    inputs += [Input(arrays[-1].name, at) for at in range(len(holes) - len(inputs))]
    return BoardFile(
        name=name or f"My {kind} board",
        kind=kind,
        supply=Supply(amperes, ring=ring),
        sensors=arrays,
        pixels=(strip,),
        holes=tuple(
            HoleWire(hole, inputs[at], PixelRun("main", at * ring, (at + 1) * ring - 1))
            for hole in holes
            for at in (number[hole],)
        ),
    )


def _strip(driver: str, holes: int, ring: int, device: str) -> PixelPart:
    count = holes * ring
    if driver == "pico":
        if count > PICO_PIXELS:
            raise NoRoom(f"A Pico lights {PICO_PIXELS} pixels, not {count}: use neopixel.")
        return PixelPart("main", driver, count, pin="GP5", device=device)
    if driver == "neopixel":
        return PixelPart("main", driver, count, pin="D18")
    return PixelPart("main", driver, count)


def _array(driver: str, holes: int, strip: PixelPart, device: str) -> SensorPart:
    if driver == "pico":
        if holes > PICO_HOLES:
            raise NoRoom(f"A Pico reports {PICO_HOLES} holes, not {holes}: use shift.")
        return SensorPart(
            "main", driver, device=device, inputs=holes, chips=pico_chips(holes),
            clock="GP2", latch="GP3", data="GP4",
        )  # fmt: skip
    if driver == "shift":
        # Pixels by SPI need bus 0, whose clock is the steadier one; the sensors take the other.
        spi = "1.0" if strip.driver == "neopixel_spi" else "0.0"
        return SensorPart(
            "main", driver, spi=spi, latch="D25", chips=-(-(holes + len(SENTINELS)) // 8),
            sentinels=tuple((holes + at, level) for at, level in enumerate(SENTINELS)),
            scan_hz=250.0,
        )  # fmt: skip
    free = _free(strip)
    return _gpio(holes, free) if driver == "gpio" else _matrix(holes, free, strip)


def _mixed(holes: int, strip: PixelPart, device: str) -> tuple[SensorPart, SensorPart]:
    free = _free(strip)
    if holes <= len(free):
        raise NoRoom(f"The Pi has pins for all {holes} holes: use gpio.")
    chain = _array("shift", holes, strip, device)
    taken = {*spi_pins(chain.spi).values(), int(chain.latch[1:])}
    pins = tuple(pin for pin in free if pin not in taken)
    rest = _array("shift", holes - len(pins), strip, device)
    return SensorPart("pins", "gpio", pins=pins), replace(rest, name="chain")


def _free(strip: PixelPart) -> list[int]:
    """BCM pins that the pixels leave, the plainest first."""
    taken: set[int] = set()
    if strip.driver == "neopixel":
        taken = {int(strip.pin[1:])}
    elif strip.driver == "neopixel_spi":
        taken = set(spi_pins(strip.spi).values())
    return [pin for pin in _PINS if pin not in taken]


def _gpio(holes: int, free: Sequence[int]) -> SensorPart:
    if holes > len(free):
        raise NoRoom(
            f"A Raspberry Pi has {len(free)} pins for sensors beside these pixels, and the board "
            f"has {holes} holes: use pico, shift or matrix, or {MIXED} for pins and a chain."
        )
    return SensorPart("main", "gpio", pins=tuple(free[:holes]))


def _matrix(holes: int, free: Sequence[int], strip: PixelPart) -> SensorPart:
    """A matrix that is as square as possible: 133 holes are 12 rows of 12 columns."""
    rows = isqrt(holes - 1) + 1
    columns = -(-holes // rows)
    if rows + columns > len(free):
        hint = "neopixel or pico for the pixels, or " if strip.driver == "neopixel_spi" else ""
        raise NoRoom(
            f"A matrix for {holes} holes takes {rows + columns} pins, and beside these pixels "
            f"{len(free)} are free: use {hint}pico or shift for the sensors."
        )
    # Columns are read, so they get the plain pins; the rows get the others.
    return SensorPart(
        "main", "matrix", rows=tuple(free[columns : columns + rows]), columns=tuple(free[:columns])
    )
