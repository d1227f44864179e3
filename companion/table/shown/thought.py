"""What the table thinks happened: the last move that it has read from the wood, to be denied."""

from __future__ import annotations

from companion.model.message import Message
from companion.model.states import AT_REST
from companion.model.view import Thought
from companion.recogniser.showing import Kind
from companion.table.moment import Moment

from .history import moves


def thought(moment: Moment) -> Thought | None:
    """The last move, from the time it was read until the next lift or the next thing told.

    On a virtual board the hand says which marble it puts, so there is nothing to be misread.
    """
    game, hands, showing = moment.game, moment.hands, moment.showing
    if game is None or moment.board_kind == "virtual" or not hands.playing:
        return None
    if moment.state not in AT_REST or showing is None or showing.kind is not Kind.REST:
        return None
    if hands.tracking.ledger.last_move(hands.tracking.state) is None:
        return None
    newest = moves(game, 1)[0]
    who = {"p": game.presenter.player(game.position, newest.seat, game.names)}
    nested = {"move": newest.message}
    if not newest.label:
        return Thought(newest.number, Message("thought.plain", who, nested))
    return Thought(newest.number, Message("thought", {**who, "card": newest.label}, nested))
