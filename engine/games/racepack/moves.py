"""The legal movements of a turn, with the duty to make three of them (RP-30 … RP-54).

>>> from .setup import first_state
>>> race, state = first_state({"players": {"A": ["a"], "B": ["b"], "C": ["c"], "D": ["d"]},
...                            "ranking": ["A", "B", "C", "D"]})
>>> sorted(movements(race, state))
['F1', 'L1']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from .race import SPEEDS_OF, Race
from .road import NONE
from .state import MOVEMENTS, Car, State, occupied
from .ways import ALL_SPEEDS, FREE, SPEEDS_IN, Way

TOKEN_SPEEDS: Final = {
    token: sum(1 << speed for speed in speeds) for token, speeds in SPEEDS_OF.items()
}


class Movement(NamedTuple):
    """One legal movement: the way, its speed and the token that sets it (RP-50), or None."""

    way: Way
    speed: int
    token: str | None
    stops: bool
    """RP-60: an up hazard is touched."""
    finishes: bool
    """RP-72."""
    pits: bool
    """RP-77: it ends on a stall that this car may use."""

    @property
    def rolls(self) -> bool:
        """RP-42: entering a corner at 2 asks a penalty roll."""
        return self.way.enters and self.speed == 2

    @property
    def text(self) -> str:
        """RP-82's notation, except for re-entry, which names the space."""
        token = f"*{self.token}" if self.token else ""
        return f"{self.way.kind}{self.speed}{token}"

    @property
    def completes(self) -> bool:
        """RP-53: whether nothing more is owed after it."""
        return self.stops or self.finishes or self.pits


KEPT: Final = 256
"""So many states of a race are kept with their movements: most ways to end a turn lead to one."""


def movements(race: Race, state: State) -> Mapping[str, Movement]:
    """The legal movements of the driver by their notation, unsorted (RP-53, RP-54, RP-82)."""
    known: dict[State, Mapping[str, Movement]] = race.known
    found = known.get(state)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[state] = Driving(race, state).legal()
    return found


