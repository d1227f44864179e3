# mypy: ignore-errors
"""What surrounds the firmware: a clock, electrical levels, a wire. Runs on MicroPython too.

The tests set ``say``, ``wire`` and ``turn`` from outside.
"""

import time

_levels = {}


def millis():
    """The board's clock."""
    return time.monotonic_ns() // 1000000 if hasattr(time, "monotonic_ns") else time.ticks_ms()


def say(*words):
    """A line for the test."""
    print(" ".join(words))


def wire():
    """The other end of the second serial port."""
    raise RuntimeError("no wire was given")


def turn():
    """Once a scan: whatever comes from outside."""


def put(number, level):
    """Give an input a level; all others are pulled up."""
    _levels[number] = level


def levels(count):
    """The inputs now, True is 3.3 V."""
    turn()
    return [_levels.get(at, True) for at in range(count)]
