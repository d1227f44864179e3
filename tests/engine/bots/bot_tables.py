"""First positions of every game that stands, as bots play them, and how a game is played on."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from engine.action import Action
from engine.game import CHANCE, OVER, Position
from engine.registry import REGISTRY
from engine.search import random_action

STARTS: Final[Mapping[str, Mapping[str, object]]] = {
    "classic 2": {
        "game": "fast_track", "rules": "classic", "board": "hex",
        "players": [["A"], ["D"]], "hands": "virtual",
    },
    "classic 4": {
        "game": "fast_track", "rules": "classic", "board": "hex",
        "players": [["A"], ["B"], ["D"], ["E"]], "hands": "virtual",
    },
    "stevens 2": {
        "game": "fast_track", "rules": "stevens", "board": "hex",
        "players": [["A"], ["D"]], "hands": "virtual",
    },
    "butterfly 2": {
        "game": "fast_track", "rules": "butterfly", "board": "hex",
        "players": [["A"], ["D"]], "hands": "virtual",
    },
    "a house 2": {
        "game": "fast_track", "rules": "classic", "board": "hex",
        "players": [["A"], ["D"]], "hands": "virtual",
        "switches": {
            "four_backward": False, "corners_first": False, "arrival_marks": True,
            "bullseye_closed": True, "penalty": True,
        },
    },
    "wahoo 2": {
        "game": "wahoo", "board": "hex", "players": [["A"], ["D"]], "dice": "service",
    },
    "racepack 4": {
        "game": "racepack", "players": {"A": ["a"], "B": ["b"], "C": ["c"], "D": ["d"]}, "laps": 1,
        "setup": True, "options": {"dice": "service"},
    },
    "fhtagn on wood": {
        "game": "fhtagn", "players": 3, "racers": ["r1", "r2", "r3"],
        "options": {"open_windows": True}, "wood": {"dice": "service"},
    },
    "fhtagn 3": {"game": "fhtagn", "players": 3, "racers": ["r1", "r2", "r3"]},
}  # fmt: skip
"""Name → options of ``Game.new``, and the game."""

Chooser = Callable[[Position, random.Random, int], Action]


def first(name: str) -> Position:
    """A first position."""
    options = dict(STARTS[name])
    return REGISTRY.game(str(options.pop("game"))).new(options)


def played(position: Position, moves: int, rng: random.Random) -> Position:
    """The position after that many random actions, or before the end if that comes sooner."""
    for _ in range(moves):
        after = position.apply(random_action(position, rng)).position
        if after.to_act is OVER:
            break
        position = after
    while not isinstance(position.to_act, frozenset):
        assert position.to_act is CHANCE
        position = position.apply(random_action(position, rng)).position
    return position
