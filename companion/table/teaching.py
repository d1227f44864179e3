"""The guided first game: when a step is done the next one is laid out; at the end play goes on."""

from __future__ import annotations

from companion.model.message import Message
from companion.play.lessons import step_of
from engine.game import OVER

from .held_moment import HeldMoment, Keeps


def follow(held: HeldMoment) -> None:
    """Lay out the step that is due. After the last one, or on a board set otherwise, it is over."""
    game = held.game
    if game is None or game.lesson is None or game.position.to_act is OVER:
        return
    lesson, position, step = game.lesson, game.position, step_of(game)
    if step is None:
        leave(held, "lesson.done")
    elif not lesson.is_ready(position, step):
        laid = game.game.load(lesson.prepared(position, step.number))
        game.edit(laid, step=True, joined=True)
        held.stand_at(game.position, keeps=Keeps.MARBLES)


def leave(held: HeldMoment, said: str = "lesson.left") -> None:
    """Go on as in any game, with cards for everybody; ``said``: what people read."""
    game = held.game
    if game is None or game.lesson is None:
        return
    game.edit(game.game.load(game.lesson.left(game.position)), learnt=True)
    held.stand_at(game.position, keeps=Keeps.MARBLES)
    held.notice = Message(said)
