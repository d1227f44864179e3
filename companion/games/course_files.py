"""Which games are played on boards that the players lay out: an explicit list.

The one place where the editor's pages learn about games.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.errors import ConfigError, FileRefused
from companion.games.racepack.courses import RaceCourses
from companion.intake import Unreadable, taken
from companion.store.shelf import BIGGEST, parsed
from engine.board import Board
from engine.errors import BadConfig

from .course import Courses

COURSES: Final[Mapping[str, Courses]] = MappingProxyType(
    {courses.game: courses for courses in (RaceCourses(),)}
)
"""Courses by the game that they belong to."""


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
