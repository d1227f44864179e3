"""The street race: ranks and lanes, tests, pushed cars, cards and reactions."""

from .game import StreetRaceGame
from .on_wood import WoodPosition
from .position import StreetPosition

__all__ = ["StreetPosition", "StreetRaceGame", "WoodPosition"]
