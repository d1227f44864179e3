"""Dice as the page shows them: the throws it asks for, and the key for a throw of the service."""

from __future__ import annotations

from companion.model.choices import DiceAsk, PadKey
from companion.model.message import Message
from companion.play import dice
from companion.play.open_game import OpenGame
from companion.table.moment import Moment
from engine.action import Action

ROLL = "roll"
"""Param of the key with which the service throws."""


def asked(moment: Moment, game: OpenGame, audience: int | None) -> tuple[DiceAsk, ...]:
    """Dice that people throw on the table and tell on the page; a seat is asked for its own."""
    presenter, position = game.presenter, game.position
    out = []
    for throw in dice.throws(position):
        prefix = throw.prefix
        if dice.of_chance(throw) or prefix is None or audience not in (None, throw.seat):
            continue
        faces = throw.faces
        message = presenter.awaiting(position, throw.seat, game.names, game.dealt, game.last)
        out.append(
            DiceAsk(
                seat=throw.seat,
                count=throw.count,
                faces=faces,
                labels=tuple(presenter.face(face) for face in faces),
                prefix=prefix,
                param=throw.param,
                message=message,
            )
        )
    return tuple(out)


def key(game: OpenGame, audience: int | None) -> tuple[PadKey, ...]:
    """The key with which the service throws, for an audience that may press it."""
    for throw in dice.throws(game.position):
        if dice.of_chance(throw) or audience in (None, throw.seat):
            caption = Message("key.roll" if throw.count == 1 else "key.roll_dice")
            return (PadKey("", ROLL, "", "", caption),)
    return ()


def told_on_keys(action: Action) -> bool:
    """Whether an action has a line and a key of its own, apart from those of dice."""
    return not dice.is_throw(action)
