"""Bots in words: what one is about, and what of its move is for hands to do."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.presenter import ends
from companion.model.message import Message
from companion.model.view import BotView, Prompt
from companion.play.open_game import OpenGame
from companion.table.moment import Moment
from engine.action import Action

from .history import line

_TO_ALL: Final = frozenset(f"prompt.{name}" for name in ("lifted", "lifted_capture", "lifted_swap"))
"""Sentences of a gesture with a form, ``….bot``, that speaks to whose hand it is."""


def to_all(message: Message) -> Message:
    """A sentence that calls on a bot to move its marble, said to everybody: a bot has no hands."""
    key = f"{message.key}.bot" if message.key in _TO_ALL else "prompt.finish.bot"
    return msgspec.structs.replace(message, key=key)


def bot_prompt(moment: Moment, game: OpenGame) -> Prompt | None:
    """What people are told in the turn of a bot; None in anybody else's."""
    bot = moment.bot
    if bot.seat is None:
        return None
    who = {"p": game.names[bot.seat]}
    support = None if bot.action is None else way(game, bot.action)
    if bot.stuck:
        key = "bot.stuck"
    elif bot.action is None:
        key = "bot.choosing"
    else:
        key = "bot.move" if moment.board_kind == "serial" else "bot.moves"
    colour = game.presenter.colour_of(game.position, bot.seat)
    return Prompt(Message(key, who), support, "say", bot.seat, colour)


def way(game: OpenGame, action: Action) -> Message:
    """A bot's move in a sentence."""
    moves = action.displacements
    if len(moves) != 1:
        return Message("bot.line", nested={"move": line(game, action)})
    a, b = ends(game.presenter, game.position, *moves[0])
    return Message("bot.way", nested={"a": a, "b": b})


def bot_played(game: OpenGame) -> Message | None:
    """The last move if a bot made it, for those who looked away."""
    last = game.last
    if last is None or last.action.seat not in game.bots or not last.action.displacements:
        return None
    cards, who = game.presenter.cards, {"p": game.names[last.action.seat]}
    card = None if cards is None else cards.played(last.before)
    nested = {"move": game.presenter.move(last, names=game.names)}
    if cards is None or card is None:
        return Message("bot.played", who, nested)
    return Message("bot.played_card", {**who, "card": cards.in_words(card)}, nested)


def bot_plays(game: OpenGame, action: Action | None) -> Message:
    """Why hands put another move back: what the bot plays, or that it is still choosing."""
    if action is None:
        return Message("bot.not_yet")
    return Message("bot.not_that", {"p": game.names[action.seat]}, {"way": way(game, action)})


def shown(moment: Moment) -> BotView | None:
    """The turn of the bot for a page; None in anybody else's."""
    bot = moment.bot
    if bot.seat is None:
        return None
    action = "" if bot.action is None else bot.action.text
    return BotView(bot.seat, action, bot.stuck, bot.quick)
