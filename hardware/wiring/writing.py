"""A board file's text: every key has a short comment, so that people can edit it by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from hardware.wiring.model import VERSION, BoardFile, HoleWire, PixelPart, SensorPart

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_WIDTH: Final = 96

_SENSOR_WORDS: Final = {
    "active": "level of an input where a marble lies: low or high",
    "pull": "resistor that holds an input otherwise: up, down or none",
    "sensor_ma": "what one sensor draws, mA; 0 for reed switches",
    "device": "serial port of the Pico",
    "inputs": "holes that the Pico reports; its three sentinels follow behind them",
    "chips": "74HC165 in the chain, eight inputs each",
    "clock": "Pico's pin to CLK of all chips",
    "latch": "pin to SH/LD of all chips",
    "data": "Pico's pin from QH of the first chip",
    "pins": "BCM pin of each input",
    "rows": "BCM pins that are driven one at a time; input = row * columns + column",
    "columns": "BCM pins that are read",
    "scan_hz": "readings a second; 100 at least",
    "spi": "SPI bus and chip select",
    "sentinels": "inputs tied to a fixed level: they prove that the chain is whole",
    "clock_hz": "clock of the SPI bus; slower for long wires",
}
_SENSOR_KEYS: Final = {
    "pico": ("device", "inputs", "chips", "clock", "latch", "data", "sensor_ma"),
    "gpio": ("pins", "sensor_ma"),
    "matrix": ("rows", "columns", "scan_hz"),
    "shift": ("spi", "latch", "chips", "sentinels", "clock_hz", "scan_hz", "sensor_ma"),
}
_PIXEL_WORDS: Final = {
    "device": "serial port of the Pico",
    "pin": "pin to DIN of the first pixel, through a level shifter",
    "spi": "SPI bus whose MOSI goes to DIN of the first pixel, through a level shifter",
    "order": "order of the colours on the wire: GRB for WS2812B",
    "count": "pixels of the chain",
    "spare": "pixels that belong to no hole",
}
_PIXEL_KEYS: Final = {"pico": ("device", "pin"), "neopixel": ("pin",), "neopixel_spi": ("spi",)}


def write(board: BoardFile) -> str:
    """The text of ``board``; reading it gives ``board`` again."""
    return "\n".join(_lines(board)) + "\n"


def _lines(board: BoardFile) -> Iterator[str]:
    yield "# Board file of Trackside: which hole hangs on which sensor input and which pixels."
    yield "# After a change: trackside wiring check FILE"
    yield f"version = {VERSION}"
    yield f"name = {_text(board.name)}"
    yield from _key("kind", _text(board.kind), "kind of board; it says which holes there are")
    yield ""
    yield "[supply]"
    supply = board.supply
    yield from _key("amperes", repr(supply.amperes), "what the supply gives to the pixels")
    ma = ", ".join(repr(value) for value in supply.channel_ma)
    yield from _key("channel_ma", f"[{ma}]", "red, green and blue of one pixel at full light, mA")
    yield from _key("idle_ma", repr(supply.idle_ma), "what a dark pixel draws, mA")
    if board.marbles:
        yield ""
        yield "[marbles]  # real colours, by seat"
        for seat, colour in board.marbles:
            yield f"{_name(seat)} = {_text(colour)}"
    else:
        yield ""
        yield "# Marbles of other colours than usual, by seat: take the # away."
        yield "# [marbles]"
        yield '# A = "#c2203b"'
    for part in board.sensors:
        yield ""
        yield from _sensor(part)
    for strip in board.pixels:
        yield ""
        yield from _strip(strip)
    yield ""
    yield "[holes]"
    for wire in board.holes:
        yield _hole(wire)


def _sensor(part: SensorPart) -> Iterator[str]:
    yield f"[sensors.{part.name}]"
    yield from _key("driver", _text(part.driver), "how the sensors are reached")
    for key in (*_SENSOR_KEYS[part.driver], "active", "pull"):
        yield from _key(key, _value(getattr(part, key)), _SENSOR_WORDS[key])


def _strip(part: PixelPart) -> Iterator[str]:
    yield f"[pixels.{part.name}]"
    yield from _key("driver", _text(part.driver), "how the pixels are reached")
    for key in (*_PIXEL_KEYS[part.driver], "order", "count"):
        yield from _key(key, _value(getattr(part, key)), _PIXEL_WORDS[key])
    if part.spare:
        yield from _key("spare", _value(part.spare), _PIXEL_WORDS["spare"])


def _hole(wire: HoleWire) -> str:
    entries = []
    if wire.input:
        entries.append(f"input = {_text(str(wire.input))}")
    if wire.pixels:
        entries.append(f"pixels = {_text(str(wire.pixels))}")
    return f"{_name(wire.hole)} = {{ {', '.join(entries)} }}"


def _key(key: str, value: str, word: str) -> Iterator[str]:
    """The key with its comment behind it, or above it where the line would be long."""
    line = f"{key} = {value}"
    if len(line) + len(word) + 4 > _WIDTH:
        yield f"# {word}"
        yield line
    else:
        yield f"{line:<28}  # {word}"


def _value(value: object) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, tuple):
        if value and isinstance(value[0], tuple):
            return f"{{ {', '.join(f'{key} = {_text(level)}' for key, level in value)} }}"
        return f"[{', '.join(str(item) for item in value)}]"
    return repr(value)


def _name(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(value: str) -> str:
    # A JSON string of printable characters is a TOML basic string too.
    return json.dumps(value, ensure_ascii=False)
