"""Seats that change hands in the middle of a game."""

from __future__ import annotations

from companion.model import refusals
from companion.model.commands import Caller, HandOver
from companion.play.open_game import OpenGame
from companion.table.moment import Moment
from companion.table.referee import Referee

from .access import at_table, open_game_of
from .meaning import plain_names


def hand_over(referee: Referee, command: HandOver, caller: Caller) -> None:
    """Hand a seat to a person or to a bot; play goes on where it stands."""
    game = open_game_of(referee.moment)
    _may_hand_over(referee.moment, caller, command.seat)
    bot = command.bot or ""
    if bot and game.presenter.cards is not None and not game.dealt:
        raise refusals.bots_need_dealt_cards()
    name = _kept(game, command.seat)
    if command.name is not None:
        name = plain_names([command.name])[0]
    rises = command.free or bool(bot)
    referee.seats.hand_over(game, command.seat, name=name, bot=bot, rises=rises)
    referee.reseated()


def _kept(game: OpenGame, seat: int) -> str:
    """The name of who sits there, or sat there before a bot did."""
    names = game.options.get("names") or ()
    return str(names[seat]) if seat < len(names) else ""


def _may_hand_over(moment: Moment, caller: Caller, seat: int) -> None:
    """Refuse who may not: a seat is handed on by who sits there, the host, or the open table.

    A seat that nobody holds is anybody's to take, so anybody may hand it on.
    """
    game = open_game_of(moment)
    if seat in caller.seats or caller.host:
        return
    if not game.dealt:
        at_table(moment, caller)
    elif seat in moment.holders and seat not in game.bots:
        raise refusals.not_your_seat()
