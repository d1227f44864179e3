"""A game is opened with its options and names, and closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import to_builtins

from companion.model import refusals
from companion.model.commands import Caller, Close, New
from companion.model.message import Message
from companion.play import open_game
from companion.table.core import Core
from engine.errors import EngineError
from engine.game import Position

from .access import at_table, open_game_of

LONGEST_NAME: Final = 40
"""Letters of a player's name."""


def new(core: Core, command: New, _: Caller) -> None:
    """Open a game; the one that is open ends."""
    options = {k: v for k, v in to_builtins(command).items() if v is not None and k != "command"}
    options["names"] = _names(command)
    told = None
    try:
        game = core.registry.game(command.game)
        presenter = core.presenters.of(game.name)
        if command.first is None and (command.options or {}).get("cut") is True:
            options["first"], told = presenter.first_player(options, core.rng)
        options = presenter.settled(options)
        options["names"] = _plain(options.get("names") or [])
        _check_board(core, game.new(presenter.engine_options(options)))
        opened = open_game.begin(core.journal, core.registry, presenter, options)
    except EngineError as error:
        raise refusals.engine_said(error.code, str(error)) from error
    core.holders.clear()
    core.notice = None
    core.opened(opened, set_out=core.board_kind != "serial")
    if told is not None:
        who = presenter.player(opened.position, int(options["first"]), opened.names)
        core.notice = Message(told.key, {**told.params, "p": who}, told.nested)


def _names(command: New) -> list[str]:
    """Players' names, trimmed; CommandRefused for one too long or too many."""
    names = _plain(command.names or [])
    if any(len(name) > LONGEST_NAME for name in names):
        raise refusals.long_name(LONGEST_NAME)
    if command.players is not None and len(names) > len(command.players):
        raise refusals.more_names()
    return names


def _plain(names: Sequence[str]) -> list[str]:
    """Names without what would make a message key of them: a leading ``@``."""
    return [name.strip().lstrip("@").strip() for name in names]


def _check_board(core: Core, position: Position) -> None:
    """A real board that has other holes than the game's is refused in a sentence."""
    sensed, board = core.hands.sensed, position.board
    if core.board_kind == "serial" and sensed is not None and len(sensed) != len(board.holes):
        raise refusals.board_too_small(board.kind, len(board.holes), len(sensed))


def close(core: Core, _: Close, caller: Caller) -> None:
    """Close the open game."""
    open_game_of(core)
    at_table(core, caller)
    core.journal.close_game()
    core.holders.clear()
    core.notice = None
    core.closed()
