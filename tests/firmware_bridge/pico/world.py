# mypy: ignore-errors
"""What surrounds the firmware: a clock, electrical levels, a wire. Runs on MicroPython too.

The tests set ``nanos``, ``say``, ``wire``, ``turn`` and ``alarm`` from outside. Clocks follow
CircuitPython 9.2.1 and 10.2.1: ``ports/raspberrypi/supervisor/port.c`` (raw ticks),
``supervisor/shared/tick.c`` (milliseconds), ``shared-module/time/__init__.c`` (nanoseconds).
"""

import time

_clock = time.monotonic_ns if hasattr(time, "monotonic_ns") else lambda: time.ticks_us() * 1000
_start = _clock()
_levels = {}
_moves = []


class Reset(BaseException):
    """The watchdog bit, or ``microcontroller.reset()`` was called: the board starts anew."""


def nanos():
    """Time since power-up."""
    return _clock() - _start


def subticks():
    """The finest clock the firmware can read: 1/32768 s."""
    return nanos() // 1000 * 512 // 15625


def ticks():
    """The clock that everything follows: 1/1024 s."""
    return subticks() // 32


def millis(tick=None):
    """Milliseconds since power-up, now or at that tick."""
    return (ticks() if tick is None else tick) * 1000 // 1024


def say(*words):
    """A line for the test."""
    print(" ".join(words))


def wire():
    """The other end of the second serial port."""
    raise RuntimeError("no wire was given")


def turn():
    """Whenever the firmware looks at its keys: whatever comes from outside."""


def alarm(seconds):
    """Reset the board in so many seconds unless this is called again; 0 ends it."""


def put(number, level, tick=None):
    """Give an input a level, now or at a tick to come; all others are pulled up."""
    _moves.append((ticks() if tick is None else tick, number, level))
    _moves.sort(key=lambda move: move[0])


def levels(count, tick):
    """The inputs at that tick, True is 3.3 V. Ticks only grow."""
    while _moves and _moves[0][0] <= tick:
        _, number, level = _moves.pop(0)
        _levels[number] = level
    return [_levels.get(at, True) for at in range(count)]
