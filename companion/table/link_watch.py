"""The board's link: its return is said (PP-14)."""

from __future__ import annotations

from companion.model.message import Message
from hardware.ports import LinkState

from .referee import Referee


class LinkWatch:
    """Whether the board went away and has not come back yet."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._lost = False

    def hear(self, state: LinkState) -> None:
        """Note a change of the link."""
        if state in (LinkState.DOWN, LinkState.REFUSED):
            self._lost = True
        elif state is LinkState.UP:
            self._say_back()

    def _say_back(self) -> None:
        """Tell the people who went on without the board that it is back."""
        back, self._lost = self._lost, False
        game = self._referee.moment.game
        if back and game is not None and game.steps:
            self._referee.say(Message("link.back"))
