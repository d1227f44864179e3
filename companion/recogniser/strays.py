"""Captured tokens that were put where they do not belong: on a space, instead of home.

The action that took one is over all the same. What is left is to bring it home.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .endings import EMPTY, Path, Position, Token, Wood
from .outlook import Board, changed


def ways_with_stray(board: Board, position: Position, shape: Wood) -> Iterator[Path]:
    """The ways to the end state that stands here, but for one token that was taken."""
    look = board.outlook(position)
    for hole in changed(look.wood, shape):
        token = shape[hole]
        if token == EMPTY:
            continue
        end = shape[:hole] + bytes((EMPTY,)) + shape[hole + 1 :]
        if end in look.ends and taken_at(look.wood, end, token):
            yield from (path for path in look.ends[end] if token not in path[-1].home)


def taken_at(before: Wood, after: Wood, token: Token) -> list[int]:
    """The holes in which another token has taken the place of such a one."""
    return [n for n in changed(before, after) if before[n] == token and after[n] != EMPTY]


def was_taken(actions: Sequence[tuple[Wood, Wood]], hole: int, token: Token) -> bool:
    """Whether the last action that moved such a token has taken it, and it did not stand there.
    ``actions``: the wood before and after each."""
    for before, after in reversed(actions):
        if any(token in (before[n], after[n]) for n in changed(before, after)):
            return before[hole] != token and bool(taken_at(before, after, token))
    return False


def strays(board: Board, position: Position, wood: Wood, base: Wood) -> list[int]:
    """The spaces on which a token has stood since the last action that the position does not have
    there."""
    wanted, shape = board.outlook(position).wood, wood[: board.exact]
    return [n for n in changed(wanted, shape) if shape[n] != EMPTY and base[n] == shape[n]]
