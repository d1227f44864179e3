"""What the table shows of what it reads: rest, a move under way, a question, what is amiss."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.wood.marbles import World

from .matching import Match


class Kind(Enum):
    """What the recogniser has to say."""

    __hash__ = object.__hash__  # asked for often, and each exists once

    REST = "rest"
    """Every marble is where the position has it (captured ones may be in a hand)."""
    LIFTED = "lifted"
    """A marble is in the hand on its way to somewhere."""
    HALF = "half"
    """Part of an action stands; something else must move."""
    WAIT = "wait"
    """What stands may be meant or may be a stop on the way: until the dwell is over."""
    ASK = "ask"
    """Several readings fit."""
    CARD = "card"
    """Moved before a card was named: which card was that (PP-7)?"""
    UNSEEN = "unseen"
    """The marble lifted may stand in a hole whose sensor is set aside: does it (PP-13)?"""
    STRAY = "stray"
    """A marble was lifted that may not move now (PP-9)."""
    WRONG = "wrong"
    """A marble stands where no action puts it (PP-8)."""
    CORRECTION = "correction"
    """No single action explains the board (PP-10)."""


@dataclass(frozen=True, slots=True)
class Showing:
    """What the recogniser says now.

    ``world``    the reading to show; ``matches`` the readings that fit
    ``hole``     of ASK: whose marble is asked for; empty where the readings tell
    ``unclear``  of CORRECTION: one marble alone stands wrong, and likely stories differ in which
    ``marble``   of STRAY and WRONG; ``until`` of WAIT (and of LIFTED, HALF that may become UNSEEN)
    """

    kind: Kind
    world: World
    matches: tuple[Match, ...] = ()
    hole: str = ""
    marble: int = -1
    until: float | None = None
    unclear: bool = False

    @property
    def is_only_waited_for(self) -> bool:
        """Whether hands are in the middle of something, and no action is known to be it."""
        return self.kind in (Kind.LIFTED, Kind.WAIT) and not self.matches
