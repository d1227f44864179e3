"""What the table does by itself: the only action (PP-18), the moves of bots, its hand's errands."""

from __future__ import annotations

from .announced import Announced
from .bot_turn import BotTurn
from .errands import Errands


class ByItself:
    """What it says before it makes it, for so many ``seconds``, and what its hand has to do.

    ``own_hand``  whether it has a hand that brings marbles to where words have moved them
    """

    def __init__(self, seconds: float, *, own_hand: bool) -> None:
        self.saying = Announced(seconds)
        self.errands = Errands(own_hand=own_hand)
        self.bot = BotTurn(self.errands)
        self.quick = False
        """Whether bots were quick in the last game, and so are in the next one."""

    def hurry(self, now: float) -> None:
        """Have the bot that is to act end its turn at once, with what is only said in it."""
        self.bot.hurry(now)
        if self.bot.seat is not None:
            self.saying.hasten(now)
