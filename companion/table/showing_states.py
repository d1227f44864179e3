"""What the table is waiting for: a state for each showing of the recogniser, and each choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.model.states import TableState
from companion.recogniser.showing import Kind
from engine.action import Action
from engine.game import OVER, Position

BY_KIND: Final = {
    Kind.LIFTED: TableState.LIFTED,
    Kind.HALF: TableState.HALF,
    Kind.WAIT: TableState.LIFTED,
    Kind.STRAY: TableState.STRAY,
    Kind.WRONG: TableState.WRONG,
    Kind.ASK: TableState.ASK,
    Kind.CARD: TableState.ASK,
    Kind.UNSEEN: TableState.ASK,
    Kind.CORRECTION: TableState.CORRECTION,
}
"""The state that a showing of the recogniser leads to; the position tells which REST it is.

While a dwell is awaited the board does not fit yet, and a hand may still move on."""


def waited_for(position: Position, kind: Kind | None, *, announced: bool) -> TableState:
    """What the table is waiting for in an open game, where nothing but the hands is shown.

    ``kind``       what the recogniser shows
    ``announced``  an action was said, and is about to be made
    """
    over = position.to_act is OVER
    if kind in BY_KIND:
        found = BY_KIND[kind]
        return TableState.OVER if over and found is TableState.LIFTED else found
    if over:
        return TableState.OVER
    return TableState.PENDING if announced else choice(position.legal())


def choice(legal: Sequence[Action]) -> TableState:
    """The state of a board that fits, by what may be chosen. It is asked for all the time."""
    for action in legal:
        if not action.prelude:
            break
    else:
        return TableState.CHOOSE_CARD if legal else TableState.CHOOSE
    for action in legal:
        if action.displacements:
            return TableState.CHOOSE_MOVE
    return TableState.CHOOSE


QUESTIONS: Final = frozenset({Kind.ASK, Kind.CARD, Kind.UNSEEN})
"""Decisions that are questions to the players."""
