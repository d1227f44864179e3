"""Notices that are said once; they name the player to act, if there is one."""

from __future__ import annotations

from companion.model.message import Message
from companion.play import claims
from companion.play.open_game import OpenGame
from companion.table.moment import Moment

from .first_cut import cut_told


def to_play(moment: Moment, key: str, plain: str) -> Message:
    """The sentence with the player who is to act; ``plain`` if there is none, or several."""
    game, acting = moment.game, moment.acting
    if game is None or not acting or claims.is_open(game.position):
        return Message(plain)
    return Message(key, {"p": game.presenter.player(game.position, acting[0], game.names)})


def fits_again(moment: Moment) -> Message | None:
    """What is said once the board fits; nothing where the prompt tells of the cut.

    Nor where a window opens on something that happened: its second line says what it asks.
    """
    game = moment.game
    if game is not None and (cut_told(game) is not None or _asks(game)):
        return None
    return to_play(moment, "correction.done", "correction.done_plain")


def _asks(game: OpenGame) -> bool:
    """Whether a window is open whose second line asks something."""
    position = game.position
    return (
        claims.is_open(position) and game.presenter.hidden.about(position, game.names) is not None
    )
