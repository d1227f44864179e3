"""Facts: everything that the tracker is told, in the order in which it happened.

Facts are plain data without a clock. Whoever has one says whether a change came at once after the
one before, when a dwell has passed, and when the table has waited long enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from .endings import Log, Path, Position, Step, Token, Wood
from .options import Option

UNFELT: Final = 2
"""A level beside 0 and 1: the sensor of that hole is set aside and tells nothing (PP-13)."""


class Stood(Enum):
    """How long a token stood in a hole before it was lifted."""

    UNKNOWN = "unknown"
    SHORTLY = "shortly"
    """No longer than a hole is touched by a hand that counts holes."""
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Edge:
    """A sensor changed.

    ``at_once``  within about 60 ms of the edge before
    ``late``     so long after the edge before that people have read the lights
    ``idle``     so long after it that it goes on with nothing that hands had begun
    """

    hole: int
    full: bool
    at_once: bool = False
    stood: Stood = Stood.UNKNOWN
    late: bool = False
    idle: bool = False


@dataclass(frozen=True, slots=True)
class Dwell:
    """Nothing changed for a dwell. To say it again changes nothing."""


@dataclass(frozen=True, slots=True)
class Waited:
    """Nothing changed for as long as the table waits for a token in a hand."""


@dataclass(frozen=True, slots=True)
class Picture:
    """All sensors at once, after a gap in which changes were missed. 1 is full."""

    levels: bytes


Seats = frozenset[int] | None
"""Some seats; None: any."""


@dataclass(frozen=True, slots=True)
class Told:
    """An action was named: a card, a throw, a pass that the table makes, a move on the page.

    ``chance``  nobody said it, so it does not say that the move before it is over
    ``seats``   whose act it must be; None: somebody at the table says it for whoever is to move
    ``at``      the position in which chance brought it; None where that is not told
    """

    text: str
    chance: bool = False
    seats: Seats = None
    at: Position | None = None

    def names(self, step: Step) -> bool:
        """Whether that step is what was named."""
        return step.text == self.text and (self.seats is None or step.seat in self.seats)

    def made(self, path: Path) -> Path:
        """The steps as this fact has them: what chance brought is nobody's act."""
        return tuple(one._replace(chance=True) for one in path) if self.chance else path


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to the question that stands; None is "none of these"."""

    option: Option | None


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody names a card: what was played began with one of these logs, each up to its move."""

    logs: tuple[Log, ...]


@dataclass(frozen=True, slots=True)
class RuledOut:
    """Somebody says that none of these logs was played; ``committed`` is what stands instead."""

    logs: frozenset[Log]
    committed: Log


@dataclass(frozen=True, slots=True)
class Misread:
    """Somebody says that the last move was not what was played."""


@dataclass(frozen=True, slots=True)
class Circled:
    """Hands have gone round in a circle by the lights: what is believed of these holes is not true.

    So it is of what may be out besides. ``holes``: those that hands have touched last
    """

    holes: frozenset[int]


@dataclass(frozen=True, slots=True)
class Colour:
    """Somebody says, or the virtual hand remarks, which token stands in a hole."""

    hole: int
    token: Token


@dataclass(frozen=True, slots=True)
class Unlike:
    """Somebody says that none of these tokens (EMPTY: nothing) stands in a hole."""

    hole: int
    tokens: frozenset[Token]


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody says where a token of the hand is: in that hole, or None: still off the board."""

    token: Token
    hole: int | None


class History(NamedTuple):
    """What the table has made and hands may still take back (PP-11).

    ``log``     the steps since the ``anchor``
    ``passed``  so many steps came before them
    """

    anchor: Position
    log: Log
    passed: int


@dataclass(frozen=True, slots=True)
class Reset:
    """The page sets the position: undo, redo, edit, a new game. The wood stays as it is.

    ``wood`` (all holes) is given where people also said what stands on the board.
    ``goes_on``  the same tokens belong where they did, as when a card was taken back: what hands
                 have begun is their doing still, and no debt
    ``history``  what hands may still take back; None: nothing
    """

    position: Position
    wood: Wood | None = None
    goes_on: bool = False
    history: History | None = None


@dataclass(frozen=True, slots=True)
class Doubted:
    """A sensor is set aside, or (``aside`` false) believed again (PP-13).

    ``lies``  somebody says that what it told last is not true
    """

    hole: int
    aside: bool
    lies: bool = False


Fact = (
    Edge
    | Dwell
    | Waited
    | Picture
    | Told
    | Answer
    | Named
    | RuledOut
    | Misread
    | Circled
    | Colour
    | Unlike
    | Place
    | Reset
    | Doubted
)


@dataclass(frozen=True, slots=True)
class Agreed:
    """Somebody agrees to what those steps spend: nothing for the tracker, but for the ledger."""

    log: Log


@dataclass(frozen=True, slots=True)
class Stands:
    """All holes of a first picture: where in its pen each token stands."""

    wood: Wood


Heard = Fact | Agreed | Stands
"""What a restart must be told again (I7)."""
