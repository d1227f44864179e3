# mypy: ignore-errors
"""``time`` of a board: what ``run_pico.py`` puts in its place.

Follows ``shared-bindings/time/__init__.c`` and ``shared-module/time/__init__.c`` of CircuitPython
9.2.1 and 10.2.1. A float there has 30 bits (``MICROPY_OBJ_REPR_C``): after three days ``monotonic``
goes on in steps of an eighth of a second.
"""

import struct
import time

import world

sleep = time.sleep


def float30(value):
    """The number as such a float: 32 bits without the last two."""
    (bits,) = struct.unpack("<I", struct.pack("<f", value))
    (kept,) = struct.unpack("<f", struct.pack("<I", bits & ~3))
    return kept


def float32(value):
    """The number as arithmetic within the chip keeps it."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def monotonic():
    """Seconds since power-up."""
    return float30(float32(float32(world.millis()) / 1000))


def monotonic_ns():
    """Nanoseconds since power-up, in steps of a 32768th second."""
    tick, part = divmod(world.subticks(), 32)
    return 976562 * tick + tick // 2 + 30518 * part


def __getattr__(name):
    """Whatever else Python's own modules want."""
    return getattr(time, name)
