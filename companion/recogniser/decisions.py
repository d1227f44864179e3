"""What the table may decide now: to play, ask, lead, wait or rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .endings import Log
from .options import Option
from .state import Owed

PAIR: Final = 2
"""One answer tells two boards apart."""


@dataclass(frozen=True, slots=True)
class Commit:
    """This was played. It replaces what was committed where the two differ."""

    log: Log


@dataclass(frozen=True, slots=True)
class Ask:
    """Which of these happened? "None of these" is always offered besides.

    ``back``   the board stands as it did some turns ago, and nothing else is in question
    ``first``  too much has been done meanwhile: nothing else is taken until this is answered
    """

    options: tuple[Option, ...]
    back: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True)
class AskColours:
    """Which token stands in each of these holes?"""

    holes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AskWhere:
    """Where are these tokens? They were lifted and have come nowhere that a sensor saw."""

    tokens: bytes


@dataclass(frozen=True, slots=True)
class Lead:
    """The board does not fit; this is owed in every likely reading."""

    debts: frozenset[Owed]


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing is certain yet. ``hand``: a token is off the board; else a dwell is awaited."""

    hand: bool


@dataclass(frozen=True, slots=True)
class Rest:
    """Everything fits. ``late``: captured tokens that are still in a hand (PP-6)."""

    late: bytes


Decision = Commit | Ask | AskColours | AskWhere | Lead | Wait | Rest
