"""Doubts about sensors: holes that would explain what is seen, to be set aside by a tap (PP-13).

The table never distrusts a stuck sensor by itself: a marble that is not felt looks like one in a
hand. It offers to set the hole aside if somebody waits for something that may be done already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from companion.model.message import Message
from companion.model.view import Doubt
from companion.recogniser.boardstate import BoardState
from companion.recogniser.sensor_health import FEW
from companion.recogniser.showing import Kind, Showing
from companion.wood.marbles import HAND

from .moment import Moment

MOST: Final = 16
"""At most this many holes are offered at once."""


def doubts(moment: Moment) -> tuple[Doubt, ...]:
    """Holes to doubt now, the likelier first."""
    showing, state, game = moment.showing, moment.hands.dialogue.board, moment.game
    if showing is None or state is None or game is None:
        return ()
    if showing.kind is Kind.REST:  # only what the board at rest contradicts
        holes = sorted(state.present ^ (state.full(showing.world) - moment.aside.keys()))
    else:
        tracking = moment.hands.tracking
        lying = tracking.read.lying(tracking.standing_log)
        holes = [*lying, *_holes(moment, state, showing)]
    found = dict.fromkeys(h for h in holes if h and h not in moment.aside)
    out = []
    for hole in list(found)[:MOST]:
        full = hole in state.present
        key = "doubt.empty" if full else "doubt.full"
        out.append(
            Doubt(hole, full, Message(key, nested={"h": game.presenter.hole(game.position, hole)}))
        )
    return tuple(out)


def _holes(moment: Moment, state: BoardState, showing: Showing) -> Iterator[str]:
    world = showing.world
    if showing.kind in (Kind.STRAY, Kind.WRONG):
        at = world.at[showing.marble]
        if at != HAND:
            yield from _gone_back(moment, state, (at,))
            yield from _unfelt_origins(moment, state, (at,))
        place = state.marbles[showing.marble].place
        yield from state.free_holes(place, world)
        yield at
        if not state.seating.holes.get(place):  # from beside the board, or moved on
            others = (d for d in state.deviations(world) if d.marble != showing.marble)
            yield from (d.at for d in others if d.at != HAND)
    elif showing.kind is Kind.CORRECTION:
        strange = [at for i, at in enumerate(world.at) if at != HAND and not state.marbles[i].place]
        yield from _gone_back(moment, state, state.full(world))
        yield from _unfelt_origins(moment, state, strange)
        yield from _gone_on(state, showing)
        yield from _miscounted(moment, state)
        for debt in moment.owed:
            if debt.blocking:
                yield from (hole for hole in (debt.to, debt.frm) if hole != HAND)
    elif showing.kind in (Kind.LIFTED, Kind.HALF, Kind.UNSEEN):
        held = [(m, *way) for m in showing.matches if m.fit is not None for way in m.fit.held]
        for match, marble, _ in held:
            yield from state.free_holes(state.marbles[marble].place, match.world)[:1]
        for i in state.in_hand(world):
            yield from state.free_holes(state.marbles[i].place, world)[:1]
        # Only the holder may know where a card that nobody named yet could lead.
        named = [to for m, _, to in held if m.candidate is not None and not m.candidate.prelude]
        goals = [hole for to in named for hole in state.seating.holes.get(to, ())[:1]]
        if showing.kind is Kind.HALF:
            yield from _left(state, showing)
            yield from _half_done(state, showing)
        health = moment.hands.sensors.health
        yield from sorted(goals, key=lambda hole: (hole in state.present, health.changes(hole)))


def _gone_back(moment: Moment, state: BoardState, strange: Iterable[str]) -> Iterator[str]:
    """The hole that the last move went to, if a marble stands again where it came from (PP-5)."""
    places = {state.seating.places[hole] for hole in strange}
    for frm, to in _last_ways(moment):
        if frm in places:
            yield from (h for h in state.seating.holes.get(to, ()) if h in state.present)


def _last_ways(moment: Moment) -> list[tuple[str, str]]:
    """From where to where the last action moved marbles."""
    last = None if moment.game is None else moment.game.last
    return [] if last is None else [(d.frm, d.to) for d in last.action.displacements]


def _gone_on(state: BoardState, showing: Showing) -> Iterator[str]:
    """The hole of one marble, if another seems to have come from beside the board. Perhaps there
    was only one, which only touched down in the first of the two holes."""
    away = [d for d in state.deviations(showing.world) if d.at != HAND]
    came = any(not state.seating.holes.get(state.marbles[d.marble].place) for d in away)
    if came and len(away) == FEW:
        yield from (d.at for d in away)


def _left(state: BoardState, showing: Showing) -> Iterator[str]:
    """Full holes that the marble still to be moved may have left, and where it may stand."""
    for match in showing.matches:
        if match.candidate is None or match.candidate.prelude or match.fit is None:
            continue
        for frm, to in match.fit.remaining:
            yield from (h for h in state.seating.holes.get(frm, ()) if h in state.present)
            yield from (h for h in state.seating.holes.get(to, ()) if h not in state.present)


def _half_done(state: BoardState, showing: Showing) -> Iterator[str]:
    """Holes that look like half of an action: their sensors may lie, with no marble there."""
    for match in showing.matches:
        if match.candidate is None or match.candidate.prelude or match.fit is None:
            continue
        done = [goal for goal in match.candidate.goals if goal not in match.fit.remaining]
        for _, to in done:
            yield from (h for h in state.seating.holes.get(to, ()) if h in state.present)


def _miscounted(moment: Moment, state: BoardState) -> list[str]:
    """The holes whose sensors alone make the board differ from the position. Those that never
    changed come first.

    Empty if more than ``FEW`` places differ: then the marbles differ.
    """
    assert moment.position is not None
    occupancy, health, aside = (
        moment.position.occupancy(),
        moment.hands.sensors.health,
        moment.aside,
    )
    wrong: list[list[str]] = []
    for place, holes in state.seating.holes.items():
        full = [hole for hole in holes if hole in state.present]
        wanted = len(occupancy.get(place, ())) if holes else 0
        if len(full) > wanted:
            wrong.append(full)
        elif len(full) < wanted and len(full) + len(aside.keys() & set(holes)) < wanted:
            wrong.append([h for h in holes if h not in state.present and h not in aside])
        if len(wrong) > FEW:
            return []
    return sorted((hole for holes in wrong for hole in holes), key=health.changes)


def _unfelt_origins(moment: Moment, state: BoardState, strange: Iterable[str]) -> Iterator[str]:
    """Full holes from which a legal move leads to where a marble stands that nobody lifted."""
    places = {state.seating.places[hole] for hole in strange}
    for option in (*moment.options.direct, *moment.options.inferred):
        for frm, to in option.goals:
            if to in places:
                yield from (h for h in state.seating.holes.get(frm, ()) if h in state.present)
