"""A guided first game: steps that are prepared one after another, a card and a light each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

from engine.game import Position

LEARN: Final = "learn"
"""Option of a game that begins as a lesson."""
LEARNER: Final = 0
"""The seat of whoever learns; a bot has the other."""


class LessonStep(NamedTuple):
    """One step: its number from 1, of how many, the key of its words, the card and the move."""

    number: int
    of: int
    key: str
    card: str
    action: str


class Lesson(Protocol):
    """The guided first game of one game."""

    boards: tuple[str, ...]
    """The kinds of board on which it can be played."""

    def options(self, board: str) -> dict[str, Any]:
        """The options of its game on that kind of board."""

    def step(self, position: Position) -> LessonStep | None:
        """The step that stands, by its marbles; None once all are done, or marbles were set."""

    def is_ready(self, position: Position, step: LessonStep) -> bool:
        """Whether the learner is to play, and holds the step's card or has just played it."""

    def prepared(self, position: Position, number: int) -> Mapping[str, Any]:
        """The position in which that step begins."""

    def left(self, position: Position) -> Mapping[str, Any]:
        """The same marbles in a game of its own: new cards for everybody."""
