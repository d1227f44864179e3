"""The contract every game keeps: ``Game`` makes positions, ``Position`` knows what may follow.

Pure: it reads nothing, waits for nothing and draws nothing. It is told what a die, a deck or a cut
brought, as an action like any other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

from .action import Action
from .board import Board
from .errors import IllegalAction
from .events import Event
from .forms import Form
from .switches import Switches
from .values import Features, Values


class Nobody(Enum):
    """Those who act when no seat does."""

    CHANCE = "chance"
    OVER = "over"


CHANCE: Final = Nobody.CHANCE
OVER: Final = Nobody.OVER

ToAct = frozenset[int] | Nobody


class Applied(NamedTuple):
    """The result of ``apply()``: the new position, and what happened in playing order."""

    position: Position
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class ChanceRequest:
    """Chance that cannot be listed, by kind and domain; ``apply()`` checks what it is told.

    ``kind``    ``shuffle``, ``die``, …
    ``owner``   the player whose deck it is, or None for the common deck
    ``domain``  everything that may turn up: for a shuffle the multiset to be ordered
    ``prefix``  the action's text is ``prefix`` + the domain's items in order, joined by blanks
    ``late``    items of a shuffle that are left out first, and then mixed into a part of the rest
    ``span``    that part, from and to
    """

    kind: str
    owner: int | None
    domain: tuple[str, ...]
    prefix: str
    late: tuple[str, ...] = ()
    span: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Seat:
    """One player at the table: number in the game's order, and the colours or cars it plays."""

    number: int
    colours: tuple[str, ...]
    team: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a placement is legal or not: the rule's id, a short reason and the blocking hole.

    ``key`` and ``params`` are the message for people; ``because`` says it in plain English.
    ``walk``  the holes that the marble enters by the rules, in order, as far as the blocking one;
              empty where nothing is counted
    ``on``    so many holes on it was put; 0 where no way leads there
    ``stop``  the hole of an own token that ends the count, where the reason is another one
    """

    legal: bool
    rule: str | None = None
    because: str | None = None
    blocked_by: str | None = None
    key: str | None = None
    params: Mapping[str, str] | None = None
    walk: tuple[str, ...] = ()
    on: int = 0
    stop: str | None = None

    def to_json(self) -> dict[str, object]:
        """The answer of ``explain`` (interfaces.md)."""
        if self.legal:
            return {"legal": True}
        return {
            "legal": False,
            "rule": self.rule,
            "because": self.because,
            "blocked_by": self.blocked_by,
        }


@dataclass(frozen=True, slots=True)
class Limit:
    """The time that the rules give a seat now, and the action that is made when it runs out.

    ``seconds``  the whole time
    ``budget``   one text as long as it is the same time: what is used up stays used up, also if
                 another seat has acted meanwhile
    """

    seat: int
    seconds: float
    action: str
    budget: str


class Position(ABC):
    """One moment of a game. Immutable; cheap to make; ``legal()`` is computed once, lazily."""

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> str:
        """Name of the game in the registry."""

    @property
    @abstractmethod
    def to_act(self) -> ToAct:
        """The seats that may act now (several in a claim window), or CHANCE or OVER."""

    @property
    @abstractmethod
    def seats(self) -> tuple[Seat, ...]:
        """The players in turn order."""

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board it is played on."""

    @property
    def covered(self) -> bool:
        """Whether nobody may learn who could claim something now, or who has let it go by."""
        return False

    @property
    def tells_hand(self) -> bool:
        """Whether a single legal action would tell what a hand lacks, so it is asked for too."""
        return False

    @property
    def turn_number(self) -> int | None:
        """The number of the turn, where one turn may open many windows; None where it does not."""
        return None

    @property
    def chooses(self) -> bool:
        """Whether a seat chooses what it does: no die is awaited, and no claim window is open.

        A game that knows it without listing its actions says so.
        """
        params = [action.params for action in self.legal()]
        window = all("die" in each for each in params) or all("claim" in each for each in params)
        return isinstance(self.to_act, frozenset) and not window

    @abstractmethod
    def legal(self) -> Sequence[Action]:
        """Every action accepted now, in stable documented order (text order by code point)."""

    def listed(self, text: str) -> str:
        """The text of the action in ``legal()`` that is meant.

        A text may name what it is about in another order, where the order says nothing. Anything
        else comes back as it is.
        """
        return text

    def corrects(self, text: str) -> bool:
        """Whether a text begins like a correction, which people make of what the rules cannot do.

        ``apply`` takes it between two events, and no list has it.
        """
        return False

    def unlisted(self, text: str) -> Action | None:
        """The action that a text means, where ``legal()`` has no room for all; else None."""
        return None

    def names_hidden(self, text: str, seats: Collection[int]) -> bool:
        """Whether a correction names something that none of these seats sees."""
        return False

    def chance(self) -> ChanceRequest | None:
        """What chance must bring, if ``to_act`` is CHANCE and it cannot be listed."""
        return None

    @abstractmethod
    def apply(self, action: Action | str) -> Applied:
        """The position after ``action`` and the events; IllegalAction if it is not legal.

        A text stands for the action with that text. If several seats may act with the same text,
        pass the Action (a game may give the bare text a meaning: everybody's pass).
        """

    @abstractmethod
    def occupancy(self) -> Mapping[str, tuple[str, ...]]:
        """Tokens by place; an empty place may be left out. Tokens of one name are alike."""

    def marks(self) -> Mapping[str, str]:
        """What lies on spaces besides the tokens and is not sensed, by hole (only for drawing).

        ``hazard`` a coin without effect, ``hazard-up`` one to stop at.
        """
        return {}

    @abstractmethod
    def explain(self, frm: str, to: str) -> Explanation:
        """Why a token may or may not go from one place to another now."""

    @abstractmethod
    def to_json(self) -> dict[str, object]:
        """The whole truth as one JSON object (interchange form); ``Game.load`` reads it back.

        It belongs to whoever asked: to change it changes no position.
        """

    def limit(self) -> Limit | None:
        """The time that runs now; None if none does (dice are thrown, others may speak).

        No game has a clock: the caller of ``apply()`` keeps the time and makes ``Limit.action``.
        """
        return None

    def legal_notes(self) -> Mapping[str, object]:
        """What op ``legal`` answers besides the list, by key; a rules text may ask for more."""
        return {}

    def odds(self) -> Mapping[str, Mapping[str, float | None]]:
        """Exact chances of actions over the dice alone, by text (op ``odds``); none as a rule."""
        return {}

    def view(self, audience: int | None) -> dict[str, object]:
        """What a seat (None: the public) may see: ``position`` and, if dealt, its ``hand``."""
        return {"position": self.to_json()}

    def distinct(self) -> Sequence[Action]:
        """The actions of ``legal()`` that are worth asking for.

        Several actions may look alike to hands and lead to the same position. Only the one that the
        rules name is kept.
        """
        return self.legal()

    def speaker(self, text: str) -> int | None:
        """The seat that an action's text names as the one who makes it; None if it names none."""
        return None

    def legal_for(self, audience: int | None) -> Sequence[Action]:
        """The part of ``legal()`` that tells an audience nothing it must not know."""
        return self.legal()

    def public(self) -> Position:
        """The position as everybody knows it: all that a hidden hand might hold is legal in it."""
        return self

    def known_to(self, seat: int) -> Position:
        """The same without what that seat may not know, for bots: they look ahead in it only."""
        return self

    @property
    def won_by(self) -> int | None:
        """The number of the team that has won; None before the end."""
        return None

    @property
    def lookahead(self) -> int:
        """So many own actions a good bot looks through, where no features are counted."""
        return 1

    @property
    def carelessness(self) -> float:
        """A beginner takes an action that is so many points worse e times less often.

        It is asked only where no features are counted. The more often a game asks, and the less
        luck there is in it, the less carelessness it bears.
        """
        return 4.0

    def lots(self) -> Mapping[Action, int]:
        """What chance brings next, though people may tell it: each action, and its share.

        Empty where somebody chooses, or where a seat's own hand or deck decides.
        """
        return {}

    def features(self) -> Features:
        """By team: what it has, as numbers of the table ``values()``."""
        return ()

    def values(self) -> Values | None:
        """What those features are worth; None if the game counts none."""
        return None

    def score(self, seat: int) -> float | None:
        """How well a seat stands, in points of the game's own; None if it counts no points."""
        return None

    def terms(self, seat: int) -> Mapping[str, float]:
        """The parts that make up ``score``, by the name that the coach tells them under."""
        return {}

    def on_curve(self, parts: Mapping[str, float]) -> float:
        """What such parts of the score come to on the win curve, in points of ``steepness``."""
        return sum(parts.values())

    def lead(self, seat: int) -> float | None:
        """The points of a seat on the win curve: its score, if the game has nothing to add."""
        return self.score(seat)

    @property
    def steepness(self) -> float | None:
        """How much a point counts on the win curve: of ``lead``, or of what features are worth.

        None: the score tells nothing of the end; what features are worth counts as it is.
        """
        return None

    def with_board(self, board: Position) -> Position:
        """The same with a board that people have set; what ``public()`` leaves out stays."""
        return board

    def seen_since(self, later: Position) -> Sequence[ChanceRequest]:
        """Hidden orders of which somebody saw something up to ``later``.

        If play goes back from there to here, they are drawn anew for ``reshuffled``.
        """
        return ()

    def reshuffled(self, orders: Sequence[str]) -> Position:
        """The same with what was drawn anew: texts for the requests of ``seen_since``.

        IllegalAction for a text that does not belong here.
        """
        if orders:
            raise IllegalAction(f"{orders[0]!r:.80}: nothing is shuffled in this game.")
        return self

    def held(self) -> Sequence[ChanceRequest]:
        """All cards that somebody holds, with those that could be drawn for them.

        Where people may have read every hand, they are dealt anew for ``dealt_anew``.
        """
        return ()

    def dealt_anew(self, orders: Sequence[str]) -> Position:
        """The same with other cards in as large hands: texts for the requests of ``held``.

        IllegalAction for a text that does not belong here.
        """
        if orders:
            raise IllegalAction(f"{orders[0]!r:.80}: nothing is dealt in this game.")
        return self


