"""The physical boards: the wood for marbles, and the list of all kinds."""

from .kinds import KINDS, board_kinds, board_of

__all__ = ["KINDS", "board_kinds", "board_of"]
