"""The board's link: its return is said, and what stood in between is no stop (PP-14)."""

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
            self._hold_hands()

    def _say_back(self) -> None:
        """Tell the people who went on without the board that it is back."""
        back, self._lost = self._lost, False
        game = self._referee.moment.game
        if back and game is not None and game.steps:
            self._referee.say(Message("link.back"))

    def _hold_hands(self) -> None:
        """Count what stood before the board went away as no stop: its picture is still to come.

        This holds only if no card is named first: the next move may follow one that stood too soon.
        """
        moment, now = self._referee.moment, self._referee.moment.now()
        if moment.options.carded or (moment.game is not None and moment.game.undo_is_card):
            return
        hands, before = moment.hands, moment.hands.before
        for reader in (hands.recogniser, before.recogniser if before is not None else None):
            if reader and reader.changed_at is not None:
                reader.changed_at = now
