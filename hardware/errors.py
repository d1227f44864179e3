"""What the hardware room raises. One root; every leaf is also the builtin it resembles."""

from __future__ import annotations


class HardwareError(Exception):
    """Root of everything the hardware room raises on purpose."""


class BadFrame(HardwareError, ValueError):
    """A light frame does not fit its strip: too few cells, or a look that its palette lacks."""


class BadSetting(HardwareError, ValueError):
    """A supply, a time or a size that cannot be: named with its value and what it may be."""


class NoSuchHole(HardwareError, IndexError):
    """A hole number outside the array."""


class Closed(HardwareError, RuntimeError):
    """Used after ``close()``."""
