"""The announcement of the only action: the table says it for a moment, then makes it (PP-18)."""

from __future__ import annotations

from typing import NamedTuple

from engine.action import Action


class Announcement(NamedTuple):
    """An action that is being said, and the clock time at which it is made."""

    action: Action
    due: float


class Announced:
    """The announcement that stands. ``seconds``: how long it is said."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.now: Announcement | None = None

    @property
    def due(self) -> float | None:
        """When the action is made; None while nothing is said."""
        return None if self.now is None else self.now.due

    def follow(self, action: Action | None, now: float) -> None:
        """Say an action, or nothing (None); an announcement that stands goes on."""
        if action is None:
            self.now = None
        elif self.now is None or self.now.action != action:
            self.now = Announcement(action, now + self._seconds)

    def taken(self) -> Action | None:
        """The action that was said, which is to be made now; the announcement ends."""
        said, self.now = self.now, None
        return None if said is None else said.action

    def again(self, action: Action, due: float) -> None:
        """Go on saying an action that could not be written."""
        self.now = Announcement(action, due)

    def hasten(self, now: float) -> None:
        """Make what is being said at once."""
        if self.now is not None:
            self.now = self.now._replace(due=min(self.now.due, now))

    def drop(self) -> None:
        """Stop saying anything."""
        self.now = None
