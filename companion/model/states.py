"""The table's states by name, and the sets of them that matter."""

from __future__ import annotations

from enum import Enum
from typing import Final


class TableState(Enum):
    """What the table is waiting for."""

    __hash__ = object.__hash__  # asked for often, and each exists once

    IDLE = "idle"
    """No game is open."""
    CHOOSE_CARD = "choose_card"
    """A card is awaited (any prelude)."""
    CHOOSE_MOVE = "choose_move"
    """A marble is awaited."""
    CHOOSE = "choose"
    """A choice without marbles is awaited: a number, a claim, a die."""
    PENDING = "pending"
    """There is nothing to choose: the table says the action for a moment, then makes it (PP-18)."""
    LIFTED = "lifted"
    """A marble is in the hand."""
    HALF = "half"
    """Part of an action stands."""
    STRAY = "stray"
    """A marble that may not move was lifted (PP-9)."""
    WRONG = "wrong"
    """A marble stands where no action puts it (PP-8)."""
    ASK = "ask"
    """The page asks what happened (PP-3, PP-7, PP-12, PP-13)."""
    CORRECTION = "correction"
    """The board has to be made to fit (PP-10, PP-17)."""
    OVER = "over"
    """Somebody has won."""
    SERVICE = "service"
    """Somebody looks after the board; the game waits."""


AT_REST: Final = frozenset(
    {TableState.CHOOSE_CARD, TableState.CHOOSE_MOVE, TableState.CHOOSE, TableState.PENDING}
)
"""The board fits and somebody is to act."""


UNDER_WAY: Final = frozenset(
    {TableState.LIFTED, TableState.HALF, TableState.STRAY, TableState.WRONG, TableState.ASK}
)
"""A gesture is under way. What it still leaves to do is not listed as owed yet."""
