"""The usual seats and teams at a marble board (FT-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ..errors import BadConfig, Misfit, shown
from .marble import known

_USUAL: Final[Mapping[tuple[str, int, int], str]] = MappingProxyType(
    {
        ("hex", 2, 1): "A D",
        ("hex", 3, 1): "A C E",
        ("hex", 4, 1): "A B D E",
        ("hex", 5, 1): "A B C D E",
        ("hex", 6, 1): "A B C D E F",
        ("hex", 2, 2): "AD BE",
        ("hex", 3, 2): "AD BE CF",
        ("hex", 2, 3): "ACE BDF",
        ("square", 2, 1): "A C",
        ("square", 3, 1): "A B C",
        ("square", 4, 1): "A B C D",
        ("square", 2, 2): "AC BD",
    }
)


def usual_seats(kind: str, players: int, colours_each: int = 1) -> tuple[tuple[str, ...], ...]:
    """The seats offered first (FT-5): each player's colours; BadConfig if they do not fit.

    >>> usual_seats("hex", 3, 2)
    (('A', 'D'), ('B', 'E'), ('C', 'F'))
    """
    found = _USUAL.get((known(kind), players, colours_each))
    if found is None:
        raise BadConfig(
            f"{players} players of {colours_each} colours do not fit the {kind} board (FT-5)."
        )
    return tuple(tuple(colours) for colours in found.split())


def usual_teams(players: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Equal teams of ``size`` whose partners sit alternately (FT-5); BadConfig if none fit.

    >>> usual_teams(4, 2)
    ((0, 2), (1, 3))
    """
    if size not in (1, 2, 3) or players % size or players // size < 2:
        raise BadConfig(f"{players} players cannot form equal teams of {size} (FT-5).")
    count = players // size
    return tuple(tuple(range(team, players, count)) for team in range(count))


MOST_AHEAD: Final = 2
"""At most so many marbles of a player may be home before the first turn."""


def marbles_ahead(value: object, players: int) -> tuple[int, ...]:
    """By player the marbles that begin home; none where nothing is given. Misfit otherwise."""
    if value is None:
        return (0,) * players
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != players:
        raise Misfit(f"ahead: a list with a number for each of the {players} players is needed")
    for player, count in enumerate(value):
        if type(count) is not int or not 0 <= count <= MOST_AHEAD:
            raise Misfit(
                f"ahead: player {player} has {shown(count)}; 0 to {MOST_AHEAD} marbles may "
                "begin home"
            )
    return tuple(value)
