"""Answers to the table's questions, and reports that something was misread."""

from __future__ import annotations

from companion.model import refusals
from companion.model.commands import Answer, Caller, Deny, Report
from companion.model.message import Message
from companion.model.view import Ask
from companion.recogniser.showing import Kind, Showing
from companion.table.referee import Referee
from companion.table.shown.choices import BACK, NEITHER, NOTHING, left_by, may_tell
from companion.table.shown.questions import ask
from companion.table.shown.thought import thought
from companion.wood.marbles import mixed_up

from . import arranging
from .access import at_table, going_on, may_act, may_take_back, open_game_of


def answer(referee: Referee, answer: Answer, caller: Caller) -> None:
    """Take the answer to the open question."""
    moment = referee.moment
    game = open_game_of(moment)
    if moment.keeping is not None and answer.ask == moment.keeping.id:
        at_table(moment, caller)  # whoever took the board may also say what stands there
        arranging.told(referee, game, moment.keeping, answer.option)
        return
    if caller.seats.isdisjoint(may_tell(moment, game)):
        may_act(moment, caller)
    audience = moment.acting[0] if moment.acting else None
    question, showing = ask(moment, audience), moment.showing
    if question is None or showing is None or question.id != answer.ask:
        going_on(moment)
        raise refusals.stale_question()
    options = [option.id for option in question.options]
    if answer.option not in options:
        raise refusals.unknown_answer(answer.option, options)
    if answer.option != NEITHER:
        asked = moment.hands.dialogue.asked
        instead = () if asked is None else asked.instead
        moment.hands.dialogue.answer(_chosen(question, showing, answer.option, instead))
        return
    moment.hands.dialogue.deny()
    if not question.param and not any(m.candidate is None for m in showing.matches):
        referee.say(Message("correction.answer"))  # else the arrow back says it all


def _chosen(question: Ask, showing: Showing, option: str, instead: tuple[int, ...]) -> list[int]:
    """The numbers of the readings that an answer leaves. ``instead``: beside each, so many moves
    that were played are not."""
    if question.param:
        left = left_by(showing, option)
        return [n for n, match in enumerate(showing.matches) if match in left]
    if option in (NOTHING, BACK):
        return [
            n
            for n, match in enumerate(showing.matches)
            if match.candidate is None and (instead[n : n + 1] > (0,)) == (option == BACK)
        ]
    if showing.kind is Kind.CARD:
        return [
            n
            for n, match in enumerate(showing.matches)
            if match.candidate and match.candidate.prelude
            if match.candidate.prelude.text == option
        ]
    return [int(option)]


def deny(referee: Referee, command: Deny, caller: Caller) -> None:
    """Take it that the last move was misread. Whoever may take it back may say so.

    What else it may have been is asked. If it is nothing else, the marbles follow.
    """
    game, shown = going_on(referee.moment), thought(referee.moment)
    may_take_back(referee.moment, caller, game.played_by(1))
    if shown is None or shown.move != command.move:
        raise refusals.not_the_last_move()
    if referee.moment.hands.tracking.misread():
        referee.evaluate()
        referee.say(Message("notice.misread_asked"))
        return
    last, seating = game.last, referee.moment.known_seating()
    assert last is not None
    holes = mixed_up(seating, last.before.occupancy(), last.after.occupancy())
    referee.undo(1, holes)
    referee.say(Message("notice.misread"))


def report(referee: Referee, _: Report, caller: Caller) -> None:
    """Report that something was misread; the recorder keeps the last minute (PP-41)."""
    open_game_of(referee.moment)
    at_table(referee.moment, caller)
    referee.say(Message("notice.reported"))
