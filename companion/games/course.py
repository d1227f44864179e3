"""Courses: boards that the players lay out themselves, and what an editor may ask about them.

A course is plain data of its game, sound or not. Pages show what they get from here and decide
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
    """One thing that makes a course unplayable, and the pieces to point at.

    ``unfinished``: nothing is wrong, but something is still missing.
    """

    code: str
    message: Message
    pieces: tuple[int, ...] = ()
    unfinished: bool = False


@dataclass(frozen=True, slots=True)
class Laying:
    """What an editor has to know of a game's pieces so that people can lay them.

    ``first``    where the first piece goes, in cells
    ``fewest``   number of pieces that make a ring
    ``pit``      pieces along which the pit lane runs
    """

    first: tuple[int, int]
    fewest: int
    pit: int


@dataclass(frozen=True, slots=True)
class Sketch:
    """Everything an editor shows of a course.

    ``data``     the course as it is written to a file
    ``flaws``    what makes it unplayable; empty if nothing does
    ``facts``    what is worth knowing, one short line each
    ``picture``  SVG markup, ``scale`` units a cell; ``bounds``: west, south, east, north in cells
    ``offers``   name of an extra → where it may go: pieces, or ``(-1,)`` for the whole course
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
    """What chance would lay on a course in the set-up: ``marks`` as SVG markup, and a line."""

    picture: str
    message: Message


class Courses(Protocol):
    """The courses of one game. Data that cannot be read raise ``BadConfig`` with a sentence."""

    game: str
    laying: Laying

    def standard(self) -> Any:
        """The course that comes with the game."""

    def read(self, data: object) -> Any:
        """A course after a strict reading, written again; BadConfig."""

    def flaws(self, data: object) -> tuple[Flaw, ...]:
        """Everything that is wrong with it."""

    def refusal(self, data: object, tokens: int) -> Message | None:
        """Why ``tokens`` tokens cannot play on it; None if they can."""

    def sketch(self, data: object, *, order: bool = True) -> Sketch:
        """All an editor shows; without ``order`` only a plain picture for a list, and no offers."""

    def board(self, data: object) -> Board:
        """The board of a sound course; BadConfig."""

    def surprise(self, rng: random.Random, wishes: Mapping[str, Any]) -> Any:
        """A sound course by chance; BadConfig if the wishes cannot be met."""

    def sample(self, rng: random.Random, data: object) -> Sample:
        """What the dice of a set-up might lay on it; BadConfig."""
