"""Help on demand: hints (PP-23), why a marble may not stand there (PP-8), where the own marbles
are, and quicker bots."""

from __future__ import annotations

from companion.games.hidden_hands import hint_lies_open
from companion.model import refusals, seat_refusals
from companion.model.commands import Caller, Hint, Hurry, Where, Why
from companion.model.states import TableState
from companion.play.open_game import PACE
from companion.table.referee import Referee
from companion.table.shown.hint import why_none

from .access import at_table, for_table, going_on, may_act


def advise(referee: Referee, _: Hint, caller: Caller) -> None:
    """Work out a hint for an acting seat of the caller; CommandRefused says what comes first.

    It stands on lights and page until something changes. Only the holder of a held card sees a
    hint about it, and the board shows nothing of it.
    """
    moment = referee.moment
    going_on(moment)
    seats = may_act(moment, caller)
    if not seats:  # a card of everybody is to be drawn, or the cut is not made yet
        raise refusals.hint_later()
    seat = min(seats)
    refusal = why_none(moment, seat)
    if refusal is not None:
        raise refusal
    if _is_watched(referee, caller):
        raise refusals.hint_of_hand()
    referee.advise(seat)


def _is_watched(referee: Referee, caller: Caller) -> bool:
    """Whether several see the screen of the caller, and the hint would tell of a hand."""
    moment = referee.moment
    game = going_on(moment)
    if len(caller.seats) < 2 or not game.dealt:
        return False
    choosing = moment.state is TableState.CHOOSE_CARD
    held = referee.tools.packs.of(game.game.name).offer.held_to_look
    return held and not hint_lies_open(game.presenter.cards, choosing=choosing)


def explain(referee: Referee, _: Why, caller: Caller) -> None:
    """Light the count of a move that is not legal, until a hand does something."""
    moment = referee.moment
    going_on(moment)
    at_table(moment, caller)
    if moment.reason is None:
        raise refusals.nothing_to_explain()
    moment.hands.dialogue.explain()


def point(referee: Referee, command: Where, caller: Caller) -> None:
    """Light the marbles of the caller's seats; who plays for the table asks for any seat."""
    moment = referee.moment
    game = going_on(moment)
    at_table(moment, caller)
    own, wanted = caller.seats, command.seat
    if for_table(moment, caller):
        own = frozenset(seat.number for seat in game.position.seats)
        wanted = next(iter(moment.acting), None) if wanted is None else wanted
    if wanted is not None and wanted not in own:
        raise seat_refusals.not_your_marbles()
    seats = own if wanted is None else frozenset((wanted,))
    referee.beacon.shine(seats, moment.now())


def hurry(referee: Referee, command: Hurry, caller: Caller) -> None:
    """Have the bot that is to act end its turn, or all of them take less time."""
    moment = referee.moment
    game = going_on(moment)
    at_table(moment, caller)
    bot = referee.itself.bot
    if command.quick is None and not (game.bots or bot.settling):
        raise seat_refusals.nothing_to_hurry()
    if command.quick is None:
        referee.itself.hurry(moment.now())
    else:
        game.note(PACE, "", {"quick": command.quick})
