"""What people tell the table: answers to its questions, and that something was misread."""

from __future__ import annotations

from companion.model import refusals
from companion.model.commands import Answer, Caller, Report
from companion.model.message import Message
from companion.recogniser.recogniser import Kind
from companion.table import believing
from companion.table.core import Core
from companion.table.shown.choices import left_by, may_tell
from companion.table.shown.questions import ask

from . import arranging
from .access import at_table, going_on, may_act, open_game_of


def answer(core: Core, answer: Answer, caller: Caller) -> None:
    """Take the answer to the open question."""
    game = going_on(core)
    if core.keeping is not None and answer.ask == core.keeping.id:
        at_table(core, caller)  # whoever took the board as it stands may say what stands there
        arranging.told(core, game, core.keeping, answer.option)
        return
    if caller.seats.isdisjoint(may_tell(core, game)):
        may_act(core, caller)
    audience = core.acting[0] if core.acting else None
    question, decision, recogniser = ask(core, audience), core.decision, core.hands.recogniser
    if question is None or decision is None or recogniser is None or question.id != answer.ask:
        raise refusals.stale_question()
    options = [option.id for option in question.options]
    if answer.option not in options:
        raise refusals.unknown_answer(answer.option, options)
    again = core.hands.rethought
    nothing = next((m for m in decision.matches if m.candidate is None), None)
    if again is not None:
        believing.rethink(core, again, decision, answer.option)
    elif answer.option == "neither" and decision.kind is Kind.UNSEEN:
        recogniser.deny(core.clock.now())
    elif answer.option == "neither" and decision.kind is Kind.CARD and nothing is not None:
        believing.believe(core, nothing)
    elif answer.option == "neither":
        recogniser.refuse(decision.matches)
        if not question.param:  # else the arrow back says it all
            core.notice = Message("correction.answer")
    elif decision.kind is Kind.CARD:
        prelude = next(
            m.candidate.prelude
            for m in decision.matches
            if m.candidate and m.candidate.prelude and m.candidate.prelude.text == answer.option
        )
        core.play((prelude,))
    elif question.param:
        believing.choose(core, recogniser, decision, left_by(decision, answer.option))
    else:
        core.hands.before = None  # which gesture it was is people's word: hands change it no more
        believing.believe(core, decision.matches[int(answer.option)])


def report(core: Core, _: Report, caller: Caller) -> None:
    """Something was misread; the recorder round the table keeps the last minute (PP-41)."""
    open_game_of(core)
    at_table(core, caller)
    core.notice = Message("notice.reported")
