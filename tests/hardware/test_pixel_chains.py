"""Adafruit's libraries off a Pi: the bytes on the wire, and every refusal as a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import adafruit_pixelbuf
import pytest

from hardware import pixel_chains
from hardware.errors import NoDriver
from hardware.pixel_chains import BufferChain, open_neopixel, open_neopixel_spi, spidev_bufsiz

ANY_MACHINE = """
import neopixel
neopixel.neopixel_write = lambda pin, data: print(bytes(data).hex())
from hardware.errors import NoDriver
from hardware.pixel_chains import open_neopixel
chain = open_neopixel("NEOPIXEL", 2, "{order}")
chain.show(bytes([1, 2, 3, 4, 5, 6]))
chain.close()
chain.close()
try:
    open_neopixel("D99", 2, "GRB")
except NoDriver as error:
    print(error)
"""


@pytest.mark.parametrize(("order", "wire"), [("GRB", "020103050406"), ("RGB", "010203040506")])
def test_the_real_library_sends_the_colours_in_the_order_of_the_file(order: str, wire: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ANY_MACHINE.format(order=order)],
        capture_output=True,
        text=True,
        env={**os.environ, "BLINKA_OS_AGNOSTIC": "1", "BLINKA_SKIP_DEPENDENCY_CHECK": "1"},
        timeout=60,
    )
    first, *_, last = done.stdout.splitlines() or [done.stderr]
    assert first == wire
    assert "000000000000" in done.stdout
    assert last == "D99 is no pin of this machine: correct the board file."


ON_A_PI = """
import sys
from adafruit_platformdetect.board import Board
# Blinka asks the board's revision beside the forced names; anything but None is a Pi.
Board._pi_rev_code = lambda self: "{revision}"
sys.modules["{missing}"] = None
from hardware.errors import NoDriver
from hardware.pixel_chains import {opener}
try: {opener}("{at}", 2, "GRB").show(bytes(6))
except NoDriver as error: print(error)
"""
PI_4, PI_5 = ("RASPBERRY_PI_4B", "c03112"), ("RASPBERRY_PI_5", "c04170")


@pytest.mark.parametrize(
    ("pi", "opener", "at", "missing", "words"),
    [
        (PI_4, "open_neopixel", "D18", "gpiod", "The library gpiod is missing"),
        (PI_5, "open_neopixel", "D18", "gpiod", "The library gpiod is missing"),
        (PI_4, "open_neopixel_spi", "0.0", "gpiod", "The library gpiod is missing"),
        (PI_4, "open_neopixel", "D18", "_rpi_ws281x", "The library rpi_ws281x is missing"),
        (
            PI_5,
            "open_neopixel",
            "D18",
            "adafruit_raspberry_pi5_neopixel_write",
            "The library Adafruit-Blinka-Raspberry-Pi5-Neopixel is missing",
        ),
    ],
)
def test_what_blinka_misses_on_a_pi_is_named_with_the_one_recipe(
    pi: tuple[str, str], opener: str, at: str, missing: str, words: str
) -> None:
    """Blinka itself (10.0.0): only which machine this is, is forced."""
    board, revision = pi
    code = ON_A_PI.format(revision=revision, missing=missing, opener=opener, at=at)
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "BLINKA_FORCEBOARD": board, "BLINKA_FORCECHIP": "BCM2XXX"},
        timeout=60,
    )
    said = f"{words}: run make setup-pi in Trackside's folder, and start again."
    assert done.stdout.splitlines()[-1:] == [said], done.stdout + done.stderr


def test_spi_that_is_switched_off_says_how_to_switch_it_on() -> None:
    """No machine of ours has SPI, so Blinka's own complaint is what comes."""
    code = ON_A_PI.format(revision="c03112", missing="_", opener="open_neopixel_spi", at="0.0")
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "BLINKA_FORCEBOARD": PI_4[0], "BLINKA_FORCECHIP": "BCM2XXX"},
        timeout=60,
    )
    assert done.stdout.splitlines()[-1:] == [
        "The pixels at SPI 0.0 need /dev/spidev0.0: write dtparam=spi=on in "
        "/boot/firmware/config.txt, and restart the Pi."
    ], done.stderr


class Buffer(adafruit_pixelbuf.PixelBuf):  # type: ignore[misc]
    """Adafruit's buffer with a wire of memory."""

    def __init__(self, count: int) -> None:
        self.wire = b""
        self.freed = 0
        super().__init__(size=count, byteorder="GRB", brightness=1.0, auto_write=False)

    def _transmit(self, buffer: bytearray) -> None:
        self.wire = bytes(buffer)

    def deinit(self) -> None:
        """Count."""
        self.freed += 1


def test_a_buffer_is_sent_whole_and_let_go_once() -> None:
    buffer = Buffer(2)
    chain = BufferChain(buffer)
    chain.show(bytes([9, 0, 0, 0, 0, 7]))
    assert buffer.wire == bytes([0, 9, 0, 0, 0, 7])
    chain.close()
    chain.close()
    assert buffer.freed == 1


def fake(monkeypatch: pytest.MonkeyPatch, name: str, **names: object) -> None:
    """A module of that name; None: one that is not there."""
    module = ModuleType(name)
    vars(module).update(names)
    monkeypatch.setitem(sys.modules, name, module)


