"""The hand of a seat, for whoever holds it and looks at it."""

from __future__ import annotations

import msgspec

from companion.model.hand import Hand, Way
from companion.model.message import Message
from companion.play.open_game import OpenGame
from companion.recogniser.showing import Kind
from companion.table.moment import Moment
from engine.action import Action

from . import keys
from .history import line
from .questions import ask


def hand(moment: Moment, seat: int) -> Hand | None:
    """The cards of a seat and what they may do now; None where the service deals no cards."""
    game = moment.game
    cards = None if game is None else game.position.view(seat).get("hand")
    if game is None or not game.dealt or not isinstance(cards, list):
        return None
    held = [str(card) for card in cards]
    hidden, position, answers = game.presenter.hidden, game.position, _answers(moment, seat)
    ways = []
    for action in position.legal_for(seat):
        if action.seat != seat or (answers is not None and action.text not in answers):
            continue
        places = tuple(_places(held, hidden.spends(position, action)))
        if places:
            deed = hidden.deed(action)
            ways.append(Way(action.text, places, _said(game, action), deed))
    moves = {key.value: key.moves for key in keys.held(moment, game, tuple(held), seat)}
    faces = (hidden.card(position, card) for card in held)
    told = (msgspec.structs.replace(one, moves=moves.get(one.card)) for one in faces)
    return Hand(seat, tuple(told), tuple(ways))


def _said(game: OpenGame, action: Action) -> Message:
    """What an action does, in words; of a card that only names the next move, that it is played."""
    cards = game.presenter.cards
    if cards is None or not action.prelude:
        return line(game, action)
    return Message("move.play_card", nested={"card": cards.as_object(cards.value(action))})


def _answers(moment: Moment, seat: int) -> frozenset[str] | None:
    """The cards that answer the question for the card of a move that stands; None without one."""
    if moment.showing is None or moment.showing.kind is not Kind.CARD or seat not in moment.acting:
        return None
    question = ask(moment, seat)
    return None if question is None else frozenset(one.id for one in question.options)


def _places(held: list[str], spent: tuple[str, ...]) -> list[int]:
    """Where the cards lie in the hand; of alike cards the first is taken."""
    return sorted(held.index(card) for card in spent if card in held)
