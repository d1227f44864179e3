"""Adafruit's pixel libraries, imported when a chain is opened, and their errors as sentences."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final

from hardware.errors import NoDriver
from hardware.neopixels import Chain

_SPI_BYTES: Final = 24
"""SPI bytes a pixel: one for each bit."""
_SPI_REST: Final = 128
"""SPI bytes of low level before and after, 80 µs each, by which the pixels know the beginning."""


_PACKAGES: Final = {
    "board": "Adafruit-Blinka",
    "busio": "Adafruit-Blinka",
    "neopixel": "adafruit-circuitpython-neopixel",
    "neopixel_spi": "adafruit-circuitpython-neopixel-spi",
    "_rpi_ws281x": "rpi_ws281x",
    "adafruit_raspberry_pi5_neopixel_write": "Adafruit-Blinka-Raspberry-Pi5-Neopixel",
}
"""What brings the module that is missing; Blinka names some of them only when a chain is opened."""


class BufferChain:
    """Any of Adafruit's pixel buffers as a ``Chain``."""

    def __init__(self, buffer: Any) -> None:
        self._buffer = buffer
        self._open = True

    def show(self, colours: bytes) -> None:
        """Send all colours."""
        for at in range(len(colours) // 3):
            self._buffer[at] = (colours[3 * at], colours[3 * at + 1], colours[3 * at + 2])
        self._buffer.show()

    def close(self) -> None:
        """Let go of the pin."""
        if self._open:
            self._open = False
            self._buffer.deinit()


def open_neopixel(pin: str, count: int, order: str) -> Chain:
    """The chain at ``D18`` by PWM, PCM or PIO; NoDriver says what to do when there is none."""

    def opened() -> Chain:
        import board
        import neopixel

        at = getattr(board, pin, None)
        if at is None:
            raise NoDriver(f"{pin} is no pin of this machine: correct the board file.")
        return BufferChain(
            neopixel.NeoPixel(at, count, brightness=1.0, auto_write=False, pixel_order=order)
        )

    return _tried(opened, f"The pixels at {pin}", "adafruit-circuitpython-neopixel")


def open_neopixel_spi(spi: str, count: int, order: str) -> Chain:
    """The chain at MOSI of that SPI bus, without root; NoDriver says what to do."""

    def opened() -> Chain:
        import board
        import busio
        import neopixel_spi

        need, size = spidev_need(count), spidev_bufsiz()
        if size is not None and size < need:
            raise NoDriver(
                f"{count} pixels by SPI need spidev.bufsiz={need}, and it is {size}: "
                "add it to /boot/firmware/cmdline.txt and restart the Pi."
            )
        # Blinka cuts into pieces of 4096 whatever the kernel takes, and a pause is a new picture.
        os.environ["SPI_BUFSIZE"] = str(size or need)
        names = ("SCK", "MOSI") if spi[0] == "0" else ("SCK_1", "MOSI_1")
        clock, data = (getattr(board, name, None) for name in names)
        if clock is None:
            raise NoDriver(f"SPI {spi} is no bus of this machine: correct the board file.")
        return BufferChain(
            neopixel_spi.NeoPixel_SPI(
                busio.SPI(clock, data), count, auto_write=False, pixel_order=order
            )
        )

    return _tried(opened, f"The pixels at SPI {spi}", "adafruit-circuitpython-neopixel-spi")


def spidev_need(count: int) -> int:
    """Bytes that one picture of so many pixels takes on SPI."""
    return _SPI_BYTES * count + _SPI_REST


def spidev_bufsiz(path: str = "/sys/module/spidev/parameters/bufsiz") -> int | None:
    """Bytes that spidev takes in one piece; None where there is no spidev."""
    try:
        with open(path, encoding="ascii") as file:
            return int(file.read())
    except (OSError, ValueError):
        return None


def _tried(opened: Callable[[], Chain], what: str, package: str) -> Chain:
    # Blinka looks through all installed packages at import, which takes seconds on a Pi.
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        return opened()
    except NoDriver:
        raise
    except ImportError as error:
        wanted = _PACKAGES.get(error.name or "", error.name) or package
        raise NoDriver(
            f"The library {wanted} is missing: pip install {wanted} in Trackside's environment."
        ) from error
    except NotImplementedError as error:
        raise NoDriver(f"{what} need a Raspberry Pi, and this machine is none.") from error
    except PermissionError as error:
        raise NoDriver(
            f"{what} may not be used: add the service's user to the groups gpio and spi, "
            "and restart it."
        ) from error
    except Exception as error:
        if "ws2811" in str(error) or "mmap" in str(error) or "/dev/mem" in str(error):
            raise NoDriver(
                f"{what} need root on this Pi ({error}): run as root, or use neopixel_spi."
            ) from error
        raise NoDriver(f"{what} cannot be opened ({error}): look at the board file.") from error
