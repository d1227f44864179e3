"""Claim windows: several seats may claim something after an action, or let the window go by.

A window is open if every action of the position has a param ``claim``. The first claim shuts it,
and so does the last seat that lets it go by. A covered window asks everybody, able or not: who is
able, and who has let it go by, is nobody's business. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.model.step import GameStep
from engine.action import LET_GO, Action
from engine.game import Position

CLAIM: Final = "claim"
"""The param that marks an action as a claim."""


def is_open(position: Position | None) -> bool:
    """Whether a claim window is open, with something to choose in it."""
    if position is None or not isinstance(position.to_act, frozenset):
        return False
    legal = position.legal()
    return (position.covered or len(legal) > 1) and all(CLAIM in action.params for action in legal)


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


def let_go(step: GameStep) -> bool:
    """Whether a step let a window go by."""
    return step.action.params.get(CLAIM) == LET_GO


def let_go_covered(step: GameStep) -> bool:
    """Whether a step let a covered window go by, so that no line may tell of it."""
    return step.before.covered and let_go(step)


def passed(latest: Iterable[GameStep]) -> int:
    """How many of the latest steps (the last one first) let go by the window that is open now.

    A claim opens another window, or the same one anew; so may what happens when all have let it
    go by.
    """
    count = 0
    for step in latest:
        before, after = step.before.to_act, step.after.to_act
        if not let_go(step) or not isinstance(before, frozenset) or len(before) < 2:
            break
        if after != before - {step.action.seat}:
            break
        count += 1
    return count
