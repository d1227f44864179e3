"""The engine's errors. They have one root; every leaf is also the builtin that it resembles."""

from __future__ import annotations

import json
from typing import NamedTuple

from .told import Quoted, Told


class EngineError(Exception):
    """Root of everything the engine raises on purpose.

    ``code`` is the word that the JSON Lines front puts under ``error.code``.
    """

    code = "engine-error"

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code


class Malformed(EngineError, ValueError):
    """A request is no JSON object, or a key of it is missing or of the wrong type."""

    code = "malformed"


class NotJson(EngineError, ValueError):
    """A text cannot be taken as JSON (``json_text``).

    ``told``   the sentence, with its key and parts
    ``alone``  the same without the line, for a text that is one line of something
    """

    code = "not-json"

    def __init__(self, told: Told, *, alone: str | None = None) -> None:
        super().__init__(told)
        self.told = told
        self.alone = alone or told


class UnknownOp(EngineError, LookupError):
    """The JSON Lines front was asked for an operation it does not have."""

    code = "unknown-op"


class UnknownGame(EngineError, LookupError):
    """No registered game has this name."""

    code = "unknown-game"


class BadConfig(EngineError, ValueError):
    """A new game was asked for with players, teams, board or rules that do not fit together."""

    code = "bad-config"


class Mistake(NamedTuple):
    """One mistake of a data file.

    ``text``  the sentence with its place, ``PLACE: SHORT``; ``short``: the sentence alone
    ``path``  the keys and list indexes that lead to it, as far as the file has them
    """

    text: str
    short: str
    path: tuple[str | int, ...] = ()


class BadData(BadConfig):
    """A data file that a game is played with cannot be read, or does not hold together.

    ``found``  its mistakes one by one, each with its place; a message may tell only the first ones
    ``count``  how many there are, which may be more than are kept
    ``mistakes``  the same as ``found``, with where they stand in the file
    """

    code = "bad-data"

    def __init__(self, message: str, *, found: tuple[Mistake, ...] = (), count: int = 1) -> None:
        super().__init__(message)
        self.mistakes = found or (Mistake(message, message),)
        self.found = tuple(mistake.text for mistake in self.mistakes)
        self.count = count


class BadTrack(BadConfig):
    """The track of a race cannot be read, or is no closed, sound circuit (RP-11)."""

    code = "bad_track"


class BadPosition(EngineError, ValueError):
    """A given position is incomplete, contradictory or has unknown keys."""

    code = "bad-position"


class Misfit(EngineError, ValueError):
    """Options or a position do not fit; a game turns it into BadConfig or BadPosition.

    ``short``  the sentence without the place that it is about; empty where it names none
    """

    code = "misfit"

    def __init__(self, message: str, *, code: str | None = None, short: str = "") -> None:
        super().__init__(message, code=code)
        self.short = short


class UnreadableCases(EngineError, ValueError):
    """A case file is no JSON, or no known rules text has its form."""

    code = "unreadable-cases"


class IllegalAction(EngineError, ValueError):
    """The action, well formed or not, is not among ``legal()`` here."""

    code = "illegal-action"


class BadRecord(EngineError, ValueError):
    """A game record cannot be read or does not replay; ``line`` is the 1-based line number."""

    code = "bad-record"

    def __init__(self, message: str, *, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


def shown(value: object) -> str:
    """A value for a message as files write it, cut short. A text alone has single quotes.

    >>> print(shown("x"), shown(None), shown([None, "x"]))
    'x' null [null, "x"]
    """
    if isinstance(value, str):
        return Quoted(_short(repr(value)), _short("".join(map(_visible, value))))
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        return "a value too large to show"
    except TypeError:
        text = repr(value)
    return _short(text)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _visible(character: str) -> str:
    """A character as it is; one that cannot be seen as JSON writes it."""
    return character if character.isprintable() else json.dumps(character)[1:-1]
