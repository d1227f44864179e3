"""What the table does by itself: the only action (PP-18), and the moves of bots."""

from __future__ import annotations

from .announced import Announced
from .bot_turn import BotTurn


class ByItself:
    """What it says before it makes it, for so many ``seconds``, and the turn of the bot."""

    def __init__(self, seconds: float) -> None:
        self.saying = Announced(seconds)
        self.bot = BotTurn()
        self.quick = False
        """Whether bots were quick in the last game, and so are in the next one."""

    def hurry(self, now: float) -> None:
        """Have the bot that is to act end its turn at once, with what is only said in it."""
        self.bot.hurry(now)
        if self.bot.seat is not None:
            self.saying.hasten(now)
