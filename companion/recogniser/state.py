"""What the tracker knows: its hypotheses with what they have paid, and what it has said."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from operator import attrgetter
from typing import Any, Final

from . import costs
from .endings import EMPTY, Log, Position, Token, Wood
from .facts import Stood
from .hypothesis import Hypothesis, first
from .lifting import Priced
from .options import Option
from .outlook import Board


class Patience(Enum):
    """How long the table has waited for a token in a hand."""

    WAITING = "waiting"
    OVER = "over"
    STILL_OUT = "still out"
    """It was asked for, and somebody has said that it is off the board."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A hole that is not as the position has it: what stands there and what should."""

    hole: int
    has: int
    wants: int


@dataclass(frozen=True, slots=True)
class State:
    """Everything between two facts. Equal states go on equally.

    ``anchor``     the moment before the logs
    ``stories``    hypotheses with what they have paid, the cheapest at 0 with its standing price
    ``levels``     hole → 1 where the sensor says full, UNFELT where it is set aside
    ``dwelt``      whether a dwell has passed since the last edge, or was not needed
    ``presumed``   it was not needed (PP-2) and has not passed yet
    ``committed``  what the table has accepted, from the anchor on
    ``restored``   the log that hands went back to last (PP-11)
    ``passed``     so many steps of the committed log have passed the anchor
    ``last``       the hole of the last edge while no dwell has passed, else -1
    ``burst``      the holes of the last edges that came at once, one after the other, since a dwell
    ``again``      holes out of which a token was lifted since the last dwell, and how long it stood
    ``patience``   how long a hand has been waited for
    ``shown``      the debts that the lights led by last
    ``read``       those that people have read and not followed yet
    ``unfollowed``  those that were read with others, of which the last put has followed one
    ``busy``       hands are about something of their own: they read arrows at most
    ``meanwhile``  a hand had been waited for in vain when a token was lifted last
    ``jumped``     tokens were lifted at once, and nobody has acted since: they fall where they like
    ``fallen``     holes into which something fell, until their next edge
    ``dark``       a picture after a gap was as before while a hand was out: no change since
    ``rejected``   outcomes that somebody has said are none of these, since the last edge
    ``seen``       holes into which somebody looked, since their last edge, and what stood there
    ``denied``     what somebody has said was not played: what else it was is asked, until a change
    ``others``     dearer stories that were dropped when all agreed, until the next edge: who says
                   that the last move was misread asks for them, and so does an edge for which a
                   sensor would have to lie in all that is left
    """

    anchor: Position
    stories: tuple[Priced, ...]
    levels: bytes
    dwelt: bool = True
    presumed: bool = False
    committed: Log = ()
    restored: Log | None = None
    passed: int = 0
    last: int = -1
    burst: tuple[int, ...] = ()
    again: frozenset[tuple[int, Stood]] = frozenset()
    patience: Patience = Patience.WAITING
    shown: frozenset[Owed] = frozenset()
    read: frozenset[Owed] = frozenset()
    unfollowed: frozenset[Owed] = frozenset()
    busy: bool = False
    meanwhile: bool = False
    jumped: bool = False
    fallen: frozenset[int] = frozenset()
    dark: bool = False
    rejected: frozenset[Option] = frozenset()
    seen: frozenset[tuple[int, Token]] = frozenset()
    denied: Log = ()
    others: tuple[Priced, ...] = ()

    @property
    def rested(self) -> bool:
        """Whether a dwell has passed indeed, needed or not."""
        return self.dwelt and not self.presumed

    @property
    def looked_into(self) -> set[int]:
        """The holes of which somebody has said what stands there."""
        return {hole for hole, _ in self.seen}

    @property
    def holding(self) -> bool:
        """Whether in a likely story a token is out, or lies beside the board."""
        return any(h.hand or h.bag for h in likely(self))

    @property
    def waits(self) -> bool:
        """Whether a token in a hand is still waited for."""
        return self.rested and self.patience is Patience.WAITING


_AT: Final = {known.name: n for n, known in enumerate(fields(State))}
_ALL: Final = attrgetter(*_AT)


def replace(state: State, **changes: Any) -> State:
    """The state with these fields otherwise; ``dataclasses.replace`` takes three times as long."""
    values = list(_ALL(state))
    for name, value in changes.items():
        values[_AT[name]] = value
    return State(*values)


def begin(board: Board, position: Position, wood: Wood, hand: bytes = b"") -> State:
    """The state of a board that stands as ``wood`` says (all holes), all sensors sound."""
    levels = bytes(token != EMPTY for token in wood)
    return State(position, ((first(position, wood, hand), 0),), levels)


def price(priced: Priced) -> int:
    """What a hypothesis costs now: paid and standing."""
    return priced[1] + priced[0].standing


def likely(state: State) -> tuple[Hypothesis, ...]:
    """The hypotheses within the margin of the cheapest."""
    stories = state.stories
    if len(stories) == 1:
        return (stories[0][0],)
    most = min([cost + h.standing for h, cost in stories]) + costs.MARGIN
    return tuple([h for h, cost in stories if cost + h.standing <= most])


def committed_position(state: State) -> Position:
    """The moment after what the table has accepted."""
    return state.committed[-1].position if state.committed else state.anchor
