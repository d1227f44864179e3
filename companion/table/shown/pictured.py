"""The moment of a game as its pictures need it."""

from __future__ import annotations

from itertools import islice
from typing import Final

from companion.games.scenery import Pictured
from companion.play.open_game import OpenGame, latest

RECENT: Final = 64
"""Steps that a drawing may speak of: the dice of the last test, and all passes in its windows."""


def pictured(game: OpenGame, real: bool = False) -> Pictured:
    """The position, the names, and the last steps that stand; ``real``: a board of wood."""
    recent = tuple(islice(latest(game), RECENT))[::-1]
    return Pictured(game.position, game.names, recent, real)
