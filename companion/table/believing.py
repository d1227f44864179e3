"""Answers of the players about their last gesture: the reading that they choose is believed."""

from __future__ import annotations

from companion.errors import JournalError
from companion.model.message import Message
from companion.recogniser.matching import Match
from companion.recogniser.recogniser import Decision, Recogniser
from companion.table.shown.choices import choices, left_by

from .referee import Referee


def choose(referee: Referee, recogniser: Recogniser, decision: Decision, left: list[Match]) -> None:
    """Take a named choice that was told; if it leaves several readings, ask for the next one.

    The gesture may still be changed (PP-5), so it is remembered as read in that way only.
    """
    recogniser.refuse([match for match in decision.matches if match not in left])
    if len(left) > 1:
        return
    recogniser.agree(left[0])
    referee.moment.hands.accepted(left[0])
    try:
        believe(referee, left[0])
    except JournalError:
        referee.moment.hands.forget_accepted(referee.moment.options)
        raise


def believe(referee: Referee, match: Match) -> None:
    """Believe the reading that the players chose."""
    recogniser = referee.moment.hands.recogniser
    assert recogniser is not None
    if match.candidate is None:
        recogniser.state.rest(match.world)
        return
    if match.fit is not None and not match.fit.complete and not match.fit.hidden:
        recogniser.state.keep(match.world)  # half of it stands; the rest is awaited
        return
    referee.play(match.candidate.path, match)


def rethink(referee: Referee, reader: Recogniser, decision: Decision, option: str) -> None:
    """Take the players' word on whether the last action was changed, and to what (PP-5).

    ``reader`` reads the position before it. The action is taken back only with an answer.
    """
    left = left_by(decision, option)
    match = decision.matches[int(option)] if not left and option.isdigit() else None
    changed = match is not None and (match.candidate or not reader.state.blocking(match.world))
    if not left and not changed:
        reader.refuse(decision.matches)
        if not choices(decision)[0]:  # else the arrow back says it all
            referee.say(Message("correction.answer"))
    elif len(left) > 1:
        choose(referee, reader, decision, left)
    else:
        referee.take_back()
        if left:
            choose(referee, reader, decision, left)
        elif match is not None:
            referee.moment.hands.before = None
            believe(referee, match)
