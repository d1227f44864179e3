"""Before the race: ``new``, grid, and set-up with dice as actions (RP-20 … RP-28, RP-88)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...errors import BadConfig, BadTrack, Misfit, shown
from ...events import Event
from ...told import Told
from .board import PADDOCK
from .cases_track import grid_order
from .checks import (
    OptionsRead,
    bad_config,
    mapping,
    read_mode,
    read_players,
    texts,
    truth,
    whole,
)
from .events import DriverNext, Gridded, GridRolled, HazardCounted, HazardLaid
from .race import HAZARDS, MOST_LAPS, Race
from .road import NONE
from .state import LAYING, MOVE, POLE, Car, Hazard, State, Turn
from .track import Track, fits_grid, problems
from .turn import Outcome

KEYS: Final = (
    "players", "ranking", "laps", "hazards", "token_mode", "track", "options", "setup",
)  # fmt: skip
"""What ``new`` knows, besides ``game``: RP-90's config, RP-80's options, RP-88's ``setup``."""

SIZES: Final = frozenset({(2, 2), (3, 2), (4, 1), (4, 2), (5, 1), (6, 1), (7, 1), (8, 1)})
"""RP-20: players and cars of each, with one piecepack or two."""


def first_state(config: Mapping[str, object]) -> tuple[Race, State]:
    """The race of a checked configuration, and its first state; BadConfig, BadTrack otherwise."""
    try:
        return _first(mapping(config, "config", ("game", *KEYS)))
    except Misfit as wrong:
        bad_config(wrong.args[0])


