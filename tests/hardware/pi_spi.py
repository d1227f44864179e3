"""A chain of 74HC165 at the SPI buses of a Raspberry Pi, edge by edge, as the kernel drives them.

What the drivers do to SCLK, by their source:

- ``drivers/spi/spi-bcm2835aux.c`` (bus 1; the same in Linux 4.4, 5.x and 6.x; read in
  raspberrypi/linux 03c678f and torvalds/linux 05909cd): ``prepare_message`` writes CPOL into CNTL0
  before the first bit, ``unprepare_message`` calls ``reset_hw`` after the last, which writes
  CNTL0 = CLEARFIFO: CPOL is gone, and the clock falls to low until the next message. Modes are
  CPOL alone (``mode_bits``): bits are taken at the rising edge without it, at the falling with it.
- ``drivers/spi/spi-bcm2835.c`` (bus 0): ``prepare_message`` writes CPOL into CS, and ``reset_hw``
  clears INTR, INTD, DMAEN and TA only. The clock stays where it idles.

The chip, by its data sheet (SN74HC165, TI SCLS116): with SH/LD low it loads and ignores the clock;
with SH/LD high it shifts at the rising edge of CLK. Its output changes some tens of nanoseconds
after the edge, so who reads at that edge reads what was there before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gpiozero.pins.mock import MockPin


class Registers:
    """The chain: H of the first chip stands at its output after a load."""

    def __init__(self, inputs: Sequence[bool]) -> None:
        self.inputs = list(inputs)
        self.cells = [False] * len(self.inputs)
        self.loading = False
        self.clock = False

    @property
    def out(self) -> bool:
        """QH of the first chip; a chain that loads shows its input."""
        return self.inputs[0] if self.loading else self.cells[0]

    def latch(self, low: bool) -> None:
        """SH/LD: what lies there when it rises is what is shifted out."""
        if self.loading and not low:
            self.cells = list(self.inputs)
        self.loading = low

    def wire(self, level: bool) -> None:
        """CLK."""
        if level and not self.clock and not self.loading:
            self.cells = [*self.cells[1:], False]  # SER of the last chip is tied to ground
        self.clock = level


class LatchPin(MockPin):
    """The pin that SH/LD hangs on."""

    chain: Registers | None = None

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        if self.chain is not None:
            self.chain.latch(not value)


class PiSpi:
    """``spidev.SpiDev`` on such a bus."""

    chain: Registers

    def __init__(self) -> None:
        self.mode = 0
        self.max_speed_hz = 0
        self.bus = -1

    def open(self, bus: int, device: int) -> None:
        """The driver resets the hardware when it comes up: the clock is low."""
        self.bus = bus
        self.chain.wire(False)

    def xfer2(self, data: list[int]) -> list[int]:
        """One message."""
        if self.mode not in (0, 2) and self.bus == 1:
            raise OSError(22, "Invalid argument")  # spi_setup: the aux driver has no CPHA
        idle = self.mode == 2
        self.chain.wire(idle)  # prepare_message
        received = [self._byte(idle) for _ in data]
        if self.bus == 1:
            self.chain.wire(False)  # unprepare_message
        return received

    def _byte(self, idle: bool) -> int:
        byte = 0
        for _ in range(8):
            bit = self.chain.out  # taken at the first edge, before the chip has answered it
            self.chain.wire(not idle)
            self.chain.wire(idle)
            byte = byte << 1 | bit
        return byte

    def close(self) -> None:
        """Let go."""


def module_of(chain: Registers) -> Any:
    """A module ``spidev`` whose bus that chain hangs on."""
    from types import ModuleType

    module: Any = ModuleType("spidev")
    module.SpiDev = type("SpiDev", (PiSpi,), {"chain": chain})
    return module
