"""The street race: ranks and lanes, tests, pushed cars, cards and reactions."""

from .game import StreetRaceGame
from .position import StreetPosition

__all__ = ["StreetPosition", "StreetRaceGame"]
