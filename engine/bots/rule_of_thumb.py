"""The rule of thumb for any game: what an action takes, and the score of where it leads.

The look-ahead is one action, through preludes: a card is as good as the best move it gives. It
reads only the contract and, if a position has it, ``score(seat) -> float`` (the worth of the board
to that seat).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest
from typing import Final

from ..action import Action
from ..errors import IllegalAction
from ..events import Captured, Event, SentBack, Won
from ..game import CHANCE, Position
from ..lots import Generator

WIN: Final = 1000.0
CAPTURE: Final = 10.0
"""The worth of events; a token sent back counts the same, against its owner."""

LOOKED_AT: Final = 512
"""Of more choices (cards to discard from a large hand) only those of the fewest words count."""

_MAX_PRELUDES: Final = 3


def hint(position: Position, rng: Generator, seat: int | None = None) -> Action:
    """A good action, for ``seat`` if several may act; ties are drawn.

    IllegalAction if nobody, or not that seat, is to act.
    """
    choices = choices_of(position, seat, "there is no hint")
    return best_of(choices, [worth(position, action) for action in choices], rng)


def choices_of(position: Position, seat: int | None, otherwise: str) -> list[Action]:
    """The actions that a seat has to choose from, without the one of a time that has run out.

    Of a great many only ``LOOKED_AT`` are looked at: those that say the least.
    """
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
    if len(choices) > LOOKED_AT:
        return nsmallest(LOOKED_AT, choices, key=lambda a: (len(a.text.split()), a.text))
    return choices


def best_of(choices: Sequence[Action], values: Sequence[float], rng: Generator) -> Action:
    """One of the best; ties are drawn."""
    best = max(values)
    good = [a for a, value in zip(choices, values, strict=True) if value >= best - 1e-9]
    return good[rng.randrange(len(good))]


def worth(position: Position, action: Action, depth: int = _MAX_PRELUDES) -> float:
    """The worth of an action to its seat: its events, and the score of where it leads."""
    after, events = position.apply(action)
    if action.prelude and depth > 0:
        following = [a for a in after.legal() if a.seat == action.seat]
        if following:
            return max(worth(after, a, depth - 1) for a in following)
    return of_events(position, action.seat, events) + score_of(after, action.seat)


def taken(position: Position, action: Action, depth: int = _MAX_PRELUDES) -> float:
    """What an action takes at once: the worth of its events alone."""
    after, events = position.apply(action)
    if action.prelude and depth > 0:
        following = [a for a in after.legal() if a.seat == action.seat]
        if following:
            return max(taken(after, a, depth - 1) for a in following)
    return of_events(position, action.seat, events)


def score_of(position: Position, seat: int) -> float:
    return position.score(seat) or 0.0


def of_events(position: Position, seat: int, events: Sequence[Event]) -> float:
    team = next(s.team for s in position.seats if s.number == seat)
    mates = {c for s in position.seats if s.team == team for c in s.colours}
    total = 0.0
    for event in events:
        if isinstance(event, Won):
            total += WIN if event.team == team else -WIN
        elif isinstance(event, Captured | SentBack):
            total += -CAPTURE if event.token in mates else CAPTURE
    return total
