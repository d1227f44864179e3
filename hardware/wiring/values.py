"""Single values of a board file: read strictly, refused with what they should be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hardware.power import AMPERES, CHANNEL_MA, IDLE_MA
from hardware.wiring.model import PICO_HOLES, SENTINELS

Read = Callable[[Any], Any]
"""Takes a value as TOML gives it; ValueError says what it must be."""


@dataclass(frozen=True, slots=True)
class Field:
    """A key of a table: how its value is read, and its default (None: the key is needed)."""

    read: Read
    default: Any = None


def whole(low: int, high: int) -> Read:
    """A whole number in that range."""

    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return value

    return read


def number(low: float, high: float) -> Read:
    """A number in that range."""

    def read(value: Any) -> float:
        if type(value) not in (int, float) or not low <= value <= high:
            raise ValueError(f"must be a number from {low:g} to {high:g}")
        return float(value)

    return read


def one_of(*words: str) -> Read:
    """One of those words."""

    def read(value: Any) -> str:
        if value not in words or not isinstance(value, str):
            raise ValueError(f"must be {' or '.join(words)}")
        return value

    return read


def text(value: Any) -> str:
    """Some text on one line."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError("must be text on one line")
    return value


def matching(pattern: str, example: str, among: str = "") -> Read:
    """Text of that form; ``among`` names the choices where the form alone does not."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise ValueError(f"must be like {example!r}{among and ', ' + among}")
        return value

    return read


def numbers(low: int, high: int, what: str) -> Read:
    """A list of whole numbers, each once."""
    each = whole(low, high)

    def read(value: Any) -> tuple[int, ...]:
        if not isinstance(value, list):
            raise ValueError(f"must be a list of {what}")
        for item in value:
            try:
                each(item)
            except ValueError as error:
                raise ValueError(f"must be a list of {what}, and {item!r} {error}") from None
        for item in value:
            if value.count(item) > 1:
                raise ValueError(f"lists {item} twice")
        return tuple(value)

    return read


def milliamps(value: Any) -> tuple[float, float, float]:
    """Currents of red, green and blue."""
    each = number(0.1, 25.5)
    if not isinstance(value, list) or len(value) != 3:
        raise ValueError("must be three numbers: mA of red, green and blue")
    red, green, blue = (each(item) for item in value)
    return red, green, blue


def sentinels(value: Any) -> tuple[tuple[int, str], ...]:
    """Inputs tied to a fixed level, by number."""
    if not isinstance(value, Mapping):
        raise ValueError("must be like { 133 = 'low', 134 = 'high' }")
    found = {}
    for key, level in value.items():
        if not re.fullmatch(r"\d{1,4}", key) or level not in ("low", "high"):
            raise ValueError(f"must be like {{ 133 = 'low' }}, not {key} = {level!r}")
        found[int(key)] = level
    if len(set(found.values())) < 2:
        raise ValueError("need at least one low and one high input: only both prove a live chain")
    return tuple(sorted(found.items()))


PI_PIN: Final = matching(r"D(2[0-7]|1?[0-9])", "D18", "from D0 to D27")
PICO_PIN: Final = matching(r"GP(2[0-8]|1?[0-9])", "GP5", "from GP0 to GP28")
_PI_LIST: Final = numbers(0, 27, "BCM pin numbers")
_SPI: Final = matching(r"[01]\.[012]", "0.0")
_DEVICE: Final = Field(text, "/dev/trackside")
_COMMON: Final = {
    "driver": Field(text),
    "active": Field(one_of("low", "high"), "low"),
    "pull": Field(one_of("up", "down", "none"), "up"),
}
_STRIP: Final = {
    "driver": Field(text),
    "count": Field(whole(1, 4096)),
    "order": Field(one_of("RGB", "RBG", "GRB", "GBR", "BRG", "BGR"), "GRB"),
    "spare": Field(numbers(0, 4095, "pixel numbers"), ()),
}

_FED: Final = _COMMON | {"sensor_ma": Field(number(0, 50), 3.0)}

SENSOR_KEYS: Final[Mapping[str, Mapping[str, Field]]] = {
    "pico": _FED
    | {
        "device": _DEVICE,
        "inputs": Field(whole(1, PICO_HOLES)),
        "chips": Field(whole(1, 93), 0),
        "clock": Field(PICO_PIN, "GP2"),
        "latch": Field(PICO_PIN, "GP3"),
        "data": Field(PICO_PIN, "GP4"),
    },
    "gpio": _FED | {"pins": Field(_PI_LIST)},
    "matrix": _COMMON
    | {
        "rows": Field(_PI_LIST),
        "columns": Field(_PI_LIST),
        "scan_hz": Field(number(20, 1000), 125.0),
    },
    "shift": _FED
    | {
        "spi": Field(_SPI, "0.0"),
        "chips": Field(whole(1, 64)),
        "latch": Field(PI_PIN, "D25"),
        "sentinels": Field(sentinels),
        "clock_hz": Field(whole(10_000, 8_000_000), 1_000_000),
        "scan_hz": Field(number(20, 1000), 250.0),
    },
}
"""Keys of a sensor array, by driver."""

PIXEL_KEYS: Final[Mapping[str, Mapping[str, Field]]] = {
    "pico": _STRIP | {"device": _DEVICE, "pin": Field(PICO_PIN, "GP5")},
    "neopixel": _STRIP | {"pin": Field(PI_PIN, "D18")},
    "neopixel_spi": _STRIP | {"spi": Field(_SPI, "0.0")},
}
"""Keys of a pixel chain, by driver."""

SUPPLY_KEYS: Final[Mapping[str, Field]] = {
    "amperes": Field(number(0.1, 65), AMPERES),
    "channel_ma": Field(milliamps, CHANNEL_MA),
    "idle_ma": Field(number(0, 25.5), IDLE_MA),
}
PART_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,23}")
COLOUR: Final = matching(r"#[0-9a-fA-F]{6}", "#f8f5ee")


def pico_chips(inputs: int) -> int:
    """How many 74HC165 a Pico's chain has: its inputs and the sentinels behind them."""
    return -(-(inputs + len(SENTINELS)) // 8)
