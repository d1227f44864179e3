"""The answers of a simulated person to the table's questions: true ones, or none yet."""

from __future__ import annotations

from typing import Final

from companion.games.packs import PACKS
from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.view import Ask, Option

from .intent import Intent, amiss, announced
from .world import World

NEITHER: Final = "neither"
FIRST: Final = "ask.first"
"""The question of what was played before the last move."""
STOOD: Final = ("ask.nothing", "ask.taken_back")
"""Answers by which the board stands as it did."""


def answer(ask: Ask, intent: Intent, world: World) -> str | None:
    """The true option. None while hands are half-way, when nothing can be said yet."""
    ids = [option.id for option in ask.options]
    meant_now = world.judge.position == intent.start and intent.prelude is not None
    if meant_now and intent.prelude is not None and intent.prelude.text in ids:
        return intent.prelude.text
    if ask.message.key.startswith("ask.card"):
        return NEITHER
    meant, text = lines_of(intent), intent.action.text
    lines = [o for o in ask.options if text in o.actions or o.message in meant]
    telling = [option for option in ask.options if option.hole]
    there = [option for option in telling if _stands(option, world)]
    if ask.message.key.startswith(("ask.unseen", "ask.where")):
        return next((option.id for option in lines if option in there), NEITHER)
    if telling:
        return there[0].id if there else NEITHER
    if ask.message.key == FIRST and not lines:
        return _before_it(ask, intent, world)
    strange = set(amiss(world.board, world.wood, intent.shown))
    if not (strange & intent.moved if ask.param else strange):
        return lines[0].id if lines else NEITHER
    if not amiss(world.board, world.wood, world.judge.position):
        nothing = [option.id for option in ask.options if option.message.key in STOOD]
        if nothing:
            return nothing[0]
    return None


def _before_it(ask: Ask, intent: Intent, world: World) -> str:
    """The option with what was played last before the gesture began."""
    played = {text: o.id for o in ask.options for text in o.actions}
    known = (played[text] for text in world.judge.led_to(intent.start) if text in played)
    return next(known, NEITHER)


def of_wood(ask: Ask, world: World) -> str:
    """The true option of a question that comes while debts are paid: nobody has meant a move."""
    there = [option for option in ask.options if option.hole and _stands(option, world)]
    nothing = [option for option in ask.options if option.message.key in STOOD]
    return next((option.id for option in (*there, *nothing)), NEITHER)


def _stands(option: Option, world: World) -> bool:
    """Whether the hole of that option holds its token, or is as empty as it says."""
    return world.wood.get(option.hole, "") == option.token


def lines_of(intent: Intent) -> list[Message]:
    """The page's sentences for that action, or for one with the same result."""
    presenter = PACKS.of(intent.before.game).presenter
    return [
        presenter.move(GameStep(action, (), intent.before, intent.before))
        for action in announced(intent.before)
        if action == intent.action or intent.before.apply(action).position == intent.after
    ]
