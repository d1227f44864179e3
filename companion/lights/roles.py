"""The meanings of lights. Where two meet on one hole, ``PRIORITY`` decides (PP-20)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final


class Role(Enum):
    """One meaning of a light."""

    __hash__ = object.__hash__  # asked for often, and each exists once

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
"""The order of roles: the first of several on one hole wins."""

RANK: Final[Mapping[Role, int]] = MappingProxyType({role: i for i, role in enumerate(PRIORITY)})


SEATED: Final = frozenset((Role.TURN, Role.MISSING, Role.EXTRA, Role.PEN, Role.WINNER))
"""Roles that speak of a seat, and so shine in its colour in every theme."""

LIFTS: Final = frozenset((Role.MOVABLE, Role.EXTRA, Role.WRONG, Role.ASK))
"""Roles at which a tap on the page lifts what stands there."""
CALLS: Final = frozenset((Role.DESTINATION, Role.CAPTURE, Role.RETURN, Role.MISSING, Role.PEN))
"""Roles that call for a token in the hand."""
PUTS: Final = CALLS | {Role.ORIGIN, Role.HINT}
"""Roles at which a tap on the page puts what is in the hand."""
