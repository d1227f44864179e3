"""Wahoo as a game of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ...errors import BadConfig, BadPosition, Misfit
from ...game import Game, Option, Position
from .position import WahooPosition
from .reading import read, read_first

OPTIONS: Final = MappingProxyType(
    {
        "players": Option((list, tuple), True),
        "board": Option((str,), False),
        "dice": Option((str,), False),
        "first": Option((int,), False),
        "ahead": Option((list, tuple), False),
    }
)
"""Keys that ``new`` knows besides ``game``."""


class WahooGame(Game):
    """Rules: docs/rules/wahoo.md; one sheet, played on the boards for marbles."""

    name = "wahoo"
    profiles = ()
    seating = "identity"
    options = OPTIONS

    def new(self, options: Mapping[str, object]) -> Position:
        """First position: ``players`` as ``[["A"], ["D"]]``; ``board dice first ahead``."""
        for key in options:
            if key not in OPTIONS and key != "game":
                raise BadConfig(f"{key!r:.40}: unknown key; known are {', '.join(OPTIONS)}")
        try:
            return WahooPosition(read_first(options))
        except Misfit as wrong:
            raise BadConfig(wrong.args[0]) from None

    def load(self, data: object) -> Position:
        """Position from its JSON form."""
        if not isinstance(data, Mapping):
            raise BadPosition("a position is an object")
        try:
            return WahooPosition(read(data))
        except Misfit as wrong:
            raise BadPosition(wrong.args[0]) from None
