"""From a board file to its sensors and lights; what makes the parts is passed in.

The Pico and the light engine live in the room above, so the caller brings both. Pins, SPI and
pixel libraries have factories too: tests put gpiozero's mock pins and chains of memory there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Protocol

from hardware.errors import BadSetting
from hardware.gpio import PinFactory
from hardware.gpio_direct import GpioDirect
from hardware.gpio_matrix import gpio_matrix
from hardware.mixed import ArrayPart, MixedLights, MixedSensors, StripPart
from hardware.neopixels import Chain, HostLights, LightEngine
from hardware.pixel_chains import open_neopixel, open_neopixel_spi
from hardware.ports import Clock, LightStrip, LinkChange, LinkState, SensorArray, SensorEvent
from hardware.power import PowerUse
from hardware.shift_register import SpiBus, open_spidev, shift_register
from hardware.wiring import BoardFile, PixelPart, SensorPart

_DARK: Final = (LinkState.DOWN, LinkState.REFUSED)


class PicoBoard(SensorArray, LightStrip, Protocol):
    """A microcontroller that reads sensors, lights pixels, or both."""

    @property
    def power(self) -> PowerUse:
        """What its pixels draw."""


@dataclass(frozen=True, slots=True)
class Factories:
    """What makes the parts.

    ``pico``    serial port and number of holes → the board behind it
    ``engine``  holes and pixels a hole, and dark pixels beside them → a light engine
    """

    clock: Clock
    pico: Callable[[str, int], PicoBoard]
    engine: Callable[[int, int, int], LightEngine]
    pins: PinFactory = None
    spi: Callable[[str, int], SpiBus] = open_spidev
    neopixel: Callable[[str, int, str], Chain] = open_neopixel
    neopixel_spi: Callable[[str, int, str], Chain] = open_neopixel_spi


@dataclass(slots=True)
class Wired:
    """A board as its file describes it: a ``SensorArray`` and a ``LightStrip`` in one.

    ``picos``    by serial port
    ``host``     strips that this machine drives itself
    ``feeling``, ``lit``  serial ports of the Picos that read sensors, that light pixels
    """

    sensors: MixedSensors
    lights: MixedLights
    picos: dict[str, PicoBoard] = field(default_factory=dict)
    host: tuple[HostLights, ...] = ()
    feeling: frozenset[str] = frozenset()
    lit: frozenset[str] = frozenset()
    _links: dict[str, LinkChange] = field(default_factory=dict)

    @property
    def holes(self) -> int:
        """How many holes it has."""
        return self.sensors.holes

    @property
    def power(self) -> PowerUse | None:
        """What all pixels draw together (PP-22); None for a board without lights."""
        uses = [pico.power for device, pico in self.picos.items() if device in self.lit]
        uses += [strip.power for strip in self.host]
        if not uses:
            return None
        return PowerUse(
            max(use.limit_ma for use in uses),
            sum(use.peak_ma for use in uses),
            any(use.capped for use in uses),
        )

    @property
    def fault(self) -> str:
        """Why pixels stay dark though the sensors may answer; empty when all is well.

        A Pico that feels holes tells its own story by its link.
        """
        broken = (link.reason for link in self._links.values() if link.state in _DARK)
        return next((strip.fault for strip in self.host if strip.fault), next(broken, ""))

    @property
    def settled(self) -> bool:
        """Whether it is known for all pixels that they light up, or why they do not."""
        lighting = [device for device in self.picos if device not in self.feeling]
        links = [self._links.get(device, LinkChange(LinkState.NONE)) for device in lighting]
        known = all(link.state is LinkState.UP or link.state in _DARK for link in links)
        return known and all(strip.settled for strip in self.host)

    def start(self, sink: Callable[[SensorEvent], None]) -> None:
        """Begin to report."""
        for device, pico in self.picos.items():
            if device not in self.feeling:
                pico.start(partial(self._note, device))  # it only lights: no news for the table
        self.sensors.start(sink)

    def _note(self, device: str, event: SensorEvent) -> None:
        if isinstance(event, LinkChange):
            self._links[device] = event

    def resync(self) -> None:
        """Ask for a full snapshot."""
        self.sensors.resync()

    def close(self) -> None:
        """Lights out and stop everything; may be called twice."""
        self.lights.close()
        self.sensors.close()
        for pico in self.picos.values():
            pico.close()


def build(board: BoardFile, order: Sequence[str], factories: Factories) -> Wired:
    """The board with its holes in ``order``, the one that the table counts by.

    Nothing is opened before ``start`` and the first ``show``. BadSetting when the file has other
    holes.
    """
    if sorted(order) != sorted(wire.hole for wire in board.holes):
        raise BadSetting(f"the board file has other holes than the {len(order)} that are wanted")
    return _Builder(board, order, factories).wired()


class _Builder:
    """The parts of one board file while they are being put together."""

    def __init__(self, board: BoardFile, order: Sequence[str], factories: Factories) -> None:
        self.board = board
        self.number = {hole: at for at, hole in enumerate(order)}
        self.make = factories
        self.picos: dict[str, PicoBoard] = {}
        self.host: list[HostLights] = []

    def wired(self) -> Wired:
        """Everything put together."""
        holes = len(self.number)
        arrays = [self._array_part(part) for part in self.board.sensors]
        feeling = frozenset(self.picos)
        strips = [self._strip_part(part) for part in self.board.pixels]
        lit = {part.device for part in self.board.pixels if part.driver == "pico"}
        return Wired(
            MixedSensors(arrays, holes, self.make.clock),
            MixedLights(strips, holes, self.board.supply),
            picos=self.picos,
            host=tuple(self.host),
            feeling=feeling,
            lit=frozenset(lit),
        )

    def _pico(self, device: str, holes: int) -> PicoBoard:
        if device not in self.picos:
            self.picos[device] = self.make.pico(device, holes)
        return self.picos[device]

    def _array_part(self, part: SensorPart) -> ArrayPart:
        holes = {
            wire.input.number: self.number[wire.hole]
            for wire in self.board.holes
            if wire.input and wire.input.part == part.name
        }
        return ArrayPart(part.name, self._array(part), holes)

    def _array(self, part: SensorPart) -> SensorArray:
        make = self.make
        if part.driver == "pico":
            return self._pico(part.device, part.inputs)
        if part.driver == "gpio":
            return GpioDirect(
                part.pins, make.clock, active=part.active, pull=part.pull, factory=make.pins
            )
        if part.driver == "matrix":
            return gpio_matrix(
                part.rows,
                part.columns,
                make.clock,
                active=part.active,
                pull=part.pull,
                hz=part.scan_hz,
                factory=make.pins,
            )
        return shift_register(
            part.chips,
            {number: level == "high" for number, level in part.sentinels},
            make.clock,
            spi=part.spi,
            latch=int(part.latch[1:]),
            clock_hz=part.clock_hz,
            active=part.active,
            hz=part.scan_hz,
            factory=make.pins,
            open_bus=make.spi,
        )

    def _strip_part(self, part: PixelPart) -> StripPart:
        runs = {
            self.number[wire.hole]: wire.pixels
            for wire in self.board.holes
            if wire.pixels and wire.pixels.part == part.name
        }
        ring = self.board.ring
        if part.driver == "pico":
            # The firmware has one light a hole; the pixels of a hole's ring lie in a row.
            at = {run.first // ring: hole for hole, run in runs.items()}
            cells = tuple(at.get(cell) for cell in range(part.count // ring))
            return StripPart(self._pico(part.device, len(cells)), cells)
        lit = sorted(runs)
        places = [number for hole in lit for number in runs[hole].numbers]
        opener = self.make.neopixel if part.driver == "neopixel" else self.make.neopixel_spi
        where = part.pin if part.driver == "neopixel" else part.spi
        strip = HostLights(
            self.make.engine(len(lit), ring, part.count - len(places)),
            lambda: opener(where, part.count, part.order),
            places,
            holes=len(lit),
            count=part.count,
            clock=self.make.clock,
        )
        self.host.append(strip)
        return StripPart(strip, tuple(lit))
