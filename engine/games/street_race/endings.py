"""Counting that needs no street: the deck of mats, the deal, dual-car places, the last turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

FEWEST, MOST = 3, 6
"""FF-1: players."""
LAST_BLOCK: Final = 8
"""FF-16: the last mats, with the two finish mats among them."""
TURN_COST: Final = 3
"""FF-123: style points for a turn in the endgame."""


def deck_size(regular: int, returned: int) -> int:
    """FF-16: the mats of the street deck, the two finish mats among them."""
    return regular - returned + 2


def dealt(players: int) -> list[int]:
    """FF-24: cards by starting position."""
    return [position + 3 for position in range(players)]


def dual_points(finish: Sequence[str]) -> dict[str, int]:
    """FF-140: the sum of each owner's finishing places."""
    points: dict[str, int] = {}
    for place, owner in enumerate(finish, 1):
        points[owner] = points.get(owner, 0) + place
    return points


def winners(ranking: Sequence[str], dual: bool) -> tuple[str, ...]:
    """FF-134: the owner of the first car; in dual-car play those with the lowest sum (FF-140).

    ``ranking``  the cars in finishing order. Of several winners the one further ahead comes first.

    >>> winners(("B1", "A1", "A2", "B2", "C1", "C2"), dual=True)
    ('B', 'A')
    """
    owners = [car[0] for car in ranking]
    if not dual:
        return tuple(owners[:1])
    points = dual_points(owners)
    lowest = min(points.values(), default=0)
    return tuple(owner for owner in dict.fromkeys(owners) if points[owner] == lowest)


def next_buyer(
    players: Sequence[str],
    after: str,
    style: Mapping[str, int],
    declined: Sequence[str],
    cost: int = TURN_COST,
) -> str | None:
    """FF-132, FF-133: the next player who is asked; None if a full round asks nobody."""
    start = players.index(after) + 1
    for player in (*players[start:], *players[:start]):
        if player not in declined and style.get(player, 0) >= cost:
            return player
    return None


def last_turns(
    players: Sequence[str], drawer: str, style: Mapping[str, int], wants: Mapping[str, int]
) -> list[str]:
    """FF-131 to FF-133: whose turns follow the one in which the finish was drawn."""
    start = players.index(drawer) + 1
    turns = [*players[start:], *players[: start - 1]]
    points, wanted = dict(style), dict(wants)
    declined: list[str] = []
    after = turns[-1] if turns else drawer
    while (buyer := next_buyer(players, after, points, declined)) is not None:
        if wanted.get(buyer, 0) <= 0:
            declined.append(buyer)
            continue
        wanted[buyer] -= 1
        points[buyer] -= TURN_COST
        turns.append(buyer)
        after = buyer
    return turns
