"""The explicit list of physical boards, by the kind that a board file names.

Everything that is made from a board's own data (wiring, drill template, parts list) goes by this
list: a kind added here can be drilled and wired at once. Several games may be played on one kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from ..board import Board
from ..errors import BadConfig
from ..games.racepack import board as racepack
from ..games.street_race import wood as street_race
from .marble import SIDES, board_for

KINDS: Final[Mapping[str, Callable[[], Board]]] = MappingProxyType(
    {
        **{kind: partial(board_for, kind) for kind in SIDES},
        "tiles": partial(racepack.board_of, racepack.DEFAULT),
        street_race.KIND: street_race.street_wood,
    }
)
"""Kind of board → the function that makes it; for a circuit of tiles, the default
circuit."""


def board_kinds() -> tuple[str, ...]:
    """All kinds in stable order.

    >>> board_kinds()[:2]
    ('hex', 'square')
    """
    return tuple(KINDS)


def board_of(kind: str) -> Board:
    """The board of that kind; BadConfig names the known kinds if there is none.

    >>> len(board_of("hex").holes), len(board_of("square").holes)
    (133, 89)
    """
    maker = KINDS.get(kind)
    if maker is None:
        raise BadConfig(f"There is no board {kind!r:.40}; choose {', '.join(KINDS)}.")
    board = maker()
    assert board.kind == kind, f"{board.kind} is listed as {kind}"
    return board
