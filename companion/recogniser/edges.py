"""What a change of one sensor makes of the stories, and what each of them pays for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain

from . import costs
from .crossing import crossed
from .endings import EMPTY, Position
from .facts import Edge, Stood
from .gaps import into_a_pen
from .going_on import lift_price, otherwise, was_left
from .hypothesis import Hypothesis, claims
from .lifting import Moment, Priced, after_edge, before_the_dwell
from .outlook import Board
from .standing import still_stands
from .state import Owed, State


def followers(board: Board, state: State, edge: Edge, levels: bytes) -> Iterator[Priced]:
    """The stories that go on from those of the state. ``levels``: the sensors after the edge."""
    sources = list(state.stories)
    if not state.dwelt:
        at_once = costs.TWO_HANDS if edge.at_once and edge.full else 0  # a lift pays for itself
        for h, cost in state.stories:
            sources += (
                (over, paid + at_once + otherwise(board, state, h, over))
                for over, paid in chain(
                    before_the_dwell(board, h, cost), crossed(board, h, cost + costs.EARLY)
                )
            )
    forgotten = set[object]()
    after = list(_priced(board, state, sources, edge, levels, forgotten))
    if state.others and _is_odd(state, after):
        after += _priced(board, state, state.others, edge, levels, forgotten)
    if state.dark and edge.full:
        after += [(one, cost) for h, cost in sources for one in into_a_pen(board, h, edge.hole)]
    return _mended(board, _as_touched(after, forgotten), state.anchor)


def _is_odd(state: State, after: Iterable[Priced]) -> bool:
    """Whether a sensor lies in each story: then what was dropped when all agreed may be true."""
    least = min([cost + h.standing for h, cost in state.stories])
    return all(paid + h.standing >= least + costs.LIE for h, paid in after)


def _priced(
    board: Board,
    state: State,
    sources: Iterable[Priced],
    edge: Edge,
    levels: bytes,
    forgotten: set[object],
) -> Iterator[Priced]:
    """The stories that go on from these; a lift costs by how long its token stood. Where a story
    has forgotten its touches is added to ``forgotten``."""
    led = bytes(sorted(d.wants for d in state.read if d.hole == edge.hole and d.has == EMPTY))
    burst = state.burst if edge.at_once else ()
    now = Moment(levels, state.last, led, are_falling(state, edge), state.meanwhile, burst)
    followed = _followed(state, edge)
    for h, cost in sources:
        lift = lift_price(board, state, h, edge)
        unled = _unled(board, state, h, followed, edge) if followed is not None else 0
        for after, paid in after_edge(board, h, cost + unled, edge, now):
            if h.touched and not after.touched and after.wood == after.base != h.wood:
                forgotten.add(_there(after))
            yield after, paid + (lift if after.wood != h.wood else 0)


def _mended(board: Board, stories: Sequence[Priced], anchor: Position) -> Iterator[Priced]:
    """The stories without the standing price of what does not stand there any more.

    Those that would be too dear even for nothing are left out before that is worked out.
    """
    most = min([paid + h.standing for h, paid in stories]) + costs.KEEP
    for h, paid in stories:
        if paid <= most:
            still = min(h.standing, still_stands(board, h, anchor)) if h.standing else 0
            yield h.costing(still), paid


def _as_touched(stories: Sequence[Priced], forgotten: Set[object]) -> Sequence[Priced]:
    """The same, with touches that one story has just ``forgotten``, since all stands again as it
    did, forgotten by all that have the same tokens in the same holes and hands. Such stories differ
    in what was played, and not in what was touched.
    """
    if not forgotten:
        return stories
    return [
        (h._replace(touched=0) if h.touched and _there(h) in forgotten else h, paid)
        for h, paid in stories
    ]


def _there(h: Hypothesis) -> object:
    """Where the tokens are, and which sensors are not believed."""
    return h.wood, h.hand, h.bag, h.dead


def are_falling(state: State, edge: Edge) -> bool:
    """Whether tokens that were lifted at once are still on their way. They roll for longer than a
    dwell of quick hands, but not for so long that people have read the lights meanwhile."""
    return state.jumped and not (state.dwelt and (edge.late or not edge.full))


def fallen_into(state: State, edge: Edge) -> frozenset[int]:
    """The holes into which something fell, after this edge."""
    falls = edge.full and are_falling(state, edge)
    return state.fallen | {edge.hole} if falls else state.fallen - {edge.hole}


def lifted_again(state: State, edge: Edge) -> frozenset[tuple[int, Stood]]:
    """The first lift of each hole since the last dwell, with this one."""
    lifts = frozenset[tuple[int, Stood]]() if state.dwelt else state.again
    if edge.full or edge.stood is Stood.UNKNOWN or was_left(state, edge.hole):
        return lifts
    return lifts | {(edge.hole, edge.stood)}


def _followed(state: State, edge: Edge) -> Owed | None:
    """The debt whose light this edge followed."""
    debt = next((debt for debt in state.shown if debt.hole == edge.hole), None)
    return None if debt is None or edge.full != (debt.has == EMPTY) else debt


def _unled(board: Board, state: State, h: Hypothesis, followed: Owed, edge: Edge) -> int:
    """What a story pays that would not have shown the light that was followed.

    One whose action stands there, not over yet, would have led nobody. Where a dead sensor agrees
    again, or nobody had the time to read the light, no hand has followed it. One that denies the
    action of which it came pays more.
    """
    if followed.hole in h.dead and (h.wood[followed.hole] == EMPTY) == (followed.has != EMPTY):
        return 0
    if followed.has == h.wood[followed.hole] and not claims(board, h):
        return 0
    if not edge.late and followed not in state.read:
        return 0
    denies = edge.late and h.log[: len(state.committed)] != state.committed
    return costs.AGAINST_LIGHTS + (costs.DENIED if denies else 0)
