"""Wahoo as people meet it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.games.marble_tally import MarbleTally
from companion.games.marble_wood import marble_hole_name, marble_routes
from companion.games.pack import GamePack

from .offer import GAME, OFFER
from .presenter import WahooPresenter

WAHOO: Final = GamePack(
    game=GAME,
    presenter=WahooPresenter(),
    offer=OFFER,
    words=Path(__file__).parent / "words",
    hole_name=marble_hole_name,
    routes=marble_routes,
    tally=MarbleTally(),
)
