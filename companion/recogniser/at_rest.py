"""The state at rest: what a dwell, an action that cannot grow, or a lost patience leaves of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import costs
from .endings import EMPTY, Log
from .facts import UNFELT
from .going_on import otherwise, refund
from .hypothesis import claims, may_go_on
from .lifting import Priced
from .options import Option
from .outlook import Board
from .pruning import pruned, within
from .resting import Still, after_dwell, home
from .resting import settled as settled_story
from .saying import outcomes
from .state import Patience, State, likely, replace


def presumed(board: Board, state: State) -> State:
    """If nothing can grow out of what stands, the action is taken as over without a dwell (PP-2).

    Only where that commits something: what has to be asked or led can wait for the dwell.
    """
    stories = likely(state)
    if not all(claims(board, h) and not may_go_on(board, h) for h in stories):
        return state
    if len({claim.log for h in stories for claim in claims(board, h)}) > 1:
        return state
    after = (
        follower
        for h, cost in state.stories
        for follower in settled_story(board, h, cost, _still(state))
    )
    return replace(state, stories=pruned(board, after), dwelt=True, presumed=True)


def at_dwell(board: Board, state: State) -> State:
    """Nothing has changed for a dwell."""
    if state.dwelt and not state.presumed:
        return state
    still = _still(state)
    after: Iterable[Priced] = (
        (follower, paid - refund(board, state, h, follower) + otherwise(board, state, h, follower))
        for h, cost in state.stories
        for follower, paid in after_dwell(board, h, cost, still)
    )
    if state.rejected:
        after = without(board, after, state.rejected)
    state = resting(board, state, after, accepted=state.committed)
    return replace(state, dwelt=True, presumed=False, last=-1, burst=(), again=frozenset())


def waited(state: State) -> State:
    """The table has waited long enough for a hand."""
    if state.patience is Patience.WAITING and state.dwelt and not state.presumed:
        return replace(state, patience=Patience.OVER, read=state.shown or state.read)
    return state


def at_home(board: Board, state: State) -> State:
    """What was said may leave a token in the hand that only an unfelt hole lacks: it stands there,
    as after a dwell."""
    if not state.dwelt or UNFELT not in state.levels:
        return state
    stories = [(home(board, h, state.levels), cost) for h, cost in state.stories]
    if all(h is before for (h, _), (before, _) in zip(stories, state.stories, strict=True)):
        return state
    return replace(state, stories=pruned(board, stories))


def resting(
    board: Board, state: State, stories: Iterable[Priced], accepted: Log | None = None
) -> State:
    """The state at rest. What is dropped since all agree is kept apart for who says no to it."""
    wide = pruned(board, stories)
    kept = within(board, wide, dwelt=True, accepted=accepted)
    left = {id(h) for h, _ in kept}  # the cheapest is at 0 in both, so nothing else differs
    dropped = tuple(story for story in wide if id(story[0]) not in left)
    return replace(state, stories=kept, others=dropped or state.others)


def without(
    board: Board, stories: Iterable[Priced], rejected: frozenset[Option]
) -> Iterator[Priced]:
    """What was said to be untrue does not come back for nothing."""
    for h, cost in stories:
        over = {Option(claim.log, claim.wood[: board.exact]) for claim in claims(board, h)}
        against = bool((outcomes(board, h, dwelt=True) | over) & rejected)
        yield h, cost + (costs.AGAINST if against else 0)


def _still(state: State) -> Still:
    """What after a dwell counts besides the stories."""
    leaving = frozenset(debt.hole for debt in state.shown if debt.has != EMPTY)
    return Still(state.levels, state.anchor, state.committed, state.restored, state.fallen, leaving)
