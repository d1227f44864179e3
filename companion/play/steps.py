"""The steps of a history: one row each that stands, and what a takeback takes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.model.step import GameStep
from engine.action import Action
from engine.game import Position, only_action

from . import claims, dice

ARRANGED: Final = "edit"
"""What the history has in place of an action where the marbles were set otherwise."""
CORRECTED: Final = "correction"
"""The same where people have put something right that the rules cannot do."""


@dataclass(frozen=True)
class Step:
    """One row of the history that stands. ``number`` counts moves and throws from 1, not cards."""

    number: int
    play: GameStep
    chance: bool = False
    auto: bool = False
    """The table made it: there was nothing to choose (PP-18), or time had run out."""
    joined: bool = False
    """It was made together with the step before, and is taken back with it."""
    arranged: bool = False
    """No action: people have set the marbles otherwise (PP-12)."""

    @cached_property
    def said(self) -> bool:
        """Whether somebody chose it: chance did not bring it, and it was no forced pass."""
        return not self.chance and not self.forced

    @cached_property
    def forced(self) -> bool:
        """Whether the table made it by itself, since there was nothing to choose."""
        return self.auto and is_forced(self.play.before, self.play.action)

    @cached_property
    def counts(self) -> bool:
        """Whether it is a move or a throw: no other chance, no card that announces a move, and
        nothing that only says that somebody does nothing in a covered window.
        """
        action = self.play.action
        if self.arranged:
            return not self.joined
        if self.chance:
            return dice.is_throw(action)
        return not action.prelude and not claims.let_go_covered(self.play)


def is_forced(before: Position, action: Action) -> bool:
    """Whether that was all that could be done there, and moves nothing (PP-18). A word in a claim
    window is never that: the time of the window tells nobody whether there is a choice."""
    if action.prelude or claims.CLAIM in action.params:
        return False
    only = only_action(before)
    return only is not None and only.text == action.text


def without(steps: Sequence[Step], last: int, *, whole: bool = False) -> tuple[list[Step], int]:
    """The steps without the ``last`` actions, and how many actions those were."""
    kept, taken, counted = list(steps), 0, 0
    while counted < last and any(not step.chance for step in kept):
        while kept[-1].chance:
            kept.pop()
        step = kept.pop()
        silent = step.joined or _said_of(step, kept) or claims.let_go_covered(step.play)
        counted += not (whole and silent)
        taken += 1
    return (kept if taken else list(steps)), taken


def players(steps: Iterable[Step]) -> frozenset[int]:
    """The seats whose actions these are; what only was set, or let go covered, is nobody's."""
    played = (step for step in steps if not step.chance and not step.arranged)
    return frozenset(s.play.action.seat for s in played if not claims.let_go_covered(s.play))


def _said_of(step: Step, before: Sequence[Step]) -> bool:
    """Whether a step only says that the card before it has no effect (PP-18)."""
    card = before[-1].play.action if before else None
    return card is not None and card.prelude and only_action(step.play.before) == step.play.action
