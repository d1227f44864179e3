"""A board file as data: which hole hangs on which sensor input and which pixels.

Hole names are opaque text here; the room above knows which kind of board has which. Pins of a
Raspberry Pi are BCM numbers (``D18`` where a text names one), those of a Pico are ``GP2``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hardware.power import Supply

VERSION: Final = 1
"""The version of the board file's form; there is only one so far."""
SENSOR_DRIVERS: Final = ("pico", "gpio", "matrix", "shift")
PIXEL_DRIVERS: Final = ("pico", "neopixel", "neopixel_spi")
SENTINELS: Final = ("low", "high", "low")
"""Levels of the three inputs behind the last hole of a chain, as the Pico's firmware has them."""
PICO_HOLES: Final = 740
"""The most holes that a Pico's wire carries."""
PICO_PIXELS: Final = 1064
"""The most pixels that a Pico lights."""
CHIP_PINS: Final = "HGFEDCBA"
"""A 74HC165 gives its input H first: input 0 of a chain is H of the first chip."""


@dataclass(frozen=True, slots=True)
class SensorPart:
    """One array of sensors and how it is reached. Keys of other drivers stay empty.

    ``active``    level of an input where a marble lies: ``low`` or ``high``
    ``pull``      resistor that holds an input otherwise: ``up``, ``down`` or ``none``
    ``sensor_ma`` pico, gpio, shift: what one sensor draws; 0 for reed switches
    ``device``    pico: serial port
    ``inputs``    pico: holes that the firmware reports; its sentinels follow behind them
    ``pins``      gpio: BCM pin of each input
    ``rows``, ``columns``  matrix: BCM pins; input = row · columns + column
    ``scan_hz``   matrix, shift: readings a second
    ``spi``       shift: bus and chip select, ``0.0``
    ``chips``     shift, pico: 74HC165 in the chain, eight inputs each
    ``sentinels`` shift: (input, level) of inputs tied to a fixed level
    ``clock_hz``  shift: clock of the SPI bus
    ``clock``, ``latch``, ``data``  pico: pins of its chain; shift: only ``latch``
    """

    name: str
    driver: str
    active: str = "low"
    pull: str = "up"
    sensor_ma: float = 3.0
    device: str = ""
    inputs: int = 0
    pins: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    scan_hz: float = 125.0
    spi: str = "0.0"
    chips: int = 0
    sentinels: tuple[tuple[int, str], ...] = ()
    clock_hz: int = 1_000_000
    clock: str = ""
    latch: str = ""
    data: str = ""

    @property
    def size(self) -> int:
        """How many inputs it has, sentinels included where the file lists them."""
        if self.driver == "gpio":
            return len(self.pins)
        if self.driver == "matrix":
            return len(self.rows) * len(self.columns)
        return 8 * self.chips if self.driver == "shift" else self.inputs

    @property
    def draws(self) -> float:
        """What one of its sensors draws in mA: a matrix takes reed switches alone."""
        return 0.0 if self.driver == "matrix" else self.sensor_ma

    @property
    def tied(self) -> tuple[tuple[int, str], ...]:
        """(input, level) of all sentinels, a Pico's own three included."""
        if self.driver == "pico":
            return tuple((self.inputs + at, level) for at, level in enumerate(SENTINELS))
        return self.sentinels

    def chip(self, number: int) -> tuple[int, str]:
        """Chip of the chain, from 1, and its pin's letter for an input of ``pico`` or ``shift``.

        >>> SensorPart("main", "shift", chips=2).chip(9)
        (2, 'G')
        """
        return number // 8 + 1, CHIP_PINS[number % 8]

    def cell(self, number: int) -> tuple[int, int]:
        """BCM pins of row and column for an input of ``matrix``."""
        row, column = divmod(number, len(self.columns))
        return self.rows[row], self.columns[column]

    def where(self, number: int) -> str:
        """The place of an input in words for people.

        >>> SensorPart("main", "gpio", pins=(4, 17)).where(1)
        'BCM 17'
        """
        if self.driver == "gpio":
            return f"BCM {self.pins[number]}"
        if self.driver == "matrix":
            row, column = divmod(number, len(self.columns))
            return f"row {row + 1} column {column + 1}"
        chip, pin = self.chip(number)
        return f"chip {chip} pin {pin}"


