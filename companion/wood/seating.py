"""Seatings: each maps the holes of the board to places of the game. Pure, in three kinds.

``identity``  the board's own names are the game's
``order``     the game's places, in their order, lie on the board's holes in theirs (tiles)
``ring``      as ``order``, but it begins at an origin and wraps (a street that moves on)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from engine.board import Board

Occupancy = Mapping[str, tuple[str, ...]]
"""Place → tokens there, as a position says."""


@dataclass(frozen=True)
class Seating:
    """The mapping both ways, and the distances of holes.

    ``places``  hole → place; ``holes`` place → its holes (none for a tray)
    ``at``      hole → x, y in board units; ``names`` the holes in sensor order
    """

    names: tuple[str, ...]
    places: Mapping[str, str]
    holes: Mapping[str, tuple[str, ...]]
    at: Mapping[str, tuple[float, float]]

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Hole → its number in sensor order."""
        return MappingProxyType({hole: number for number, hole in enumerate(self.names)})

    @cached_property
    def homes(self) -> Mapping[str, frozenset[str]]:
        """Place → its holes, of places that have any."""
        homes = {place: frozenset(holes) for place, holes in self.holes.items() if holes}
        return MappingProxyType(homes)

    def in_order(self, names: Iterable[str]) -> list[str]:
        """Those of the names that are holes, in sensor order."""
        numbers = self.numbers
        return sorted([hole for hole in names if hole in numbers], key=numbers.__getitem__)

    def distance(self, one: str, other: str) -> float:
        """Distance of two holes in board units."""
        (x1, y1), (x2, y2) = self.at[one], self.at[other]
        return float(((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5)


def identity(board: Board) -> Seating:
    """Every hole is the place that the board names, also in groups and trays."""
    return Seating(
        names=board.holes,
        places=MappingProxyType({space.id: space.place for space in board.spaces}),
        holes=MappingProxyType({name: place.holes for name, place in board.places.items()}),
        at=MappingProxyType({space.id: (space.x, space.y) for space in board.spaces}),
    )


def order(board: Board, places: Sequence[str], origin: int = 0) -> Seating:
    """The n-th place lies on the n-th hole, counted from ``origin`` with wrapping.

    ValueError when there are more places than holes.
    """
    names = board.holes
    if len(places) > len(names):
        raise ValueError(f"{len(places)} places do not fit on {len(names)} holes")
    seats = {names[(i + origin) % len(names)]: place for i, place in enumerate(places)}
    return Seating(
        names=names,
        places=MappingProxyType({hole: seats.get(hole, "") for hole in names}),
        holes=MappingProxyType({place: (hole,) for hole, place in seats.items()}),
        at=MappingProxyType({space.id: (space.x, space.y) for space in board.spaces}),
    )


def ring(board: Board, places: Sequence[str], origin: int) -> Seating:
    """``order`` from hole number ``origin``: the street moves on, and the wood stays."""
    if not 0 <= origin < len(board.holes):
        raise ValueError(f"the origin is a hole's number from 0 to {len(board.holes) - 1}")
    return order(board, places, origin)


def seat(kind: str, board: Board) -> Seating:
    """The seating that a game names (``Game.seating``) on its own board; ValueError if unknown."""
    places = tuple(name for name, place in board.places.items() if place.holes)
    if kind == "identity":
        return identity(board)
    if kind in ("order", "ring"):
        return order(board, places)
    raise ValueError(f"seating {kind!r} is not identity, order or ring")


def alike(one: Occupancy, other: Occupancy) -> bool:
    """Whether both have the same tokens at the same places, in any order."""

    def plain(occupancy: Occupancy) -> dict[str, list[str]]:
        return {place: sorted(tokens) for place, tokens in occupancy.items() if tokens}

    return plain(one) == plain(other)
