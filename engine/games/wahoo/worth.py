"""What a moment of Wahoo is worth to a player, for hints and bots."""

from __future__ import annotations

from typing import Final

from ...boards.marble import BULLSEYE
from .state import State
from .ways import HOME_ROW, route

OUT: Final = 6.0
"""The worth of being out of the pen, in steps of the way."""
WAIT: Final = 6.0
"""What the wait in the centre costs."""


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
