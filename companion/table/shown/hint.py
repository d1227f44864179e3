"""Hints on demand: who is offered one, when, and how it is told (PP-23)."""

from __future__ import annotations

from typing import Final

from companion.errors import CommandRefused
from companion.model import refusals
from companion.model.message import Message
from companion.model.states import TableState
from companion.model.view import Hinted
from companion.play import dice
from companion.play.open_game import OpenGame
from companion.table.moment import Moment

from .history import line

CHOOSING: Final = frozenset((TableState.CHOOSE_CARD, TableState.CHOOSE_MOVE, TableState.CHOOSE))
"""States in which somebody has to choose and no hand has begun."""


def may_ask(moment: Moment, audience: int | None) -> bool:
    """Whether an audience is offered a hint now."""
    game = moment.game
    if game is None or why_none(moment) is not None:
        return False
    return audience in moment.acting or (audience is None and not game.dealt)


def why_none(moment: Moment) -> CommandRefused | None:
    if moment.settings.assistance == "none":
        return refusals.no_hints()
    if moment.state not in CHOOSING or not moment.acting or moment.bot.seat is not None:
        return refusals.hint_later()
    position = moment.position
    if position is not None and (position.covered or dice.throws(position)):
        return refusals.hint_later()
    unseen = moment.game is not None and _in_real_hands(moment.game)
    if moment.state is TableState.CHOOSE_CARD and unseen:
        return refusals.no_card()
    return None


def _in_real_hands(game: OpenGame) -> bool:
    """Whether people hold the cards to choose from, where the table cannot see them."""
    return not game.dealt and game.presenter.cards is not None


def hinted(moment: Moment, audience: int | None) -> Hinted | None:
    """The hint that stands, if the audience may see it."""
    game, asked = moment.game, moment.hints.asked
    if game is None or asked is None or not asked.seen_by(audience):
        return None
    action, cards = asked.action, game.presenter.cards
    if action.prelude and cards is not None:
        card = cards.name(cards.value(action))
        return Hinted(action.text, Message("hint.card", nested={"card": card}))
    return Hinted(action.text, Message("hint.move", nested={"move": line(game, action)}))
