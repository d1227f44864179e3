"""Hints on demand: who is offered one, when, and how it is told (PP-23)."""

from __future__ import annotations

from typing import Final

from companion.errors import CommandRefused
from companion.model import refusals
from companion.model.message import Message
from companion.model.states import TableState
from companion.model.view import Hinted
from companion.play import dice
from companion.play.hints import Asked
from companion.play.open_game import OpenGame
from companion.table.moment import Moment
from engine.bots import coach

from .help_level import assistance
from .history import line
from .keys import NONE_MOVES, none_moves

CHOOSING: Final = frozenset((TableState.CHOOSE_CARD, TableState.CHOOSE_MOVE, TableState.CHOOSE))
"""States in which somebody has to choose and no hand has begun."""

_WITH_CARD: Final = {
    (coach.TAKE, True): "hint.take",
    (coach.HOME, False): "hint.home",
    (coach.OUT, False): "hint.out",
    (coach.RING, False): "hint.ring",
    (coach.SAFE, True): "hint.safe",
    (coach.SAFE, False): "hint.safe_all",
    (coach.KEEP, False): "hint.keep",
    (coach.ALONG, False): "hint.along",
    (coach.HOLD, False): "hint.hold",
    (coach.AGAIN, False): "hint.again",
}
"""Reason, and whether it names a token → the sentence."""
OF_SCORES: Final = (
    "won", "answers", "next", "centre", "road", "risk", "tokens", "finish", "ahead", "place",
    "whole", "walk", "style", "cards",
)  # fmt: skip
"""Parts of scores that have a sentence of their own."""
_WITHOUT_CARD: Final = {
    (coach.TAKE, True): "hint.die_take",
    (coach.HOME, False): "hint.die_home",
    (coach.OUT, False): "hint.die_out",
    (coach.RING, False): "hint.die_ring",
    (coach.SAFE, True): "hint.die_safe",
    (coach.SAFE, False): "hint.die_safe_all",
    (coach.ALONG, False): "hint.die_along",
    (coach.HOLD, False): "hint.die_hold",
    **{(f"hint.{part}", False): f"hint.die_{part}" for part in OF_SCORES},
}
"""The same in games without cards."""


def may_ask(moment: Moment, audience: int | None) -> bool:
    """Whether an audience is offered a hint now."""
    game = moment.game
    if game is None or game.lesson is not None or why_none(moment, audience) is not None:
        return False
    return audience in moment.acting or (audience is None and not game.dealt)


def why_none(moment: Moment, audience: int | None) -> CommandRefused | None:
    """Why a seat (None: the public) can have no hint now; None if it can."""
    if assistance(moment, audience) == "none":
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


def follow_wishes(moment: Moment, *, still: bool) -> None:
    """Forget a hint once something has changed, or its seat wants no help any more.

    Whoever wants good moves shown by themselves has one for a dealt card without asking.
    """
    game, hints = moment.game, moment.hints
    unwanted = hints.asked is not None and assistance(moment, hints.asked.action.seat) == "none"
    hints.stand(None if unwanted else moment.position, still=still)
    seat = min(moment.acting, default=None)
    if game is None or seat is None or not game.dealt or hints.asked is not None:
        return
    chooses = any(action.prelude for action in game.position.legal_for(seat))
    if chooses and assistance(moment, seat) == "hint" and may_ask(moment, seat):
        hints.ask(game, seat)


def hinted(moment: Moment, audience: int | None) -> Hinted | None:
    """The hint that stands, if the audience may see it."""
    game, asked = moment.game, moment.hints.asked
    if game is None or asked is None or not asked.seen_by(audience):
        return None
    told = _sentence(moment, game, asked)
    # Where no card has a move, all are alike: there is no other idea.
    others = bool(asked.others) and told.key != NONE_MOVES
    return Hinted(asked.action.text, told, others)


def sentence_of(why: coach.Reason, *, of_card: bool) -> str | None:
    """The key of the sentence that says why; None where none does.

    ``of_card``  it is a card that is good, or a move of one
    """
    known = _WITH_CARD if of_card else _WITHOUT_CARD
    return known.get((why.key, why.token is not None))


def _sentence(moment: Moment, game: OpenGame, asked: Asked) -> Message:
    """Why it is good, in one sentence; where none says that, only what is good."""
    action, why, cards = asked.action, asked.why, game.presenter.cards
    if why.key == coach.FLAT:
        dead = none_moves(moment, game, action.seat)
        return Message(NONE_MOVES if dead else why.key)
    card = None
    if cards is not None:
        card = cards.value(action) if action.prelude else cards.played(asked.of)
    key = sentence_of(why, of_card=card is not None)
    if key is not None:
        params = {"q": game.presenter.token(why.token)} if why.token is not None else {}
        nested = {"card": cards.first_name(card)} if cards is not None and card is not None else {}
        return Message(key, params, nested)
    if action.prelude and cards is not None:
        return Message("hint.card", nested={"card": cards.name(cards.value(action))})
    return Message("hint.move", nested={"move": line(game, action)})
