"""What a moment of Wahoo is worth to a player, for hints and bots, and for the win curve."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from ...boards.marble import BULLSEYE
from .state import State
from .ways import HOME_ROW, route

OUT: Final = 6.0
"""The worth of being out of the pen, in steps of the way."""
WAIT: Final = 6.0
"""What the wait in the centre costs."""

SAFE: Final = 42.0
CENTRE: Final = 30.0
TURN: Final = 5.0
"""On the win curve, in steps: being in the home row, being in the centre, and having the turn."""
BY_WAY: Final = 1.7
BESIDES: Final = 46.0
"""How much a point counts on the win curve: ``BY_WAY``, shared among the points that a player still
has to make on the mean and ``BESIDES``.

All five are fitted to games of bots (docs/bots.md).
"""


def terms(state: State, seat: int) -> dict[str, float]:
    """What makes up the score: how far the player's marbles have come, less the others' mean.

    ``out`` of the pen · ``home`` the way to the home row · ``centre`` what the short cut is worth ·
    ``along`` all other steps · ``theirs`` the others' mean, against the player
    """
    found = {"out": 0.0, "home": 0.0, "centre": 0.0, "along": 0.0}
    for place in state.marbles[seat]:
        for name, worth in _marble(state.kind, state.players[seat], place).items():
            found[name] += worth
    others = [
        sum(sum(_marble(state.kind, colour, place).values()) for place in places)
        for n, (colour, places) in enumerate(zip(state.players, state.marbles, strict=True))
        if n != seat
    ]
    return found | {"theirs": -sum(others) / len(others)}


def _marble(kind: str, colour: str, place: str) -> dict[str, float]:
    """The worth of one marble. The centre counts as the own corner it leads to, less the wait."""
    way = route(kind, colour)
    if place == BULLSEYE:
        return {"out": OUT, "centre": way.index(f"{colour}0") - WAIT}
    if place not in way:  # the pen, or a hole that no marble of this colour comes to
        return {}
    steps, home = way.index(place), len(way) - HOME_ROW
    if steps < home:
        return {"out": OUT, "along": steps}
    return {"out": OUT, "home": home, "along": steps - home}


def points(state: State, seat: int) -> float:
    """What a player has on the win curve: what nobody can take counts most, and waiting little."""
    return _made(state, seat) + (TURN if seat == state.to_play else 0.0)


def steepness(state: State) -> float:
    """How much a point counts on the win curve: the less of the way is left, the more."""
    count = len(state.players)
    made = sum(_made(state, seat) for seat in range(count)) / count
    left = _whole(state.kind, state.players[0]) - made
    return BY_WAY * math.sqrt(count) / (BESIDES + left)


def _made(state: State, seat: int) -> float:
    """What the marbles of a player have."""
    colour = state.players[seat]
    return sum(_point(state.kind, colour, place) for place in state.marbles[seat])


@cache
def _point(kind: str, colour: str, place: str) -> float:
    """What one marble has."""
    way = route(kind, colour)
    if place == BULLSEYE:
        return OUT + CENTRE
    if place not in way:
        return 0.0
    steps = way.index(place)
    return OUT + steps + (SAFE if steps >= len(way) - HOME_ROW else 0.0)


def _whole(kind: str, colour: str) -> float:
    """What the marbles of a player have who has won."""
    return sum(_point(kind, colour, place) for place in route(kind, colour)[-HOME_ROW:])
