"""A chain of 74HC165 at the Pi's SPI, with inputs tied to fixed levels as proof that it lives.

``latch`` low takes all inputs at once; then the clock shifts them out, H of the first chip first.
The chips shift at the rising edge. Chip select is not wired; between readings nothing listens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from hardware.errors import NoDriver, SensorFault
from hardware.gpio import OutPin, PinFactory, output_pin
from hardware.missing import missing_sentence
from hardware.pi_settings import spi_setting
from hardware.ports import Clock
from hardware.scanning import ScannedArray


def mode_of(spi: str) -> int:
    """The SPI mode in which a chain at that bus is read.

    Bus 0 keeps its clock at the level that it idles at. It idles high and reads at the falling
    edge (mode 2), half a clock away from the change. Bus 1 of a Pi up to the 4 lets its clock
    fall after every message (``bcm2835aux_spi_unprepare_message`` of spi-bcm2835aux.c). In mode 2
    it would rise again after the latch, and that edge would shift the first bit out unread. Mode 0
    has no such edge: a bit is read at the rising edge that then shifts it away.
    """
    return 2 if spi[0] == "0" else 0


class SpiBus(Protocol):
    """An open bus: as many bytes come back as are sent."""

    def transfer(self, data: list[int]) -> list[int]:
        """Send and receive; OSError when the bus is gone."""

    def close(self) -> None:
        """Let go of the bus; may be called twice."""


class ShiftReader:
    """An open chain. ``read`` gives presence by input; sentinels read as absent.

    ``sentinels``  input → whether it is tied to a high level
    """

    def __init__(
        self, bus: SpiBus, latch: OutPin, chips: int, sentinels: dict[int, bool], active: str
    ) -> None:
        self._bus, self._latch = bus, latch
        self._chips = chips
        self._sentinels = sentinels
        self._high = active == "high"
        # Bus 0 idles low until its first message and shifts once on its way up: drop that one.
        self._levels()

    def read(self) -> list[bool]:
        """One reading; SensorFault says which chip to look at when a sentinel is wrong."""
        levels = self._levels()
        if any(levels[number] != high for number, high in self._sentinels.items()):
            raise SensorFault(self._where(levels))
        return [
            (level == self._high) and number not in self._sentinels
            for number, level in enumerate(levels)
        ]

    def close(self) -> None:
        """Let go of bus and latch; may be called twice."""
        self._bus.close()
        self._latch.close()

    def _levels(self) -> list[bool]:
        # ``on`` pulls SH/LD low: the pin is active low.
        self._latch.on()
        self._latch.off()
        data = self._bus.transfer([0] * self._chips)
        return [bool(byte >> (7 - bit) & 1) for byte in data for bit in range(8)]

    def _where(self, levels: Sequence[bool]) -> str:
        """The place of the break by the levels: behind it every bit is the same up to the end."""
        last, size = levels[-1], len(levels)
        start = next((n for n in range(size, 0, -1) if levels[n - 1] != last), 0)
        wrong = min(n for n, high in self._sentinels.items() if levels[n] != high)
        whole = -(-start // 8)
        if start == 0:
            return (
                f"All {self._chips} sensor chips read {_word(last)}: look at the first one's "
                "power, its QH to MISO, and at clock and latch."
            )
        if wrong < start or whole == self._chips:
            return (
                f"Sentinel {wrong} (chip {wrong // 8 + 1}) reads {_word(levels[wrong])}: look at "
                "its wire, and whether clock and latch reach every chip."
            )
        # Marbles may have made the last whole chip look broken: the break is there or further on.
        end = max(wrong // 8 + 1, whole + 1)
        return (
            f"The sensor chain is broken: all behind chip {whole} reads {_word(last)}; look at "
            f"power and wires between chip {whole} and chip {end}."
        )


def _word(level: bool) -> str:
    return "high" if level else "low"


def open_spidev(spi: str, clock_hz: int) -> SpiBus:
    """The kernel's SPI bus ``0.0``; NoDriver says what to do when it cannot be had."""
    try:
        import spidev
    except ImportError as error:
        raise NoDriver(missing_sentence("spidev")) from error
    bus, _, device = spi.partition(".")
    port = spidev.SpiDev()
    try:
        port.open(int(bus), int(device))
        port.max_speed_hz = clock_hz
        port.mode = mode_of(spi)
    except FileNotFoundError as error:
        raise NoDriver(
            f"SPI {spi} is not there: write {spi_setting(spi).told}, and restart the Pi."
        ) from error
    except PermissionError as error:
        raise NoDriver(
            f"SPI {spi} may not be used: add the service's user to the group spi, and restart it."
        ) from error
    except OSError as error:
        raise NoDriver(f"SPI {spi} cannot be used ({error}): look at the board file.") from error
    return _SpidevBus(port)


class _SpidevBus:
    """spidev as a ``SpiBus``."""

    def __init__(self, port: Any) -> None:
        self._port = port

    def transfer(self, data: list[int]) -> list[int]:
        """Send and receive."""
        received: list[int] = self._port.xfer2(data)
        return received

    def close(self) -> None:
        """Let go of the bus."""
        self._port.close()


def shift_register(
    chips: int,
    sentinels: dict[int, bool],
    clock: Clock,
    *,
    spi: str = "0.0",
    latch: int = 25,
    clock_hz: int = 1_000_000,
    active: str = "low",
    hz: float = 250.0,
    factory: PinFactory = None,
    open_bus: Callable[[str, int], SpiBus] = open_spidev,
) -> ScannedArray:
    """The sensor array on that chain; bus and latch are opened when it is started."""

    def opened() -> ShiftReader:
        bus = open_bus(spi, clock_hz)
        try:
            pin = output_pin(latch, "low", factory)
        except NoDriver:
            bus.close()
            raise
        return ShiftReader(bus, pin, chips, sentinels, active)

    return ScannedArray(opened, 8 * chips, hz, clock)
