"""An action that is named, in one story: the log with it, and how much of it hands have made."""

from __future__ import annotations

from .endings import Log, Position
from .facts import Told
from .hypothesis import Hypothesis, claims, claims_owing
from .logs import unnamed
from .outlook import Board, changed
from .state import State, likely


def with_told(board: Board, anchor: Position, h: Hypothesis, fact: Told) -> Hypothesis | None:
    """``h`` after that action. A card that its last move implied is confirmed, not played twice."""
    log = confirmed(board, anchor, h.log, fact)
    if log is not None:
        return h._replace(log=log)
    path = board.game.told(h.position, fact.text)
    if not path or not fact.names(path[-1]):
        return None
    return h._replace(log=h.log + fact.made(path), position=path[-1].position)


def confirmed(board: Board, anchor: Position, log: Log, fact: Told) -> Log | None:
    """The log with the first step that waits for this word as it was named; None if none can be.

    Where turns before it wait for the same card, the first of them is named: each takes one word.
    """
    for n in unnamed(log, dealt=fact.seats is not None):
        end = next((m for m in range(n, len(log)) if log[m].moves), n)
        begin = n
        while begin and log[begin - 1].inferred:
            begin -= 1
        before = log[begin - 1].position if begin else anchor
        for way in board.outlook(before).alike(log[end]):
            if len(way) == end + 1 - begin and fact.names(way[n - begin]):
                return log[:n] + way[n - begin :] + log[end + 1 :]
    return None


def is_just_made(board: Board, state: State, fact: Told) -> bool:
    """Whether hands have just made what is named, in a likely story, and nobody has accepted it:
    then that is meant, not something that is still to be made. Something else may be owed beside
    it."""
    over = (c for h in likely(state) for c in claims(board, h) or claims_owing(board, h))
    return not state.dwelt and any(fact.names(claim.log[-1]) for claim in over)


def is_named_again(state: State, h: Hypothesis, fact: Told) -> bool:
    """Whether ``h`` has taken back what was accepted, and the word names the same again."""
    back = state.committed[len(h.log) :]
    return bool(back) and h.log == state.committed[: len(h.log)] and fact.names(back[0])


def is_begun(board: Board, before: Hypothesis, after: Hypothesis) -> bool:
    """Whether hands have done their part of what was played between two stories. What it brings
    with it may still be owed, as the traffic behind a car that leads."""
    return any(claim.position == after.position for claim in claims(board, before))


def is_done(board: Board, before: Hypothesis, after: Hypothesis) -> bool:
    """Whether all that was played between two stories stands on the exact holes. What was only
    confirmed does; what moves nothing yet does not."""
    if after.position == before.position:
        return True
    was, now = board.outlook(before.position).wood, board.outlook(after.position).wood
    holes = changed(was, now)
    return bool(holes) and all(after.wood[n] == now[n] for n in holes)


def based(board: Board, before: Hypothesis, after: Hypothesis) -> Hypothesis:
    """``after`` with what was named as the last change of its holes: if it is led back, what stands
    there is owed, and does not make it once more."""
    base = bytearray(after.base)
    was, now = board.outlook(before.position).wood, board.outlook(after.position).wood
    for n in changed(was, now):
        base[n] = after.wood[n]
    return after._replace(base=bytes(base))
