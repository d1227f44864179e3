"""The places of pins: the headers of Raspberry Pi and Pico, the legs of a 74HC165."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PI: Final = (
    "3V3", "5V", "2", "5V", "3", "GND", "4", "14", "GND", "15", "17", "18", "27", "GND", "22",
    "23", "3V3", "24", "10", "GND", "9", "25", "11", "8", "GND", "7", "0", "1", "5", "GND", "6",
    "12", "13", "GND", "19", "16", "26", "20", "GND", "21",
)  # fmt: skip
"""The 40 pins of a Raspberry Pi's header from pin 1: the BCM number, or the pin's purpose."""

PICO: Final = (
    "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7", "GP8", "GP9", "GND",
    "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15", "GP16", "GP17", "GND", "GP18", "GP19",
    "GP20", "GP21", "GND", "GP22", "RUN", "GP26", "GP27", "GND", "GP28", "VREF", "3V3", "3V3_EN",
    "GND", "VSYS", "VBUS",
)  # fmt: skip
"""The 40 pins of a Pico from pin 1, down the left side with the USB plug up, then up the right."""

LEGS: Final[Mapping[str, int]] = {
    "SH/LD": 1, "CLK": 2, "E": 3, "F": 4, "G": 5, "H": 6, "GND": 8, "QH": 9, "SER": 10, "A": 11,
    "B": 12, "C": 13, "D": 14, "CLK INH": 15, "VCC": 16,
}  # fmt: skip
"""The legs of a 74HC165 in its 16-pin package, by name. Leg 7, the inverted output, stays free."""


def pi_pin(bcm: int) -> int:
    """The pin of the header that carries that BCM number.

    >>> pi_pin(18)
    12
    """
    return PI.index(str(bcm)) + 1


def pico_pin(name: str) -> int:
    """The pin of the Pico that carries that name.

    >>> pico_pin("GP5")
    7
    """
    return PICO.index(name) + 1


def bcm_words(bcm: int) -> str:
    """A Pi's pin for people.

    >>> bcm_words(18)
    'BCM 18 (pin 12)'
    """
    return f"BCM {bcm} (pin {pi_pin(bcm)})"


def pico_words(name: str) -> str:
    """A Pico's pin for people.

    >>> pico_words("GP5")
    'GP5 (pin 7)'
    """
    return f"{name} (pin {pico_pin(name)})"
