"""The opening of a game with its options and names, and the closing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec import convert, to_builtins

from companion.games.lesson import LEARN
from companion.games.offer import Offer, Rounds
from companion.games.pack import GamePack, Packs
from companion.games.seat_names import anothers_colour, fitting, players_of
from companion.model import board_refusals, refusals, score_refusals, seat_refusals
from companion.model.commands import Again, Caller, Close, Deal, Leave, New, PlayOn
from companion.model.names import LONGEST, plain_names, twice
from companion.model.players import HELPS
from companion.play import beginning, bots
from companion.table.moment import Moment
from companion.table.referee import Referee
from engine.errors import BadConfig, EngineError, shown
from engine.game import OVER, Position
from engine.registry import Registry

from .access import at_table, begins_again, going_on, open_game_of

HANDS: Final = ("physical", "virtual")
"""What the command's ``hands`` may be, in every game."""
CUT: Final = "options.cut: these cards do not say who begins. Give true, or each card in turn."
CUT_MORE: Final = "options.cut: {used} cards say who begins, not {given}. Leave the rest out."


class Ordered(NamedTuple):
    """A game as a command orders it.

    ``options``  all of them, settled, and the ``cut`` for the first player if there was one
    ``position`` the one that they lead to
    """

    pack: GamePack
    options: dict[str, Any]
    position: Position


def ordered(registry: Registry, packs: Packs, rng: random.Random, command: New) -> Ordered:
    """What a command orders. Raises CommandRefused."""
    options = {k: v for k, v in to_builtins(command).items() if v is not None and k != "command"}
    if command.options is not None:  # what is null there says nothing, as in a form
        options["options"] = {k: v for k, v in command.options.items() if v is not None}
    options["names"] = plain_names(command.names or [])
    cut: Rounds = ()
    try:
        game = registry.game(command.game)
        pack = packs.of(game.name)
        if command.hands not in HANDS:
            raise BadConfig(f"hands: {shown(command.hands)} is neither physical nor virtual")
        wanted = (command.options or {}).get("cut")
        if command.first is None and wanted is True:
            options["first"], cut = pack.offer.first_player(options, rng)
        elif wanted and wanted is not True:
            options["first"], cut = _told_cut(pack.offer, options, wanted)
        options = pack.offer.settled(options)
        if cut:
            options["cut"] = [dict(one) for one in cut]
        options["names"] = plain_names(options.get("names") or [])
        _check_bots(pack, options)
        _check_names(options["names"], players_of(options))
        _check_help(options)
        return Ordered(pack, options, game.new(pack.offer.engine_options(options)))
    except EngineError as error:
        raise refusals.engine_said(error.code, error.args[0]) from error


def _told_cut(offer: Offer, options: dict[str, Any], told: object) -> tuple[int, Rounds]:
    """The first player by the cards that people cut, in the order in which they were told."""
    cards = told if isinstance(told, list) and all(isinstance(one, str) for one in told) else []
    cut = offer.cutting(options, cards)
    if cut is None or cut.first is None:
        raise refusals.engine_said("bad-config", CUT)
    if (used := sum(map(len, cut.rounds))) < len(cards):
        raise refusals.engine_said("bad-config", CUT_MORE.format(used=used, given=len(cards)))
    return cut.first, cut.rounds


def new(referee: Referee, command: New, _: Caller) -> None:
    """Open a game; the game that was open ends."""
    tools = referee.tools
    pack, options, position = ordered(tools.registry, tools.packs, tools.rng, command)
    _check_board(referee.moment, position)
    try:
        opened = beginning.begin(tools.journal, tools.registry, pack, options, quick=_pace(referee))
    except EngineError as error:
        raise refusals.engine_said(error.code, error.args[0]) from error
    referee.begun(opened)


def again(referee: Referee, _: Again, caller: Caller) -> None:
    """Open the game that is over anew, by its row ``new``; its marbles are led back.

    Whoever sat there keeps the seat. Where somebody sits, only who does may ask for it.
    """
    moment, game = referee.moment, open_game_of(referee.moment)
    last = fitting(game.options)
    if game.position.to_act is not OVER:
        raise refusals.not_over()
    if not begins_again(moment, caller):
        raise seat_refusals.no_seat()
    kept = {name: last[name] for name in New.__struct_fields__ if last.get(name) is not None}
    cut = bool((last.get("options") or {}).get("cut"))
    if cut:
        kept.pop("first", None)
    offer = referee.tools.packs.of(game.game.name).offer
    further = offer.once_more(last.get("options") or {}, game.position)
    wishes = {k: v for k, v in further.items() if k != LEARN}
    kept["options"] = {**wishes, **({"cut": True} if cut else {})} or None
    holders = dict(referee.seats.holders)
    new(referee, convert(kept, New), caller)
    for seat, holder in holders.items():
        referee.seats.sit(moment.game, seat, holder)


