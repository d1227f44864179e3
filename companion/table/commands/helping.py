"""Hints on demand, worked out for the caller who asks (PP-23)."""

from __future__ import annotations

from companion.model.commands import Caller, Hint
from companion.table.referee import Referee
from companion.table.shown.hint import why_none

from .access import going_on, may_act


def advise(referee: Referee, _: Hint, caller: Caller) -> None:
    """Work out a hint for an acting seat of the caller; CommandRefused says what comes first.

    It stands on lights and page until something changes. Only the holder of a held card sees a
    hint about it, and the board shows nothing of it.
    """
    moment = referee.moment
    going_on(moment)
    seats = may_act(moment, caller)
    refusal = why_none(moment)
    if refusal is not None:
        raise refusal
    referee.advise(min(seats))
