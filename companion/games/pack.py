"""What the companion knows of one game, in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.model.message import Message
from engine.board import Board, Space

from .course import Courses
from .offer import Offer
from .presenter import Presenter

HoleName = Callable[[Space], Message | None]
"""What people call a hole; None for a hole of another game's wood."""

Routes = Callable[[Board, str | None], Mapping[str, Mapping[str, str]]]
"""Hole → key → hole for moving the focus; empty for a board of another game's wood.

The second argument is the side below the middle. Keys: ``right left up down next_corner
previous_corner``.
"""


@dataclass(frozen=True)
class GamePack:
    """One game as people meet it. ``packs.PACKS`` lists the packs of this program.

    ``game``       name of the game in the engine's registry
    ``presenter``  puts the game into words at the table
    ``offer``      what may be chosen for a new game
    ``words``      folder of the game's own sentences, ``LANGUAGE.po`` and ``LANGUAGE_*.po``
    ``hole_name``  what people call the holes of its wood
    ``routes``     where the keys lead on its wood
    ``courses``    the boards that players lay out themselves, for a game that has such boards
    ``marks``      what people call a thing that lies on a hole and is no token, by its kind
    """

    game: str
    presenter: Presenter
    offer: Offer
    words: Path
    hole_name: HoleName
    routes: Routes
    courses: Courses | None = None
    marks: Mapping[str, Message] = field(default_factory=dict)
