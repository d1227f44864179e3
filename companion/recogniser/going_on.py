"""A token lifted again: does it go on with its action, or make the next one (PP-2, PP-5)?

Where one side acts twice in a row, nothing but time tells. A hand that counts holes touches each
shortly. One that drives on has rested. Both readings live; what is paid here holds only while the
end explains both, and comes back where it explains one alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import costs
from .endings import EMPTY, Log, Position
from .facts import Edge, Stood
from .hypothesis import Hypothesis, fits
from .outlook import Board, changed
from .state import State, committed_position, likely


def lift_price(board: Board, state: State, h: Hypothesis, edge: Edge) -> int:
    """What the lift costs in a story, by how long the token stood."""
    if edge.full or edge.stood is Stood.UNKNOWN:
        return 0
    if _is_begun_anew(board, state.anchor, h.log, h.position, edge.hole):
        return costs.COUNTED if edge.stood is Stood.SHORTLY else 0
    if edge.stood is Stood.SHORTLY and _is_touched(board, state, h, edge.hole):
        return costs.COUNTED
    if edge.stood is Stood.LONG and _goes_on(board, state, h, edge.hole):
        return costs.RESTED
    return 0


def refund(board: Board, state: State, h: Hypothesis, after: Hypothesis) -> int:
    """What comes back at the dwell when ``h`` became ``after``, which explains the board."""
    if not state.again or (len(after.log) <= len(h.log) and not fits(board, after)):
        return 0
    shape = after.wood[: board.exact]
    for hole, stood in state.again:
        anew = _is_begun_anew(board, state.anchor, h.log, h.position, hole)
        if stood is Stood.SHORTLY and (anew or _is_touched(board, state, h, hole)):
            before = _before(state.anchor, h.log)
            return 0 if shape in board.outlook(before).ends else costs.COUNTED
        if stood is Stood.LONG and _goes_on(board, state, h, hole):
            other = board.outlook(committed_position(state))
            return 0 if shape in other.ends else costs.RESTED
    return 0


def dearer(board: Board, state: State, h: Hypothesis, after: Hypothesis) -> int:
    """What ``after`` costs, in which an action of ``h`` is over, by what was told or was not."""
    return _otherwise(board, state, h, after) + _untold(board, state, h, after)


def _otherwise(board: Board, state: State, h: Hypothesis, after: Hypothesis) -> int:
    """What ``after`` costs, in which ``h`` is over, if another choice was told."""
    n = len(h.log)
    if len(after.log) != n + 1 or len(state.committed) <= n or h.log != state.committed[:n]:
        return 0
    told = state.committed[n]
    if told == after.log[n]:  # that is over already, and chance has brought more
        since = state.committed[n + 1 :]
        return costs.AGAINST if since and since[0].chance else 0
    if told.text == after.log[n].text:
        return 0
    ways = board.outlook(h.position).ends.get(after.wood[: board.exact], ())
    return costs.AGAINST if any(way[-1].text == told.text for way in ways) else 0


def _untold(board: Board, state: State, h: Hypothesis, after: Hypothesis) -> int:
    """What ``after`` costs, if its token has made the next action before the last was told."""
    if len(after.log) != len(h.log) + 1 or not h.log or not after.log[-1].moves:
        return 0
    left = changed(after.wood[: board.exact], board.outlook(h.position).wood)
    anew = any(_is_begun_anew(board, state.anchor, h.log, h.position, hole) for hole in left)
    return costs.UNTOLD if anew and _choice_is_open(state, h) else 0


def _goes_on(board: Board, state: State, h: Hypothesis, hole: int) -> bool:
    """Whether the last committed action is not over in ``h``, and its token is in that hole."""
    log = state.committed
    return (
        len(h.log) < len(log)
        and h.log == log[: len(h.log)]
        and _is_begun_anew(board, state.anchor, log, log[-1].position, hole)
    )


def _is_touched(board: Board, state: State, h: Hypothesis, hole: int) -> bool:
    """Whether the last action of ``h`` brought a token to that hole, and nobody has accepted it."""
    if hole >= board.exact or not h.log or not h.log[-1].moves:
        return False
    if h.log == state.committed[: len(h.log)]:
        return False
    token = board.outlook(h.position).wood[hole]
    return token not in (EMPTY, board.outlook(_before(state.anchor, h.log)).wood[hole])


def _is_begun_anew(board: Board, anchor: Position, log: Log, position: Position, hole: int) -> bool:
    """Whether the last action brought a token to that hole, and it may make the next one.

    A card to be named would say so by itself.
    """
    if not log or not log[-1].moves or hole >= board.exact:
        return False
    look = board.outlook(position)
    token = look.wood[hole]
    if token == EMPTY or not look.at_once:
        return False
    if board.outlook(_before(anchor, log)).wood[hole] == token:
        return False
    return any(
        end[hole] == EMPTY
        and end.count(token) == look.wood.count(token)
        and any(len(path) == 1 for path in look.ends[end])
        for end in look.explaining((hole,))
    )


def _before(anchor: Position, log: Log) -> Position:
    """The position before the last step of a log."""
    return log[-2].position if len(log) > 1 else anchor


def _choice_is_open(state: State, h: Hypothesis) -> bool:
    """Whether likely stories differ in nothing but what the last action of ``h`` declares."""
    others: Sequence[Hypothesis] = likely(state)
    return any(
        len(other.log) == len(h.log)
        and other.log[:-1] == h.log[:-1]
        and other.log[-1].choice != h.log[-1].choice
        and other.wood == h.wood
        for other in others
    )
