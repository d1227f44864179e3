"""The sentence on top while hands are about nothing: whose turn it is, and what is awaited."""

from __future__ import annotations

import msgspec

from companion.games.presenter import taken as captured
from companion.model.message import Message
from companion.model.states import TableState
from companion.model.view import Prompt
from companion.play import claims, dice
from companion.play.open_game import OpenGame
from companion.table.moment import Moment

from .addressee import acting_seat, colour_of
from .bots import bot_played, bot_prompt
from .first_cut import cut_told
from .hint import hinted
from .keys import NONE_MOVES, none_moves
from .lesson import lesson_prompt, told_others
from .paper_cards import can_deal


def rest_prompt(moment: Moment, game: OpenGame, audience: int | None) -> Prompt:
    """What an audience is told while nobody moves anything."""
    seat = acting_seat(moment)
    colour = colour_of(game, seat)
    taken = _in_hand(moment)
    support = _support(game, taken)
    if seat is None:
        key = "prompt.roll" if dice.waits(game.position) else "prompt.chance"
        return Prompt(Message(key), support)
    if moment.announced is not None:
        message = game.presenter.nothing(game.position, moment.announced[0], game.names)
        return Prompt(message, support, "say", seat, colour)
    if len(moment.acting) > 1 or claims.is_open(game.position):
        return _together(game, support)
    taught = lesson_prompt(moment, game, taken, audience)
    if taught is not None:
        return taught
    support = support or told_others(moment, game)
    of_bot = bot_prompt(moment, game)
    told = cut_told(game)
    if of_bot is not None:
        return msgspec.structs.replace(of_bot, support=support or of_bot.support or told)
    if audience is not None and moment.acting and audience not in moment.acting:
        choosing = moment.state is TableState.CHOOSE_CARD
        message = game.presenter.of_others(game.position, seat, game.names, choosing)
        following = game.presenter.following(game.position, seat) == audience
        below = Message("prompt.next") if following else support
        return Prompt(message, told or below, "say", seat, colour)
    last = game.last
    message = game.presenter.awaiting(game.position, seat, game.names, game.dealt, last)
    idea = hinted(moment, audience)
    if idea is not None:
        support = idea.message
    elif support is None and (found := _below(moment, game, audience, seat)) is not None:
        support = found
    elif support is None and message.key == "prompt.card" and can_deal(game):
        support = Message("prompt.card_laid")
    elif support is None and message.key == "prompt.card" and moment.hands.playing:
        support = Message("prompt.card_support")
    return Prompt(message, support, "say", seat, colour)


def _below(moment: Moment, game: OpenGame, audience: int | None, seat: int) -> Message | None:
    """The second line of a turn that begins: what to do where no card moves comes first."""
    if audience == seat and none_moves(moment, game, seat):
        return Message(NONE_MOVES)
    return cut_told(game) or bot_played(game)


def _together(game: OpenGame, support: Message | None) -> Prompt:
    """Several may say something: what it is about, or that they may."""
    about = game.presenter.hidden.about(game.position, game.names)
    if about is None:
        return Prompt(game.presenter.together(game.position, game.names), support)
    seat, message, below = about
    return Prompt(message, support or below, "say", seat, colour_of(game, seat))


def _support(game: OpenGame, taken: str | None) -> Message | None:
    """The second line: a captured marble that is still in the hand (PP-6)."""
    if taken is None:
        return None
    fresh = game.last is not None and game.presenter.took(game.last)
    return captured(game.presenter, taken, still=not fresh)


def _in_hand(moment: Moment) -> str | None:
    """A captured marble that waits in the hand for its pen (PP-6)."""
    board, showing = moment.hands.dialogue.board, moment.showing
    if board is None or showing is None:
        return None
    held = (board.marbles[i] for i in board.in_hand(showing.world))
    return next((marble.token for marble in held if marble.waiting), None)
