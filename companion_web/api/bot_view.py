"""What the page shows in the turn of a bot."""

from __future__ import annotations

from msgspec import Struct

from companion.model.view import View

from .race_view import Say, called, word


class BotShown(Struct, frozen=True):
    """The foot of a bot's turn. ``text``: whose card lies there.

    ``itself``  it moves its marbles itself, so a tap can end its turn; ``quick``: in half the time
    """

    text: str
    itself: bool
    quick: bool


def bot_shown(view: View, say: Say) -> BotShown | None:
    """The turn of the bot that is to act; None in anybody else's."""
    player = next((p for p in view.players if view.bot and p.seat == view.bot.seat), None)
    if view.bot is None or player is None:
        return None
    text = word(say, "bot.for", p=called(say, player))
    return BotShown(text, view.board != "serial", view.bot.quick)
