"""What a light can mean, and how each meaning looks: read from a theme, one for all (PP-20).

The theme's file is the one source for pixels, page and documents. Where two roles meet on one
hole, ``PRIORITY`` decides.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import Enum
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

import msgspec

from companion.errors import ConfigError
from hardware.ports import Motion


class Role(Enum):
    """One meaning of a light."""

    TURN = "turn"
    MOVABLE = "movable"
    DESTINATION = "destination"
    CAPTURE = "capture"
    ORIGIN = "origin"
    WRONG = "wrong"
    RETURN = "return"
    MISSING = "missing"
    EXTRA = "extra"
    PEN = "pen"
    ASK = "ask"
    HINT = "hint"
    WINNER = "winner"
    FAULT = "fault"


PRIORITY: Final = (
    Role.WRONG,
    Role.RETURN,
    Role.ASK,
    Role.MISSING,
    Role.EXTRA,
    Role.CAPTURE,
    Role.DESTINATION,
    Role.MOVABLE,
    Role.HINT,
    Role.PEN,
    Role.ORIGIN,
    Role.TURN,
    Role.WINNER,
    Role.FAULT,
)
"""The winning role on a hole that has several, first wins."""

RANK: Final[Mapping[Role, int]] = MappingProxyType({role: i for i, role in enumerate(PRIORITY)})


class RoleLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one role looks: colour (``#rrggbb`` or ``seat``), share of full light, motion."""

    colour: str
    level: float
    motion: str
    meaning: str

    @property
    def moves(self) -> Motion:
        """The motion as the pixels know it."""
        return Motion[self.motion.upper()]


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All looks: ``roles`` by name, ``seats`` marble colours by token (``other``: the rest)."""

    name: str
    roles: dict[str, RoleLook]
    seats: dict[str, str]

    def look(self, role: Role) -> RoleLook:
        """How that role looks."""
        return self.roles[role.value]

    def seat_colour(self, token: str) -> str:
        """``#rrggbb`` of a token's marbles."""
        return self.seats.get(token) or self.seats.get(token[:1]) or self.seats["other"]


def parse_theme(text: str, where: str) -> Theme:
    """A theme from TOML; ConfigError names what is unknown, missing or no colour."""
    try:
        theme = msgspec.convert(tomllib.loads(text), Theme)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ConfigError(f"The theme {where} cannot be read: {error}.") from error
    known = {role.value for role in Role}
    for wrong in sorted(known ^ set(theme.roles)):
        fault = "is missing" if wrong in known else "is no role"
        raise ConfigError(f"The theme {where}: roles.{wrong} {fault}.")
    if "other" not in theme.seats:
        raise ConfigError(f"The theme {where}: seats.other is missing.")
    for name, look in theme.roles.items():
        if look.motion.upper() not in Motion.__members__:
            raise ConfigError(f"The theme {where}: roles.{name}.motion {look.motion!r} is unknown.")
        if look.colour != "seat":
            _check_colour(look.colour, f"roles.{name}.colour", where)
        if not 0 <= look.level <= 1:
            raise ConfigError(f"The theme {where}: roles.{name}.level must be from 0 to 1.")
    for token, colour in theme.seats.items():
        _check_colour(colour, f"seats.{token}", where)
    return theme


def _check_colour(text: str, key: str, where: str) -> None:
    try:
        if len(text) != 7 or text[0] != "#":
            raise ValueError(text)
        int(text[1:], 16)
    except ValueError:
        raise ConfigError(f"The theme {where}: {key} {text!r} is no colour #rrggbb.") from None


@cache
def standard_theme() -> Theme:
    """The theme that comes with the program."""
    file = resources.files("companion").joinpath("themes", "standard.toml")
    return parse_theme(file.read_text(encoding="utf-8"), "standard")
