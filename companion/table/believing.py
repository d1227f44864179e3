"""What the players say of the board is believed: which reading of their gesture is the true one."""

from __future__ import annotations

from companion.errors import JournalError
from companion.model.message import Message
from companion.recogniser.matching import Match
from companion.recogniser.recogniser import Decision, Recogniser
from companion.table.shown.choices import choices, left_by

from .referee import Referee


def choose(referee: Referee, recogniser: Recogniser, decision: Decision, left: list[Match]) -> None:
    """A named choice was told; where it leaves several readings, the next one is asked for.

    The gesture may still be changed (PP-5), so it is remembered as read that way alone.
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
    """The players said which reading is true."""
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
    """The players said whether the last action was changed, and to what (PP-5).

    ``reader`` reads the position before it. Only with an answer is that action taken back.
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
