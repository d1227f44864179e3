"""What the mats make of each square of the wood (FF-10 to FF-14), for drawing."""

from __future__ import annotations

from typing import Final

from .grid import LANE, WALK, Cell, Street
from .wood import ROWS, hole_of

PREFIX: Final = "ground-"
FRONT, AHEAD = "-front", "-ahead"
"""Ends of the kinds in rank 1 and on the road ahead of it."""
KINDS: Final = ("lane", "walk", "chop", "blocked", "bare")


def grounds(street: Street, origin: int) -> dict[str, str]:
    """Square → the kind of its ground: ``ground-lane``, ``ground-walk-front`` …"""
    found = {}
    for rank in range(ROWS):
        end = {0: AHEAD, 1: FRONT}.get(rank, "")
        for col in street.columns:
            square = hole_of(Cell(rank, col), origin)
            if square is not None:
                found[square] = f"{PREFIX}{kind_of(street, col)}{end}"
    return found


def kind_of(street: Street, col: int) -> str:
    """One of KINDS."""
    zone = street.zone(col)
    if zone == LANE:
        return "lane"
    if zone != WALK:
        return "bare"
    walk = street.walk(col)
    return "walk" if walk == "open" else walk
