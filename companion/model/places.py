"""The places at the end of a game, as part of the view."""

from __future__ import annotations

from msgspec import Struct

from .message import Message


class Placed(Struct, frozen=True):
    """One player at the end.

    ``place``  from 1; players who are equal share one
    ``home``   marbles home, of ``of``; ``left``: the holes that the others still had to go
    ``note``   how far they were, in words
    """

    seat: int
    place: int
    home: int
    of: int
    left: int
    note: Message
