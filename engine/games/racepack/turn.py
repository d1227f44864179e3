"""The course of a turn after a movement, a roll, a claim or the clock (RP-24 … RP-78).

Every function takes a checked decision and gives the state at the next one: turn ended, hazards
turned, queue closed up, blocked drivers passed over, new round ordered (RP-87).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ...events import Event, Moved, TurnPassed, Won
from . import closing
from .board import FINISHED, SPUN
from .events import (
    Claimed,
    DriverNext,
    Finished,
    HazardHit,
    HazardLaid,
    HazardUp,
    LapDone,
    Passed,
    PitStop,
    Rolled,
    RoundBegun,
    Skipped,
    SpunOut,
    TokenSpent,
    TurnLost,
)
from .moves import Movement, movements
from .race import SPIN_OUT, Race
from .road import NONE
from .state import (
    MOVE,
    MOVE_HAZARD,
    MOVEMENTS,
    OVER_PHASE,
    PENALTY,
    REACT,
    Hazard,
    State,
    Turn,
    race_order,
)

MOST_ON_CORNER: Final = 2
"""RP-78: hazards that a corner tile may hold."""

FRUITLESS_ROUNDS: Final = 2
"""Rounds in which nobody can move, after which the position is left as it is."""


class Outcome(NamedTuple):
    """The state at the next decision, what happened, and the movements legal there if known."""

    state: State
    events: list[Event]
    legal: Mapping[str, Movement] | None = None


# -- the driver's movement --


def move(race: Race, state: State, movement: Movement) -> Outcome:
    """RP-31 … RP-60: make the movement, then its roll or what it leads to."""
    way, turn = movement.way, state.turn
    road = race.road
    number = turn.car
    car = state.cars[number]
    name = race.cars[number]
    events: list[Event] = []
    if movement.token is not None:
        holder = race.holder(number)
        state = state.without_token(holder, movement.token)
        events.append(TokenSpent(name, race.holders[holder], movement.token, movement.speed))
    frm = SPUN if car.at == NONE else road.spaces[car.at]
    events.append(Moved(name, frm, road.spaces[way.to]))
    crossings = car.c + way.crosses
    moved = car._replace(at=way.to, spun=NONE, c=crossings, keep=way.keep, started=True)
    if way.crosses and crossings > 1:
        events.append(LapDone(name, crossings - 1))
    events += [
        HazardHit(name, road.spaces[hazard.at])
        for hazard in state.hazards
        if hazard.up and way.over >> hazard.at & 1
    ]
    turn = Turn(number, turn.made + 1, movement.speed, turn.stop or movement.stops)
    cars = (*state.cars[:number], moved, *state.cars[number + 1 :])
    state = state._replace(skipped=(), cars=cars, turn=turn)
    if movement.rolls:
        return Outcome(state._replace(phase=PENALTY, threshold=SPIN_OUT), events)
    return _resolve(race, state, movement, events)


def _resolve(race: Race, state: State, movement: Movement | None, events: list[Event]) -> Outcome:
    """Finish a movement: finish line, pit stop, hazards; then the rest of the turn."""
    ended = state.turn.stop or state.turn.made >= MOVEMENTS
    if movement is not None and movement.finishes:
        state = _finish(race, state, events)
        ended = True
    elif movement is not None and movement.pits:
        state = _stop_in_pit(race, state, events)
        ended = True
    state = turn_hazards(race, state, events)
    if sum(car.place > 0 for car in state.cars) >= race.finishers and ended:
        return _over(race, state, events)
    if not ended:
        legal = movements(race, state)
        if legal:
            return Outcome(state, events, legal)
    return end_turn(race, state, events)


def _finish(race: Race, state: State, events: list[Event]) -> State:
    """RP-72: give the car its place; it leaves the road."""
    number = state.turn.car
    car = state.cars[number]
    place = 1 + max(other.place for other in state.cars)
    events.append(Finished(race.cars[number], race.road.spaces[car.at], FINISHED, place))
    return state.with_car(number, car._replace(at=NONE, keep=False, place=place))


def _over(race: Race, state: State, events: list[Event]) -> Outcome:
    """RP-73: nobody is to move; the first car across the line has won."""
    first = min((car.place, number) for number, car in enumerate(state.cars) if car.place)[1]
    events.append(Won(race.owner[first]))
    return Outcome(state._replace(phase=OVER_PHASE, threshold=0, turn=Turn()), events)


def _stop_in_pit(race: Race, state: State, events: list[Event]) -> State:
    """RP-77: count one more stop, and give every token back."""
    number = state.turn.car
    car = state.cars[number]
    events.append(PitStop(race.cars[number], race.road.spaces[car.at]))
    holder = race.holder(number)
    tokens = (*state.tokens[:holder], race.full, *state.tokens[holder + 1 :])
    return state._replace(tokens=tokens).with_car(number, car._replace(pits=car.pits + 1))


def turn_hazards(race: Race, state: State, events: list[Event]) -> State:
    """RP-61: blank hazards that every racing car left behind on the first lap turn up."""
    if all(hazard.up for hazard in state.hazards):
        return state
    road = race.road
    last = min(
        (
            (car.c, car.spun, -1)
            if car.spun != NONE
            else (car.c, road.tile[car.at], road.row[car.at])
            for car in state.cars
            if not car.place
        ),
        default=(2, 0, 0),
    )
    hazards = []
    for hazard in state.hazards:
        if not hazard.up and last > (1, road.tile[hazard.at], road.row[hazard.at]):
            events.append(HazardUp(road.spaces[hazard.at]))
            hazard = Hazard(hazard.at, True)
        hazards.append(hazard)
    turned = tuple(hazards)
    return state if turned == state.hazards else state._replace(hazards=turned)


# -- penalty roll and claims --


def claimers(race: Race, state: State) -> tuple[int, ...]:
    """RP-44: players who may still claim: not the driver's, with a token, not passed yet."""
    driver = race.owner[state.turn.car]
    with_token = {race.player_of(h) for h, held in enumerate(state.tokens) if held}
    return tuple(sorted(with_token - {driver} - set(state.passed)))


