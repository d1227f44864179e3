"""A pack: everything the companion knows of one game, in one place."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.model.message import Message
from engine.board import Board, Space
from engine.search import Level

from .course import Courses
from .data_forms import DataForms
from .lesson import Lesson
from .offer import Offer
from .presenter import Presenter
from .tally import Tally

HoleName = Callable[[Space], Message | None]
"""What people call a hole; None for a hole of another game's wood."""

Routes = Callable[[Board, str | None], Mapping[str, Mapping[str, str]]]
"""Hole → key → hole for moving the focus; empty for a board of another game.

The second argument is the side below the middle. Keys: ``right left up down next_corner
previous_corner``.
"""

PLAIN: Final = Tally()


@dataclass(frozen=True)
class ClaimTime:
    """Seconds for which a claim window is open: usually, at least and at most."""

    usual: float = 10.0
    least: float = 0.0
    most: float = math.inf

    def seconds(self, wanted: float | None) -> float:
        """The nearest to what is wanted; 0 for no clock, the usual ones where nothing is wanted.

        >>> ClaimTime(5, 3, 20).seconds(None), ClaimTime(5, 3, 20).seconds(60)
        (5, 20)
        """
        if wanted is None:
            return self.usual
        return min(self.most, max(self.least, wanted)) if wanted else 0.0


@dataclass(frozen=True)
class GamePack:
    """One game as people meet it. ``packs.PACKS`` lists the packs of this program.

    ``game``       name of the game in the engine's registry
    ``presenter``  puts the game into words at the table
    ``offer``      what people may choose for a new game
    ``words``      folder of the game's own sentences, ``LANGUAGE.po`` and ``LANGUAGE_*.po``
    ``hole_name``  what people call the holes of its board
    ``routes``     where the keys lead on its board
    ``courses``    the boards that players lay out themselves, if the game has such boards
    ``marks``      what people call a thing on a hole that is no token, by its kind
    ``forms``      in which people fill the game's data file, if it is played with one
    ``claim_time`` for how long others may answer what a player did
    ``advice``     the level of the bot whose action a hint shows
    ``lesson``     the guided first game, if it has one
    ``tally``      what it counts for the score
    ``carried``    whether the table's own hand on the virtual board brings what words have moved
    """

    game: str
    presenter: Presenter
    offer: Offer
    words: Path
    hole_name: HoleName
    routes: Routes
    courses: Courses | None = None
    marks: Mapping[str, Message] = field(default_factory=dict)
    forms: DataForms | None = None
    claim_time: ClaimTime = ClaimTime()
    advice: Level = "good"
    lesson: Lesson | None = None
    tally: Tally = PLAIN
    carried: bool = True


class Packs:
    """Packs of games, in the order in which they are offered."""

    def __init__(self, packs: Sequence[GamePack]) -> None:
        self._by_game = {pack.game: pack for pack in packs}

    def __iter__(self) -> Iterator[GamePack]:
        return iter(self._by_game.values())

    def of(self, game: str) -> GamePack:
        """The pack of a game; a plain pack for a game without one."""
        return self._by_game.get(game) or _plain(game)


def _plain(game: str) -> GamePack:
    """The pack that serves any game: the base presenter, and an offer without sheets."""
    return GamePack(
        game=game,
        presenter=Presenter(),
        offer=Offer(game, ()),
        words=Path(__file__).parent / "words",
        hole_name=lambda space: None,
        routes=lambda board, own: {},
    )
