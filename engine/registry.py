"""The explicit list of games. Nothing registers at run time: the games to play are written here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from .errors import BadPosition, UnknownGame
from .game import Game, Position
from .games.fast_track import FastTrackGame
from .games.racepack import RacepackGame
from .games.street_race import StreetRaceGame
from .games.wahoo import WahooGame

NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


class Registry:
    """Games by name. A test may build one with other games, such as a toy game."""

    def __init__(self, games: Sequence[Game]) -> None:
        self._games = {game.name: game for game in games}

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all games, in stable order."""
        return tuple(self._games)

    def game(self, name: str) -> Game:
        """The game of that name; UnknownGame otherwise."""
        found = self._games.get(name) if isinstance(name, str) else None
        if found is None:
            raise UnknownGame(f"no game {name!r:.60}; known are {', '.join(self.names)}")
        return found

    def load(self, data: object, beside: Mapping[str, object] = NOTHING) -> Position:
        """A position of any game, told by its key ``game``; BadPosition names what is wrong.

        ``beside``  what stood beside it in a request, of which the game takes its own keys
        """
        if not isinstance(data, Mapping):
            raise BadPosition("a position is an object with the key game")
        if "game" not in data:
            raise BadPosition("game: missing")
        try:
            game = self.game(data["game"])
        except UnknownGame as unknown:
            raise BadPosition(f"game: {unknown}") from None
        own = {key: value for key, value in beside.items() if key in game.beside}
        return game.with_beside(own).load(data)


RULES_REVISION: Final = "1"
"""Rises when the same record may replay differently; journals write it beside every action."""

REGISTRY: Final = Registry((FastTrackGame(), RacepackGame(), WahooGame(), StreetRaceGame()))
"""The games of this program."""


def game(name: str) -> Game:
    """The game of that name; UnknownGame otherwise."""
    return REGISTRY.game(name)


def games() -> tuple[str, ...]:
    """Names of all games."""
    return REGISTRY.names


def load(data: object) -> Position:
    """A position of any game from its JSON form; BadPosition names what is wrong."""
    return REGISTRY.load(data)
