"""The packs of this program's games: an explicit list.

It is the only place where the companion and its pages learn about games.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.errors import ConfigError, FileRefused
from companion.games.fast_track.pack import FAST_TRACK
from companion.games.racepack.pack import RACEPACK
from companion.games.street_race.pack import STREET_RACE
from companion.games.wahoo.pack import WAHOO
from companion.intake import Unreadable, taken
from companion.model.message import Message
from companion.store.shelf import BIGGEST, parsed
from companion.words.catalogue import sentences
from companion.words.po_files import fill
from engine.board import Board, Space
from engine.errors import BadConfig

from .course import Courses
from .offer import Offer
from .pack import Packs

PACKS: Final = Packs((FAST_TRACK, RACEPACK, WAHOO, STREET_RACE))
"""The packs, in the order in which games are offered."""

OFFERS: Final[Mapping[str, Offer]] = MappingProxyType({pack.game: pack.offer for pack in PACKS})
"""The offer of each game."""

COURSES: Final[Mapping[str, Courses]] = MappingProxyType(
    {pack.game: pack.courses for pack in PACKS if pack.courses is not None}
)
"""The courses of each game that has boards laid by players."""

MARKS: Final[Mapping[str, Message]] = MappingProxyType(
    {kind: name for pack in PACKS for kind, name in pack.marks.items()}
)
"""What people call a thing on a hole that is no token, by its kind."""


def words(key: str, language: str = "en", **params: object) -> str:
    """A name or line of the set-up, such as ``game.NAME`` or ``rules.NAME.classic``.

    If there is none, the last part of the key stands in for it, so that no page shows a bare key.

    >>> words("rules.some_game.house_rules")
    'House rules'
    """
    found = sentences(language).get(key)
    if found is None:
        return key.rpartition(".")[2].replace("_", " ").capitalize()
    return fill(found, params)


def hole_name(space: Space) -> Message:
    """The name of a hole for people: ``Orange 2``, ``Red corner``, ``Tile 4, first row, left``.

    A hole that no game has a name for gets its id as name.
    """
    named = (pack.hole_name(space) for pack in PACKS)
    unnamed = Message("hole.other", {"id": space.id})
    return next((name for name in named if name is not None), unnamed)


def keyboard_routes(board: Board, own: str | None = None) -> Mapping[str, Mapping[str, str]]:
    """Hole → key → hole for moving the focus; empty if no game has ways for the board.

    ``own`` is the side below the middle. Keys: ``right left up down next_corner previous_corner``.
    """
    return next((ways for pack in PACKS if (ways := pack.routes(board, own))), {})


def first_board() -> Board:
    """The first board that a game can be played on; pages show it where no game is open."""
    offer = next(iter(OFFERS.values()))
    return offer.board(offer.rules[0].boards[0])


def load_board(path: Path) -> Board:
    """The board of a course in a file; ConfigError names the file and what is wrong with it."""
    try:
        data = parsed(taken(path, BIGGEST), path.name)
    except Unreadable as error:
        raise ConfigError(f"The file {path} cannot be read: {error}.") from error
    except FileRefused as refused:
        raise ConfigError(str(refused)) from refused
    wrong: list[str] = []
    for courses in COURSES.values():
        try:
            return courses.board(data)
        except BadConfig as error:
            wrong.append(str(error))
    raise ConfigError(f"The file {path} holds no course that can be built: {wrong[0]}")
