"""Racepack as people meet it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.games.pack import GamePack
from companion.games.tally import RaceTally
from companion.model.message import Message

from .courses import RaceCourses
from .offer import GAME, OFFER
from .presenter import RacepackPresenter
from .tiles import tile_name, tile_routes

PRESENTER: Final = RacepackPresenter()

RACEPACK: Final = GamePack(
    game=GAME,
    presenter=PRESENTER,
    offer=OFFER,
    words=Path(__file__).parent / "words",
    hole_name=tile_name,
    routes=lambda board, own: tile_routes(board),
    courses=RaceCourses(),
    tally=RaceTally(PRESENTER),
    marks={kind: Message(f"mark.{kind}") for kind in ("hazard", "hazard-up")},
)
