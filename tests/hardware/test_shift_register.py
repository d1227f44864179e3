"""The chain of 74HC165 bit by bit on a mock SPI bus, whole and broken at every place."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin, MockSPIDevice
from pi_spi import LatchPin as WiredLatch
from pi_spi import Registers, module_of
from wood import Ear

from hardware import shift_register as module
from hardware.errors import NoDriver, SensorFault
from hardware.gpio import output_pin
from hardware.ports import Clock, LinkState
from hardware.shift_register import ShiftReader, SpiBus, mode_of, open_spidev, shift_register

CHIPS = 17
TIED = {133: False, 134: True, 135: False}
LATCH = 25


class LatchPin(MockPin):
    """SH/LD: low takes all inputs."""

    chain: Any = None

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        if self.chain is not None and not value:
            self.chain.load()


class Chain(MockSPIDevice):
    """So many 74HC165, clocked by the bus: H of the first chip stands at MISO after the load.

    ``cut``  the wire from that chip's QH onwards is broken, counted from the one at MISO: 0 is the
             wire to the Pi itself. What is read there instead is ``stuck``.
    """

    def __init__(self, factory: MockFactory) -> None:
        super().__init__(11, 10, 9, 8, clock_polarity=True, pin_factory=factory)
        self.inputs = [True] * (8 * CHIPS)
        for number, level in TIED.items():
            self.inputs[number] = level
        self.cut: int | None = None
        self.stuck = True
        self.loads = 0
        self.taken: list[bool] = []

    def load(self) -> None:
        """Take all inputs at once."""
        self.loads += 1
        self.taken = list(self.inputs)
        if self.cut is not None:
            # What lies behind the break never arrives; the registers shift in the stuck level.
            self.taken[8 * self.cut :] = [self.stuck] * (len(self.taken) - 8 * self.cut)

    def on_start(self) -> None:
        """Selected: the bits follow one another with the clock."""
        super().on_start()
        self.tx_buf = [int(level) for level in self.taken]


class GpiozeroBus:
    """gpiozero's own software SPI over the mock pins."""

    def __init__(self, factory: MockFactory) -> None:
        self.spi = factory.spi(port=0, device=0)
        self.spi.clock_mode = mode_of("0.0")

    def transfer(self, data: list[int]) -> list[int]:
        """Bit by bit."""
        received: list[int] = self.spi.transfer(data)
        return received

    def close(self) -> None:
        """Let go of the pins."""
        self.spi.close()


@pytest.fixture
def chain(pins: MockFactory) -> Iterator[Chain]:
    with Chain(pins) as device:
        pins.pin(LATCH, pin_class=LatchPin).chain = device
        yield device


@pytest.fixture
def reader(chain: Chain, pins: MockFactory) -> Iterator[ShiftReader]:
    latch = output_pin(LATCH, "low", pins)
    reader = ShiftReader(GpiozeroBus(pins), latch, CHIPS, TIED, "low")
    yield reader
    reader.close()
    reader.close()


def test_every_input_is_read_where_it_is(chain: Chain, reader: ShiftReader) -> None:
    rng = random.Random(7)
    for count in (0, 1, 40, 133):
        marbles = set(rng.sample(range(133), count))
        for number in range(133):
            chain.inputs[number] = number not in marbles
        present = reader.read()
        assert {number for number, there in enumerate(present) if there} == marbles
        assert len(present) == 136


def test_a_reading_is_of_one_moment(chain: Chain, reader: ShiftReader) -> None:
    loads = chain.loads
    reader.read()
    assert chain.loads == loads + 1


@pytest.mark.parametrize("stuck", [True, False])
@pytest.mark.parametrize("cut", range(CHIPS))
def test_a_broken_chain_names_the_place(
    chain: Chain, reader: ShiftReader, cut: int, stuck: bool
) -> None:
    # A marble in every third hole, so that no chip is alike by itself.
    for number in range(133):
        chain.inputs[number] = bool(number % 3)
    chain.cut, chain.stuck = cut, stuck
    with pytest.raises(SensorFault) as told:
        reader.read()
    word = "high" if stuck else "low"
    if cut == 0:
        assert str(told.value).startswith(f"All 17 sensor chips read {word}: look at the first")
    else:
        assert f"all behind chip {cut} reads {word}" in str(told.value)
        assert f"between chip {cut} and chip 17" in str(told.value)
    chain.cut = None
    assert any(reader.read())


def test_on_an_empty_board_the_place_named_is_not_behind_the_break(
    chain: Chain, reader: ShiftReader
) -> None:
    """Empty holes look as a high break does: then only the sentinels tell that it is one."""
    chain.cut, chain.stuck = 9, True
    with pytest.raises(SensorFault, match="All 17 sensor chips read high"):
        reader.read()
    chain.inputs[20] = False
    with pytest.raises(SensorFault, match=r"all behind chip 3 reads high; .* and chip 17"):
        reader.read()


def test_a_single_sentinel_that_is_loose_is_named(chain: Chain, reader: ShiftReader) -> None:
    chain.inputs[134] = False
    with pytest.raises(SensorFault, match=r"Sentinel 134 \(chip 17\) reads low: look at its wire"):
        reader.read()


