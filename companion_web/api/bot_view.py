"""What the page shows in the turn of a bot."""

from __future__ import annotations

from msgspec import Struct

from companion.games.packs import PACKS
from companion.model.view import View
from engine.search import LEVELS

from .race_view import Say, called, word


class BotShown(Struct, frozen=True):
    """The foot of a bot's turn. ``text``: whose card lies there.

    ``itself``  it moves its marbles itself, so a tap can end its turn; ``quick``: in half the time
    """

    text: str
    itself: bool
    quick: bool


def bot_levels(view: View) -> tuple[str, ...]:
    """The levels of the bots that may play here; none where cards of paper are held."""
    game = view.game
    if game is None or (
        game.hands == "physical" and PACKS.of(game.name).presenter.cards is not None
    ):
        return ()
    return LEVELS


def bot_shown(view: View, say: Say) -> BotShown | None:
    """The turn of the bot that is to act; None in anybody else's."""
    player = next((p for p in view.players if view.bot and p.seat == view.bot.seat), None)
    if view.bot is None or player is None:
        return None
    text = word(say, "bot.for", p=called(say, player))
    return BotShown(text, view.board != "serial", view.bot.quick)
