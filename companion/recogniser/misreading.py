"""Somebody says that the last move was misread: what else may have been played is asked.

The stories that were dropped when all agreed come back. Where none of them tells of another move,
the move is only taken back, and the lights lead the hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import itemgetter
from typing import Final

from .endings import Log, Wood
from .hypothesis import Hypothesis, fits, heard, liars
from .lifting import Priced
from .logs import shared
from .outlook import Board
from .saying import bare
from .state import State, likely, price, replace

MOST: Final = 4
"""At most so many other stories are asked about."""


def misread(board: Board, state: State) -> State:
    """The state in which it is asked what was played instead of the last move."""
    others = otherwise(board, state)
    if not others:
        return state
    committed = state.committed
    begun = max(_turn(committed), min(shared(committed, h.log) for h, _ in others))
    least = min(map(price, others))
    back = committed[:begun]
    stories = [(h, cost - least) for h, cost in others]
    stories.append((_put_wrong(state, back), 0))
    return replace(state, stories=tuple(stories), committed=back, denied=committed, others=())


def _put_wrong(state: State, log: Log) -> Hypothesis:
    """The story in which nothing was played since that log, and what stands elsewhere is a debt."""
    h = likely(state)[0]
    position = log[-1].position if log else state.anchor
    return h._replace(log=log, position=position, touched=0, standing=0, base=h.wood)


def otherwise(board: Board, state: State) -> tuple[Priced, ...]:
    """The stories that explain the board by another last move; beside them, those without it.

    Those that go on behind the denied move are none of them. A sensor that lies is no reason to say
    that nothing was played.
    """
    denied = bare(state.committed)
    moved: list[Priced] = []
    still: list[Priced] = []
    for story in (*state.stories, *state.others):
        for voice in heard(board, story[0], True):
            log = bare(voice.log)
            if log[: len(denied)] == denied or not fits(board, voice):
                continue
            if log != denied[: len(log)]:
                moved.append((voice, story[1]))
            elif not liars(voice.wood, state.levels):
                still.append((voice, story[1]))
    return (*_each_way_first(board, moved)[:MOST], *still[:1]) if moved else ()


def _each_way_first(board: Board, stories: Iterable[Priced]) -> list[Priced]:
    """The cheapest first, and each way of the tokens once before any of them comes again: with many
    speeds for one way, the others are asked about, too."""
    seen: Counter[tuple[Wood, ...]] = Counter()
    ranked = []
    for story in sorted(stories, key=lambda one: (price(one), len(one[0].log))):
        way = tuple(board.outlook(one.position).wood for one in story[0].log)
        ranked.append((seen[way], story))
        seen[way] += 1
    return [story for _, story in sorted(ranked, key=itemgetter(0))]


def _turn(log: Log) -> int:
    """Where the last turn of a log begins: at the card of its last move."""
    n = next((n for n in range(len(log) - 1, -1, -1) if log[n].moves), 0)
    while n and not log[n - 1].moves and not log[n - 1].chance:
        n -= 1
    return n
