"""Answers to the table's questions, and reports that something was misread."""

from __future__ import annotations

from companion.model import refusals
from companion.model.commands import Answer, Caller, Report
from companion.model.message import Message
from companion.recogniser.recogniser import Kind
from companion.table import believing
from companion.table.referee import Referee
from companion.table.shown.choices import left_by, may_tell
from companion.table.shown.questions import ask

from . import arranging
from .access import at_table, going_on, may_act, open_game_of


def answer(referee: Referee, answer: Answer, caller: Caller) -> None:
    """Take the answer to the open question."""
    moment = referee.moment
    game = going_on(moment)
    if moment.keeping is not None and answer.ask == moment.keeping.id:
        at_table(moment, caller)  # whoever took the board may also say what stands there
        arranging.told(referee, game, moment.keeping, answer.option)
        return
    if caller.seats.isdisjoint(may_tell(moment, game)):
        may_act(moment, caller)
    audience = moment.acting[0] if moment.acting else None
    question, decision, recogniser = ask(moment, audience), moment.decision, moment.hands.recogniser
    if question is None or decision is None or recogniser is None or question.id != answer.ask:
        raise refusals.stale_question()
    options = [option.id for option in question.options]
    if answer.option not in options:
        raise refusals.unknown_answer(answer.option, options)
    again = moment.hands.rethought
    nothing = next((m for m in decision.matches if m.candidate is None), None)
    if again is not None:
        believing.rethink(referee, again, decision, answer.option)
    elif answer.option == "neither" and decision.kind is Kind.UNSEEN:
        recogniser.deny(moment.now())
    elif answer.option == "neither" and decision.kind is Kind.CARD and nothing is not None:
        believing.believe(referee, nothing)
    elif answer.option == "neither":
        recogniser.refuse(decision.matches)
        if not question.param:  # else the arrow back says it all
            referee.say(Message("correction.answer"))
    elif decision.kind is Kind.CARD:
        prelude = next(
            m.candidate.prelude
            for m in decision.matches
            if m.candidate and m.candidate.prelude and m.candidate.prelude.text == answer.option
        )
        referee.play((prelude,))
    elif question.param:
        believing.choose(referee, recogniser, decision, left_by(decision, answer.option))
    else:
        moment.hands.before = None  # people said which gesture it was: hands change it no more
        believing.believe(referee, decision.matches[int(answer.option)])


def report(referee: Referee, _: Report, caller: Caller) -> None:
    """Report that something was misread; the recorder keeps the last minute (PP-41)."""
    open_game_of(referee.moment)
    at_table(referee.moment, caller)
    referee.say(Message("notice.reported"))
