"""A claim window: several seats may say something to what has just happened, or let it go by.

A window is open where every action of the position has a param ``claim``. The first claim shuts it;
so does the last seat that lets it go by. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.action import LET_GO, Action
from engine.game import Position

CLAIM: Final = "claim"
"""The param that marks an action as a claim."""


def is_open(position: Position | None) -> bool:
    """Whether a claim window is open, with something to choose in it."""
    if position is None or not isinstance(position.to_act, frozenset):
        return False
    legal = position.legal()
    return len(legal) > 1 and all(CLAIM in action.params for action in legal)


def passes(position: Position, seats: Iterable[int]) -> tuple[Action, ...]:
    """The actions with which those seats let it go by."""
    among = frozenset(seats)
    return tuple(
        action
        for action in position.legal()
        if action.seat in among and action.params.get(CLAIM) == LET_GO
    )


def may_close(position: Position) -> bool:
    """Whether an open window can be shut by time: every seat that is asked can let it go by."""
    if not is_open(position) or not isinstance(position.to_act, frozenset):
        return False
    return {action.seat for action in passes(position, position.to_act)} == position.to_act
