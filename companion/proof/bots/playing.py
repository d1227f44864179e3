"""Games that programs play to their end, over so many processes."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from engine.action import Action
from engine.game import CHANCE, OVER, Position
from engine.search import random_action

LONGEST: Final = 20_000
"""A game is given up after that many actions."""

Chooser = Callable[[Position, frozenset[int], bool], Action]
"""Position, seats that may act, and whether others acted before → what is done."""
_T = TypeVar("_T")
_R = TypeVar("_R")


def played_out(position: Position, chance: random.Random, chooser: Chooser) -> Position:
    """The last position of a game; nobody has won it when the game was given up."""
    turn = None
    for _ in range(LONGEST):
        acting = position.to_act
        if acting is OVER:
            break
        if acting is CHANCE or not isinstance(acting, frozenset):
            position = position.apply(random_action(position, chance)).position
            continue
        position = position.apply(chooser(position, acting, turn != acting)).position
        turn = acting
    return position


def spread(work: Callable[[_T], _R], chunks: Sequence[_T], processes: int) -> Iterator[_R]:
    """The results of some work in order, over so many processes."""
    if processes == 1:
        yield from map(work, chunks)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(work, chunks)
