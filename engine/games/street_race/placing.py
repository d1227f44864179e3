"""FF-22: where a racer may be placed before the race."""

from __future__ import annotations

from collections.abc import Collection

from .grid import LANE, Cell, Street


def placements(street: Street, placed: Collection[Cell]) -> list[Cell]:
    """Empty lane spaces in rank 1, beside a racer or right behind one: by rank, left to right."""
    ranks = {1} | {cell.rank for cell in placed} | {cell.rank + 1 for cell in placed}
    lanes = [col for col in street.columns if street.zone(col) == LANE]
    spaces = (Cell(rank, col) for rank in sorted(ranks) for col in lanes)
    return [space for space in spaces if space not in placed]
