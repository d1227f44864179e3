"""Adafruit's pixel libraries, imported when a chain is opened, and their errors as sentences."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable
from typing import Any

from hardware.errors import NoDriver
from hardware.missing import RECIPE, missing_library, missing_sentence
from hardware.neopixels import Chain
from hardware.pi_settings import CMDLINE, spi_setting, spidev_need


class BufferChain:
    """Any of Adafruit's pixel buffers as a ``Chain``; ``what`` names it in sentences.

    ``show`` raises NoDriver: only there does the library for the Pi's own pins find out whether it
    may use them.
    """

    def __init__(self, buffer: Any, what: str = "The pixels") -> None:
        self._buffer = buffer
        self._what = what
        self._open = True

    def show(self, colours: bytes) -> None:
        """Send all colours."""
        for at in range(len(colours) // 3):
            self._buffer[at] = (colours[3 * at], colours[3 * at + 1], colours[3 * at + 2])
        try:
            self._buffer.show()
        except Exception as error:
            raise NoDriver(_sentence(self._what, error)) from error

    def close(self) -> None:
        """Let go of the pin."""
        if not self._open:
            return
        self._open = False
        try:
            self._buffer.deinit()
        except Exception:
            # It sends darkness before it lets go; that fails where nothing may be sent.
            if (pin := getattr(self._buffer, "pin", None)) is not None:
                with contextlib.suppress(Exception):
                    pin.deinit()


def open_neopixel(pin: str, count: int, order: str) -> Chain:
    """The chain at ``D18`` by PWM, PCM or PIO; NoDriver says what to do when there is none."""

    def opened() -> Chain:
        import board
        import neopixel

        at = getattr(board, pin, None)
        if at is None:
            raise NoDriver(f"{pin} is no pin of this machine: correct the board file.")
        return BufferChain(
            neopixel.NeoPixel(at, count, brightness=1.0, auto_write=False, pixel_order=order), what
        )

    what = f"The pixels at {pin}"
    return _tried(opened, what)


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
                f"add it to {CMDLINE} and restart the Pi."
            )
        # Blinka always cuts into pieces of 4096, and after a pause the pixels begin a new picture.
        os.environ["SPI_BUFSIZE"] = str(size or need)
        names = ("SCK", "MOSI") if spi[0] == "0" else ("SCK_1", "MOSI_1")
        clock, data = (getattr(board, name, None) for name in names)
        if clock is None:
            raise NoDriver(f"SPI {spi} is no bus of this machine: correct the board file.")
        return BufferChain(
            neopixel_spi.NeoPixel_SPI(
                busio.SPI(clock, data), count, auto_write=False, pixel_order=order
            ),
            what,
        )

    what = f"The pixels at SPI {spi}"
    return _tried(opened, what)


def spidev_bufsiz(path: str = "/sys/module/spidev/parameters/bufsiz") -> int | None:
    """Bytes that spidev takes in one piece; None where there is no spidev."""
    try:
        with open(path, encoding="ascii") as file:
            return int(file.read())
    except (OSError, ValueError):
        return None


def _tried(opened: Callable[[], Chain], what: str) -> Chain:
    # Blinka looks through all installed packages at import, which takes seconds on a Pi.
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        return opened()
    except NoDriver:
        raise
    except Exception as error:
        raise NoDriver(_sentence(what, error)) from error


def _sentence(what: str, error: Exception) -> str:
    """What a library raised, and what to do about it."""
    if package := missing_library(error):
        return missing_sentence(package)
    if isinstance(error, NotImplementedError):
        return f"{what} need a Raspberry Pi, and this machine is none."
    if isinstance(error, PermissionError):
        return (
            f"{what} may not be used: add the service's user to the groups gpio and spi, "
            "and restart it."
        )
    said = str(error)
    if "unsupported" in said and "version" in said:  # Blinka: gpiod or rpi_ws281x is too old
        return f"{what} need other versions of their libraries: {RECIPE}."
    if found := re.search(r"/dev/spidev(\S+) does not exist", said):  # Adafruit_PureIO
        switch = spi_setting(found[1]).told
        return f"{what} need /dev/spidev{found[1]}: write {switch}, and restart the Pi."
    if "not possible" in said:  # rpi_ws281x: "Selected GPIO not possible"
        return f"{what} hang on a pin that cannot light them: take D10, D12, D18 or D21."
    if "one strip only" in said:
        return (
            f"{what} are a second chain, and this Pi drives one: join them, or take neopixel_spi "
            "or a Pico for one of them."
        )
    if any(word in said for word in ("sudo", "ws2811", "mmap", "/dev/mem")):
        return f"{what} need root on this Pi ({said}): run as root, or use neopixel_spi."
    return f"{what} cannot be used ({said}): look at their plug and the board file."
