"""The stories after "none of these": what all likely readings share is kept, the rest is unknown.
What somebody has seen in a hole is known.

If that would only say again what was rejected, dearer stories that say something else are believed.
If there is none, every token on the board is unknown, and the page asks for their colours. If even
that says nothing new, sensors lie, and all of them are out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from . import costs
from .endings import EMPTY, UNSURE, Wood
from .hypothesis import Hypothesis, beside_first, lifted_out, put
from .lifting import Priced, opened
from .looking import denies
from .options import Option
from .outlook import Board, changed
from .state import State, committed_position, likely, price


def unknown(
    board: Board, state: State, rejected: Set[Option], left: Sequence[Priced]
) -> Iterator[Priced]:
    """The stories in which nothing that was rejected is true. ``left``: those that were told
    already and do not say what was rejected; whoever holds them doubts no hole that nobody has
    touched."""

    def is_new(story: Hypothesis) -> bool:
        return Option(story.log, story.wood[: board.exact]) not in rejected

    seen = state.looked_into
    some = opened(_with_unclear(board, state, _disputed(board, state) - seen))
    every = _with_unclear(board, state, set(range(board.exact)) - seen)
    if is_new(some):
        yield some, 0
    elif left := [story for story in left if not denies(story[0], state.seen)]:
        least = min(map(price, left))
        yield from ((h, cost - least) for h, cost in left)
    elif is_new(opened(every)):
        yield opened(every), 0
    else:
        yield opened(every._replace(wood=every.wood.replace(bytes((UNSURE,)), bytes((EMPTY,))))), 0


def circled(board: Board, state: State, holes: Set[int]) -> Iterator[Priced]:
    """The stories after the lights have led in a circle. Who follows them comes to an end where a
    likely story is true, so none is: what hands have touched is unknown, and what is disputed."""
    yield from ((h, cost + costs.AGAINST) for h, cost in state.stories)
    shared = {n for group in board.shared for n in group}
    touched = {n for n in holes if n < board.exact or n in shared}
    yield opened(_with_unclear(board, state, touched | _disputed(board, state))), 0


def _disputed(board: Board, state: State) -> set[int]:
    """The holes in which likely readings differ from each other or from the position."""
    stories = likely(state)
    wanted = board.outlook(committed_position(state)).wood
    unclear = {n for h in stories for n in changed(stories[0].wood, h.wood)}
    away = changed(stories[0].wood[: board.exact], wanted)
    colours = {wood[n] for wood in (stories[0].wood, wanted) for n in away} - {EMPTY}
    if not unclear and len(colours) == 1:
        return set()  # only one could have been moved, so it stands there
    return unclear | set(away)


def _with_unclear(board: Board, state: State, unclear: set[int]) -> Hypothesis:
    """The cheapest story with these holes unknown: full where the sensor says so.

    What lies beside the board, and belongs there, is known.
    """
    position = committed_position(state)
    h = beside_first(board, likely(state)[0]._replace(position=position))
    held = lifted_out(board, h)
    wood, out = h.wood, held + h.bag
    for hole in unclear:
        if wood[hole] not in (EMPTY, UNSURE):
            out += wood[hole : hole + 1]
        wood = put(wood, hole, EMPTY)
    known = {n for n, token in enumerate(board.outlook(position).wood) if token != EMPTY}
    return h._replace(
        log=state.committed,
        wood=_felt(wood, sorted(unclear), state.levels, len(out)),
        hand=h.hand[: len(h.hand) - len(held)],
        bag=bytes(sorted(out)),
        touched=0,
        standing=0,
        base=bytes(UNSURE if n in unclear and n in known else t for n, t in enumerate(wood)),
    )


def _felt(wood: Wood, unclear: list[int], levels: bytes, tokens: int) -> Wood:
    """The wood with something in every unclear hole that is felt full, as far as tokens go."""
    for hole in unclear:
        if levels[hole] == 1 and wood.count(UNSURE) < tokens:
            wood = put(wood, hole, UNSURE)
    return wood
