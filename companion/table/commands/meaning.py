"""What a command can mean at all. It is checked before anybody asks whether it may be done.

What depends on nothing but the command and the open game is refused here, as ``malformed``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from companion.games.lesson import LEARN
from companion.games.offer import DATA_MORE, DATA_NAME, HOUSE
from companion.model import board_refusals, refusals, score_refusals, seat_refusals
from companion.model.commands import Command, Edit, HandOver, New, PlayOn, Tend, Undo
from companion.model.names import LONGEST, plain
from companion.model.players import HELPS
from companion.play.open_game import OpenGame
from companion.upkeep import service_mode
from engine.errors import shown
from engine.search import LEVELS

MOST_UNDONE: Final = 10_000
OPTION_KINDS: Final[Mapping[str, tuple[type | tuple[type, ...], str]]] = {
    "cut": ((bool, list), "true or a list of cards"),
    LEARN: (bool, "true or false"),
    HOUSE: (str, "a name"),
    DATA_NAME: (str, "a name"),
    DATA_MORE: (str, "a name"),
}
"""The options that only the service reads, by what they are."""


def check(game: OpenGame | None, command: Command) -> None:
    """Refuse a command whose values are out of range; ``game`` is the open one."""
    match command:
        case Undo(steps, move):
            if not 1 <= steps <= MOST_UNDONE:
                raise refusals.too_many_steps(steps, MOST_UNDONE)
            if move is not None and move < 1:
                raise refusals.no_move_number(move)
        case New():
            _check_names(command)
            _check_bots(command)
            _check_options(command)
        case PlayOn(new=New() as new):  # whose options are those of a game that was played
            _check_names(new)
            _check_bots(new)
        case HandOver():
            _check_handed(game, command)
        case Edit() if game is not None:
            _check_edit(game, command)
        case Tend():
            service_mode.check(command)


def all_tokens(game: OpenGame) -> Counter[str]:
    """Token → number of its marbles in the game."""
    return Counter(t for tokens in game.position.occupancy().values() for t in tokens)


def _check_edit(game: OpenGame, command: Edit) -> None:
    known = all_tokens(game)
    for hole, token in command.marbles.items():
        if hole not in game.position.board.holes:
            raise board_refusals.unknown_hole(hole)
        if token not in known:
            raise board_refusals.unknown_token(token, known)
    if command.seat is not None:
        _check_seat(game, command.seat)


def _check_seat(game: OpenGame, seat: int) -> None:
    if all(s.number != seat for s in game.position.seats):
        raise seat_refusals.unknown_seat(seat)


def _check_handed(game: OpenGame | None, command: HandOver) -> None:
    told = (command.name, command.bot, command.help)
    said = any(one is not None for one in told)
    if said == command.back or (command.name and command.bot):
        raise seat_refusals.nobody_named()
    if len(plain(command.name or "")) > LONGEST:
        raise seat_refusals.long_name(LONGEST)
    if command.bot and command.bot not in LEVELS:
        raise seat_refusals.unknown_level("bot", command.bot, LEVELS)
    if command.help is not None and command.help not in HELPS:
        raise score_refusals.player_wish("help", command.help)
    if game is not None:
        _check_seat(game, command.seat)


def _check_names(command: New) -> None:
    names = command.names or []
    if command.players is not None and len(names) > len(command.players):
        raise seat_refusals.more_names()


def _check_options(command: New) -> None:
    """Options of the service that are of another kind than they can be; null says nothing.

    What a game makes of its own ones, its engine says.
    """
    for key, value in (command.options or {}).items():
        kinds = OPTION_KINDS.get(key)
        if value is None or kinds is None:
            continue
        if not isinstance(value, kinds[0]):
            told = f"options.{key}: {kinds[1]} is needed, not {shown(value)}."
            raise refusals.engine_said("bad-config", told)


def _check_bots(command: New) -> None:
    bots = command.bots or []
    for seat, level in enumerate(bots):
        if level and level not in LEVELS:
            raise seat_refusals.unknown_level(f"bots[{seat}]", level, LEVELS)
    if command.players is not None and len(bots) > len(command.players):
        raise seat_refusals.more_bots()
