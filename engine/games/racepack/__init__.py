"""Racepack: the piecepack car race (RP-1 … RP-90)."""
