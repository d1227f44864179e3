"""Which games the board under the table can carry. A real board is of one kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.config import Config
from companion.errors import ConfigError
from companion.games.packs import OFFERS, PACKS
from companion.model import refusals
from companion.model.commands import Command, New, PlayOn
from engine.board import Board
from engine.data_files import KEY
from engine.errors import EngineError
from engine.registry import REGISTRY


def board_of_kind(kind: str) -> Board:
    """The board of that physical kind. ConfigError names the existing kinds."""
    known: dict[str, Board] = {}
    for offer in OFFERS.values():
        for sheet in offer.rules:
            known |= {name: offer.board(name) for name in sheet.boards}
    if kind not in known:
        raise ConfigError(f"board_kind holds {kind!r}: must be one of {', '.join(sorted(known))}.")
    return known[kind]


def unfit(board: Board, needed: Board) -> str:
    """The reason why a real board cannot carry a game that is open on another one.

    The text is empty when it can.

    >>> unfit(board_of_kind("hex"), board_of_kind("hex"))
    ''
    """
    if board.kind != needed.kind:
        what = f"is a {board.kind} one, and the open game needs a {needed.kind} one"
    elif len(board.holes) != len(needed.holes):
        what = f"has {len(board.holes)} holes, and the open game needs {len(needed.holes)}"
    else:
        return ""
    return f"This board {what}: play on here, or close the game and start again."


def anything(command: Command) -> None:
    """Admit every command. It is for a board that can become any other, and for no board."""


def admission(config: Config) -> Callable[[Command], Command]:
    """What becomes of a command by the settings; it raises CommandRefused where none of it does.

    A new game gets what the settings hold for it. A real board is of one kind, by its file or the
    setting.
    """
    complete = with_own_data(config.own_data)
    check: Callable[[Command], None] = anything
    if config.board == "serial":
        said_by = f"its board file {config.board_file}" if config.board_file else "board_kind"
        check = only_kind(config.board_kind, said_by)

    def admit(command: Command) -> Command:
        command = complete(command)
        check(command)
        return command

    return admit


def with_own_data(files: Mapping[str, Any]) -> Callable[[Command], Command]:
    """Give a new game the data file of the settings, unless somebody has chosen another.

    ``files``  the file by the name of the game. The key ``data`` with null means the sample.
    """

    def complete(command: Command) -> Command:
        if not isinstance(command, New) or command.game not in files:
            return command
        chosen = {KEY: files[command.game]} | (command.options or {})
        return msgspec.structs.replace(command, options=chosen)

    return complete


def only_kind(kind: str, said_by: str = "board_kind") -> Callable[[Command], None]:
    """A check that refuses games which the real board of that kind cannot carry."""

    def admit(command: Command) -> None:
        if isinstance(command, PlayOn) and command.new is not None:
            command = command.new
        if not isinstance(command, New):
            return
        options = msgspec.to_builtins(command)
        del options["command"]
        try:
            game, offer = REGISTRY.game(command.game), PACKS.of(command.game).offer
            asked = offer.engine_options(offer.settled(options))
            needed = game.new(asked).board.kind
        except EngineError:
            return  # the table tells what is wrong with it
        if needed != kind:
            raise refusals.other_board(kind, needed, said_by)

    return admit
