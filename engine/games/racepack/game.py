"""Racepack as a game of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ...errors import BadConfig, BadPosition, shown
from ...forms import Form
from ...game import Game, Option, Position
from .cases import RaceForm
from .position import RacepackPosition
from .reading import read_position
from .setup import first_state

OPTIONS: Final = MappingProxyType(
    {
        "players": Option((dict,), True),
        "ranking": Option((list, tuple), False),
        "laps": Option((int,), False),
        "hazards": Option((list, tuple), False),
        "token_mode": Option((str,), False),
        "track": Option((str, dict), False),
        "options": Option((dict,), False),
        "setup": Option((bool,), False),
    }
)
"""Keys that ``new`` knows besides ``game``."""


class RacepackGame(Game):
    """Rules: ``/rules/racepack.md``; one profile, its variants are options of a race."""

    name = "racepack"
    profiles = ()
    seating = "order"
    options = OPTIONS

    @property
    def forms(self) -> tuple[Form, ...]:
        """RP-90's cases."""
        return (RaceForm(self),)

    def new(self, options: Mapping[str, object]) -> Position:
        """First position: on the grid, or before the dice if ``setup`` is given (RP-88)."""
        game = options.get("game", self.name)
        if game != self.name:
            raise BadConfig(f"game: {shown(game)} is not {self.name}", code="bad_config")
        race, state = first_state(options)
        return RacepackPosition(race, state)

    def load(self, data: object) -> Position:
        """Position from RP-80's form."""
        if not isinstance(data, Mapping):
            raise BadPosition("a position is an object", code="bad_position")
        race, state = read_position(data)
        return RacepackPosition(race, state)
