"""What somebody saw of a seat when they asked for it. They do not mean what came later."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class SeenSeat(Struct, frozen=True):
    """``game``: the id of the game it belongs to; None: they did not say.

    ``bot``  a bot plays there, and its seat is asked for
    """

    game: str | None = None
    bot: bool = False


UNSEEN: Final = SeenSeat()
"""A free seat of whatever game is open."""
