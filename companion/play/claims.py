"""Claim windows: several seats may claim something after an action, or let the window go by.

A window is open if every action of the position has a param ``claim``. The first claim shuts it,
and so does the last seat that lets it go by. This module knows no game.
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
    """The actions with which these seats let the window go by."""
    among = frozenset(seats)
    return tuple(
        action
        for action in position.legal()
        if action.seat in among and action.params.get(CLAIM) == LET_GO
    )


def may_close(position: Position) -> bool:
    """Whether time may shut an open window: every seat that is asked can let it go by."""
    if not is_open(position) or not isinstance(position.to_act, frozenset):
        return False
    return {action.seat for action in passes(position, position.to_act)} == position.to_act