def acting(position: Position | None) -> tuple[int, ...]:
    """Seats that may act now, in order; none without a game, for chance, and after the end."""
    to_act = None if position is None else position.to_act
    if not isinstance(to_act, frozenset):
        return ()
    return tuple(to_act) if len(to_act) == 1 else tuple(sorted(to_act))


def only_action(position: Position) -> Action | None:
    """The one legal action, if it moves nothing: there is nothing to choose (PP-18).

    A held card never counts, even the last one: saying it would tell the hand (PP-7). Neither does
    a "no" that is alone because of the hand.
    """
    if position.tells_hand:
        return None
    legal = position.public().legal()
    only = legal[0] if len(legal) == 1 else None
    return None if only is None or only.displacements else only


class Option(NamedTuple):
    """One key of ``Game.new``: its JSON types and whether a request must have it."""

    types: tuple[type, ...]
    required: bool


class Game(ABC):
    """A game: it makes the first position from rules and options, and reads positions back."""

    name: str
    profiles: tuple[str, ...]
    seating: str
    """``identity``, ``order`` or ``ring``: the mapping place ↔ hole that it uses."""
    options: Mapping[str, Option] = MappingProxyType({})
    """Keys of ``new`` besides ``game``; a front answers ``malformed`` if a type is wrong."""
    ranks: tuple[str, ...] = ()
    """Names of the cards that a hand beside a position may hold."""
    switches: Switches | None = None
    """What a house may play otherwise than the sheets; ``new`` takes it under ``switches``."""
    beside: Mapping[str, Option] = MappingProxyType({})
    """Keys that may stand beside the position in any request, such as a data file."""

    @property
    def forms(self) -> tuple[Form, ...]:
        """Forms of rule cases that only this game has (``engine.cases``)."""
        return ()

    def with_beside(self, given: Mapping[str, object]) -> Game:
        """The same game with what stands beside a request under the keys of ``beside``."""
        return self

    def content_notes(self) -> Sequence[str]:
        """What people should know of the data it is played with, a sentence each.

        BadData if nobody can play with it.
        """
        return ()

    def sample_data(self) -> str:
        """The data file that the program ships, as text to begin one's own with; empty: none."""
        return ""

    @abstractmethod
    def new(self, options: Mapping[str, object]) -> Position:
        """First position; BadConfig says what does not fit. Keys: those of op ``new``."""

    @abstractmethod
    def load(self, data: object) -> Position:
        """Position from JSON data; BadPosition names what is wrong."""
