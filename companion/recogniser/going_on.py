"""A token lifted again: does it go on with its action, or make the next one (PP-2, PP-5)?

Where one side acts twice in a row, nothing but time tells. A hand that counts holes touches each
shortly. One that drives on has rested. Both readings live; what is paid here holds only while the
end explains both, and comes back where it explains one alone.
"""

from __future__ import annotations

from . import costs
from .endings import EMPTY, Log, Position
from .facts import Edge, Stood
from .hypothesis import Hypothesis, claims, fits
from .outlook import Board, changed
from .state import State, committed_position, likely


def lift_price(board: Board, state: State, h: Hypothesis, edge: Edge) -> int:
    """What the lift costs in a story, by how long the token stood."""
    if edge.full:
        return 0
    if state.dwelt and _is_left(board, state, h, edge.hole):
        return costs.ANOTHER
    if edge.stood is Stood.UNKNOWN or was_left(state, edge.hole):
        return 0
    untold = costs.UNTOLD if _is_untold(board, state, h, edge.hole) else 0
    if _is_begun_anew(board, state.anchor, h.log, h.position, edge.hole):
        return untold + (costs.COUNTED if edge.stood is Stood.SHORTLY else 0)
    if untold:
        return untold
    if edge.stood is Stood.SHORTLY and _is_counted(board, state, h, edge.hole):
        return costs.COUNTED
    if edge.stood is Stood.LONG and _goes_on(board, state, h, edge.hole):
        return costs.RESTED
    return 0


def was_left(state: State, hole: int) -> bool:
    """Whether a token has left that hole since the last dwell. What leaves it once more came there
    meanwhile, or its sensor flickers: no action begins there."""
    return not state.dwelt and any(hole == left for left, _ in state.again)


def _is_left(board: Board, state: State, h: Hypothesis, hole: int) -> bool:
    """Whether an action that stands in ``h``, not over yet, is left for a token that it does not
    need, and it goes on with that in no way."""
    log = state.committed
    if h.log != log[: len(h.log)] or len(h.log) == len(log) or not claims(board, h):
        return False
    look, shape = board.outlook(h.position), h.wood[: board.exact]
    away = changed(look.wood, shape)
    if hole in away or hole >= board.exact:
        return False
    return not any(True for _ in look.explaining((*away, hole)))


def refund(board: Board, state: State, h: Hypothesis, after: Hypothesis) -> int:
    """What comes back at the dwell when ``h`` became ``after``, which explains the board."""
    if not state.again or (len(after.log) <= len(h.log) and not fits(board, after)):
        return 0
    shape = after.wood[: board.exact]
    for hole, stood in state.again:
        anew = _is_begun_anew(board, state.anchor, h.log, h.position, hole)
        if stood is Stood.SHORTLY and (anew or _is_counted(board, state, h, hole)):
            before = _before(state.anchor, h.log)
            return 0 if shape in board.outlook(before).ends else costs.COUNTED
        if stood is Stood.LONG and _goes_on(board, state, h, hole):
            other = board.outlook(committed_position(state))
            out = other.wood[hole] in after.hand  # where it is put will tell
            return 0 if out or shape in other.ends else costs.RESTED
    return 0


def otherwise(board: Board, state: State, h: Hypothesis, after: Hypothesis) -> int:
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


def _goes_on(board: Board, state: State, h: Hypothesis, hole: int) -> bool:
    """Whether the last committed action is not over in ``h``, and its token is in that hole."""
    log = state.committed
    return (
        len(h.log) < len(log)
        and h.log == log[: len(h.log)]
        and _is_begun_anew(board, state.anchor, log, log[-1].position, hole)
    )


def _is_counted(board: Board, state: State, h: Hypothesis, hole: int) -> bool:
    """Whether the last action of ``h`` brought a token to that hole, and it may be counted on.

    Once it is accepted that is so only where a story says that it is not over yet: what was told
    and then carried is no count.
    """
    if not _has_brought(board, state.anchor, h.log, h.position, hole):
        return False
    if h.log != state.committed[: len(h.log)]:
        return True
    return any(other.log == h.log[:-1] and other.wood == h.wood for other, _ in state.stories)


def _is_begun_anew(board: Board, anchor: Position, log: Log, position: Position, hole: int) -> bool:
    """Whether the last action brought a token to that hole, and it may make the next one.

    A card to be named would say so by itself.
    """
    look = board.outlook(position)
    if not look.at_once or not _has_brought(board, anchor, log, position, hole):
        return False
    token = look.wood[hole]
    return any(
        end[hole] == EMPTY
        and end.count(token) == look.wood.count(token)
        and any(len(path) == 1 for path in look.ends[end])
        for end in look.explaining((hole,))
    )


def _has_brought(board: Board, anchor: Position, log: Log, position: Position, hole: int) -> bool:
    """Whether the last action of a log, which leads to that position, brought a token there."""
    if not log or not log[-1].moves or hole >= board.exact:
        return False
    token = board.outlook(position).wood[hole]
    return token not in (EMPTY, board.outlook(_before(anchor, log)).wood[hole])


def _before(anchor: Position, log: Log) -> Position:
    """The position before the last step of a log."""
    return log[-2].position if len(log) > 1 else anchor


def _is_untold(board: Board, state: State, h: Hypothesis, hole: int) -> bool:
    """Whether that token may make the next action by what likely stories say, which differ from
    ``h`` in nothing but what its last action declares. All of them pay, or a lift would tell it."""
    if not _has_brought(board, state.anchor, h.log, h.position, hole):
        return False
    alike = [other for other in likely(state) if _is_alike(other, h)]
    return any(other.log[-1].choice != h.log[-1].choice for other in alike) and any(
        _is_begun_anew(board, state.anchor, other.log, other.position, hole)
        for other in (h, *alike)
    )


def _is_alike(other: Hypothesis, h: Hypothesis) -> bool:
    """Whether two stories have the same wood, and differ at most in their last step."""
    return bool(
        h.log
        and len(other.log) == len(h.log)
        and other.log[:-1] == h.log[:-1]
        and other.wood == h.wood
    )
