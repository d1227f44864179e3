"""Hints and bots for any game behind the contract; the random generator is passed in.

The look-ahead is one action, through preludes: a card is as good as the best move it gives. It
reads only the contract and, if a position has it, ``score(seat) -> float`` (the worth of the board
to that seat).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal, Protocol

from .action import CHANCE_SEAT, Action
from .errors import BadConfig, IllegalAction, shown
from .events import Captured, Event, SentBack, Won
from .game import CHANCE, OVER, ChanceRequest, Position

WIN: Final = 1000.0
CAPTURE: Final = 10.0
"""The worth of events; a token sent back counts the same, against its owner."""

_MAX_PRELUDES: Final = 3

Level = Literal["beginner", "middle", "good"]
"""How well a bot plays."""
LEVELS: Final[tuple[Level, ...]] = ("beginner", "middle", "good")
"""All levels, the weakest first."""

_CARELESS: Final = 6.0
"""A beginner takes an action that is worth so much less e times less often."""
_FINE: Final = 1 << 24
"""Steps into which a drawn share is divided."""


class Generator(Protocol):
    """The methods of ``random.Random`` that are needed."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to ``stop`` − 1."""


class Scored(Protocol):
    """A position that knows its worth."""

    def score(self, seat: int) -> float:
        """The worth; larger is better for that seat."""


def shuffled(items: Sequence[str], rng: Generator) -> list[str]:
    """The items in random order (Fisher and Yates)."""
    out = list(items)
    for i in range(len(out) - 1, 0, -1):
        j = rng.randrange(i + 1)
        out[i], out[j] = out[j], out[i]
    return out


def mixed(request: ChanceRequest, rng: Generator) -> list[str]:
    """What a shuffle brings: all items in random order, the late ones within their span."""
    order = shuffled([item for item in request.domain if item not in request.late], rng)
    first, end = request.span
    if request.late:
        order[first:end] = shuffled([*order[first:end], *request.late], rng)
    return order


def resolve(request: ChanceRequest, rng: Generator) -> Action:
    """The action that chance brings to a request: its domain in order, or one item of it."""
    if request.kind == "shuffle":
        return Action(CHANCE_SEAT, request.prefix + " ".join(mixed(request, rng)))
    return Action(CHANCE_SEAT, request.prefix + request.domain[rng.randrange(len(request.domain))])


def random_action(position: Position, rng: Generator) -> Action:
    """Any legal action, or anything that chance may bring; IllegalAction when the game is over."""
    request = position.chance()
    if request is not None:
        return resolve(request, rng)
    legal = position.legal()
    if position.to_act is OVER or not legal:
        raise IllegalAction("The game is over; there is nothing to do.")
    return legal[rng.randrange(len(legal))]


def hint(position: Position, rng: Generator, seat: int | None = None) -> Action:
    """A good action, for ``seat`` if several may act; ties are drawn.

    IllegalAction if nobody, or not that seat, is to act.
    """
    choices = _choices(position, seat, "there is no hint")
    return _best(choices, [worth(position, action) for action in choices], rng)


def choose(position: Position, level: Level, rng: Generator, seat: int | None = None) -> Action:
    """What a bot of that level does, for ``seat`` if several may act; any throw of a die.

    It looks only at what that seat may know. The same position, level and generator give the same
    action. IllegalAction if nobody, or not that seat, is to act; BadConfig for another level.
    """
    if level not in LEVELS:
        raise BadConfig(f"level: {shown(level)} is none of {', '.join(LEVELS)}")
    choices = _choices(position, seat, "no bot has anything to do")
    if all("die" in action.params or "dice" in action.params for action in choices):
        return choices[rng.randrange(len(choices))]
    values = [worth(position, action) for action in choices]
    if level == "beginner":
        return _careless(choices, values, rng)
    return _best(choices, values, rng)


def _choices(position: Position, seat: int | None, otherwise: str) -> list[Action]:
    """The actions that a seat has to choose from, without the one of a time that has run out."""
    acting = position.to_act
    if acting is CHANCE or not isinstance(acting, frozenset):
        raise IllegalAction(f"No seat is to act, so {otherwise}.")
    if seat is None:
        seat = min(acting)
    late = position.limit()
    choices = [
        action
        for action in position.distinct()
        if action.seat == seat and (late is None or action.text != late.action)
    ]
    if not choices:
        raise IllegalAction(f"Seat {seat} is not to act, so {otherwise}.")
    return choices


def _best(choices: Sequence[Action], values: Sequence[float], rng: Generator) -> Action:
    """One of the best; ties are drawn."""
    best = max(values)
    good = [a for a, value in zip(choices, values, strict=True) if value >= best - 1e-9]
    return good[rng.randrange(len(good))]


def _careless(choices: Sequence[Action], values: Sequence[float], rng: Generator) -> Action:
    """Rather a good one than a bad one, but any."""
    best = max(values)
    shares = [math.exp((value - best) / _CARELESS) for value in values]
    rest = rng.randrange(_FINE) / _FINE * sum(shares)
    for action, share in zip(choices, shares, strict=True):
        rest -= share
        if rest < 0:
            return action
    return choices[-1]


def worth(position: Position, action: Action, depth: int = _MAX_PRELUDES) -> float:
    """The worth of an action to its seat: its events, and the score of where it leads."""
    after, events = position.apply(action)
    if action.prelude and depth > 0:
        following = [a for a in after.legal() if a.seat == action.seat]
        if following:
            return max(worth(after, a, depth - 1) for a in following)
    return _of_events(position, action.seat, events) + _score(after, action.seat)


def _score(position: Position, seat: int) -> float:
    measure = getattr(position, "score", None)
    value = None if measure is None else measure(seat)
    return 0.0 if value is None else float(value)


def _of_events(position: Position, seat: int, events: Sequence[Event]) -> float:
    team = next(s.team for s in position.seats if s.number == seat)
    mates = {c for s in position.seats if s.team == team for c in s.colours}
    total = 0.0
    for event in events:
        if isinstance(event, Won):
            total += WIN if event.team == team else -WIN
        elif isinstance(event, Captured | SentBack):
            total += -CAPTURE if event.token in mates else CAPTURE
    return total
