"""The board as it stood before some of the last moves: what going back there would bring."""

from __future__ import annotations

from msgspec import Struct


class Rewind(Struct, frozen=True):
    """Going back to before a move.

    ``move``   number of the first move that is taken back; ``count``: how many are
    ``holes``  hole → token, as the board stood then
    """

    move: int
    count: int
    holes: dict[str, str]
