"""Help on demand: hints (PP-23), and why a marble may not stand where it was put (PP-8)."""

from __future__ import annotations

from companion.model import refusals
from companion.model.commands import Caller, Hint, Why
from companion.table.referee import Referee
from companion.table.shown.hint import why_none

from .access import at_table, going_on, may_act


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


def explain(referee: Referee, _: Why, caller: Caller) -> None:
    """Light the count of a move that is not legal, until a hand does something."""
    moment = referee.moment
    going_on(moment)
    at_table(moment, caller)
    if moment.reason is None:
        raise refusals.nothing_to_explain()
    moment.hands.dialogue.explain()
