"""The step of the lesson that an open game is in, and the one action that it shows."""

from __future__ import annotations

from companion.games.lesson import LessonStep
from engine.action import Action

from .open_game import OpenGame, find


def step_of(game: OpenGame | None) -> LessonStep | None:
    """The step that stands; None in any game but a lesson."""
    return None if game is None or game.lesson is None else game.lesson.step(game.position)


def shown(game: OpenGame | None) -> Action | None:
    """The action that the lesson shows, once its card is played."""
    step = step_of(game)
    return None if step is None or game is None else find(game.position, step.action)


def places(game: OpenGame) -> frozenset[str]:
    """The places between which the move goes that the lesson shows; none in any other game."""
    step = step_of(game)
    return frozenset() if step is None else frozenset(step.action.split("-"))


def strays(game: OpenGame, text: str) -> bool:
    """Whether a move of that text is another one than the lesson shows; to name a card is none."""
    step = step_of(game)
    action = None if step is None else find(game.position, text)
    return step is not None and text != step.action and not (action and action.prelude)
