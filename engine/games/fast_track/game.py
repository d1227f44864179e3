"""Fast Track as a game of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ...boards.seats import marbles_ahead
from ...errors import BadConfig, BadPosition, Misfit, shown
from ...game import Game, Option, Position
from .dealt import deal, load_dealt
from .position import FastTrackPosition
from .profiles import PROFILES
from .reading import first_marbles, is_number, read_position, read_setup
from .switches import SWITCHES
from .track import RANKS

OPTIONS: Final = MappingProxyType(
    {
        "rules": Option((str,), True),
        "board": Option((str,), True),
        "players": Option((list, tuple), True),
        "teams": Option((list, tuple), False),
        "first": Option((int,), False),
        "hands": Option((str,), False),
        "ahead": Option((list, tuple), False),
        "switches": Option((dict,), False),
    }
)
"""Keys that ``new`` knows besides ``game``."""


class FastTrackGame(Game):
    """Rules: ``/rules/fast_track.md``; profiles classic, stevens and butterfly."""

    name = "fast_track"
    profiles = tuple(PROFILES)
    seating = "identity"
    options = OPTIONS
    ranks = RANKS
    switches = SWITCHES

    def new(self, options: Mapping[str, object]) -> Position:
        """First position. Keys: ``rules board players``, if wanted the others of ``OPTIONS``.

        ``ahead``     by player the marbles that begin home
        ``hands``     ``physical`` (the default) or ``virtual``: then the cards are dealt (FT-8)
        ``switches``  in which the house differs from the sheet
        """
        hands = options.get("hands", "physical")
        try:
            position = first_position(options)
            if hands not in ("physical", "virtual"):
                raise Misfit(f"hands: {shown(hands)} is neither physical nor virtual (FT-8)")
        except Misfit as wrong:
            raise BadConfig(wrong.args[0]) from None
        if hands == "virtual":
            return deal(position)
        return position

    def load(self, data: object) -> Position:
        """Position from its interchange form; with the key ``dealt``, one with dealt hands."""
        if isinstance(data, Mapping) and "dealt" in data:
            return load_dealt(data, self.load)
        try:
            return read_position(data)
        except Misfit as wrong:
            raise BadPosition(wrong.args[0]) from None


def first_position(options: Mapping[str, object]) -> FastTrackPosition:
    """FT-5, FT-6, BF-1: the position in which ``first`` (default 0) begins; Misfit otherwise."""
    for key in options:
        if key not in OPTIONS and key != "game":
            raise Misfit(f"{shown(key)}: unknown key; known are {', '.join(OPTIONS)}")
    if options.get("game", "fast_track") != "fast_track":
        raise Misfit(f"game: {shown(options['game'])} is not fast_track")
    setup = read_setup(options)
    first = options.get("first", 0)
    if not isinstance(first, int) or not is_number(first) or not 0 <= first < len(setup.players):
        raise Misfit(f"first: {shown(first)} is no player number")
    ahead = marbles_ahead(options.get("ahead"), len(setup.players))
    return FastTrackPosition(setup, first_marbles(setup, ahead), first)