def raising(error: Exception) -> object:
    """Something that fails when called."""

    def fail(*args: object, **named: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RuntimeError("ws2811_init failed with code -5 (mmap() failed)"), "need root on this Pi"),
        (PermissionError(13, "Permission denied"), "groups gpio and spi"),
        (ModuleNotFoundError("x", name="_rpi_ws281x"), "library rpi_ws281x is missing"),
        (NotImplementedError("Board not supported"), "this machine is none"),
        (ValueError("odd"), r"cannot be used \(odd\)"),
    ],
)
def test_what_the_library_raises_becomes_a_sentence(
    monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    fake(monkeypatch, "board", D18=object())
    fake(monkeypatch, "neopixel", NeoPixel=raising(error))
    with pytest.raises(NoDriver, match=words):
        open_neopixel("D18", 3, "GRB")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("NeoPixel support requires running with sudo, please try again!", "need root on this Pi"),
        ("ws2811_init failed with code -11 (Selected GPIO not possible)", "D10, D12, D18 or D21"),
        ("Raspberry Pi neopixel support is for one strip only!", "are a second chain, and this Pi"),
        ("odd", r"cannot be used \(odd\)"),
    ],
)
def test_what_the_library_says_only_when_it_sends_becomes_a_sentence_too(
    monkeypatch: pytest.MonkeyPatch, said: str, words: str
) -> None:
    """rpi_ws281x opens nothing before the first picture; darkness at the end fails as well."""
    buffer, pin = Buffer(3), Buffer(1)

    def fail() -> None:
        raise RuntimeError(said)

    monkeypatch.setattr(buffer, "show", fail)
    monkeypatch.setattr(buffer, "deinit", fail)
    monkeypatch.setattr(buffer, "pin", pin, raising=False)
    fake(monkeypatch, "board", D18=object())
    fake(monkeypatch, "neopixel", NeoPixel=lambda *args, **named: buffer)
    chain = open_neopixel("D18", 3, "GRB")
    with pytest.raises(NoDriver, match=words):
        chain.show(bytes(9))
    chain.close()
    assert pin.freed == 1, "the pin is let go of, so that the next try can have it"


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch, "board", D18=object())
    monkeypatch.setitem(sys.modules, "neopixel", None)
    with pytest.raises(NoDriver, match="library adafruit-circuitpython-neopixel is missing"):
        open_neopixel("D18", 3, "GRB")


@pytest.fixture
def spi(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """A Pi with both buses; what was opened, in order."""
    opened: list[tuple[object, ...]] = []

    def bus(clock: object, data: object) -> object:
        opened.append((clock, data))
        return SimpleNamespace()

    def pixels(bus: object, count: int, **named: object) -> object:
        opened.append((count, named["pixel_order"]))
        return Buffer(count)

    fake(monkeypatch, "board", SCK="11", MOSI="10", SCK_1="21", MOSI_1="20")
    fake(monkeypatch, "busio", SPI=bus)
    fake(monkeypatch, "neopixel_spi", NeoPixel_SPI=pixels)
    monkeypatch.setattr(pixel_chains, "spidev_bufsiz", lambda: 4096)
    monkeypatch.setenv("SPI_BUFSIZE", "")
    return opened


def test_pixels_by_spi_take_the_bus_of_the_file(spi: list[tuple[object, ...]]) -> None:
    open_neopixel_spi("0.0", 133, "GRB")
    open_neopixel_spi("1.0", 7, "RGB")
    assert spi == [("11", "10"), (133, "GRB"), ("21", "20"), (7, "RGB")]


def test_more_pixels_than_spidev_takes_say_what_to_raise(spi: list[tuple[object, ...]]) -> None:
    open_neopixel_spi("0.0", 165, "GRB")
    assert os.environ["SPI_BUFSIZE"] == "4096"
    with pytest.raises(NoDriver, match=r"166 pixels by SPI need spidev\.bufsiz=4112, and"):
        open_neopixel_spi("0.0", 166, "GRB")


def test_the_size_is_read_where_the_kernel_tells_it(tmp_path: Path) -> None:
    file = tmp_path / "bufsiz"
    assert spidev_bufsiz(str(file)) is None
    file.write_text("65536\n")
    assert spidev_bufsiz(str(file)) == 65536
    file.write_text("?")
    assert spidev_bufsiz(str(file)) is None


def test_the_real_spi_library_sends_eight_bits_for_one() -> None:
    """neopixel_spi as it is, on a bus of memory: a 1 is four high bits of eight, a 0 is two."""
    code = """
import sys
from types import SimpleNamespace
import busio

class Bus:
    frequency = 6400000
    def try_lock(self): return True
    def unlock(self): pass
    def configure(self, **named): pass
    def write(self, data): print(bytes(data).hex())

busio.SPI = lambda clock, data: Bus()
sys.modules["board"] = SimpleNamespace(SCK="11", MOSI="10")
from hardware.pixel_chains import open_neopixel_spi
chain = open_neopixel_spi("0.0", 1, "GRB")
chain.show(bytes([0x80, 0x01, 0xff]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "BLINKA_OS_AGNOSTIC": "1", "BLINKA_SKIP_DEPENDENCY_CHECK": "1"},
        timeout=60,
    )
    green, red, blue = "c0" * 7 + "f0", "f0" + "c0" * 7, "f0" * 8
    rest = "00" * 64
    assert done.stdout.strip() == rest + green + red + blue + rest, done.stderr
