"""What holds in every race, whatever is done: 2 to 8 cars on circuits by chance."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from racepack_circuits import circuits
from racepack_races import GAME, new_race
from two_forms import few_or_many

from engine.errors import IllegalAction
from engine.game import OVER
from engine.games.racepack import RacepackPosition
from engine.games.racepack.moves import Driving
from engine.games.racepack.road import PIT
from engine.games.racepack.state import MOVE, race_order
from engine.record import Record, closed, replay
from engine.registry import REGISTRY

# Cars of the race, whether in teams of two, whether with one pool of tokens a player.
FIELDS = [
    (2, False, False),
    (3, False, False),
    (4, False, False),
    (4, True, False),
    (5, False, False),
    (6, True, True),
    (6, True, False),
    (7, False, False),
    (8, True, False),
    (8, False, False),
]
UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)
"""A race by a seed does not get simpler with a smaller seed."""

UNHEARD = ("", "F0", "F8", "f1", "L", "E0.0L", "D9", "!", "!a", "!a:9", "H", "P", "*", "KF2", "-1")


@st.composite
def races(draw: st.DrawFn) -> tuple[RacepackPosition, random.Random]:
    """A race about to begin, and the generator that will drive it."""
    cars, teams, pool = draw(st.sampled_from(FIELDS))
    rng = random.Random(draw(st.integers(0, 10**9)))
    track = draw(circuits(cars=cars))
    options: dict[str, Any] = {}
    if draw(st.booleans()):
        options["extra_hazards"] = draw(st.integers(0, 2))
    if draw(st.booleans()):
        options["timer"] = True
    start = new_race(
        max(4, cars),
        teams=teams,
        track=track,
        laps=1,
        token_mode="pool" if pool else "car",
        options=options,
        hazards=[f"{tile}.{rng.randrange(2)}{rng.choice('LR')}" for tile in (5, 11, 17, 20)],
    )
    return without(start, cars), rng


def without(start: RacepackPosition, cars: int) -> RacepackPosition:
    """The same with only the first cars: fewer than four come by a position handed in (RP-80)."""
    if cars >= len(start.race.cars):
        return start
    data: dict[str, Any] = start.to_json()
    gone = start.race.cars[cars:]
    for key in ("players", "cars", "tokens"):
        data[key] = {k: v for k, v in data[key].items() if k.lower() not in gone}
    data["order"] = [name for name in data["order"] if name not in gone]
    position = GAME.load(data)
    assert isinstance(position, RacepackPosition)
    return position


def check(position: RacepackPosition) -> None:
    """RP-38, RP-80, RP-87: what must be true of any position."""
    standing = [car.at for car in position.state.cars if car.at >= 0]
    assert len(set(standing)) == len(standing), "two cars on one space"
    assert GAME.load(json.loads(json.dumps(position.to_json(), sort_keys=True))) == position
    there = {name for names in position.occupancy().values() for name in names}
    assert there == set(position.race.cars)
    assert set(position.occupancy()) <= set(position.board.places)
    legal = position.legal()
    assert len(set(legal)) == len(legal)
    assert list(legal) == sorted(legal, key=lambda a: (a.text, a.seat))
    acting = position.to_act
    if acting is OVER:
        assert not legal
        assert position.state.turn.car < 0
    else:
        assert legal, "somebody must be able to act"
        assert isinstance(acting, frozenset)
        assert {action.seat for action in legal} == acting
    for action in legal:
        for frm, to in action.displacements:
            assert position.driver in position.occupancy()[frm]
            assert to not in position.occupancy()


@few_or_many(given(races()), 3, 12, phases=UNSHRUNK)
def test_every_race_ends_and_every_position_on_the_way_is_sound(
    race: tuple[RacepackPosition, random.Random],
) -> None:
    """RP-38, RP-55, RP-70, RP-73: no two cars on a space, somebody always moves, it ends."""
    position, rng = race
    record = Record({"position": position.to_json()})
    wanted = min(3, len(position.race.cars) - 1)
    for number in range(6000):
        if number % 5 == 0:
            check(position)
        if position.to_act is OVER:
            break
        action = rng.choice(drivable(position))
        record = record.then(action)
        after = position.apply(action).position
        assert isinstance(after, RacepackPosition)
        position = after
    assert position.to_act is OVER
    check(position)
    places = sorted(car.place for car in position.state.cars if car.place)
    assert places == list(range(1, wanted + 1))
    assert replay(Record.from_text(closed(record, REGISTRY).to_text()), REGISTRY).final == position


def drivable(position: RacepackPosition) -> list[Any]:
    """The legal actions of people who want to arrive: no lost turns, and the stop they owe."""
    legal = [action for action in position.legal() if action.text != "T"] or list(position.legal())
    race, state = position.race, position.state
    if not race.has_pit or state.phase != MOVE or state.cars[state.turn.car].pits:
        return legal
    moves = position.moves()
    stops = {text for text, movement in moves.items() if movement.pits}
    lane = {text for text, m in moves.items() if race.road.lane[m.way.to] == PIT}
    return [action for action in legal if action.text in (stops or lane)] or legal


@settings(max_examples=10, phases=UNSHRUNK)
@given(races())
def test_every_offered_action_applies_and_nothing_else_does(
    race: tuple[RacepackPosition, random.Random],
) -> None:
    """RP-86, RP-87."""
    position, rng = race
    for _ in range(rng.randrange(60)):
        after = position.apply(rng.choice(drivable(position))).position
        assert isinstance(after, RacepackPosition)
        position = after
        if position.to_act is OVER:
            return
    before = position.to_json()
    legal = {action.text for action in position.legal()}
    for action in position.legal():
        after = position.apply(action).position
        assert isinstance(after, RacepackPosition)
        check(after)
    every = [f"{word}{n}{t}" for word in ("F", "L", "R", "KF", "KL", "KR") for n in range(1, 8)
             for t in ("", "*1", "*3", "*W")]  # fmt: skip
    for text in {*every, *UNHEARD, "T", "-", "D3", "!b:2"} - legal:
        with pytest.raises(IllegalAction) as told:
            position.apply(text)
        assert told.value.code in {
            "illegal_movement", "wrong_phase", "bad_die", "no_token", "own_player",
        }  # fmt: skip
    assert position.to_json() == before


@settings(max_examples=12, phases=UNSHRUNK)
@given(races())
def test_on_a_fresh_turn_the_number_owed_is_found_with_single_steps_and_no_tokens(
    race: tuple[RacepackPosition, random.Random],
) -> None:
    """RP-53's own remark, checked: a fresh turn owes nothing to tokens or to higher speeds."""
    position, rng = race
    for _ in range(120):
        if position.to_act is OVER:
            return
        state = position.state
        if state.phase == MOVE and state.turn.made == 0 and state.cars[state.turn.car].spun < 0:
            assert owed(position) == by_single_steps(position)
        after = position.apply(rng.choice(drivable(position))).position
        assert isinstance(after, RacepackPosition)
        position = after


