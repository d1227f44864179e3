"""Dice that the service throws on demand."""

from __future__ import annotations

from companion.model import refusals
from companion.model.message import Message
from companion.play import dice
from companion.play.dice import Throw
from companion.play.open_game import OpenGame
from companion.table.referee import Referee
from engine.action import Action


def roll(referee: Referee, game: OpenGame, seats: frozenset[int], seat: int | None) -> None:
    """Throw dice that are due: chance's, or else those of one of these seats (``seat``, if given).

    CommandRefused if no dice are due, or not for that seat.
    """
    due = dice.throws(game.position)
    if not due:
        raise refusals.no_dice()
    chance = [throw for throw in due if dice.of_chance(throw)]
    mine = chance or [t for t in due if t.seat in seats and seat in (None, t.seat)]
    if not mine:
        raise refusals.other_dice()
    throw = mine[0]
    action = dice.thrown(throw, referee.tools.rng)
    if chance:
        referee.throw(action)
    else:
        referee.play((action,), thrown=True)
    referee.say(_told(game, throw, action))


def _told(game: OpenGame, throw: Throw, action: Action) -> Message:
    """The message that says what came up."""
    faces = action.params[throw.param]
    shown = list(faces) if throw.count > 1 else [faces]
    labels = " ".join(game.presenter.face(face) for face in shown)
    return Message("notice.thrown" if throw.count == 1 else "notice.thrown_dice", {"n": labels})
