"""Perft: it counts all sequences of n actions, to prove that a move generator has not changed."""

from __future__ import annotations

from .action import Action
from .game import Position


def perft(position: Position, depth: int, *, spoken: bool = False) -> int:
    """The number of sequences of exactly ``depth`` actions; 1 for depth 0.

    Every action is applied, also the last ones: no bulk counting, and nothing is remembered between
    nodes. Chance that cannot be listed ends a sequence, as the end of the game does. ``spoken``
    counts texts, as a program sees them that speaks to the engine by lines: if several seats may
    say the same, it is one action.
    """
    if depth <= 0:
        return 1
    nodes = 0
    apply = position.apply
    if spoken:
        for text in {action.text for action in position.legal()}:
            nodes += perft(apply(text).position, depth - 1, spoken=True)
        return nodes
    if depth == 1:
        for action in position.legal():
            apply(action)
            nodes += 1
        return nodes
    for action in position.legal():
        nodes += perft(apply(action).position, depth - 1)
    return nodes


def divide(position: Position, depth: int) -> dict[Action, int]:
    """``perft`` for every single action, in the order of ``legal()``; depth is at least 1."""
    return {
        action: perft(position.apply(action).position, depth - 1) for action in position.legal()
    }