def roll(race: Race, state: State, face: int) -> Outcome:
    """RP-43, RP-44: the penalty die shows a face."""
    events: list[Event] = [Rolled(race.cars[state.turn.car], face, state.threshold)]
    state = state._replace(skipped=(), passed=())
    if face >= state.threshold:
        return _spin_out(race, state, events)
    if claimers(race, state):
        return Outcome(state._replace(phase=REACT), events)
    return _safe(race, state, events)


def claim(race: Race, state: State, holder: int, token: str, threshold: int) -> Outcome:
    """RP-44: a token demands another roll."""
    car, name = race.cars[state.turn.car], race.holders[holder]
    state = state.without_token(holder, token)
    state = state._replace(phase=PENALTY, threshold=threshold, skipped=(), passed=())
    return Outcome(state, [Claimed(car, name, token, threshold)])


def let_pass(race: Race, state: State, player: int | None) -> Outcome:
    """RP-44: one player passes, or everybody (None); the last pass shuts the window."""
    left = claimers(race, state)
    who = left if player is None else (player,)
    events: list[Event] = [Passed(race.players[p][0]) for p in who]
    passed = tuple(sorted({*state.passed, *who}))
    state = state._replace(skipped=(), passed=passed)
    if set(left) - set(who):
        return Outcome(state, events)
    return _safe(race, state._replace(passed=()), events)


def _safe(race: Race, state: State, events: list[Event]) -> Outcome:
    return _resolve(race, state._replace(phase=MOVE, threshold=0), None, events)


def _spin_out(race: Race, state: State, events: list[Event]) -> Outcome:
    """RP-45: the car leaves the road and the turn ends; RP-78: one more hazard."""
    road = race.road
    number = state.turn.car
    car = state.cars[number]
    where = car.at
    events.append(SpunOut(race.cars[number], road.spaces[where], SPUN))
    seq = 1 + max(other.seq for other in state.cars)
    spun = car._replace(at=NONE, keep=False, spun=road.tile[where], seq=seq)
    state = state.with_car(number, spun)._replace(phase=MOVE, threshold=0)
    if state.extra is not None and _takes_hazard(race, state, where):
        if state.extra > 0:
            events.append(HazardLaid(road.spaces[where], None))
            hazards = (*state.hazards, Hazard(where, False))
            state = state._replace(hazards=hazards, extra=state.extra - 1)
        elif movable_hazards(race, state):
            return Outcome(state._replace(phase=MOVE_HAZARD, hazard_to=where), events)
    return end_turn(race, turn_hazards(race, state, events), events)


def _takes_hazard(race: Race, state: State, space: int) -> bool:
    """RP-78: whether there is room for a hazard on a space."""
    road = race.road
    lying = [hazard.at for hazard in state.hazards]
    there = sum(road.tile[at] == road.tile[space] for at in lying)
    return space not in lying and there < MOST_ON_CORNER


def movable_hazards(race: Race, state: State) -> tuple[int, ...]:
    """RP-78: the spaces of the hazards that may be moved: those not on a corner tile."""
    return tuple(h.at for h in state.hazards if not race.road.corner[h.at])


def move_hazard(race: Race, state: State, frm: int) -> Outcome:
    """RP-78: the driver who spun out moves a hazard to the place of the roll; it lies blank."""
    road = race.road
    events: list[Event] = [HazardLaid(road.spaces[state.hazard_to], road.spaces[frm])]
    hazards = tuple(
        Hazard(state.hazard_to, False) if hazard.at == frm else hazard for hazard in state.hazards
    )
    state = state._replace(hazards=hazards, phase=MOVE, hazard_to=NONE, skipped=())
    return end_turn(race, turn_hazards(race, state, events), events)


# -- the end of a turn --


def lose_turn(race: Race, state: State) -> Outcome:
    """RP-74: the time was up; movements already made stay."""
    events: list[Event] = [TurnLost(race.cars[state.turn.car])]
    return end_turn(race, state._replace(skipped=()), events)


def end_turn(race: Race, state: State, events: list[Event]) -> Outcome:
    """RP-24, RP-55, RP-70: the next car that can move; a new round if all have had their turn."""
    before = state.turn.car
    at = state.order.index(before) + 1
    skipped: list[int] = []
    begun = 0
    while True:
        if at >= len(state.order):
            begun += 1
            state = _new_round(race, state, events)
            at = 0
        number = state.order[at]
        at += 1
        if state.cars[number].place:
            continue
        if state.round == 1:
            state = closing.close_up(race, state, number, events)
        state = state._replace(turn=Turn(number), skipped=tuple(skipped))
        legal = movements(race, state)
        if legal or begun > FRUITLESS_ROUNDS:
            break
        skipped.append(number)
        events.append(Skipped(race.cars[number]))
    events.append(DriverNext(race.cars[number]))
    if race.owner[number] != race.owner[before]:
        events.append(TurnPassed(race.owner[number]))
    return Outcome(state, events, legal)


def _new_round(race: Race, state: State, events: list[Event]) -> State:
    order = race_order(race, state)
    events.append(RoundBegun(state.round + 1, tuple(race.cars[n] for n in order)))
    return state._replace(round=state.round + 1, order=order)
