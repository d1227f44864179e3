"""The one action there is: it is said for a moment, then the table makes it (PP-18)."""

from __future__ import annotations

from typing import NamedTuple

from engine.action import Action


class Announcement(NamedTuple):
    """An action that is said now, and the clock time at which it is made."""

    action: Action
    due: float


class Announced:
    """What is said now. ``seconds`` for which it is said."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._held = False
        self.now: Announcement | None = None

    @property
    def due(self) -> float | None:
        """When it is made; None while nothing is said."""
        return None if self.now is None else self.now.due

    def follow(self, action: Action | None, now: float) -> None:
        """Say that action, or nothing; what is said already goes on being said."""
        if action is None or self._held:
            self.now = None
        elif self.now is None or self.now.action != action:
            self.now = Announcement(action, now + self._seconds)

    def taken(self) -> Action | None:
        """The action that is said; it is to be made now, and nothing is said any more."""
        said, self.now = self.now, None
        return None if said is None else said.action

    def again(self, action: Action, due: float) -> None:
        """It could not be written: it goes on being said."""
        self.now = Announcement(action, due)

    def drop(self) -> None:
        """Say nothing any more."""
        self.now = None

    def anew(self) -> None:
        """The position changed: nothing is said, and nothing held back."""
        self.now, self._held = None, False

    def hold(self) -> None:
        """Say nothing until the position changes: who took a step back does not want it again."""
        self._held = True
