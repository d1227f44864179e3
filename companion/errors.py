"""The errors that the service raises. Each leaf is also the builtin that it resembles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class CompanionError(Exception):
    """Root of every error that the service raises on purpose."""


class ConfigError(CompanionError, ValueError):
    """The configuration names an unknown key or holds an impossible value; exit status 2."""


class StartError(CompanionError, OSError):
    """The service cannot start here: port taken, or folder not writable; exit status 2."""


class WorkshopError(CompanionError, ValueError):
    """A template, table or drawing cannot be made. The sentence says what to change."""


class JournalError(CompanionError, OSError):
    """The journal cannot be read or written. ``key`` is the message for people."""

    key = "notice.journal"


class JournalDamaged(JournalError):
    """The journal's file itself is damaged. The next start sets it aside."""

    key = "notice.journal_damaged"


class TraceError(CompanionError, ValueError):
    """This program cannot read or run again that flight; exit status 2."""


class HandRefused(CompanionError, ValueError):
    """A virtual hand cannot do that: lift from an empty hole, or fill a full one (409)."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class LineRefused(CompanionError, ValueError):
    """A line of a rehearsal's script cannot be carried out. The table goes on as it was."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Malformed(CompanionError, ValueError):
    """Plain data is no command or request. The sentence names the key; ``code`` is for programs."""

    def __init__(self, message: str, code: str = "malformed") -> None:
        super().__init__(message)
        self.code = code


class CommandRefused(CompanionError, ValueError):
    """A command cannot be carried out. Nothing changed.

    ``status`` is the HTTP status that fits: 400 malformed, 403 not yours to do, 404 unknown, 409
    not in this state. ``key``, ``params`` and ``nested`` are the ``Message`` for people.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 409,
        rule: str | None = None,
        key: str | None = None,
        params: Mapping[str, str] | None = None,
        nested: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.rule = rule
        self.key = key
        self.params = dict(params or {})
        self.nested = dict(nested or {})


class FileRefused(CommandRefused):
    """A named file cannot be read, kept or named in that way. Nothing changed.

    Codes: ``bad-name``, ``name-taken``, ``file-changed``, ``unknown-file`` (404), ``bad-file``
    (400), ``shelf-full``, ``not-saved`` (503).
    """
