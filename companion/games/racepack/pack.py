"""Racepack as the companion's list of games has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.pack import GamePack
from engine.board import Board

from .courses import RaceCourses
from .offer import OFFER
from .presenter import RacepackPresenter
from .tiles import tile_name, tile_routes


def routes(board: Board, own: str | None) -> Mapping[str, Mapping[str, str]]:
    """The ways of the keys along a road; it has no side below the middle."""
    return tile_routes(board)


RACEPACK: Final = GamePack(RacepackPresenter(), OFFER, tile_name, routes, RaceCourses())
