"""What the companion knows of one game, in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.model.message import Message
from engine.board import Board, Space

from .course import Courses
from .offer import Offer
from .presenter import Presenter

HoleName = Callable[[Space], Message | None]
"""What people call a hole; None for one of another game's wood."""

Routes = Callable[[Board, str | None], Mapping[str, Mapping[str, str]]]
"""Hole → key → hole for moving the focus; empty for a board of another game's wood.

The second argument is the side below the middle. Keys: ``right left up down next_corner
previous_corner``.
"""


@dataclass(frozen=True)
class GamePack:
    """One game as people meet it. Its words lie in the folder ``words`` beside it.

    ``presenter``  its words at the table
    ``offer``      what the set-up asks
    ``hole_name``  what people call the holes of its wood
    ``routes``     where the keys lead on its wood
    ``courses``    boards that players lay out themselves, where it has such
    """

    presenter: Presenter
    offer: Offer
    hole_name: HoleName
    routes: Routes
    courses: Courses | None = None

    @property
    def game(self) -> str:
        """Its name in the engine's registry."""
        return self.presenter.game
