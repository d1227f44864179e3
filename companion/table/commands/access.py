"""The rights of callers: there is a game, it goes on, and this caller may act in it."""

from __future__ import annotations

from typing import Final, NoReturn

from companion.model import refusals, seat_refusals
from companion.model.commands import Caller
from companion.model.states import TableState
from companion.play import claims
from companion.play.open_game import OpenGame
from companion.table.moment import Moment
from engine.game import OVER

NOBODY: Final[frozenset[int]] = frozenset()


def open_game_of(moment: Moment) -> OpenGame:
    """The open game; refused when there is none."""
    if moment.game is None:
        raise refusals.no_game()
    return moment.game


def going_on(moment: Moment) -> OpenGame:
    """The open game; refused when there is none or it is over."""
    game = open_game_of(moment)
    if game.position.to_act is OVER:
        raise refusals.over()
    return game


def at_table(moment: Moment, caller: Caller) -> None:
    """Refuse callers who hold no seat and do not play for the table."""
    if not caller.seats and not for_table(moment, caller):
        raise seat_refusals.no_seat()


def for_table(moment: Moment, caller: Caller) -> bool:
    """Whether a browser plays for the table; it may while the cards lie on the table (FT-8)."""
    return caller.table and not (moment.game is not None and moment.game.dealt)


def refuse_for_others(moment: Moment, text: str, caller: Caller) -> None:
    """Refuse an action that names another player's seat, whatever it is.

    What else could be said of it would tell what that player holds, or has said already.
    """
    seat = open_game_of(moment).position.speaker(text)
    if seat is not None and seat not in caller.seats and not for_table(moment, caller):
        at_table(moment, caller)
        raise refusals.not_asked()


def may_take_back(moment: Moment, caller: Caller, players: frozenset[int] = NOBODY) -> None:
    """Refuse to take back, or to make again, what ``players`` have played.

    In dealt hands these are the caller's own actions, but the host may take back any.
    """
    game = open_game_of(moment)
    if game.dealt and caller.host:
        return
    at_table(moment, caller)
    others = players - caller.seats - game.bots.keys()
    if game.dealt and others:
        who = game.presenter.player(game.position, min(others), game.names)
        raise refusals.not_your_play(min(others), who)


def begins_again(moment: Moment, caller: Caller) -> bool:
    """Whether a caller may begin the game anew once it is over, and so take a wrong end back, and
    stop the clocks or let them go on: where somebody sits, only who does, and the host.
    """
    sat = moment.holders.keys() - open_game_of(moment).bots.keys()
    return bool(caller.seats) or caller.host or not sat


def may_act(moment: Moment, caller: Caller) -> frozenset[int]:
    """The acting seats that this caller may act for; refused if there are none."""
    at_table(moment, caller)
    acting = frozenset(moment.acting)
    bots = acting & open_game_of(moment).bots.keys()
    lent = _lent(moment)
    if for_table(moment, caller) and acting != bots - lent:
        return acting - bots | lent
    mine = acting & caller.seats | lent
    if acting and not mine:
        refuse_turn(moment, min(acting))
    return mine


def _lent(moment: Moment) -> frozenset[int]:
    """The bot that anybody may act for: it has decided, and hands make its move, or it is stuck."""
    bot = moment.bot
    if bot.seat is None or (bot.action is None and not bot.stuck):
        return NOBODY
    return frozenset((bot.seat,)) & frozenset(moment.acting)


def refuse_for_bot(moment: Moment, text: str, seats: frozenset[int]) -> None:
    """Refuse an action of a bot that it has not decided on."""
    bot = moment.bot
    if bot.action is not None and seats == {bot.seat} and text != bot.action.text:
        game = open_game_of(moment)
        raise seat_refusals.bot_plays(bot.action.seat, game.names[bot.action.seat])


def refuse_turn(moment: Moment, acting: int) -> NoReturn:
    """Refuse a caller whose turn it is not, and say what is awaited."""
    game = open_game_of(moment)
    position, presenter = game.position, game.presenter
    if acting in game.bots:
        raise seat_refusals.bot_plays(acting, game.names[acting])
    if claims.is_open(position):
        raise refusals.not_asked()
    choosing = moment.state is TableState.CHOOSE_CARD
    told = presenter.of_others(position, acting, game.names, choosing)
    raise refusals.not_your_turn(acting, told)
