"""Racepack: the piecepack car race (RP-1 … RP-90)."""

from .game import RacepackGame
from .position import RacepackPosition

__all__ = ["RacepackGame", "RacepackPosition"]
