"""Layers of lights with owners, and one renderer from meanings to pixels (PP-20, PP-21).

Each layer belongs to one part of the table (hands, debts, turn …) and says which hole means what.
``merged`` lets the role of highest priority win on every hole, so that no layer hides a legal
destination; ``frame`` turns the result into one light frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from hardware.ports import LightFrame, Look

from .colours import to_linear
from .roles import RANK, Role
from .theme import Theme


class Lit(NamedTuple):
    """The meaning of one hole; ``token`` gives the colour to roles that take the seat's.

    ``pixel``  part of a picture that runs over the board; the page does not draw it
    ``look``   what the pixels show in place of the theme's look for that role
    """

    role: Role
    token: str = ""
    pixel: bool = False
    look: Look | None = None


Layer = Mapping[str, Lit]
"""Hole → meaning, of one owner."""


class Owner(Enum):
    """The parts that have something to show. Of equal roles on one hole the first owner's shows."""

    __hash__ = object.__hash__  # asked for often, and each exists once

    SERVICE = "service"
    """A test of the board; while one runs, nobody else has a layer."""
    DEBT = "debt"
    """What the hands must put right or still owe."""
    WHY = "why"
    """What "Why?" counts."""
    ASK = "ask"
    """What the page asks about."""
    GESTURE = "gesture"
    """A move under way."""
    GAME = "game"
    """What may be moved."""
    HINT = "hint"
    """A good move."""
    FAULT = "fault"
    """Sensors that are set aside."""
    TURN = "turn"
    """Whose turn it is."""
    CELEBRATION = "celebration"
    """Pictures that ask for nothing."""
    GLASS = "glass"
    """The sand-glass of the time that the rules give (RP-74)."""
    BEACON = "beacon"
    """The own marbles, for whoever asked where they are."""


DECORATION: Final = frozenset((Owner.CELEBRATION, Owner.GLASS))
"""Owners that show only where no other owner shows anything, whatever their roles."""
TINTS: Final = frozenset((Owner.BEACON,))
"""Owners that change no meaning: for a while they light holes that mean nothing, or whose turn it
is."""
_SPEAKING: Final = tuple(owner for owner in Owner if owner not in DECORATION | TINTS)
_DECORATING: Final = tuple(owner for owner in Owner if owner in DECORATION)


class Layers:
    """The layers by owner. Setting a layer replaces it whole; an empty one is dropped."""

    def __init__(self) -> None:
        self._layers: dict[Owner, Layer] = {}

    def set(self, owner: Owner, layer: Layer) -> None:
        """Set what an owner wants shown from now on."""
        if layer:
            self._layers[owner] = dict(layer)
        else:
            self._layers.pop(owner, None)

    def of(self, owner: Owner) -> Layer:
        """What an owner wants shown."""
        return self._layers.get(owner, {})

    def clear(self) -> None:
        """Drop all layers: nobody wants anything shown."""
        self._layers.clear()

    def merged(self) -> dict[str, Lit]:
        """The winning meaning of every hole that has one; decoration fills what is left (PP-21).

        A tint takes no meaning away: it shows on holes that ask for nothing.
        """
        spoken = merge(self._layers[owner] for owner in _SPEAKING if owner in self._layers)
        for owner in _DECORATING:
            if owner in self._layers:
                spoken = dict(self._layers[owner]) | spoken
        for hole, lit in merge(map(self.of, TINTS)).items():
            under = spoken.setdefault(hole, lit)
            if under.role is Role.TURN:
                spoken[hole] = under._replace(look=lit.look)
        return spoken


def merge(layers: Iterable[Layer]) -> dict[str, Lit]:
    """The role of highest priority on each hole; of equal roles the first one."""
    out: dict[str, Lit] = {}
    for layer in layers:
        for hole, lit in layer.items():
            if hole not in out or RANK[lit.role] < RANK[out[hole].role]:
                out[hole] = lit
    return out


def frame(holes: Sequence[str], lit: Mapping[str, Lit], theme: Theme) -> LightFrame:
    """The light frame of a board's holes in sensor order; palette entry 0 is dark."""
    palette: list[Look] = [Look(0, 0, 0)]
    index: dict[Look, int] = {palette[0]: 0}
    cells = []
    for hole in holes:
        here = lit.get(hole)
        if here is None:
            cells.append(0)
            continue
        look = _look(theme, here)
        if look not in index:
            index[look] = len(palette)
            palette.append(look)
        cells.append(index[look])
    return LightFrame(tuple(palette), tuple(cells))


def dark(count: int) -> LightFrame:
    """A frame without light."""
    return LightFrame((Look(0, 0, 0),), (0,) * count)


def _look(theme: Theme, lit: Lit) -> Look:
    if lit.look is not None:
        return lit.look
    role = theme.look(lit.role)
    red, green, blue = linear(theme.colour(lit.role, lit.token), role.level)
    return Look(red, green, blue, role.moves)


@lru_cache(maxsize=256)
def linear(colour: str, level: float = 1.0) -> tuple[int, int, int]:
    """``#rrggbb`` (sRGB) as linear 8-bit light times ``level``; a lit channel is at least 1.

    >>> linear("#ffffff"), linear("#808080"), linear("#000000")
    ((255, 255, 255), (55, 55, 55), (0, 0, 0))
    """
    red, green, blue = (
        max(round(255 * c * level), 1 if c > 0 and level > 0 else 0) for c in to_linear(colour)
    )
    return red, green, blue
