"""A hint on demand, worked out for who asks (PP-23)."""

from __future__ import annotations

from companion.model.commands import Caller, Hint
from companion.table.core import Core
from companion.table.shown.hint import why_none

from .access import going_on, may_act


def advise(core: Core, _: Hint, caller: Caller) -> None:
    """Work out a hint for an acting seat of the caller; CommandRefused says what comes first.

    It stands on lights and page until something changes. A hint about held cards shows their
    holder only, and nothing on the board.
    """
    game, seats = going_on(core), may_act(core, caller)
    refusal = why_none(core)
    if refusal is not None:
        raise refusal
    core.notice = None
    core.hints.ask(game.position, min(seats), dealt=game.dealt)
