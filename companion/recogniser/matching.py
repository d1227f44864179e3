"""Readings of a board: which action agrees with which world, and the small questions left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.wood.marbles import World
from engine.action import Action

from .boardstate import BoardState
from .candidates import Candidate, Fit

WHOLE: Final = Fit((), (), True)
"""All of an action stands."""


@dataclass(frozen=True, slots=True)
class Match:
    """A candidate that agrees with a world; ``candidate`` None: nothing happened."""

    world: World
    candidate: Candidate | None
    fit: Fit | None = None


def each_once(matches: Iterable[Match]) -> list[Match]:
    """One match a candidate, that of the likelier world."""
    found: dict[tuple[Action, ...], Match] = {}
    for match in matches:
        if match.candidate is not None:
            found.setdefault(match.candidate.path, match)
    return list(found.values())


def begun(match: Match) -> bool:
    """Whether the mover itself is on its way, not only what it would capture."""
    if match.fit is None or match.candidate is None:
        return False
    return bool(match.fit.held) or len(match.fit.remaining) < len(match.candidate.goals)


def likeliest(state: BoardState) -> World:
    """The world that owes the least; of equals the likelier."""
    plain = [state.plain(world) for world in state.worlds]
    return min(plain, key=lambda world: len(state.blocking(world)))
