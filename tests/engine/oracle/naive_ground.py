"""Racepack's geometry and owners, worked out slowly and from the text alone.

The steps are ``naive_road``'s. They are kept once found, since reading a turn needs them thousands
of times.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

naive_road = importlib.import_module("naive_road")

Json = dict[str, Any]

DEFAULT = (
    "4,0 3,0 2,0 1,0 0,0 0,1 0,2 0,3 1,3 1,4 2,4 3,4 "
    "4,4 5,4 5,3 5,2 6,2 7,2 8,2 8,1 8,0 7,0 6,0 5,0"
)
"""RP-18's table."""


class Land:
    """A track's geometry with its answers kept."""

    def __init__(self, data: Any) -> None:
        if data == "default":
            data = {"tiles": [[int(n) for n in pair.split(",")] for pair in DEFAULT.split()]}
        self.road = naive_road.NaiveRoad(data)
        self.count = len(data["tiles"])
        self.tile_of = {name: tile for name, (_, tile) in self.road.spaces().items()}
        self.pit = data.get("pit") is not None
        self.steps = cache(self.road.steps)
        self.turns = cache(self.road.turns)
        self.out = cache(self.road.out)
        self.inside = cache(self.road.inside)

    def corner(self, name: str) -> bool:
        return bool(self.turns(self.tile_of[name]))

    def row(self, name: str) -> int:
        return (int(name[1:]) % 2) if name[0] == "P" else int(name.split(".")[1][0])

    def lane(self, name: str) -> int:
        """RP-70, RP-77, RP-79: 0 the inside, larger further out."""
        if name[0] == "P":
            return 4
        lane = name.split(".")[1][1:]
        if lane[0] == "O":
            return int(lane[1:])
        return 0 if lane == self.inside(self.tile_of[name]) else 1

    def entry_row(self, name: str) -> bool:
        """RP-16: in a right corner ``0R`` and ``1R``, in a left one ``0L`` and ``1L``."""
        return self.corner(name) and name.split(".")[1][1:] == self.turns(self.tile_of[name])

    def outside(self, tile: int) -> list[str]:
        """RP-16, RP-46: all but the inner space."""
        every = [f"{tile}.{row}{lane}" for row in (0, 1) for lane in "LR"]
        return [name for name in every if name != f"{tile}.1{self.turns(tile)}"]


LANDS: dict[str, Land] = {}


LAST: list[Any] = [None, None]
"""The track last asked for and its land: thousands of questions in turn are of one position."""


def land(position: Json) -> Land:
    track = position["track"]
    if track is not LAST[0]:
        key = str(track)
        if key not in LANDS:
            LANDS[key] = Land(track)
        LAST[:] = track, LANDS[key]
    found: Land = LAST[1]
    return found


# -- who and what --


def player(position: Json, car: str) -> str:
    return next(name for name, cars in position["players"].items() if car in cars)


def purse(position: Json, car: str) -> str:
    """Whose tokens the car uses (RP-25, RP-28)."""
    return player(position, car) if position["token_mode"] == "pool" else car


def taken(position: Json) -> set[str]:
    return {car["at"] for car in position["cars"].values() if car["at"]}


def up(position: Json) -> set[str]:
    return {hazard["at"] for hazard in position["hazards"] if hazard["up"]}


def values(token: str) -> list[int]:
    return [2, 4] if token == "W" else [int(token)]


def own_stall(position: Json, car: str, space: str) -> bool:
    """RP-77: every other pit space; teams have one each, in seat order."""
    if space[0] != "P" or int(space[1:]) % 2 == 0:
        return False
    players = sorted(position["players"])
    if all(len(cars) == 1 for cars in position["players"].values()):
        return True
    return int(space[1:]) // 2 == players.index(player(position, car))
