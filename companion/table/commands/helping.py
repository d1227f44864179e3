"""Help on demand: hints (PP-23), why a marble may not stand there (PP-8), and quicker bots."""

from __future__ import annotations

from companion.model import refusals
from companion.model.commands import Caller, Hint, Hurry, Why
from companion.play.open_game import PACE
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
    seat = min(seats)
    refusal = why_none(moment, seat)
    if refusal is not None:
        raise refusal
    referee.advise(seat)


def explain(referee: Referee, _: Why, caller: Caller) -> None:
    """Light the count of a move that is not legal, until a hand does something."""
    moment = referee.moment
    going_on(moment)
    at_table(moment, caller)
    if moment.reason is None:
        raise refusals.nothing_to_explain()
    moment.hands.dialogue.explain()


def hurry(referee: Referee, command: Hurry, caller: Caller) -> None:
    """Have the bot that is to act end its turn, or all of them take less time."""
    moment = referee.moment
    game = going_on(moment)
    at_table(moment, caller)
    if command.quick is None:
        referee.itself.hurry(moment.now())
    else:
        game.note(PACE, "", {"quick": command.quick})
