"""Racepack in words: spaces of the road, movements, dice, claims, the order of the race."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.presenter import CARS, NOBODY, Names, Presenter
from companion.games.whereabouts import Stand, Whereabouts, listed
from companion.model.chart import Happening
from companion.model.message import Message
from companion.model.race import Chip, Pool, Race, Standing
from companion.model.step import GameStep
from companion.model.view import ColourView
from engine.action import Action
from engine.game import OVER, Position
from engine.games.racepack import RacepackPosition
from engine.games.racepack.board import FINISHED, PADDOCK, TRAYS
from engine.games.racepack.race import SPIN_OUT
from engine.games.racepack.road import NONE
from engine.games.racepack.setup import pending
from engine.games.racepack.state import (
    LAYING,
    MOVE_HAZARD,
    MOVEMENTS,
    PENALTY,
    POLE,
    REACT,
    Car,
    race_order,
)

from . import edit, news
from .lines import CODES, FACES, RaceScenery, facts, line, owes
from .tiles import tile_name


class RacepackPresenter(Presenter):
    """The words of a race, for any circuit and any variants."""

    pawn = "car"
    spoken_of = CARS | {"replay.home"}
    lit = frozenset({"prompt.reentry", "prompt.reentry_car"})
    scenery = RaceScenery()

    # -------------------------------------------------------------------------------- things

    def hole(self, position: Position, hole: str) -> Message:
        """``Tile 4, second row, left``; a tray is ``off the road``."""
        if hole in TRAYS:
            return Message(f"hole.{hole}")
        race = _race(position).race
        name = tile_name(race.board.spaces[race.road.index[hole]])
        return name or super().hole(position, hole)

    def colour_of(self, position: Position, seat: int) -> str:
        """The car whose turn it is, if it is that seat's; else the seat's first car."""
        race = _race(position)
        own = next((s.colours for s in race.seats if s.number == seat), ())
        return race.driver if race.driver in own else super().colour_of(position, seat)

    def called(self, position: Position, seat: int) -> Message | None:
        """``Player 1`` for a player with several cars, since a colour is only one of them."""
        seats = _race(position).race.seats
        cars = next((s.colours for s in seats if s.number == seat), ())
        return Message(f"seat.{seat + 1}") if len(cars) > 1 else None

    def face(self, face: str) -> str:
        """``–``, ``A``, ``2`` … (RP-1)."""
        return FACES.get(face, face)

    def claimed(self, position: Position, value: str) -> tuple[str, str]:
        """The token, and the car that it belongs to; a pool's token is nobody's (RP-44, RP-28)."""
        holder, _, token = value.partition(":")
        return FACES.get(token, token), "" if _race(position).race.pool else holder

    def roller(self, position: Position) -> int | None:
        """The driver (RP-42), the roller for the pole (RP-21), or the pole's holder (RP-26)."""
        race = _race(position)
        state = race.state
        if state.phase == POLE:
            return pending(state)[0]
        if state.phase == LAYING:
            return race.race.owner[state.order[0]]
        return race.race.owner[state.turn.car] if state.phase == PENALTY else None

    # ------------------------------------------------------------------------------- prompts

    def awaiting(
        self, position: Position, seat: int, names: Names, dealt: bool, last: GameStep | None
    ) -> Message:
        """The prompt for the driver, or for the player who rolls (RP-81)."""
        race = _race(position)
        state = race.state
        who = {"p": self.player(position, seat, names)}
        if state.phase == PENALTY and state.threshold < SPIN_OUT:
            face = self.face(str(state.threshold))
            return Message("prompt.penalty_claimed", {**who, "n": face})
        if state.phase in (POLE, LAYING, PENALTY, REACT, MOVE_HAZARD):
            return Message(_AWAITED[state.phase, state.counted != NONE], who)
        car = state.cars[state.turn.car]
        key = "prompt.drive"
        if car.spun != NONE:
            key = "prompt.reentry"
        elif not car.started:
            key = "prompt.start"
        else:
            who |= {"n": str(state.turn.made + 1), "of": str(MOVEMENTS)}
        if any(len(s.colours) > 1 for s in race.seats):
            return Message(f"{key}_car", {**who, "c": self.token(race.driver or "")})
        return Message(key, who)

    def of_others(self, position: Position, seat: int, names: Names, choosing: bool) -> Message:
        """The prompt for the others: driving, throwing a die, or moving a hazard."""
        state = _race(position).state
        key = _OTHERS.get(state.phase, "prompt.other_drives")
        if state.phase == LAYING and state.counted != NONE:
            key = "prompt.other_lays"
        return Message(key, {"p": self.player(position, seat, names)})

    def following(self, position: Position, seat: int) -> int | None:
        """The seat of the next driver of this round (RP-70); each round has its own order."""
        race = _race(position)
        state = race.state
        if state.turn.car not in state.order:
            return None
        rest = state.order[state.order.index(state.turn.car) + 1 :]
        owners = (race.race.owner[number] for number in rest if not state.cars[number].place)
        return next(owners, None)

    def together(self, position: Position, names: Names) -> Message:
        """Everybody's dice for the grid (RP-21), or an open claim window (RP-44)."""
        state = _race(position).state
        if state.phase != POLE:
            return Message("prompt.react_all")
        tied = pending(state)
        if len(tied) == len(state.rolls) and not any(state.rolls):
            return Message("prompt.pole_all")
        if len(tied) == 2 and all(state.rolls[seat] for seat in tied):
            who = (self.player(position, seat, names) for seat in tied)
            return Message("prompt.pole_tie", dict(zip("pq", who, strict=True)))
        again = all(state.rolls[seat] for seat in tied)
        return Message("prompt.pole_again" if again else "prompt.pole_others")

    def nothing(self, position: Position, action: Action, names: Names) -> Message:
        """RP-78: a single hazard that may be moved is no choice."""
        if _race(position).state.phase == MOVE_HAZARD:
            return Message("prompt.hazard_moves")
        return super().nothing(position, action, names)

    def winners(self, position: Position, last: GameStep | None) -> tuple[int, ...]:
        """The seat whose car came in first (RP-73)."""
        if position.to_act is not OVER:
            return ()
        race = _race(position)
        places = enumerate(race.state.cars)
        return tuple(race.race.owner[number] for number, car in places if car.place == 1)

    # --------------------------------------------------------------------------------- lines

    def owes(self, step: GameStep, token: str, debt: Message, names: Names) -> Message | None:
        """The reason: spun out, finished, or moved up to the line (RP-24, RP-45, RP-72)."""
        return owes(self.token(token), step.events, token, debt)

    def move(self, step: GameStep, prefix: str = "move", names: Names = NOBODY) -> Message:
        """An action in short: ``Red, speed 3: Tile 5, first row, left``."""
        return line(self, _race(step.before), step.action, step.events, prefix)

    # ------------------------------------------------------------------------------ questions

    def asks(self, position: Position, param: str, values: Sequence[str]) -> Message:
        """The question for the speed of a lane change, or for the token of a speed (RP-85)."""
        if param != "token":
            return Message("ask.speed")
        if len(values) > 1:
            return Message("ask.token")
        return Message("ask.token_one", {"token": FACES.get(values[0], values[0])})

    def answers(
        self, position: Position, param: str, value: str, actions: Sequence[Action]
    ) -> tuple[Message, str]:
        """``Speed 3``, ``Speed 5 with a token``, ``Token 2``."""
        if param == "token":
            label = FACES.get(value, value)
            return (Message("ask.token_option", {"token": label}) if value else
                    Message("ask.no_token")), label or FACES["0"]  # fmt: skip
        spent = all("token" in action.params for action in actions)
        key = "ask.speed_token" if spent else "ask.speed_option"
        return Message(key, {"n": value}), value

    # ------------------------------------------------------------------------------ the race

    def race(self, position: Position, names: Names) -> Race | None:
        """The standing of the race, what each car has left, and the lap die (RP-70, RP-71)."""
        race = _race(position)
        state = race.state
        left = race.laps_left
        return Race(
            order=tuple(self._standing(race, number) for number in _ranked(race)),
            laps=race.race.laps,
            left=left,
            label=Message(_LEFT.get(left, "race.left"), {"n": str(left)}),
            round=state.round,
            facts=tuple(facts(race)),
            pools=_pools(race),
        )

    def _standing(self, race: RacepackPosition, number: int) -> Standing:
        state = race.state
        car = state.cars[number]
        driving = state.turn.car
        order = state.order
        now = order.index(driving) if driving in order else len(order)
        gone = number in order and order.index(number) < now
        return Standing(
            token=race.race.cars[number],
            seat=race.race.owner[number],
            place=car.place,
            lap=max(0, car.c - 1),
            state=_where(car),
            message=self._status(race, car),
            tokens=() if race.race.pool else _chips(race, race.race.holder(number)),
            to_act=number == driving,
            done=gone and not car.place,
        )

    def _status(self, race: RacepackPosition, car: Car) -> Message:
        where = _where(car)
        if where == FINISHED:
            return Message("race.finished", {"n": str(car.place)})
        if where:
            return Message(f"race.{where}")
        if race.race.has_pit and not car.pits:
            return Message("race.pit_owed", {"n": str(car.c)})
        return Message("race.lap", {"n": str(max(1, car.c))})

    def happenings(self, step: GameStep) -> tuple[Happening, ...]:
        """Laps, finishes, spin-outs, and other stops of a car."""
        return tuple(news.happenings(self, step))

    def progress(self, position: Position, colour: str) -> ColourView:
        """The laps that a car has done, and all laps."""
        race = _race(position)
        car = race.state.cars[race.race.number[colour]]
        laps = race.race.laps
        return ColourView(colour, min(laps, max(0, car.c - 1)), laps)

    def whereabouts(self, position: Position, colour: str) -> Whereabouts:
        """Its space, its lap, and which of all cars it is in the race."""
        race = _race(position)
        number = race.race.number[colour]
        car, ranked = race.state.cars[number], _ranked(race)
        on_road = car.at != NONE
        place = race.race.road.spaces[car.at] if on_road else ""
        here = self.hole(position, place) if on_road else Message("where.beside")
        rank = {"n": str(ranked.index(number) + 1), "of": str(len(ranked))}
        told = [here, self._status(race, car), Message("where.rank", rank)]
        line = Message("where", {"c": self.token(colour)}, {"list": listed(told)})
        return Whereabouts(line, (Stand(place, here),))

    def turn_holes(self, position: Position, colours: Sequence[str]) -> tuple[str, ...]:
        """The space of the driver's car, if it is one of these."""
        race = _race(position)
        if race.driver not in colours or race.state.turn.car == NONE:
            return ()
        at = race.state.cars[race.state.turn.car].at
        return () if at == NONE else (race.race.road.spaces[at],)

    def winner_holes(self, position: Position, colours: Sequence[str]) -> tuple[str, ...]:
        """The spaces on both sides of the line, if one of these came in first."""
        race = _race(position)
        if all(race.state.cars[race.race.number[car]].place != 1 for car in colours):
            return ()
        tiles = race.race.road.tiles
        return tuple(f"{row}{lane}" for row in (f"{tiles - 1}.1", "0.0") for lane in "LR")

    # -------------------------------------------------------------------------- refusals, set-up

    def refused(self, code: str) -> Message | None:
        """RP-86's codes in words."""
        return Message(f"refused.{code}") if code in CODES else None

    def rearranged(
        self, position: Position, tokens: Mapping[str, str], seat: int | None = None
    ) -> dict[str, object] | None:
        """The race with its cars where they stand (PP-12)."""
        return edit.rearranged(_race(position), tokens, seat)


