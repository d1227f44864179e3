"""Logs of actions: what two of them share, and which of their steps wait for a word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .endings import Log


def shared(one: Log, other: Log) -> int:
    """How many steps two logs have in common from the beginning."""
    n = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        n += 1
    return n


def follows(log: Log, committed: Log) -> bool:
    """Whether a log takes nothing of that back."""
    return log[: len(committed)] == committed


def dropped(log: Log, committed: Log) -> int:
    """How many moves that were committed a log does without."""
    return sum(step.moves for step in committed[shared(log, committed) :])


def in_common(logs: Iterable[Log]) -> Log:
    """What all these logs begin with, up to a move: that is played, and only the rest is asked."""
    first, *others = logs
    n = min(shared(first, log) for log in others)
    while n and not first[n - 1].moves:
        n -= 1
    return first[:n]


def named(log: Log, *, dealt: bool = False) -> int:
    """So many steps do not wait for a word."""
    return next(unnamed(log, dealt=dealt), len(log))


def unnamed(log: Log, *, dealt: bool = False) -> Iterator[int]:
    """The numbers of the steps that wait for a word: a card that nobody has named does. If it can
    be no other, it is known once one was named since. ``dealt``: its holder names each (PP-7)."""
    said_at = [n for n, one in enumerate(log) if not one.inferred and not one.moves]
    last = said_at[-1] if said_at and not dealt else -1
    return (n for n, one in enumerate(log) if one.inferred and (one.guessed or n > last))
