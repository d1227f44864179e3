"""What the bridge raises. One root; every leaf is also the builtin it resembles."""

from __future__ import annotations


class BridgeError(Exception):
    """Root of everything the bridge raises on purpose."""


class BadFault(BridgeError, ValueError):
    """A fault option of the virtual board has an unknown name or an impossible value."""


class HandsRefused(BridgeError, RuntimeError):
    """The virtual hand cannot do that: the hole is empty, full or unknown, or the hand is empty.

    ``code`` is one of ``empty-hole``, ``full-hole``, ``unknown-hole``, ``empty-hand``,
    ``unknown-token``, ``malformed``.
    """

    def __init__(self, message: str, *, code: str = "refused") -> None:
        super().__init__(message)
        self.code = code


class BoardGone(BridgeError, ConnectionError):
    """The virtual board's control socket does not answer: the process has ended or never began."""


class BadBuild(BridgeError, ValueError):
    """The Pico's files cannot be put together: the text says what is missing and what to do."""


class NoDrive(BridgeError, FileNotFoundError):
    """There is no CircuitPython drive, or one that cannot be written; the text says what to do."""
