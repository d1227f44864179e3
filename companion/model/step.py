"""One action of a game that was made."""

from __future__ import annotations

from dataclasses import dataclass

from engine.action import Action
from engine.events import Event
from engine.game import Position


@dataclass(frozen=True)
class GameStep:
    """One action of the open game: the positions before and after it, and what came of it."""

    action: Action
    events: tuple[Event, ...]
    before: Position
    after: Position
