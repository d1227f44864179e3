"""RP-80's JSON form of a position: strict reading, and writing with every field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...errors import Misfit, shown
from .checks import (
    MOST_CARS,
    OptionsRead,
    bad_position,
    identifier,
    mapping,
    read_mode,
    read_players,
    texts,
    truth,
    whole,
)
from .race import HAZARDS, MOST_LAPS, SPEEDS_OF, SPIN_OUT, Race
from .road import FASTEST, NONE, Road, road
from .setup import pending
from .state import (
    LAYING,
    MOVE,
    MOVE_HAZARD,
    MOVEMENTS,
    OVER_PHASE,
    PENALTY,
    PHASES,
    POLE,
    REACT,
    Car,
    Hazard,
    State,
    Turn,
    race_order,
)
from .track import Track

KEYS: Final = (
    "game", "track", "laps", "players", "token_mode", "cars", "tokens", "hazards", "round",
    "order", "turn", "phase", "threshold", "skipped", "options",
)  # fmt: skip
"""RP-80; the phases of set-up and claims add ``SOMETIMES``."""

SOMETIMES: Final = ("rolls", "counted", "passed", "hazard_to")
"""Our own: there only while they mean something."""

CAR_KEYS: Final = ("at", "c", "keep", "spun", "seq", "started", "place", "pits")


def read_position(data: object) -> tuple[Race, State]:
    """Race and state of a position; BadPosition names what is wrong, BadTrack the track."""
    try:
        return _Reader(mapping(data, "a position", (*KEYS, *SOMETIMES))).read()
    except Misfit as wrong:
        bad_position(wrong.args[0])


class _Reader:
    """One position being read, key by key."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self.data = data

    def read(self) -> tuple[Race, State]:
        data = self.data
        if data.get("game", "racepack") != "racepack":
            raise Misfit(f"game: {shown(data['game'])} is not racepack")
        track = Track.from_json(data.get("track", "default"))
        self.road = road(track)
        self.phase = self._phase()
        cars = self._cars(data.get("cars"))
        self.names = {name: n for n, name in enumerate(cars)}
        options = OptionsRead(data.get("options", {}))
        self.race = Race(
            track=track,
            laps=whole(data.get("laps", 3), "laps", 1, MOST_LAPS),
            cars=tuple(cars),
            players=self._players(),
            pool=read_mode(data.get("token_mode", "car")),
            timer=options.timer,
            extra=options.extra is not None,
            dice=options.dice,
        )
        state = State(
            cars=tuple(cars.values()),
            tokens=self._tokens(data.get("tokens", {})),
            hazards=self._hazards(data.get("hazards", ())),
            round=whole(data.get("round", 2), "round", 1),
            phase=self.phase,
            skipped=self._numbers(data.get("skipped", ()), "skipped", once=False),
            extra=options.extra,
        )
        state = state._replace(order=self._order(state))
        state = state._replace(turn=self._turn(state))
        return self.race, self._sometimes(state._replace(threshold=self._threshold()))

    # -- cars and players --

    def _phase(self) -> str:
        phase = self.data.get("phase", MOVE)
        if not isinstance(phase, str) or phase not in PHASES:
            raise Misfit(f"phase: {shown(phase)} is none of {', '.join(PHASES)}")
        return phase

    def _cars(self, value: object) -> dict[str, Car]:
        if "cars" not in self.data:
            raise Misfit("cars: missing; an object by car is needed")
        given = mapping(value, "cars")
        if not 1 <= len(given) <= MOST_CARS:
            raise Misfit(f"cars: 1 to {MOST_CARS} cars are needed, not {len(given)}")
        cars = {}
        standing: dict[int, str] = {}
        places: dict[int, str] = {}
        for name, fields in sorted(given.items()):
            car = self._car(identifier(name, "cars"), mapping(fields, f"cars: {name}", CAR_KEYS))
            if car.at in standing:
                raise Misfit(f"cars: {standing[car.at]} and {name} stand on one space")
            if car.place in places:
                raise Misfit(f"cars: {places[car.place]} and {name} have one place")
            if car.at != NONE:
                standing[car.at] = name
            if car.place:
                places[car.place] = name
            cars[name] = car
        return cars

    def _car(self, name: str, fields: Mapping[str, object]) -> Car:
        key = f"cars: {name}"
        at = self._space(fields.get("at"), f"{key}: at")
        spun = NONE
        if fields.get("spun") is not None:
            spun = whole(fields["spun"], f"{key}: spun", 0, self.road.tiles - 1)
            if not self.road.is_corner(spun):
                raise Misfit(f"{key}: spun: tile {spun} is no corner (RP-45)")
        place = whole(fields.get("place", 0), f"{key}: place", 0)
        there = (at != NONE) + (spun != NONE) + (place > 0)
        if there != (self.phase != POLE):
            raise Misfit(f"{key}: exactly one of at, spun and place must hold (RP-80)")
        keep = truth(fields.get("keep", False), f"{key}: keep")
        if keep and (at == NONE or not self.road.entry[at]):
            raise Misfit(f"{key}: keep: it stands on no entry row (RP-37)")
        return Car(
            at=at,
            c=whole(fields.get("c", 1), f"{key}: c", 0),
            keep=keep,
            spun=spun,
            seq=whole(fields.get("seq", 0), f"{key}: seq", 0),
            started=truth(fields.get("started", True), f"{key}: started"),
            place=place,
            pits=whole(fields.get("pits", 0), f"{key}: pits", 0),
        )

    def _players(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """RP-80: one player for each car, in capitals, if left out."""
        if "players" in self.data:
            players = read_players(self.data["players"])
        else:
            players = {name.upper(): (name,) for name in sorted(self.names, key=str.upper)}
            if len(players) < len(self.names):
                raise Misfit("players: two cars have one name in capitals; say who drives what")
        driven = [car for held in players.values() for car in held]
        for car in driven:
            if car not in self.names:
                raise Misfit(f"players: {car} is no car of this race")
        for car in self.names:
            if car not in driven:
                raise Misfit(f"players: nobody drives {car}")
        return tuple((p, tuple(self.names[car] for car in held)) for p, held in players.items())

    # -- spaces and lists --

    def _space(self, value: object, key: str) -> int:
        if value is None:
            return NONE
        found = self.road.index.get(value) if isinstance(value, str) else None
        if found is None:
            raise Misfit(f"{key}: {shown(value)} is no space of this track")
        return found

    def _numbers(self, value: object, key: str, *, once: bool = True) -> tuple[int, ...]:
        """Cars by name; with ``once`` no car twice (a car may be passed over in two rounds)."""
        names = texts(value, key)
        for at, name in enumerate(names):
            if name not in self.names:
                raise Misfit(f"{key}: {shown(name)} is no car of this race")
            if once and name in names[:at]:
                raise Misfit(f"{key}: {name} is listed twice")
        return tuple(self.names[name] for name in names)

    def _tokens(self, value: object) -> tuple[tuple[str, ...], ...]:
        race = self.race
        given = mapping(value, "tokens")
        for name in given:
            if name not in race.holders:
                kind = "player" if race.pool else "car"
                raise Misfit(f"tokens: {shown(name)} is no {kind} of this race")
        held = {name: texts(tokens, f"tokens: {name}") for name, tokens in given.items()}
        for name, tokens in held.items():
            for token in tokens:
                if token not in SPEEDS_OF:
                    raise Misfit(f"tokens: {name}: {shown(token)} is no token (RP-25, RP-28)")
        return tuple(held.get(name, race.full) for name in race.holders)

    def _hazards(self, value: object) -> tuple[Hazard, ...]:
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise Misfit(f"hazards: a list is needed, not {shown(value)}")
        hazards: list[Hazard] = []
        for item in value:
            fields = mapping(item, "hazards", ("at", "up"))
            at = self._space(fields.get("at"), "hazards: at")
            if at == NONE:
                raise Misfit("hazards: at: missing; a hazard lies on a space")
            if any(hazard.at == at for hazard in hazards):
                raise Misfit(f"hazards: two lie on {fields['at']}")
            hazards.append(Hazard(at, truth(fields.get("up"), "hazards: up")))
        return tuple(hazards)

    # -- order, turn, phase --

    def _order(self, state: State) -> tuple[int, ...]:
        if self.phase == POLE:
            if self._numbers(self.data.get("order", ()), "order"):
                raise Misfit("order: there is none before the dice have rolled for it (RP-88)")
            return ()
        if "order" not in self.data:
            return race_order(self.race, state)
        return self._numbers(self.data["order"], "order")

    def _turn(self, state: State) -> Turn:
        fields = mapping(self.data.get("turn", {}), "turn", ("car", "made", "speed", "stop"))
        if self.phase in (OVER_PHASE, POLE, LAYING):
            return Turn()
        racing = [number for number in state.order if not state.cars[number].place]
        if fields.get("car") is not None:
            name = fields["car"]
            if not isinstance(name, str) or name not in self.names:
                raise Misfit(f"turn: car: {shown(name)} is no car of this race")
            if self.names[name] not in racing:
                raise Misfit(f"turn: car: {name} is not racing in this round's order")
            racing = [self.names[name]]
        if not racing:
            raise Misfit("turn: car: no car is left to move")
        most = MOVEMENTS - 1 if self.phase == MOVE else MOVEMENTS
        turn = Turn(
            racing[0],
            whole(fields.get("made", 0), "turn: made", 0, most),
            whole(fields.get("speed", 0), "turn: speed", 0, FASTEST),
            truth(fields.get("stop", False), "turn: stop"),
        )
        if turn.stop and self.phase == MOVE:
            raise Misfit("turn: stop: after a hazard the turn is over (RP-60)")
        check_driver(self.phase, self.road, state.cars[turn.car])
        return turn

    def _threshold(self) -> int:
        """RP-80: in a penalty, nought stands for the face that always spins out."""
        threshold = whole(self.data.get("threshold", 0), "threshold", 0, SPIN_OUT)
        return threshold or (SPIN_OUT if self.phase in (PENALTY, REACT) else 0)

    # -- what only some phases have --

    def _sometimes(self, state: State) -> State:
        phases = {"rolls": POLE, "counted": LAYING, "passed": REACT, "hazard_to": MOVE_HAZARD}
        for key, phase in phases.items():
            if key in self.data and self.phase != phase:
                raise Misfit(f"{key}: belongs to phase {phase}")
        if self.phase == POLE:
            state = state._replace(rolls=self._rolls())
            if not pending(state):
                raise Misfit("phase: the dice for the pole have decided (RP-21)")
            return state
        if self.phase == LAYING:
            return self._laying(state)
        if self.phase == REACT:
            return state._replace(passed=self._passed(state))
        if self.phase == MOVE_HAZARD:
            to = self._space(self.data.get("hazard_to"), "hazard_to")
            driver = state.cars[state.turn.car]
            if to == NONE or self.road.tile[to] != driver.spun:
                raise Misfit("hazard_to: a space of the corner where the driver spun out is needed")
            return state._replace(hazard_to=to)
        return state

    def _rolls(self) -> tuple[tuple[str, ...], ...]:
        names = [name for name, _ in self.race.players]
        given = mapping(self.data.get("rolls", {}), "rolls", names)
        rolls = tuple(texts(given.get(name, ()), f"rolls: {name}") for name in names)
        for faces in (faces for player in rolls for faces in player):
            if len(faces) != 3 or any(face not in "012345" for face in faces):
                raise Misfit(f"rolls: {shown(faces)} is not three faces from 0 to 5 (RP-21)")
        return rolls

    def _laying(self, state: State) -> State:
        if len(state.hazards) >= HAZARDS:
            raise Misfit("phase: all four hazards lie (RP-26)")
        counted = self.data.get("counted")
        if counted is None:
            return state
        return state._replace(counted=whole(counted, "counted", 0, self.road.tiles - 1))

    def _passed(self, state: State) -> tuple[int, ...]:
        names = [name for name, _ in self.race.players]
        given = texts(self.data.get("passed", ()), "passed")
        for name in given:
            if name not in names:
                raise Misfit(f"passed: {shown(name)} is no player of this race")
        return tuple(sorted({names.index(name) for name in given}))


def check_driver(phase: str, road: Road, car: Car) -> None:
    """Refuse a phase in which that car cannot be the driver's (Misfit)."""
    if phase in (PENALTY, REACT) and (car.at == NONE or not road.corner[car.at]):
        raise Misfit("phase: a penalty is rolled by a car on a corner tile (RP-42)")
    if phase == MOVE_HAZARD and car.spun == NONE:
        raise Misfit("phase: a hazard is moved by a driver who has spun out (RP-78)")


# -- writing --


def write_position(race: Race, state: State) -> dict[str, object]:
    """RP-80's form with all fields; those of ``SOMETIMES`` only if they say something."""
    names, spaces = race.cars, race.road.spaces
    out: dict[str, object] = {
        "game": "racepack",
        "track": race.track.to_json(),
        "laps": race.laps,
        "players": {name: [names[car] for car in cars] for name, cars in race.players},
        "token_mode": "pool" if race.pool else "car",
        "cars": {name: _car(race, car) for name, car in zip(names, state.cars, strict=True)},
        "tokens": {name: list(held) for name, held in zip(race.holders, state.tokens, strict=True)},
        "hazards": [{"at": spaces[hazard.at], "up": hazard.up} for hazard in state.hazards],
        "round": state.round,
        "order": [names[car] for car in state.order],
        "turn": {
            "car": None if state.turn.car == NONE else names[state.turn.car],
            "made": state.turn.made,
            "speed": state.turn.speed,
            "stop": state.turn.stop,
        },
        "phase": state.phase,
        "threshold": state.threshold,
        "skipped": [names[car] for car in state.skipped],
        "options": _options(race, state),
    }
    if state.phase == POLE:
        out["rolls"] = {
            name: list(rolls) for (name, _), rolls in zip(race.players, state.rolls, strict=True)
        }
    if state.phase == LAYING:
        out["counted"] = None if state.counted == NONE else state.counted
    if state.passed:
        out["passed"] = [race.players[p][0] for p in state.passed]
    if state.phase == MOVE_HAZARD:
        out["hazard_to"] = spaces[state.hazard_to]
    return out


def _car(race: Race, car: Car) -> dict[str, object]:
    out: dict[str, object] = {
        "at": None if car.at == NONE else race.road.spaces[car.at],
        "c": car.c,
        "keep": car.keep,
        "spun": None if car.spun == NONE else car.spun,
        "seq": car.seq,
        "started": car.started,
        "place": car.place,
    }
    if race.has_pit or car.pits:
        out["pits"] = car.pits
    return out


def _options(race: Race, state: State) -> dict[str, object]:
    given = {"timer": race.timer, "extra_hazards": state.extra, "dice": race.dice}
    return {key: value for key, value in given.items() if value is not None}
