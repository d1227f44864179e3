"""Races that several tests drive."""

from __future__ import annotations

from typing import Any

from engine.games.racepack import RacepackGame, RacepackPosition
from engine.games.racepack.track import Track

LETTERS = "abcdefgh"
GAME = RacepackGame()


def players_of(cars: int, *, teams: bool = False) -> dict[str, list[str]]:
    """Players A, B, … with a car each, or with two: ``{"A": ["a", "d"], …}`` of six."""
    letters = LETTERS[:cars]
    if not teams:
        return {letter.upper(): [letter] for letter in letters}
    count = cars // 2
    return {letters[n].upper(): [letters[n], letters[n + count]] for n in range(count)}


def new_race(
    cars: int, *, teams: bool = False, track: Track | str = "default", **config: Any
) -> RacepackPosition:
    """A race on the grid, ranked by name; with ``setup=True`` before the dice."""
    players = players_of(cars, teams=teams)
    given: dict[str, Any] = {"players": players, **config}
    given["track"] = track.to_json() if isinstance(track, Track) else track
    if not config.get("setup"):
        given.setdefault("ranking", sorted(players))
    position = GAME.new(given)
    assert isinstance(position, RacepackPosition)
    return position


def at(state: dict[str, Any], *actions: str) -> RacepackPosition:
    """The position of a state in RP-80's form after some actions."""
    position = GAME.load(state)
    for action in actions:
        position = position.apply(action).position
    assert isinstance(position, RacepackPosition)
    return position


def facing(at_space: str, **more: Any) -> dict[str, Any]:
    """Car ``r`` on a space, car ``x`` far away, ``r`` to move."""
    return {
        "game": "racepack",
        "cars": {"r": {"at": at_space}, "x": {"at": "12.0L"}},
        "turn": {"car": "r"},
        **more,
    }
