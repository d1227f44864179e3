"""The reasons against a placement, and the hole that the marble goes back to (PP-8, PP-9)."""

from __future__ import annotations

from companion.model.message import Message
from companion.model.view import Reason
from companion.play.open_game import OpenGame
from companion.recogniser.recogniser import Decision, Kind
from companion.table.moment import Moment
from engine.game import Position

from .light_meanings import return_hole

UNMEANT = Reason(None, Message("refusal.unmeant"))
"""Something was asked about, and people said that they had meant something else."""


def why_not(moment: Moment, decision: Decision) -> Reason:
    """The rule against a wrong placement, from the engine (PP-8).

    Without a named card no rule decides: every card was tried, held or not, and none leads there
    (PP-7).
    """
    game, state = moment.game, moment.hands.state
    assert game is not None
    assert state is not None
    marble = state.marbles[decision.marble]
    place = marble.place
    if marble.waiting:
        token = game.presenter.token(marble.token)
        return Reason(None, Message("prompt.captured_still", {"q": token}))
    to = state.seating.places[decision.world.at[decision.marble]]
    slid = _slid(moment, place)
    if slid is not None:
        told = slid[1].explain(slid[0], to)
        if not told.legal:
            return game.presenter.refusal(slid[1], told)
    legal = game.position.legal()
    if legal and all(action.prelude for action in legal):
        unmeant = _said_no(moment, (place, to))
        return UNMEANT if unmeant else _no_card(moment, game, marble.token)
    told = game.position.explain(place, to)
    if told.legal:  # it was asked about, and people said that they meant something else
        return UNMEANT
    return game.presenter.refusal(game.position, told)


def _said_no(moment: Moment, way: tuple[str, str]) -> bool:
    """Whether people were asked about that way, and said that no card was meant."""
    reader = moment.hands.recogniser
    refused = () if reader is None else reader.refused
    return any(way in path[-1].displacements for path in refused)


def _no_card(moment: Moment, game: OpenGame, token: str) -> Reason:
    """The reason for somebody else's marble, or for one that no card takes there."""
    seats = [seat for seat in game.position.seats if seat.number in moment.acting]
    if not seats or any(token in seat.colours for seat in seats):
        return Reason(None, Message("refusal.no_card_goes"))
    who = game.presenter.player(game.position, seats[0].number, game.names)
    return Reason(None, Message("prompt.stray", {"p": who, "q": game.presenter.token(token)}))


def way_back(moment: Moment, decision: Decision) -> str:
    """The hole that a stray or wrong marble came from.

    A move may have been accepted on the way, at a hole that counting only touched. Its marble is
    led back to where the card took it from, unless the move captured something.
    """
    state, before = moment.hands.state, moment.hands.before
    if state is None or decision.kind not in (Kind.STRAY, Kind.WRONG):
        return ""
    place = state.marbles[decision.marble].place
    slid = _slid(moment, place) if decision.kind is Kind.WRONG else None
    accepted = before.match.candidate if before is not None else None
    counted = moment.hands.passed.intersection(state.seating.holes.get(place, ()))
    alone = len(state.blocking(decision.world)) == 1  # else the others would not be led home
    if slid is not None and alone and counted and accepted is not None and not accepted.loose:
        place = slid[0]
    return return_hole(state, decision.world, place, moment.options)


def _slid(moment: Moment, place: str) -> tuple[str, Position] | None:
    """Where the marble that was just moved came from, and the position it moved in (PP-5).

    If it moves on before anybody else acts, the card that moved it judges it. If it may move again
    in its own right, that holds only if it only touched that hole.
    """
    before, game, state = moment.hands.before, moment.game, moment.hands.state
    assert state is not None
    touched = moment.hands.passed.intersection(state.seating.holes.get(place, ()))
    again = any(frm == place for option in moment.options.direct for frm, _ in option.goals)
    if again and not touched:
        return None
    if before is None or game is None or before.match.candidate is None:
        return None
    for frm, to in before.match.candidate.goals:
        if to == place:
            step = next(s for s in reversed(game.steps) if not s.chance)
            return frm, step.play.before
    return None
