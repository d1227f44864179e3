"""What the hardware room raises. One root; every leaf is also the builtin it resembles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class HardwareError(Exception):
    """Root of everything the hardware room raises on purpose."""


class BadFrame(HardwareError, ValueError):
    """A light frame does not fit its strip: too few cells, or a look that its palette lacks."""


class BadSetting(HardwareError, ValueError):
    """A supply, a time or a size is impossible; the text names it, its value and what it may be."""


class NoSuchHole(HardwareError, IndexError):
    """A hole number outside the array."""


class Closed(HardwareError, RuntimeError):
    """Used after ``close()``."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong in a board file: its line, from 1, and a sentence."""

    line: int
    text: str


class BadWiring(HardwareError, ValueError):
    """A board file cannot be used. ``findings`` list all errors; the text names the first."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        first, more = self.findings[0], len(self.findings) - 1
        tail = f" ({more} more: trackside wiring check)" if more else ""
        super().__init__(f"line {first.line}: {first.text}{tail}")


class NoRoom(HardwareError, ValueError):
    """A driver has too few pins, inputs or pixels for that board; the text names what is enough."""


class NoDriver(HardwareError, OSError):
    """A driver cannot work here: library, permission, pin or device. Says what to do."""


class SensorFault(HardwareError, RuntimeError):
    """A reading that says nothing about marbles: the wiring is broken, and where."""
