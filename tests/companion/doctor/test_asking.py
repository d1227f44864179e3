"""The doctor opens the whole board of a file: chains, pixels, several Picos, and lets go of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from companion.boards.wired import light_engine
from companion.doctor.asking import whole
from companion.doctor.findings import Finding
from engine.boards import board_of
from firmware_bridge.link.devices import SerialBoard
from firmware_bridge.link.lamp import LightSettings
from firmware_bridge.virtual.process import VirtualBoardProcess
from hardware.build import Factories
from hardware.errors import NoDriver
from hardware.mock import ManualClock
from hardware.wiring import BoardFile, new, read, write

SQUARE = board_of("square")
HOLES = SQUARE.holes


class Chips:
    """A chain at SPI whose holes are all empty; ``cut``: everything reads low."""

    def __init__(self, wiring: BoardFile, *, cut: bool = False) -> None:
        part = wiring.sensors[0]
        low = {number for number, level in part.sentinels if level == "low"}
        bits = [not cut and number not in low for number in range(8 * part.chips)]
        self.bytes = [
            sum(bit << (7 - at) for at, bit in enumerate(bits[8 * chip : 8 * chip + 8]))
            for chip in range(part.chips)
        ]
        self.closed = False

    def transfer(self, data: list[int]) -> list[int]:
        """What the chain holds."""
        return self.bytes

    def close(self) -> None:
        """Let go."""
        self.closed = True


class Pixels:
    """A chain of pixels that remembers what it was told."""

    def __init__(self) -> None:
        self.shown: list[bytes] = []

    def show(self, colours: bytes) -> None:
        """Keep it."""
        self.shown.append(colours)

    def close(self) -> None:
        """Nothing to let go of."""


def asked(wiring: BoardFile, chips: Chips, pixels: Pixels | NoDriver) -> list[Finding]:
    """The doctor's findings with those parts in place of the machine's."""

    def chain(where: str, count: int, order: str) -> Pixels:
        if isinstance(pixels, NoDriver):
            raise pixels
        return pixels

    factories = Factories(
        ManualClock(),
        pico=lambda device, holes: SerialBoard(device, holes),
        engine=lambda holes, ring, dark: light_engine(holes, ring, dark, LightSettings()),
        pins=MockFactory(),
        spi=lambda where, hz: chips,
        neopixel=chain,
    )
    return list(whole(wiring, SQUARE, seconds=5.0, factories=factories))


@pytest.fixture
def chained() -> BoardFile:
    return new("square", HOLES, sensors="shift", pixels="neopixel")


def test_a_chain_that_answers_says_that_its_sentinels_are_right(chained: BoardFile) -> None:
    chips, pixels = Chips(chained), Pixels()
    assert [(f.well, f.text) for f in asked(chained, chips, pixels)] == [
        (True, "The sensors answer (shift), the chain's sentinels read right."),
        (True, "The pixels can be lit."),
    ]
    assert chips.closed
    assert not any(any(picture) for picture in pixels.shown), "nobody asked for light"


@pytest.mark.slow
def test_a_chain_that_is_cut_is_told_with_the_place(chained: BoardFile) -> None:
    chips = Chips(chained, cut=True)
    (told, _) = asked(chained, chips, Pixels())
    assert "All 12 sensor chips read low: look at the first one's power" in told.text
    assert told.todo == told.text


def test_pixels_that_need_root_are_told_though_the_sensors_answer(chained: BoardFile) -> None:
    """The same sentence that the service page shows."""
    root = NoDriver("The pixels at D18 need root on this Pi (mmap): run as root, or neopixel_spi.")
    (sensors, lights) = asked(chained, Chips(chained), root)
    assert sensors.well
    assert lights.text == f"The lights stay dark. {root}"
    assert lights.todo == str(root)


def test_a_pico_that_only_lights_is_asked_too(tmp_path: Path, chained: BoardFile) -> None:
    """By its own number of lights, not by the sensors'."""
    with VirtualBoardProcess([str(n) for n in range(40)], tmp_path) as wood:
        wiring = new("square", HOLES, sensors="shift", pixels="pico", device=str(wood.port))
        (sensors, lights) = asked(wiring, Chips(wiring), Pixels())
        assert sensors.well
        assert "The lights stay dark. The board says it has 40 holes, 89 are needed" in lights.text


def test_two_picos_are_each_held_to_their_own_numbers(tmp_path: Path) -> None:
    left, right = tmp_path / "left", tmp_path / "right"
    left.mkdir()
    right.mkdir()
    with (
        VirtualBoardProcess([str(n) for n in range(50)], left) as one,
        VirtualBoardProcess([str(n) for n in range(39)], right) as two,
    ):
        parts = "".join(
            f'[sensors.{name}]\ndriver = "pico"\ndevice = "{wood.port}"\ninputs = {many}\n'
            f'[pixels.{name}]\ndriver = "pico"\ndevice = "{wood.port}"\ncount = {many}\n'
            for name, wood, many in (("left", one, 50), ("right", two, 39))
        )
        places = [f"left:{n}" for n in range(50)] + [f"right:{n}" for n in range(39)]
        wires = "".join(
            f'{hole} = {{ input = "{at}", pixels = "{at}" }}\n'
            for hole, at in zip(HOLES, places, strict=True)
        )
        wiring = read(f'version = 1\nkind = "square"\n{parts}[holes]\n{wires}', HOLES)
        assert read(write(wiring), HOLES) == wiring
        (told,) = whole(wiring, SQUARE)
        assert told.well, told
