"""What the likely stories owe the board, and by which debts the lights lead the hands."""

from __future__ import annotations

from collections.abc import Iterable

from .decisions import PAIR, AskWhere, Decision, Lead, Wait
from .endings import EMPTY, Log
from .hypothesis import (
    Hypothesis,
    fits,
    grows,
    has_begun,
    heard,
    holds,
    in_bag,
    may_be_begun,
    unpaid,
)
from .logs import shared
from .outlook import Board, changed
from .shared_groups import in_shared
from .state import Owed, State, likely


def owed(board: Board, h: Hypothesis) -> frozenset[Owed]:
    """The holes that are not as the position has them. Each token that a shared group surely
    lacks is owed to any free hole of it, since people are led to one or another."""
    wanted = board.outlook(h.position).wood
    found = {Owed(n, h.wood[n], wanted[n]) for n in changed(h.wood[: board.exact], wanted)}
    for n in board.of_sides:
        if h.wood[n] != EMPTY and h.wood[n] not in board.welcome[n]:
            found.add(Owed(n, h.wood[n], EMPTY))
    for group in in_shared(board, h.position, h.wood):
        odd = (n for n in group.strange if not group.may_have(h.wood[n], h.bag))
        found |= {Owed(n, h.wood[n], EMPTY) for n in odd}
        found |= {Owed(n, EMPTY, token) for n in group.free for token in group.lacks(h.wood, h.bag)}
    return frozenset(found)


def shared_debts(board: Board, voices: Iterable[Hypothesis]) -> frozenset[Owed]:
    """The debts that all these stories have."""
    return frozenset.intersection(*(owed(board, voice) for voice in voices))


def owed_before(board: Board, stories: Iterable[Hypothesis]) -> frozenset[Owed]:
    """The debts that in each of these stories were there at the last action, and still are."""
    return frozenset.intersection(*(_owed_before(board, h) for h in stories))


def _owed_before(board: Board, h: Hypothesis) -> frozenset[Owed]:
    """The debts that were there at the last action and that no hand has paid since."""
    left, before = unpaid(board, h), owed(board, h._replace(wood=h.base))
    found = (d for d in owed(board, h) if d.hole in left or (d.hole >= board.exact and d in before))
    return frozenset(found)


def untouched(board: Board, voices: Iterable[Hypothesis]) -> bool:
    """Whether a hand holds something that was out at the last action, and has begun nothing since.

    So it is when a test has failed: the token whose hole another one had taken goes home.
    """
    return all(voice.log and voice.wood == voice.base and holds(board, voice) for voice in voices)


def led_by(board: Board, state: State, decision: Decision) -> frozenset[Owed]:
    """The debts by which the lights lead the hands.

    So they do also while a hand is waited for, or asked after, that can make no action of what is
    out. Where it can, they call once a dwell has passed only for what was owed before it began,
    with the ends of its arrows, and else the move's own lights stand there instead. Until then they
    show what they showed before. With a bag they go on showing it, since what is left of a bag
    calls for no colour. While a hand is waited for beside a board that may be right, they lead
    nobody out of that.
    """
    if not isinstance(decision, Lead | Wait | AskWhere):
        return frozenset()
    stories = likely(state)
    if state.dwelt and all(_is_pair_out(board, h) for h in stories):
        return frozenset()
    if isinstance(decision, Lead):
        return decision.debts
    waits = state.dwelt and isinstance(decision, Wait)
    if waits and may_have_played(board, state, state.committed):
        return frozenset()
    if state.dwelt and not any(_may_be_going_on(board, h) for h in stories):
        return shared_debts(board, stories)
    same = isinstance(decision, Wait) and (not state.dwelt or all(h.bag for h in stories))
    if same or not state.dwelt:
        return state.shown if same else frozenset()
    before = owed_before(board, stories)
    return before | arrow_ends(before, shared_debts(board, stories))


def arrow_ends(begun: Iterable[Owed], debts: Iterable[Owed]) -> frozenset[Owed]:
    """Those of the debts in which an arrow may end that begins at one of ``begun``."""
    leaving = {debt.has for debt in begun if debt.wants == EMPTY}
    return frozenset(debt for debt in debts if debt.has == EMPTY and debt.wants in leaving)


def may_have_played(board: Board, state: State, log: Log) -> bool:
    """Whether a likely story has a move after that log, or in place of its last ones, where the
    board fits that."""
    return any(
        any(one.moves for one in voice.log[begun:]) and (begun == len(log) or fits(board, voice))
        for h in likely(state)
        for voice in heard(board, h, state.dwelt)
        for begun in (shared(voice.log, log),)
    )


def _may_be_going_on(board: Board, h: Hypothesis) -> bool:
    """Whether hands may be in the middle of an action."""
    return grows(board, h) or has_begun(board, h) or (in_bag(h) > 0 and may_be_begun(board, h))


def _is_pair_out(board: Board, h: Hypothesis) -> bool:
    """Whether two tokens are out that nobody can tell apart, and one action may explain it."""
    return len(h.bag) == in_bag(h) == PAIR and may_be_begun(board, h)
