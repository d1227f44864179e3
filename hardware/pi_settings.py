"""Settings that a Raspberry Pi needs before it starts: one list for guide, doctor and errors.

Sources: the kernel's ``overlays/README`` (dtparam, ``spi1-1cs``), the README of rpi_ws281x
(``core_freq``, audio, ``spidev.bufsiz``), the README of Adafruit-Blinka-Raspberry-Pi5-Neopixel
1.0.0rc2 (``/dev/pio0``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from hardware.wiring.model import BoardFile, PixelPart

CONFIG: Final = "/boot/firmware/config.txt"
CMDLINE: Final = "/boot/firmware/cmdline.txt"
_SPI_BYTES: Final = 24
"""SPI bytes a pixel by ``neopixel_spi``: one for each bit."""
_SPI_REST: Final = 128
"""SPI bytes of low level before and after, 80 µs each: so pixels know a picture's begin.
"""
_WS281X_BYTES: Final = 12
"""SPI bytes a pixel by rpi_ws281x, which counts four colours of three bits a bit."""
_PWM_PINS: Final = ("D12", "D13", "D18", "D19")
_FAMILIES: Final = (
    (re.compile(r"Raspberry Pi (5|Compute Module 5)"), 5),
    (re.compile(r"Raspberry Pi (4|Compute Module 4)"), 4),
    (re.compile(r"Raspberry Pi"), 3),
)


@dataclass(frozen=True, slots=True)
class PiSetting:
    """Lines that the Pi reads when it starts. The board file fills in ``{…}`` in a line.

    ``whom``   drivers that need it, in words
    ``models`` Pis that need it, in words
    ``file``   ``CONFIG`` or ``CMDLINE``; empty where no line helps
    ``why``    what goes wrong without it
    """

    key: str
    whom: str
    models: str
    file: str
    lines: tuple[str, ...]
    why: str

    @property
    def told(self) -> str:
        """File and lines in words: ``dtparam=spi=on in /boot/firmware/config.txt``."""
        return f"{' and '.join(self.lines)} in {self.file}"


SPI_0: Final = PiSetting(
    "spi0", "SPI bus 0", "all", CONFIG, ("dtparam=spi=on",), "there is no `/dev/spidev0.0`"
)
SPI_1: Final = PiSetting(
    "spi1",
    "SPI bus 1",
    "all",
    CONFIG,
    ("dtoverlay=spi1-{selects}cs",),
    "there is no `/dev/spidev1.0`",
)
BUFFER: Final = PiSetting(
    "bufsiz",
    "pixels by SPI, more than 165",
    "all",
    CMDLINE,
    ("spidev.bufsiz={bytes}",),
    "a picture does not fit into one message",
)
CORE_3: Final = PiSetting(
    "core",
    "pixels by SPI",
    "up to the Pi 3 and Zero 2",
    CONFIG,
    ("core_freq=250",),
    "the clock of the bus is not what the kernel believes: wrong colours, flicker",
)
CORE_4: Final = PiSetting(
    "core",
    "pixels by SPI",
    "Pi 4",
    CONFIG,
    ("core_freq=500", "core_freq_min=500"),
    "the clock of the bus changes with the load: wrong colours, flicker",
)
AUDIO: Final = PiSetting(
    "audio",
    "`neopixel` at D12 or D18",
    "up to the Pi 4",
    CONFIG,
    ("dtparam=audio=off",),
    "sound and pixels share the PWM: pixels flicker",
)
PIO: Final = PiSetting(
    "pio",
    "`neopixel`",
    "Pi 5",
    "",
    (),
    "pixels are sent by `/dev/pio0`; where it is missing: `sudo apt full-upgrade`, restart",
)
TABLE: Final = (SPI_0, SPI_1, BUFFER, CORE_3, CORE_4, AUDIO, PIO)


def family(model: str) -> int | None:
    """5, 4, or 3 for all earlier models, by ``/proc/device-tree/model``; None for no Pi.

    >>> family("Raspberry Pi Zero 2 W Rev 1.0"), family("Raspberry Pi 400 Rev 1.0"), family("PC")
    (3, 4, None)
    """
    return next((number for known, number in _FAMILIES if known.match(model)), None)


def spi_setting(spi: str) -> PiSetting:
    """What switches the bus ``1.0`` on.

    >>> spi_setting("1.0").lines
    ('dtoverlay=spi1-1cs',)
    """
    if spi[0] == "0":
        return SPI_0
    return _filled(SPI_1, selects=str(int(spi[2]) + 1))


def settings(board: BoardFile, pi: int) -> Iterator[PiSetting]:
    """What that board needs on a Pi of that family, in the order of the table."""
    yield from dict.fromkeys(spi_setting(spi) for spi in buses(board, pi))
    by_spi = [part for part in board.pixels if _by_spi(part, pi)]
    need = max((spidev_need(part.count, part.driver) for part in by_spi), default=0)
    if need > 4096:  # as much as spidev takes by itself
        yield _filled(BUFFER, bytes=str(need))
    if by_spi and pi < 5:
        yield CORE_4 if pi == 4 else CORE_3
    pins = [part.pin for part in board.pixels if part.driver == "neopixel"]
    if pi < 5 and any(pin in _PWM_PINS for pin in pins):
        yield AUDIO
    if pi == 5 and pins:
        yield PIO


def buses(board: BoardFile, pi: int) -> tuple[str, ...]:
    """The SPI buses of a board, each once: ``0.0``."""
    found = [part.spi for part in board.sensors if part.driver == "shift"]
    found += [part.spi for part in board.pixels if part.driver == "neopixel_spi"]
    found += ["0.0" for part in board.pixels if part.driver == "neopixel" and _by_spi(part, pi)]
    return tuple(dict.fromkeys(found))


def spidev_need(count: int, driver: str = "neopixel_spi") -> int:
    """Bytes that one picture of so many pixels takes on SPI."""
    return (_SPI_BYTES if driver == "neopixel_spi" else _WS281X_BYTES) * count + _SPI_REST


def _by_spi(part: PixelPart, pi: int) -> bool:
    # Up to the Pi 4 rpi_ws281x drives D10 by the SPI; the Pi 5 drives every pin by its PIO.
    return part.driver == "neopixel_spi" or (part.pin == "D10" and pi < 5)


def _filled(setting: PiSetting, **words: str) -> PiSetting:
    return replace(setting, lines=tuple(line.format(**words) for line in setting.lines))
