"""The board file where hardware and engine meet. Its kind of board says which holes there are."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from companion.errors import ConfigError
from companion.intake import NotThere, Unreadable, taken_text
from companion.lights.theme import usual_marbles
from engine.board import Board
from engine.boards import board_of
from engine.errors import BadConfig
from hardware.errors import BadWiring
from hardware.wiring import BoardFile, Draft


class WiredBoard(NamedTuple):
    """A sound board file, parsed once, and the board of its kind."""

    wiring: BoardFile
    board: Board


def read_board(text: str) -> WiredBoard:
    """The board that the text describes. BadWiring carries everything wrong in it, by line.

    The kind of board and the seats are checked, too.
    """
    draft, board, unknown = Draft(text), None, ""
    if draft.kind is not None:
        try:
            board = board_of(draft.kind)
        except BadConfig as error:
            unknown = str(error)
    wiring = draft.board(None if board is None else board.holes)
    if unknown:
        draft.tell(("kind",), unknown)
    known = usual_marbles()
    for seat in draft.seats:
        if seat not in known:
            there = ", ".join(known)
            draft.tell(("marbles", seat), f"marbles.{seat} is of no seat; there are {there}.")
    if draft.findings or wiring is None or board is None:
        raise BadWiring(draft.sorted())
    return WiredBoard(wiring, board)


def load(path: Path) -> WiredBoard:
    """The board file at ``path`` and the board of its kind. ConfigError says what is wrong."""
    text = read_text(path)
    try:
        return read_board(text)
    except BadWiring as error:
        raise ConfigError(f"The board file {path} cannot be used: {error}") from error


def read_text(path: Path) -> str:
    """The file's text. Raises ConfigError when there is none."""
    try:
        return taken_text(path)
    except NotThere:
        raise ConfigError(
            f"The board file {path} is not there; trackside wiring new --out FILE writes one."
        ) from None
    except Unreadable as error:
        raise ConfigError(f"The board file {path} cannot be read: {error}.") from error
