"""Drawing lots: what chance brings, from a generator that is passed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from .action import CHANCE_SEAT, Action
from .errors import IllegalAction
from .game import OVER, ChanceRequest, Position


class Generator(Protocol):
    """The methods of ``random.Random`` that are needed."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to ``stop`` − 1."""


def shuffled(items: Sequence[str], rng: Generator) -> list[str]:
    """The items in random order."""
    out = list(items)
    shuffle(out, rng)
    return out


def shuffle(items: list[Any], rng: Generator) -> None:
    """Put the items in random order (Fisher and Yates)."""
    for i in range(len(items) - 1, 0, -1):
        j = rng.randrange(i + 1)
        items[i], items[j] = items[j], items[i]


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
