"""Prices of parts: rough euros for single pieces from hobby shops. All are estimates.

They say whether a board costs 100 or 500 euros, not which shop is cheaper.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SEEN: Final = "2026"
"""The year of these prices."""
PRICES: Final = (
    ("board of wood", 15.00),
    ("marble", 0.50),
    ("magnet", 0.40),
    ("hall switch", 0.60),
    ("reed switch", 0.60),
    ("diode", 0.05),
    ("steel disc", 0.05),
    ("shift register", 0.50),
    ("IC socket", 0.20),
    ("capacitor 100 nF", 0.05),
    ("capacitor 10 µF", 0.20),
    ("capacitor 1000 µF", 0.40),
    ("resistor", 0.03),
    ("NeoPixel", 0.25),
    ("level shifter", 0.80),
    ("supply", 25.00),
    ("fuse", 3.00),
    ("regulator", 4.00),
    ("Raspberry Pi Pico", 5.00),
    ("Raspberry Pi", 70.00),
    ("USB cable", 4.00),
    ("USB OTG adapter", 3.00),
    ("strand", 0.60),
    ("thin wire", 0.15),
    ("wire", 0.80),
)
"""Beginning of a part's name → euros for a piece or a metre. The first that fits counts."""


def price(item: str) -> float:
    """Euros for one piece or metre. Raises KeyError for a part without a price.

    >>> price("resistor 10 kΩ")
    0.03
    """
    for begin, euros in PRICES:
        if item.startswith(begin):
            return euros
    raise KeyError(item)


def total(parts: Iterable[tuple[str, str]]) -> int:
    """Euros for parts as (count, item), rounded to tens: ``133``, ``12 m``, ``1 each``.

    >>> total([("133", "hall switch"), ("12 m", "thin wire"), ("1", "fuse 4 A")])
    80
    """
    whole = sum(int(count.split()[0]) * price(item) for count, item in parts)
    return 10 * round(whole / 10)