def owed(position: RacepackPosition) -> int:
    """How many movements the driver can still make, tokens counted; 3 for a whole turn."""
    driving = Driving(position.race, position.state)
    possible = list(driving.possible())
    return max(
        (more + 1 for more in (0, 1, 2) for m in possible if driving.follows(m, more)), default=0
    )


def by_single_steps(position: RacepackPosition) -> int:
    """The same, walking space by space at speed 1."""
    race = position.race
    driving = Driving(race, position.state)

    def further(space: int, keep: bool, left: int) -> int:
        best = 0
        for way in driving.open_ways(space, keep):
            if left and way.speeds & 1 << 1:
                whole = driving.completes(way)
                best = max(best, left if whole else 1 + further(way.to, way.keep, left - 1))
        return best

    car = position.state.cars[position.state.turn.car]
    return further(car.at, car.keep, 3)


@settings(max_examples=8, phases=UNSHRUNK)
@given(races())
def test_the_order_of_a_round_is_the_order_of_race_at_its_start(
    race: tuple[RacepackPosition, random.Random],
) -> None:
    """RP-70."""
    position, rng = race
    for _ in range(150):
        if position.to_act is OVER:
            return
        after = position.apply(rng.choice(drivable(position))).position
        assert isinstance(after, RacepackPosition)
        if after.state.round > position.state.round:
            assert after.state.order == race_order(after.race, after.state)
        position = after