_AWAITED: Final = {
    (POLE, False): "prompt.pole",
    (LAYING, False): "prompt.hazard_die",
    (LAYING, True): "prompt.hazard_space",
    (PENALTY, False): "prompt.penalty",
    (REACT, False): "prompt.react",
    (MOVE_HAZARD, False): "prompt.move_hazard",
}
"""The prompt by phase, and by whether the next hazard's tile is known."""


_OTHERS: Final = {
    POLE: "prompt.other_throws",
    LAYING: "prompt.other_throws",
    PENALTY: "prompt.other_throws",
    MOVE_HAZARD: "prompt.other_hazard",
}
"""The prompt for everybody else, by phase."""

_LEFT: Final = {0: "race.home", 1: "race.last_lap"}
"""The line for few laps to go."""


def _race(position: Position) -> RacepackPosition:
    assert isinstance(position, RacepackPosition)
    return position


def _where(car: Car) -> str:
    """Empty on the road, else the tray, or ``grid`` before the car's first movement."""
    if car.place:
        return FINISHED
    if car.spun != NONE:
        return "spun"
    if car.at == NONE:
        return PADDOCK
    return "" if car.started else "grid"


def _ranked(race: RacepackPosition) -> list[int]:
    """Cars in order: finished ones by place, then the order of race; the grid's in round 1."""
    state = race.state
    done = sorted((car.place, number) for number, car in enumerate(state.cars) if car.place)
    racing = race_order(race.race, state) if state.round > 1 else state.order
    rest = [number for number in racing if not state.cars[number].place]
    missing = [n for n, car in enumerate(state.cars) if not car.place and n not in rest]
    return [number for _, number in done] + rest + missing


def _pools(race: RacepackPosition) -> tuple[Pool, ...]:
    """RP-28: what each player has for both cars."""
    if not race.race.pool:
        return ()
    return tuple(
        Pool(race.race.player_of(holder), _chips(race, holder))
        for holder in range(len(race.race.holders))
    )


def _chips(race: RacepackPosition, holder: int) -> tuple[Chip, ...]:
    """The tokens that a holder began with; spent ones are marked (RP-25, RP-28)."""
    left = list(race.state.tokens[holder])
    chips = []
    for token in race.race.full:
        here = token in left
        if here:
            left.remove(token)
        chips.append(Chip(FACES.get(token, token), not here))
    return tuple(chips)
