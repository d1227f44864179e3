# mypy: ignore-errors
"""``supervisor``: the clock that events are stamped with, the name on the USB bus, restarts.

Follows ``shared-bindings/supervisor/__init__.c`` and ``supervisor/shared/reload.c`` of
CircuitPython 9.2.1 and 10.2.1.
"""

import world


class ReloadException(BaseException):
    """``except Exception`` does not stop it: ``py/objexcept.c``."""


class RunReason:
    """Why the program runs this time."""

    STARTUP = "supervisor.RunReason.STARTUP"
    AUTO_RELOAD = "supervisor.RunReason.AUTO_RELOAD"
    SUPERVISOR_RELOAD = "supervisor.RunReason.SUPERVISOR_RELOAD"
    REPL_RELOAD = "supervisor.RunReason.REPL_RELOAD"


class Runtime:
    """``supervisor.runtime``, as far as the firmware may look."""

    run_reason = RunReason.STARTUP


runtime = Runtime()


def ticks_of(tick):
    """A tick as ``ticks_ms`` says it: it wraps 65.5 s after power-up, and every 2²⁹ ms then."""
    return (world.millis(tick) + 0x1FFF0000) % (1 << 29)


def ticks_ms():
    """Milliseconds modulo 2²⁹."""
    return ticks_of(world.ticks())


def reload():
    """Run code.py again. The real one raises at the next instruction."""
    runtime.run_reason = RunReason.SUPERVISOR_RELOAD
    raise ReloadException


def set_usb_identification(manufacturer, product):
    """Told in boot.py."""
    world.say("usb", manufacturer, product)
