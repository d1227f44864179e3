"""Themes: how each meaning of a light looks, read from a theme's file (PP-20).

The theme is the one source of looks for pixels, page and documents.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from companion.errors import ConfigError
from companion.intake import Unreadable, taken_text
from engine.drawing.look import PLAIN, RESERVE, SEATS
from engine.drawing.street_look import CIVILIAN_LIGHT
from hardware.ports import Motion
from hardware.toml import parsed

from .colours import is_colour, light_of
from .roles import SEATED, Role

SEAT: Final = "seat"
"""This name instead of a colour's: the colour of the seat concerned."""


OTHER: Final = "other"
"""The name for the marbles of all other tokens."""


NOBODY: Final = "c"
"""The first letter of tokens that nobody plays, such as the other traffic of a street."""


TOML: Final = ".toml"


HEX: Final = "colour #rrggbb"


class RoleLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one role looks: name of its colour (or ``seat``), share of full light, motion."""

    colour: str
    level: float
    motion: str

    @property
    def moves(self) -> Motion:
        """The motion as the pixels know it."""
        return Motion[self.motion.upper()]


def usual_marbles() -> dict[str, str]:
    """The marble colours of a standard board, by token; ``other`` for tokens of no seat."""
    looks = {**SEATS, **RESERVE}
    return {token: look.colour for token, look in looks.items()} | {OTHER: PLAIN.colour}


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All looks of one theme.

    ``name``     the name in the settings
    ``colours``  ``#rrggbb`` by the names people say: honey, pink …
    ``roles``    looks by role, every role once
    ``seats``    the marbles' own colours by token, ``other`` for the rest; usually left out
    """

    name: str
    colours: dict[str, str]
    roles: dict[str, RoleLook]
    seats: dict[str, str] = msgspec.field(default_factory=usual_marbles)

    def look(self, role: Role) -> RoleLook:
        """How a role looks."""
        return self.roles[role.value]

    def colour(self, role: Role, token: str = "") -> str:
        """``#rrggbb`` of a role's light; ``token`` for roles that shine in a seat's colour."""
        named = self.roles[role.value].colour
        return self.seat_colour(token) if named == SEAT else self.colours[named]

    def marble(self, token: str) -> str:
        """``#rrggbb`` of a token's marbles as they lie on the table."""
        known = self.seats.get(token) or self.seats.get(token[:1])
        if known is None and token[:1] == NOBODY:
            return CIVILIAN_LIGHT
        return known or self.seats[OTHER]

    def seat_colour(self, token: str) -> str:
        """``#rrggbb`` of the light that stands for a token; a dark marble's is its rim."""
        return light_of(self.marble(token))

    def with_marbles(self, marbles: Mapping[str, str]) -> Theme:
        """The same theme for marbles of other colours; ConfigError names a wrong entry."""
        for token, colour in marbles.items():
            if token not in self.seats:
                known = ", ".join(self.seats)
                raise ConfigError(f"The setting marbles has no seat {token!r}; there are {known}.")
            if not is_colour(colour):
                raise ConfigError(f"The setting marbles.{token} holds {colour!r}, no {HEX}.")
        seats = self.seats | {token: colour.lower() for token, colour in marbles.items()}
        return msgspec.structs.replace(self, seats=seats)


def parse_theme(text: str, where: str) -> Theme:
    """A theme from TOML; ConfigError names what is unknown, missing, double or no colour."""
    try:
        theme = msgspec.convert(parsed(text), Theme)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ConfigError(f"The theme {where} cannot be read: {error}.") from error
    fault = next(_faults(theme), None)
    if fault is not None:
        raise ConfigError(f"The theme {where}: {fault}.")
    return theme


def _faults(theme: Theme) -> Iterator[str]:
    """What is wrong with a theme, one clause for each fault."""
    for table, colours in (("colours", theme.colours), ("seats", theme.seats)):
        for name, colour in colours.items():
            if not is_colour(colour):
                yield f"{table}.{name} holds {colour!r}, no {HEX}"
    if SEAT in theme.colours:
        yield f"colours.{SEAT} cannot be: that name means the colour of the seat"
    if OTHER not in theme.seats:
        yield f"seats.{OTHER} is missing"
    known = [role.value for role in Role]
    yield from (f"roles.{name} is no role" for name in theme.roles if name not in known)
    yield from (f"roles.{name} is missing" for name in known if name not in theme.roles)
    looks: dict[tuple[str, str], str] = {}
    for name, look in theme.roles.items():
        yield from _look_faults(theme, name, look)
        twin = looks.setdefault((look.colour, look.motion), name)
        if twin != name:
            yield f"roles.{name} looks as roles.{twin} does; give it another colour or motion"


def _look_faults(theme: Theme, name: str, look: RoleLook) -> Iterator[str]:
    if look.motion.upper() not in Motion.__members__:
        motions = ", ".join(motion.name.lower() for motion in Motion)
        yield f"roles.{name}.motion {look.motion!r} is unknown; there are {motions}"
    if name in {role.value for role in SEATED}:
        if look.colour != SEAT:
            yield f"roles.{name}.colour {look.colour!r} must be {SEAT}: it tells of a seat"
    elif look.colour not in theme.colours:
        names = ", ".join(theme.colours)
        yield f"roles.{name}.colour {look.colour!r} is none of {names}"
    if not 0 < look.level <= 1:
        yield f"roles.{name}.level {look.level} must be above 0, at most 1"


@cache
def theme_names() -> tuple[str, ...]:
    """Names of the themes that come with the program."""
    files = resources.files("companion.lights").joinpath("themes").iterdir()
    return tuple(sorted(f.name.removesuffix(TOML) for f in files if f.name.endswith(TOML)))


@cache
def own_theme(name: str) -> Theme:
    """A theme that comes with the program, by its name; KeyError for any other."""
    if name not in theme_names():
        raise KeyError(name)
    file = resources.files("companion.lights").joinpath("themes", name + TOML)
    return parse_theme(file.read_text(encoding="utf-8"), name)


def load_theme(wanted: str, folder: Path) -> Theme:
    """The theme of that name, or the theme in the TOML file at that path below ``folder``.

    ConfigError says which names there are, or what is wrong with the file.
    """
    if wanted in theme_names():
        return own_theme(wanted)
    if not wanted.endswith(TOML):
        names = ", ".join(theme_names())
        raise ConfigError(
            f"The setting theme holds {wanted!r}: must be one of {names}, or a file ending "
            f"in {TOML}."
        )
    path = folder / Path(wanted).expanduser()
    try:
        text = taken_text(path)
    except Unreadable as error:
        raise ConfigError(f"The theme {path} cannot be read: {error}.") from error
    return parse_theme(text, str(path))


def standard_theme() -> Theme:
    """The theme that is used when nothing else is set."""
    return own_theme("standard")
