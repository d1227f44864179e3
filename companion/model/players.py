"""People who play here again and again; plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct

from engine.boards.seats import MOST_AHEAD as MOST_AHEAD

HELPS: Final = ("", "none", "legal", "hint")
"""A level of help: "" as the setting ``assistance`` says, else by the names of its values."""


class Player(Struct, frozen=True):
    """Somebody who plays here. ``colour``: the one usually played, or empty.

    ``ahead``  marbles that are home before the first turn
    ``games``, ``wins``, ``last``  finished games, those won, and the end of the last (0: none yet)
    """

    name: str
    colour: str = ""
    help: str = ""
    ahead: int = 0
    games: int = 0
    wins: int = 0
    last: float = 0.0


class Players(Protocol):
    """The people who play here. Safe to call from any thread."""

    def players(self) -> Sequence[Player]:
        """All that are kept, and all that have played, by name."""

    def keep(self, player: Player, was: str = "") -> None:
        """Keep somebody. ``was``: the name so far, "" for somebody new. Raises CommandRefused."""

    def forget(self, name: str) -> None:
        """Keep no colour, help and marbles for that name any more. Raises CommandRefused."""
