"""Fast Track as people meet it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.games.marble_tally import MarbleTally
from companion.games.marble_wood import marble_hole_name, marble_routes
from companion.games.pack import GamePack

from .lesson import FastTrackLesson
from .offer import GAME, OFFER
from .presenter import FastTrackPresenter

FAST_TRACK: Final = GamePack(
    game=GAME,
    presenter=FastTrackPresenter(),
    offer=OFFER,
    words=Path(__file__).parent / "words",
    hole_name=marble_hole_name,
    routes=marble_routes,
    lesson=FastTrackLesson(),
    tally=MarbleTally(),
)