@dataclass(frozen=True, slots=True)
class PixelPart:
    """One chain of pixels and how it is reached.

    ``pin``     neopixel: ``D18``; pico: ``GP5``
    ``device``  pico: serial port; the same text as a sensor array's is the same Pico
    ``spi``     neopixel_spi: bus and chip select
    ``order``   order of the colours on the wire
    ``count``   pixels of the chain
    ``spare``   pixels that belong to no hole
    """

    name: str
    driver: str
    count: int
    pin: str = ""
    device: str = ""
    spi: str = "0.0"
    order: str = "GRB"
    spare: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Input:
    """An input of a sensor array; in the file ``main:7``."""

    part: str
    number: int

    def __str__(self) -> str:
        return f"{self.part}:{self.number}"


@dataclass(frozen=True, slots=True)
class PixelRun:
    """Pixels of one hole on one chain, both ends included; in the file ``main:7`` or ``main:0-7``.

    >>> list(PixelRun("main", 8, 15).numbers)[:2]
    [8, 9]
    """

    part: str
    first: int
    last: int

    @property
    def numbers(self) -> range:
        """The pixels' numbers on the chain."""
        return range(self.first, self.last + 1)

    def __str__(self) -> str:
        end = "" if self.last == self.first else f"-{self.last}"
        return f"{self.part}:{self.first}{end}"


@dataclass(frozen=True, slots=True)
class HoleWire:
    """One hole: what feels it and what lights it; None only where the board has no such part."""

    hole: str
    input: Input | None
    pixels: PixelRun | None


@dataclass(frozen=True, slots=True)
class BoardFile:
    """A whole board file.

    ``kind``     kind of board; which holes that means is known above this room
    ``holes``    in the order in which the file lists them
    ``marbles``  (seat, ``#rrggbb``) of the real marbles
    """

    name: str
    kind: str
    supply: Supply
    sensors: tuple[SensorPart, ...]
    pixels: tuple[PixelPart, ...]
    holes: tuple[HoleWire, ...]
    marbles: tuple[tuple[str, str], ...] = ()

    @property
    def ring(self) -> int:
        """Pixels a hole; the same for all."""
        return self.supply.ring

    def sensor(self, name: str) -> SensorPart:
        """The sensor array of that name; KeyError when there is none."""
        return {part.name: part for part in self.sensors}[name]

    def strip(self, name: str) -> PixelPart:
        """The pixel chain of that name; KeyError when there is none."""
        return {part.name: part for part in self.pixels}[name]

    def wire(self, hole: str) -> HoleWire:
        """What hangs on that hole; KeyError when the file has none of that name."""
        return {wire.hole: wire for wire in self.holes}[hole]

    def place(self, hole: str) -> str:
        """Where that hole hangs, in words for people: ``chip 3 pin H, pixel 16``.

        Parts are named where there are several of a kind; empty for a hole without wires.
        """
        wire, told = self.wire(hole), []
        if wire.input is not None:
            part = self.sensor(wire.input.part)
            name = f"{part.name}: " if len(self.sensors) > 1 else ""
            told.append(name + part.where(wire.input.number))
        if wire.pixels is not None:
            name = f"{wire.pixels.part}:" if len(self.pixels) > 1 else ""
            end = "" if wire.pixels.last == wire.pixels.first else f" to {wire.pixels.last}"
            told.append(f"pixel{'s' if end else ''} {name}{wire.pixels.first}{end}")
        return ", ".join(told)

    @property
    def devices(self) -> tuple[str, ...]:
        """Serial ports of all Picos, each once."""
        every = [part.device for part in self.sensors if part.driver == "pico"]
        every += [part.device for part in self.pixels if part.driver == "pico"]
        return tuple(dict.fromkeys(every))