class Driving:
    """One driver about to move: what is free for the car, and how far it can still get."""

    def __init__(self, race: Race, state: State) -> None:
        turn = state.turn
        self.race = race
        self.car: Car = state.cars[turn.car]
        self.number = turn.car
        self.turn = turn
        self.ways = race.ways
        self.taken = occupied(state)
        if self.car.at != NONE:
            # Its own space is free again after the first movement: from the outer apex a lane
            # change leads back to where a kept heading began.
            self.taken &= ~(1 << self.car.at)
        self.up = sum(1 << hazard.at for hazard in state.hazards if hazard.up)
        self.held = state.tokens[race.holder(turn.car)]
        self.finishing = self.car.c >= race.laps and (not race.has_pit or self.car.pits > 0)
        """Whether the next crossing of the line ends the race for this car (RP-23, RP-72)."""
        self._open: dict[tuple[int, bool], tuple[Way, ...]] = {}
        self._speeds: dict[tuple[int, bool], int] = {}

    # -- one movement --

    def open_ways(self, space: int, keep: bool) -> tuple[Way, ...]:
        """RP-33, RP-34: the ways from a space over which no car stands."""
        key = (space, keep)
        found = self._open.get(key)
        if found is None:
            every = self.ways.plain[space]
            if keep:
                every = self.ways.kept[space] or every
            free = ~self.taken
            found = tuple([way for way in every if way.over & free == way.over])
            self._open[key] = found
        return found

    def open_speeds(self, space: int, keep: bool) -> int:
        """The speeds at which anything at all is possible from a space."""
        key = (space, keep)
        bits = self._speeds.get(key)
        if bits is None:
            bits = 0
            for way in self.open_ways(space, keep):
                bits |= way.speeds
            self._speeds[key] = bits
        return bits

    def completes(self, way: Way) -> bool:
        """RP-53: a finish, a hazard stop or (our rule) a pit stop is a whole turn."""
        return bool(
            way.over & self.up
            or (self.finishing and way.crosses)
            or self.race.stops_at(self.number, way.to)
        )

    def first_ways(self) -> tuple[Way, ...]:
        """The ways from where the driver is: on the road, or spun out (RP-46)."""
        car = self.car
        if car.spun != NONE:
            return tuple(way for way in self.ways.reentry[car.spun] if not way.over & self.taken)
        return self.open_ways(car.at, car.keep) if car.at != NONE else ()

    def free_speeds(self) -> int:
        """RP-24, RP-32, RP-46: the speeds that need no token now."""
        if self.car.spun != NONE or not self.car.started:
            return 1 << 1
        return ALL_SPEEDS if self.turn.made == 0 else FREE[self.turn.speed]

    def usable_tokens(self) -> tuple[str, ...]:
        """RP-24, RP-46, RP-50: the tokens in hand that may be played now."""
        if self.car.spun != NONE or not self.car.started or self.turn.made == 0:
            return ()
        return self.held

    def possible(self) -> Iterator[Movement]:
        """Every movement that road, cars, speeds and tokens allow, apart from duty."""
        free = self.free_speeds()
        tokens = sorted(set(self.usable_tokens()))
        for way in self.first_ways():
            for speed in SPEEDS_IN[way.speeds & free]:
                yield self._movement(way, speed, None)
            for token in tokens:
                for speed in SPEEDS_IN[way.speeds & TOKEN_SPEEDS[token] & ~free]:
                    yield self._movement(way, speed, token)

    def _movement(self, way: Way, speed: int, token: str | None) -> Movement:
        return Movement(
            way,
            speed,
            token,
            stops=bool(way.over & self.up),
            finishes=self.finishing and way.crosses,
            pits=self.race.stops_at(self.number, way.to),
        )

    # -- how many more --

    def one_more(self, way: Way, speed: int, tokens: tuple[str, ...]) -> bool:
        """Whether a movement can follow that way, made at that speed."""
        allowed = FREE[speed]
        for token in tokens:
            allowed |= TOKEN_SPEEDS[token]
        return bool(self.open_speeds(way.to, way.keep) & allowed)

    def two_more(self, way: Way, speed: int, tokens: tuple[str, ...]) -> bool:
        """Whether two can follow, or one after which nothing more is owed."""
        free = FREE[speed]
        for then in self.open_ways(way.to, way.keep):
            for next_speed in SPEEDS_IN[then.speeds & free]:
                if self.completes(then) or self.one_more(then, next_speed, tokens):
                    return True
            for token in set(tokens):
                left = _without(tokens, token)
                for next_speed in SPEEDS_IN[then.speeds & TOKEN_SPEEDS[token] & ~free]:
                    if self.completes(then) or self.one_more(then, next_speed, left):
                        return True
        return False

    def follows(self, movement: Movement, more: int) -> bool:
        """RP-53: whether that many movements can follow it, or nothing more is owed."""
        if more <= 0 or movement.completes:
            return True
        left = _without(self.held, movement.token)
        ask = self.one_more if more == 1 else self.two_more
        return ask(movement.way, movement.speed, left)

    def legal(self) -> dict[str, Movement]:
        """RP-53, RP-54: the possible movements that keep the largest number reachable."""
        possible = list(self.possible())
        for more in range(MOVEMENTS - 1 - self.turn.made, -1, -1):
            found = [m for m in possible if self.follows(m, more)]
            if found:
                return {self.name(m): m for m in found}
        return {}

    def name(self, movement: Movement) -> str:
        """RP-82's notation."""
        if movement.way.kind == "E":
            return f"E{self.race.road.spaces[movement.way.to]}"
        return movement.text


def _without(tokens: tuple[str, ...], token: str | None) -> tuple[str, ...]:
    if token is None:
        return tokens
    at = tokens.index(token)
    return tokens[:at] + tokens[at + 1 :]
