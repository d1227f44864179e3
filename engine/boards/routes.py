"""The ways of the keys on a marble board, hole by hole."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from ..errors import BadConfig
from .marble import BULLSEYE, SIDES, known, ring, track


class Route(NamedTuple):
    """The holes that the keys lead to from one hole; None: the key does nothing here.

    ``up`` is inward (into the home row, pen or bull's eye), ``down`` back outward.
    """

    right: str | None = None
    left: str | None = None
    up: str | None = None
    down: str | None = None
    next_corner: str | None = None
    previous_corner: str | None = None


def _track_routes(kind: str) -> dict[str, Route]:
    way, corners = track(kind), ring(kind)
    routes = {}
    for i, hole in enumerate(way):
        side, name = hole[0], hole[1:]
        up = {"0": BULLSEYE, "7": f"{side}h1", "9": f"{side}p1"}.get(name)
        here = corners.index(f"{side}0")
        routes[hole] = Route(
            right=way[(i + 1) % len(way)],
            left=way[i - 1],
            up=up,
            next_corner=corners[(here + 1) % len(corners)],
            previous_corner=corners[here if name != "0" else here - 1],
        )
    return routes


@cache
def routes(kind: str, own: str = "A") -> Mapping[str, Route]:
    """The keyboard's ways over the board, for every hole (page: keyboard and screen reader).

    Right and left follow the main track, wrapping. Up and down branch at ``k7`` (home row), ``k9``
    (pen) and the corners (``X``). ``own`` is the colour whose corner lies below ``X``; BadConfig
    if the board has no such colour.
    """
    if own not in SIDES[known(kind)]:
        raise BadConfig(f"The {kind} board has no side {own!r}.")
    ways = _track_routes(kind)
    corners = ring(kind)
    for i, side in enumerate(SIDES[kind]):
        after, before = corners[(i + 1) % len(corners)], corners[i]
        for branch, root in (("h", "7"), ("p", "9")):
            chain = [f"{side}{root}", *(f"{side}{branch}{n}" for n in range(1, 5))]
            for n, hole in enumerate(chain[1:], start=1):
                inward = chain[n + 1] if n < 4 else None
                ways[hole] = Route(None, None, inward, chain[n - 1], after, before)
    at = corners.index(f"{own}0")
    ways[BULLSEYE] = Route(
        down=corners[at],
        next_corner=corners[(at + 1) % len(corners)],
        previous_corner=corners[at - 1],
    )
    return MappingProxyType(ways)
