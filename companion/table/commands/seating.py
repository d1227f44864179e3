"""Seats that change hands in the middle of a game."""

from __future__ import annotations

from companion.games.seat_names import is_anothers
from companion.model import refusals, seat_refusals
from companion.model.commands import Caller, HandOver
from companion.model.names import known_as, plain_names
from companion.play.open_game import OpenGame
from companion.table.moment import Moment
from companion.table.referee import Referee

from .access import at_table, open_game_of


def sit(referee: Referee, seat: int, holder: str, *, bot: bool) -> None:
    """Have the holder sit there; with ``bot`` the bot that plays there gets up in the same step."""
    game = referee.moment.game
    relieved = bot and game is not None and seat in game.bots
    if relieved and game is not None:
        if referee.moment.service is not None:
            raise refusals.being_tested()
        person = {"name": _free_name(game, seat), "bot": "", "help": _told(game, "help", seat)}
        referee.seats.relieve(game, seat, person, holder)
        referee.reseated()
        referee.evaluate()
    elif referee.seats.sit(game, seat, holder):
        referee.changed()


def hand_over(referee: Referee, command: HandOver, caller: Caller) -> None:
    """Hand a seat to a person or to a bot; play goes on where it stands."""
    game = open_game_of(referee.moment)
    _may_hand_over(referee.moment, caller, command.seat)
    if command.back:
        before = game.sat_before.get(command.seat)
        if before is None:
            raise seat_refusals.nobody_named()
        _check_name(game, command.seat, before["name"], before["bot"])
        referee.seats.hand_over(game, command.seat, before, rises=bool(before["bot"]))
        referee.reseated()
        return
    alone = command.name is None and command.bot is None
    bot = game.bots.get(command.seat, "") if alone else command.bot or ""
    if bot and game.presenter.cards is not None and not game.dealt:
        raise seat_refusals.bots_need_dealt_cards()
    name = _kept(game, command.seat)
    if command.name is not None:
        name = plain_names([command.name])[0]
    _check_name(game, command.seat, name, bot)
    rises = command.free or bool(bot and not alone)
    told = {"name": name, "bot": bot, "help": _help(game, command, name)}
    referee.seats.hand_over(game, command.seat, told, rises=rises)
    referee.reseated()


def _kept(game: OpenGame, seat: int) -> str:
    """The name of who sits there, or sat there before a bot did."""
    return _told(game, "names", seat)


def _is_taken(game: OpenGame, seat: int, name: str) -> bool:
    """Whether a person on another seat has that name; a bot does not use the one that it keeps."""
    seats = [one.number for one in game.position.seats]
    others = [_kept(game, one) for one in seats if one != seat and one not in game.bots]
    return bool(name) and known_as(name) in map(known_as, others)


def _is_anothers(game: OpenGame, seat: int, name: str) -> bool:
    """Whether a name is the colour of another seat."""
    return is_anothers(name, seat, [one.colours for one in game.position.seats])


def _check_name(game: OpenGame, seat: int, name: str, bot: str) -> None:
    if not bot and _is_taken(game, seat, name):
        raise seat_refusals.same_name(name)
    if not bot and _is_anothers(game, seat, name) and name != _told(game, "names", seat):
        raise seat_refusals.anothers_colour(name)


def _free_name(game: OpenGame, seat: int) -> str:
    """The name of who sat there before the bot did, unless it is another's by now."""
    name = _kept(game, seat)
    return "" if _is_taken(game, seat, name) or _is_anothers(game, seat, name) else name


def _help(game: OpenGame, command: HandOver, name: str) -> str:
    """The level of help: somebody else does not want that of who sat there."""
    if command.help is not None:
        return command.help
    same = known_as(name) == known_as(_kept(game, command.seat))
    return _told(game, "help", command.seat) if same else ""


def _told(game: OpenGame, key: str, seat: int) -> str:
    """What an option by seats says of a seat; empty without it."""
    told = game.options.get(key) or ()
    return str(told[seat]) if seat < len(told) else ""


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
        raise seat_refusals.not_your_seat()
