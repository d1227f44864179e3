"""Wahoo as the companion's list of games has it."""

from __future__ import annotations

from typing import Final

from companion.games.marble_wood import marble_hole_name, marble_routes
from companion.games.pack import GamePack

from .offer import OFFER
from .presenter import WahooPresenter

WAHOO: Final = GamePack(WahooPresenter(), OFFER, marble_hole_name, marble_routes)
