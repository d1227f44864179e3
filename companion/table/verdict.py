"""The verdict: one value that holds what the table makes of what hands have done."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.model.view import Reason
from companion.recogniser.boardstate import BoardState
from companion.recogniser.showing import Kind, Showing
from companion.wood.debts import Debt

from .moment import Moment
from .showing_states import QUESTIONS
from .shown import choices, reasons


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the recogniser shows, and what follows from it.

    ``read``    the board that the showing was read from; its worlds number that board's marbles
    ``reason``  why a marble may not stand where it was put (PP-8)
    ``owed``    what the hands have to put right
    ``called``  of that, what hands were called to put right last; it outlasts a dwell
    ``back``    the hole that a stray or wrongly put marble goes back to (PP-8, PP-9)
    ``ask_id``  the id of the question, if the showing is one
    """

    showing: Showing | None = None
    read: BoardState | None = None
    reason: Reason | None = None
    owed: tuple[Debt, ...] = ()
    called: tuple[Debt, ...] = ()
    back: str = ""
    ask_id: str = ""

    @property
    def still(self) -> bool:
        """Whether no hand has begun anything on the board."""
        return self.showing is None or self.showing.kind is Kind.REST

    def waiting(self, showing: Showing, read: BoardState | None) -> Verdict:
        """The same while a dwell is awaited: what was shown stays, unless it was read from another
        board. Then nobody is led, and hears only what hands were called to do, unless they have
        made what may be a move since."""
        if self.showing is None or self.read is read:
            return self
        called = self.called if showing.is_only_waited_for else ()
        return replace(self, showing=showing, read=read, reason=None, owed=(), called=called)


UNREAD: Final = Verdict()
"""The verdict if nothing was read since the position changed, or hands do not count."""


def judged(moment: Moment, before: Verdict, showing: Showing, owed: tuple[Debt, ...]) -> Verdict:
    """The verdict that follows from a showing. ``before``: a question that stands keeps its id."""
    ask_id, state = before.ask_id, moment.hands.dialogue.board
    assert state is not None
    if showing.kind in QUESTIONS:
        same = choices.same_question(before.showing, before.read, showing, state)
        after_gap = moment.hands.dialogue.question if before.showing is None else ""
        ask_id = ask_id if same else after_gap or f"q{moment.seq}"
    reason = reasons.why_not(moment, showing) if showing.kind is Kind.WRONG else None
    back = reasons.way_back(moment, showing)
    called = owed if showing.kind is Kind.CORRECTION else ()
    if showing.is_only_waited_for and not moment.hands.tracking.state.dwelt:
        called = before.called
    return Verdict(showing, state, reason, owed, called, back, ask_id)