def deal(referee: Referee, _: Deal, caller: Caller) -> None:
    """Go on from here with dealt cards; nothing before can be taken back."""
    game = going_on(referee.moment)
    at_table(referee.moment, caller)
    pack = referee.tools.packs.of(game.game.name)
    if game.dealt:
        raise refusals.cards_dealt()
    if "virtual" not in pack.offer.hands:
        raise refusals.no_cards()
    if not all(action.prelude for action in game.position.legal()):
        raise refusals.card_played()
    wanted = pack.offer.engine_options({**game.options, "hands": "virtual"})
    referee.deal(game.game.new(wanted).with_board(game.position))


def leave(referee: Referee, _: Leave, caller: Caller) -> None:
    """Make the lesson a game like any other."""
    game = open_game_of(referee.moment)
    at_table(referee.moment, caller)
    if game.lesson is None:
        raise refusals.no_lesson()
    referee.leave_lesson()


def play_on(referee: Referee, command: PlayOn, _: Caller) -> None:
    """Open a game in the middle of another; nothing before that can be taken back."""
    tools = referee.tools
    if command.new is None or command.position is None:
        raise refusals.no_such_game(command.game)
    pack, options, _position = ordered(tools.registry, tools.packs, tools.rng, command.new)
    game = pack.offer.with_data(tools.registry.game(command.new.game), options)
    try:
        position = game.load(command.position)
        _check_board(referee.moment, position)
        opened = beginning.begin(tools.journal, tools.registry, pack, options, quick=_pace(referee))
    except EngineError as error:
        raise refusals.engine_said(error.code, error.args[0]) from error
    opened.edit(position)
    referee.begun(opened)


def _pace(referee: Referee) -> bool:
    """Whether bots are to be quick in the next game, too, as they were in the last one."""
    if (game := referee.moment.game) is not None:
        referee.itself.quick = game.quick
    return referee.itself.quick


def _check_bots(pack: GamePack, options: dict[str, Any]) -> None:
    """Refuse bots that would need cards of paper; they have no names of their own."""
    seats = bots.of(options)
    if not seats:
        options.pop("bots", None)
        return
    if pack.presenter.cards is not None and options.get("hands") != "virtual":
        raise seat_refusals.bots_need_dealt_cards()
    names = enumerate(options["names"])
    options["names"] = ["" if seat in seats else name for seat, name in names]


def _check_names(names: Sequence[str], players: Sequence[Sequence[str]]) -> None:
    """Refuse a name that is too long for the page, one that two people would have, and one that
    is another player's colour.
    """
    if any(len(name) > LONGEST for name in names):
        raise seat_refusals.long_name(LONGEST)
    if same := twice(names):
        raise seat_refusals.same_name(same)
    if colour := anothers_colour(names, players):
        raise seat_refusals.anothers_colour(colour)


def _check_help(options: dict[str, Any]) -> None:
    """Refuse levels of help that there are not, or for seats that there are not."""
    levels = options.get("help") or []
    if len(levels) > len(options.get("players") or ()):
        raise score_refusals.more_helps()
    if wrong := next((level for level in levels if level not in HELPS), ""):
        raise score_refusals.player_wish("help", wrong)
    if not any(levels):
        options.pop("help", None)


def _check_board(moment: Moment, position: Position) -> None:
    """Refuse, in a sentence, a real board whose holes are not those of the game."""
    sensed, board = moment.hands.sensors.sensed, position.board
    if moment.board_kind == "serial" and sensed is not None and len(sensed) != len(board.holes):
        raise board_refusals.board_too_small(board.kind, len(board.holes), len(sensed))


def close(referee: Referee, command: Close, caller: Caller) -> None:
    """Close the open game; once it is over, so may whoever may begin it anew."""
    over = open_game_of(referee.moment).position.to_act is OVER
    if command.over and not over:
        raise refusals.not_over()
    if not (over and begins_again(referee.moment, caller)):
        at_table(referee.moment, caller)
    _pace(referee)
    referee.close()
