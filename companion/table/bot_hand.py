"""The table's own hand on the virtual board: its next stroke, from what stands there.

A bot's move is a debt like any other: the marbles of the wood against the position that the move
leads to. So is what words have moved. The hand pays it as people do, and the recogniser reads it as
it reads everybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.model.states import TableState
from companion.model.stroke import Stroke
from companion.play import claims
from companion.play.open_game import OpenGame, lately
from companion.recogniser.believed import believed
from companion.wood.debts import Debt, debts
from companion.wood.marbles import HAND
from engine.action import Action
from engine.game import Position

from .errands import Moved, displaced, moved
from .moment import Moment


def to_settle(moment: Moment, game: OpenGame) -> Moved:
    """The marbles that the table's hand puts right by itself: its errands, and what bots leave."""
    return moment.bot.errands | _of_bots(moment, game)


def _of_bots(moment: Moment, game: OpenGame) -> Moved:
    """The marbles that the bots' hand puts right.

    After a bot's move those that follow from it, with what chance made of it since, and whatever
    play waits for, also once people have let it go by. Where somebody else's move has begun a bot's
    turn, what moves in it of itself and is nobody's, as traffic. After takebacks and redos that
    took a bot's move or made it again, all.
    """
    if game.takebacks.seats is not None:
        mixed = game.takebacks.seats & game.bots.keys()
        return {(debt.token, debt.place) for debt in moment.owed} if mixed else frozenset()
    found: set[tuple[str, str]] = set()
    for step in lately(game):
        found |= moved(step.play.events) - displaced(step.play.action, step.play.before)
        if claims.let_go(step.play):
            continue  # whoever lets a window go by has the move before it go on
        if not step.chance and step.play.action.seat not in game.bots:
            return _of_traffic(found, moment, game)
        if not step.chance:
            amiss = moment.owed if moment.state is TableState.CORRECTION else ()
            return found | {(debt.token, debt.place) for debt in amiss}
    return frozenset()


def _of_traffic(marbles: Moved, moment: Moment, game: OpenGame) -> Moved:
    """Those of these marbles that are no player's, where only bots are to act."""
    if not moment.acting or not game.bots.keys() >= set(moment.acting):
        return frozenset()
    owned = {colour for seat in game.position.seats for colour in seat.colours}
    return {(token, place) for token, place in marbles if token not in owned}


def towards(moment: Moment, game: OpenGame, action: Action) -> Stroke | None:
    """The next stroke of a move that is not played yet; None where it stands on the wood."""
    applied = game.position.apply(action)
    about = displaced(action, game.position) | moved(applied.events)
    first = [d.to for d in action.displacements]
    return _next(moment, applied.position, about, first)


def settling(moment: Moment, game: OpenGame) -> Stroke | None:
    """The next stroke of what is left to do; None where nothing is, or hands are at something."""
    return _next(moment, game.position, to_settle(moment, game), ())


def _next(moment: Moment, position: Position, about: Moved, first: Sequence[str]) -> Stroke | None:
    """The next stroke towards a position. ``first``: places whose marbles are lifted first."""
    state = believed(moment.hands.tracking, position.occupancy(), Counter())
    world = state.plain(state.worlds[0])
    owed = debts(state, world)
    holds = moment.bot.holds  # also where nobody wants it moved any more: then it goes back
    due = [
        debt
        for debt in owed
        if (debt.token, debt.place) in about or (debt.frm == HAND and debt.token == holds)
    ]
    tokens = state.tokens(world)
    held = [debt for debt in due if debt.frm == HAND and debt.to != HAND]
    for debt in held:
        if debt.to not in tokens:
            return Stroke("put", debt.to, debt.token)
    for debt in held:
        return Stroke("lift", debt.to, tokens[debt.to])
    lifts = [debt for debt in due if debt.frm != HAND]
    if not lifts or any(debt.frm == HAND and debt.blocking for debt in owed if debt not in due):
        return None
    debt = min(lifts, key=lambda debt: _turn(debt, first))
    return Stroke("lift", debt.frm, debt.token)


def _turn(debt: Debt, first: Sequence[str]) -> int:
    """The turn of a marble: those that the move displaces go in its order, others after them."""
    return first.index(debt.place) if debt.place in first else len(first)
