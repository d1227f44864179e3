"""What is said once: sentences that name who is to play, where somebody is."""

from __future__ import annotations

from companion.model.message import Message
from companion.play import claims
from companion.table.moment import Moment


def to_play(moment: Moment, key: str, plain: str) -> Message:
    """The sentence with the player who is to act; ``plain`` where nobody is, or several are."""
    game, acting = moment.game, moment.acting
    if game is None or not acting or claims.is_open(game.position):
        return Message(plain)
    return Message(key, {"p": game.presenter.player(game.position, acting[0], game.names)})
