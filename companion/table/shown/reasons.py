"""The reasons against a placement, and the hole that the marble goes back to (PP-8, PP-9)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.presenter import taken
from companion.model.message import Message
from companion.model.view import Reason
from companion.play.open_game import OpenGame
from companion.recogniser.showing import Kind, Showing
from companion.table.moment import Moment
from engine.game import Explanation, Position

from .light_meanings import return_hole

UNMEANT = Reason(None, Message("refusal.unmeant"))
"""Something was asked about, and people said that they had meant something else."""


def why_not(moment: Moment, showing: Showing) -> Reason:
    """The rule against a wrong placement, from the engine (PP-8).

    Without a named card no rule decides: every card was tried, held or not, and none leads there
    (PP-7).
    """
    game, state = moment.game, moment.hands.dialogue.board
    assert game is not None
    assert state is not None
    marble = state.marbles[showing.marble]
    place = marble.place
    if marble.waiting:
        return Reason(None, taken(game.presenter, marble.token, still=True))
    to = state.seating.places[showing.world.at[showing.marble]]
    slid = _slid(moment, place)
    if slid is not None:
        told = slid[1].explain(slid[0], to)
        if not told.legal:
            return _refusal(moment, slid[1], slid[0], told)
    legal = game.position.legal()
    if legal and all(action.prelude for action in legal):
        unmeant = (place, to) in moment.hands.dialogue.lasting.unmeant
        return UNMEANT if unmeant else _no_card(moment, game, marble.token)
    told = game.position.explain(place, to)
    if told.legal:  # it was asked about, and people said that they meant something else
        return UNMEANT
    return _refusal(moment, game.position, place, told)


def _refusal(moment: Moment, position: Position, frm: str, told: Explanation) -> Reason:
    """The engine's reason in words, with the board's own holes. ``frm``: the marble's place."""
    assert moment.game is not None
    reason = moment.game.presenter.refusal(position, told)
    holes = moment.known_seating().holes
    walk = tuple(hole for place in reason.walk for hole in holes.get(place, ())[:1])
    legal = reason.why is not None and position.explain(frm, reason.walk[-1]).legal
    ends = walk[-1] if legal else ""
    return replace(reason, walk=walk, ends=ends, told=moment.hands.dialogue.explains)


def _no_card(moment: Moment, game: OpenGame, token: str) -> Reason:
    """The reason for somebody else's marble, or for one that no card takes there."""
    seats = [seat for seat in game.position.seats if seat.number in moment.acting]
    if not seats or any(token in seat.colours for seat in seats):
        return Reason(None, Message("refusal.no_card_goes"))
    who = game.presenter.player(game.position, seats[0].number, game.names)
    return Reason(None, Message("prompt.stray", {"p": who, "q": game.presenter.token(token)}))


def way_back(moment: Moment, showing: Showing) -> str:
    """The hole that a stray or wrong marble came from."""
    state = moment.hands.dialogue.board
    if state is None or showing.kind not in (Kind.STRAY, Kind.WRONG):
        return ""
    place = state.marbles[showing.marble].place
    return return_hole(state, showing.world, place, moment.options)


def _slid(moment: Moment, place: str) -> tuple[str, Position] | None:
    """Where the marble that was just moved came from, and the position it moved in (PP-5).

    If it moves on before anybody else acts, the card that moved it judges it, unless it may move
    again in its own right.
    """
    last = None if moment.game is None else moment.game.last
    if last is None or any(frm == place for o in moment.options.direct for frm, _ in o.goals):
        return None
    return next(((d.frm, last.before) for d in last.action.displacements if d.to == place), None)