def test_the_array_tells_cut_and_repair_pp_14(
    chain: Chain, pins: MockFactory, ear: Ear, clock: Clock
) -> None:
    chain.inputs[5] = False
    sensors = shift_register(
        CHIPS, TIED, clock, hz=50, factory=pins, open_bus=lambda spi, hz: GpiozeroBus(pins)
    )
    with sensors:
        sensors.start(ear)
        assert ear.snapshot()[5]
        chain.inputs[6] = False
        assert ear.change() == (6, True)
        chain.cut, chain.stuck = 4, False
        assert "all behind chip 4 reads low" in ear.link(LinkState.DOWN)
        chain.cut = None
        assert ear.link(LinkState.UP) == ""
        assert sum(ear.snapshot()) == 2


def test_a_latch_that_cannot_be_had_closes_the_bus(
    pins: MockFactory, ear: Ear, clock: Clock
) -> None:
    class Bus:
        closed = 0

        def transfer(self, data: list[int]) -> list[int]:
            """Nothing there."""
            return data

        def close(self) -> None:
            """Count."""
            self.closed += 1

    bus = Bus()
    taken = output_pin(LATCH, "low", pins)
    with shift_register(1, {7: True, 6: False}, clock, factory=pins, open_bus=lambda *at: bus) as s:
        s.start(ear)
        assert "BCM 25 is used by something else" in ear.link(LinkState.DOWN)
    assert bus.closed >= 1
    taken.close()


class FakeSpiDev:
    """The kernel's SPI as spidev shows it."""

    fails: Exception | None = None

    def __init__(self) -> None:
        self.opened: tuple[int, int] | None = None

    def open(self, bus: int, device: int) -> None:
        """Open, or fail as the kernel would."""
        if self.fails is not None:
            raise self.fails
        self.opened = bus, device

    def xfer2(self, data: list[int]) -> list[int]:
        """Every bit turned round."""
        return [255 - byte for byte in data]

    def close(self) -> None:
        """Closed."""
        self.opened = None


@pytest.fixture
def spidev(monkeypatch: pytest.MonkeyPatch) -> type[FakeSpiDev]:
    module = ModuleType("spidev")
    kind = type("SpiDev", (FakeSpiDev,), {})
    module.SpiDev = kind  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spidev", module)
    return kind


def test_spidev_is_opened_with_clock_and_mode(spidev: type[FakeSpiDev]) -> None:
    bus = open_spidev("1.2", 500_000)
    port = bus._port  # type: ignore[attr-defined]
    assert (port.opened, port.max_speed_hz, port.mode) == ((1, 2), 500_000, 0)
    assert open_spidev("0.1", 500_000)._port.mode == 2  # type: ignore[attr-defined]
    assert bus.transfer([0, 1]) == [255, 254]
    bus.close()
    assert port.opened is None


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            FileNotFoundError(2, "No such file"),
            r"SPI 0.0 is not there: write dtparam=spi=on in /boot/firmware/config.txt, and",
        ),
        (PermissionError(13, "Permission denied"), "add the service's user to the group spi"),
        (OSError(22, "Invalid argument"), "SPI 0.0 cannot be used"),
    ],
)
def test_a_bus_that_cannot_be_had_says_what_to_do(
    spidev: type[FakeSpiDev], error: OSError, words: str
) -> None:
    spidev.fails = error
    with pytest.raises(NoDriver, match=words):
        open_spidev("0.0", 1_000_000)


def test_a_second_bus_that_is_not_there_names_its_overlay(spidev: type[FakeSpiDev]) -> None:
    spidev.fails = FileNotFoundError(2, "No such file")
    with pytest.raises(NoDriver, match=r"SPI 1\.2 is not there: write dtoverlay=spi1-3cs in"):
        open_spidev("1.2", 1_000_000)


def read_at(spi: str, pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain at that bus reads every input where it is, reading after reading."""
    registers = Registers([TIED.get(number, True) for number in range(8 * CHIPS)])
    monkeypatch.setitem(sys.modules, "spidev", module_of(registers))
    pins.pin(LATCH, pin_class=WiredLatch).chain = registers
    reader = ShiftReader(
        open_spidev(spi, 1_000_000), output_pin(LATCH, "low", pins), CHIPS, TIED, "low"
    )
    rng = random.Random(11)
    try:
        for count in (0, 1, 40, 133):
            marbles = set(rng.sample(range(133), count))
            for number in range(133):
                registers.inputs[number] = number not in marbles
            present = reader.read()
            assert {number for number, there in enumerate(present) if there} == marbles
    finally:
        reader.close()


@pytest.mark.parametrize("spi", ["0.0", "0.1", "1.0", "1.2"])
def test_both_buses_of_a_pi_read_every_input_where_it_is(
    spi: str, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_at(spi, pins, monkeypatch)


def test_mode_2_at_bus_1_would_read_all_shifted_by_one(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the driver of bus 1 does to a chain, and that this stand-in shows it."""
    registers = Registers([number == 9 for number in range(8 * CHIPS)])
    bus = module_of(registers).SpiDev()
    bus.open(1, 0)
    for mode, place in ((2, 8), (0, 9)):
        bus.mode = mode
        registers.latch(True)
        registers.latch(False)
        data = bus.xfer2([0] * CHIPS)
        assert [8 * at + 8 - byte.bit_length() for at, byte in enumerate(data) if byte] == [place]
    monkeypatch.setattr(module, "mode_of", lambda spi: 2)
    with pytest.raises(SensorFault, match="Sentinel 133"):
        read_at("1.0", pins, monkeypatch)


def test_a_missing_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    opened: Callable[[str, int], SpiBus] = open_spidev
    with pytest.raises(NoDriver, match="library spidev is missing: run make setup-pi"):
        opened("0.0", 1_000_000)