def _first(config: Mapping[str, object]) -> tuple[Race, State]:
    track = Track.from_json(config.get("track", "default"))
    if found := problems(track):
        said = "track: it cannot be raced on: {codes} (RP-11)"
        raise BadTrack(Told("track_unsound", said, codes=", ".join(found[:5])))
    players = read_players(config.get("players"))
    _check_sizes(players)
    options = OptionsRead(config.get("options", {}))
    race = _race(config, track, players, options)
    if not fits_grid(track, len(race.cars)):
        said = "track: the last {tiles} tiles must be straight, for a grid of {cars} cars (RP-12)"
        cars = len(race.cars)
        raise BadTrack(Told("track_grid", said, tiles=(cars + 3) // 4, cars=cars))
    state = State(
        cars=(Car(c=0, started=False),) * len(race.cars),
        tokens=(race.full,) * len(race.holders),
        round=1,
        extra=options.extra,
    )
    if truth(config.get("setup", False), "setup"):
        for key in ("ranking", "hazards"):
            if key in config:
                raise Misfit(f"{key}: with setup it comes from the dice (RP-88); leave it out")
        return race, state._replace(phase=POLE, rolls=((),) * len(players))
    ranking = _ranking(config, race)
    hazards = _hazards(config.get("hazards", ()), race)
    return race, _on_grid(race, state, ranking)._replace(hazards=hazards)


def _check_sizes(players: Mapping[str, Sequence[str]]) -> None:
    """RP-20."""
    counts = {len(cars) for cars in players.values()}
    if len(counts) != 1 or (len(players), min(counts)) not in SIZES:
        said = "players: 2, 3 or 4 players with two cars each or 4 to 8 with one can race (RP-20)"
        raise Misfit(Told("race_sizes", said))


def _race(
    config: Mapping[str, object],
    track: Track,
    players: Mapping[str, Sequence[str]],
    options: OptionsRead,
) -> Race:
    cars = tuple(sorted(car for held in players.values() for car in held))
    number = {car: n for n, car in enumerate(cars)}
    pool = read_mode(config.get("token_mode", "car"))
    if pool and (len(players), len(cars)) != (3, 6):
        raise Misfit("token_mode: a pool is for three players with two cars each (RP-28)")
    return Race(
        track=track,
        laps=whole(config.get("laps", 3), "laps", 1, MOST_LAPS),
        cars=cars,
        players=tuple((name, tuple(number[car] for car in held)) for name, held in players.items()),
        pool=pool,
        timer=options.timer,
        extra=options.extra is not None,
        dice=options.dice,
    )


def _ranking(config: Mapping[str, object], race: Race) -> tuple[str, ...]:
    """RP-90: the players, best roll first."""
    if "ranking" not in config:
        raise BadConfig(
            "ranking: missing; list the players, best roll first, or ask for setup",
            code="malformed",
        )
    ranking = texts(config["ranking"], "ranking")
    if sorted(ranking) != sorted(name for name, _ in race.players):
        raise Misfit(f"ranking: {shown(list(ranking))} is not every player once")
    return ranking


def _hazards(value: object, race: Race) -> tuple[Hazard, ...]:
    """RP-90: space ids, all blank."""
    names = texts(value, "hazards")
    for at, name in enumerate(names):
        if name not in race.road.index:
            raise Misfit(f"hazards: {shown(name)} is no space of this track")
        if name in names[:at]:
            raise Misfit(f"hazards: {name} is given twice")
    return tuple(Hazard(race.road.index[name], False) for name in names)


def _on_grid(race: Race, state: State, ranking: Sequence[str]) -> State:
    """RP-22, RP-24: every car on its place, with the pole to move."""
    named = {name: [race.cars[car] for car in cars] for name, cars in race.players}
    order = tuple(race.number[car] for car in grid_order(named, ranking))
    for car, space in zip(order, race.road.grid(len(order)), strict=True):
        state = state.with_car(car, state.cars[car]._replace(at=space))
    return state._replace(order=order, turn=Turn(order[0]), phase=MOVE)


# -- dice as actions (RP-88) --


def pending(state: State) -> tuple[int, ...]:
    """RP-21: the players that have to roll for the pole now: all of them, or those tied."""
    return tuple(sorted(_undecided(state, range(len(state.rolls)), 0)))


def _undecided(state: State, players: Sequence[int], nth: int) -> list[int]:
    """Of players tied so far: those without an nth roll, or else those still tied."""
    if len(players) < 2:
        return []
    missing = [p for p in players if len(state.rolls[p]) <= nth]
    if missing:
        return missing
    found: list[int] = []
    for group in _by_total(state, players, nth):
        found += _undecided(state, group, nth + 1)
    return found


def _by_total(state: State, players: Sequence[int], nth: int) -> list[list[int]]:
    """The players by the total of their nth roll, the highest first."""
    groups: dict[int, list[int]] = {}
    for player in players:
        groups.setdefault(total(state.rolls[player][nth]), []).append(player)
    return [groups[key] for key in sorted(groups, reverse=True)]


def total(faces: str) -> int:
    """RP-21: the sum of three dice.

    >>> total("305")
    8
    """
    return sum(int(face) for face in faces)


def ranked(state: State) -> list[int]:
    """RP-21: the players once no tie is left, the best first."""
    sums = {p: [-total(faces) for faces in rolls] for p, rolls in enumerate(state.rolls)}
    return sorted(sums, key=lambda p: sums[p])


def roll_for_pole(race: Race, state: State, player: int, faces: str) -> Outcome:
    """RP-21: one player's three dice; after the last the cars take their places."""
    events: list[Event] = [GridRolled(race.players[player][0], faces)]
    rolls = list(state.rolls)
    rolls[player] = (*rolls[player], faces)
    state = state._replace(rolls=tuple(rolls))
    if pending(state):
        return Outcome(state, events)
    state = _on_grid(race, state, [race.players[p][0] for p in ranked(state)])
    events += [
        Gridded(race.cars[n], PADDOCK, race.road.spaces[state.cars[n].at]) for n in state.order
    ]
    return Outcome(state._replace(phase=LAYING, turn=Turn(), rolls=(), counted=NONE), events)


def count_hazard(race: Race, state: State, face: int) -> Outcome:
    """RP-26: the die counts from corner 1, later from the tile before; a later null is void."""
    road = race.road
    if state.hazards and face == 0:
        return Outcome(state, [HazardCounted(face, None)])
    start = road.tile[state.hazards[-1].at] if state.hazards else road.corners[0].tile
    tile = road.hazard_tile(start, face)
    return Outcome(state._replace(counted=tile), [HazardCounted(face, tile)])


def lay_hazard(race: Race, state: State, space: int) -> Outcome:
    """RP-26: the coin goes over the tile's icon; after the fourth the race begins."""
    events: list[Event] = [HazardLaid(race.road.spaces[space], None)]
    state = state._replace(hazards=(*state.hazards, Hazard(space, False)), counted=NONE)
    if len(state.hazards) < HAZARDS:
        return Outcome(state, events)
    first = state.order[0]
    events.append(DriverNext(race.cars[first]))
    return Outcome(state._replace(phase=MOVE, turn=Turn(first)), events)


def icon_spaces(race: Race, state: State) -> tuple[int, ...]:
    """RP-26: the four spaces of the counted tile."""
    return tuple(range(4 * state.counted, 4 * state.counted + 4))
