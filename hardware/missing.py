"""Libraries for the Pi's own pins: each one's package, and the sentence when it is missing."""

from __future__ import annotations

from typing import Final

RECIPE: Final = "run make setup-pi in Trackside's folder, and start again"
"""The one command that installs them all; it names the apt line for what pip cannot bring."""
BROUGHT_BY: Final = {
    "_rpi_ws281x": "rpi_ws281x",
    "adafruit_raspberry_pi5_neopixel_write": "Adafruit-Blinka-Raspberry-Pi5-Neopixel",
    "board": "Adafruit-Blinka",
    "busio": "Adafruit-Blinka",
    "lgpio": "python3-lgpio",
    "neopixel": "adafruit-circuitpython-neopixel",
    "neopixel_spi": "adafruit-circuitpython-neopixel-spi",
}
"""Module → package, where they are called differently."""


def missing_library(error: BaseException) -> str:
    """The missing package behind that error; empty when it is something else.

    Blinka 10.0.0 (``adafruit_blinka/importing.py``) raises a RuntimeError *from* the
    ModuleNotFoundError that names the module, so causes are looked through, too.
    """
    at: BaseException | None = error
    while at is not None:
        # gpiozero's BadPinFactory is an ImportError as well, and names nothing.
        if isinstance(at, ImportError) and at.name:
            return BROUGHT_BY.get(at.name, at.name)
        at = at.__cause__
    return ""


def missing_sentence(package: str) -> str:
    """That it is missing, and what to do."""
    return f"The library {package} is missing: {RECIPE}."
