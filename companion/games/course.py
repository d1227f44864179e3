"""Boards that the players lay out themselves: what an editor may ask of such a game.

A course is plain data of its game, sound or not. Pages show what is handed over here and decide
nothing; ``packs.COURSES`` lists the games that have such boards.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.model.message import Message
from engine.board import Board


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that keeps a course from being played on, and the pieces to point at.

    ``unfinished``: nothing is wrong, only not there yet.
    """

    code: str
    message: Message
    pieces: tuple[int, ...] = ()
    unfinished: bool = False


@dataclass(frozen=True, slots=True)
class Laying:
    """What an editor has to know of a game's pieces to lay them.

    ``first``    where the first piece goes, in cells
    ``fewest``   pieces that make a ring
    ``pit``      pieces along which the pit lane runs
    """

    first: tuple[int, int]
    fewest: int
    pit: int


@dataclass(frozen=True, slots=True)
class Sketch:
    """Everything an editor shows of a course.

    ``data``     the course as it is written to a file
    ``flaws``    empty: it can be played on
    ``facts``    what is worth knowing, one short line each
    ``picture``  SVG markup, ``scale`` units a cell; ``bounds``: west, south, east, north in cells
    ``offers``   name of an extra → where it may be put: pieces, or ``(-1,)`` for the whole course
    """

    data: Any
    flaws: tuple[Flaw, ...]
    facts: tuple[Message, ...]
    picture: str
    bounds: tuple[int, int, int, int]
    scale: int
    offers: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Sample:
    """What chance would lay on a course at the set-up: ``marks`` as SVG markup, told in a line."""

    picture: str
    message: Message


class Courses(Protocol):
    """The courses of one game. ``BadConfig`` (with a sentence) for data that cannot be read."""

    game: str
    laying: Laying

    def standard(self) -> Any:
        """The course that comes with the game."""

    def read(self, data: object) -> Any:
        """A course strictly read and written again; BadConfig."""

    def flaws(self, data: object) -> tuple[Flaw, ...]:
        """Everything that is wrong with it."""

    def refusal(self, data: object, tokens: int) -> Message | None:
        """Why so many tokens cannot play on it; None where they can."""

    def sketch(self, data: object, *, order: bool = True) -> Sketch:
        """All an editor shows; without ``order`` a plain picture and no offers, for a list."""

    def board(self, data: object) -> Board:
        """The board of a sound course; BadConfig."""

    def surprise(self, rng: random.Random, wishes: Mapping[str, Any]) -> Any:
        """A sound course by chance; BadConfig where the wishes cannot be met."""

    def sample(self, rng: random.Random, data: object) -> Sample:
        """What the dice of a set-up could lay on it; BadConfig."""
