"""A race as text: commands and chance lines, one a line (section 17)."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import BadRecord, IllegalAction
from ...events import Event
from ...game import OVER, Position
from .position import StreetPosition

BAD_LOG = "bad-log"


def _bad(message: str, line: int) -> BadRecord:
    error = BadRecord(f"Line {line}: {message}", line=line)
    error.code = BAD_LOG
    return error


def replayed(first: Position, lines: Sequence[str]) -> tuple[Position, list[Event]]:
    """The last position of a log, and all that happened.

    Every chance line is used by exactly the event that needs it. BadRecord ``bad-log`` names the
    line that cannot follow, that comes after the end, or with which a log stops inside an event.
    """
    position, told = first, list[Event]()
    for number, line in enumerate(lines, 1):
        if position.to_act is OVER:
            raise _bad("the race is over.", number)
        try:
            applied = position.apply(line)
        except IllegalAction as refused:
            raise _bad(str(refused), number) from None
        position = applied.position
        told += applied.events
    if isinstance(position, StreetPosition) and position.moment.since:
        assert position.moment.ask is not None
        raise _bad(f"it stops where {position.moment.ask.kind} is asked.", len(lines))
    return position, told
