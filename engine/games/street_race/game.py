"""The street race as a game of the registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ...errors import BadConfig, BadData, BadPosition, Misfit
from ...forms import Form
from ...game import Game, Option, Position
from .cases import StreetForm
from .content import Content
from .loading import load_content, notes_on
from .moment import at_rest
from .on_wood import WoodPosition
from .position import StreetPosition
from .reading import first_race, first_state, read
from .sample import SAMPLE, TEXT
from .wood import no_room
from .wood_key import read_wood
from .writing import GAME

OPTIONS: Final = MappingProxyType(
    {
        "players": Option((int,), True),
        "racers": Option((list, tuple), False),
        "order": Option((list, tuple), False),
        "options": Option((dict,), False),
        "wood": Option((dict,), False),
        "data": Option((dict, list), False),
    }
)
"""Keys that ``new`` knows besides ``game``."""


class StreetRaceGame(Game):
    """Rules: docs/rules/street_race.md; its cards, cars and mats come from a data file."""

    name = GAME
    profiles = ()
    seating = "identity"
    options = OPTIONS
    beside = MappingProxyType({"data": Option((dict, list), False)})

    def __init__(self, content: Content | None = None) -> None:
        """``content``: what is played with; None for the sample that the program ships."""
        self._content = content

    @property
    def content(self) -> Content:
        """What is played with."""
        return self._content or load_content((SAMPLE,))

    @property
    def forms(self) -> tuple[Form, ...]:
        """Section 18's cases."""
        return (StreetForm(),)

    def with_beside(self, given: Mapping[str, object]) -> Game:
        """The same with the data file, or two, that stand beside a request."""
        data = given.get("data")
        if data is None:
            return self
        files = list(data) if isinstance(data, list | tuple) else [data]
        return StreetRaceGame(load_content(files))

    def content_notes(self) -> Sequence[str]:
        """How much there is, for how many people, and what is unlike the printed rules."""
        return notes_on(self.content)

    def sample_data(self) -> str:
        """The sample, as its file is written."""
        return TEXT

    def new(self, options: Mapping[str, object]) -> Position:
        """First position: ``players``, ``racers``, ``order``, ``options``; maybe ``data``."""
        if options.get("data") is not None:
            rest = {key: value for key, value in options.items() if key != "data"}
            return self.with_beside(options).new(rest)
        try:
            for key in options:
                if key not in OPTIONS and key != "game":
                    raise Misfit(f"{key!r:.40}: unknown key; known are {', '.join(OPTIONS)}")
            race = first_race(self.content, options)
            wood = None if options.get("wood") is None else read_wood(options["wood"])
            if wood is not None:
                _check_wood(self.content)
        except Misfit as wrong:
            raise BadConfig(wrong.args[0], code="not-an-option") from None
        first = StreetPosition(at_rest(race, first_state(race)))
        return first if wood is None else WoodPosition(first, wood)

    def load(self, data: object) -> Position:
        """Position from its JSON form (section 19); with the key ``wood``, one on the wood."""
        try:
            if isinstance(data, Mapping) and "wood" in data:
                plain = {key: value for key, value in data.items() if key != "wood"}
                wood = read_wood(data["wood"])
                race = StreetPosition(read(self.content, plain))
                _check_wood(self.content)
                return WoodPosition(race, wood)
            return StreetPosition(read(self.content, data))
        except Misfit as wrong:
            raise BadPosition(wrong.args[0]) from None


def _check_wood(content: Content) -> None:
    """Refuse what cannot be played on the wood."""
    if why := no_room(content.half_width):
        raise BadData(why)
