"""One moment of a race behind the contract that every game keeps."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ...action import Action
from ...board import Board
from ...game import CHANCE, OVER, Applied, Explanation, Limit, Position, Seat, ToAct
from . import setup
from .alike import distinct
from .deciding import LATE, dice_seat, listed, made
from .explain import explain
from .moves import Movement, movements
from .race import Race
from .reading import write_position
from .standing import driver, standing
from .state import LAYING, MOVE, MOVE_HAZARD, OVER_PHASE, PENALTY, POLE, REACT, State, laps_left
from .turn import Outcome, claimers
from .worth import terms, worth

DRIVER_SECONDS: Final = 30.0
"""RP-74: seconds for the turn of a player's only car."""
TEAM_SECONDS: Final = 40.0
"""RP-74: seconds for the turns of both cars of a player in a round."""


class RacepackPosition(Position):
    """Immutable. Made by ``RacepackGame.new``, ``.load`` and ``apply()``.

    ``race`` stays the same through a race, ``state`` is this moment.
    """

    __slots__ = (
        "_actions",
        "_distinct",
        "_hash",
        "_moves",
        "_occupied",
        "_outcomes",
        "_to_act",
        "race",
        "state",
    )

    def __init__(
        self, race: Race, state: State, moves: Mapping[str, Movement] | None = None
    ) -> None:
        """Nothing is checked; ``moves`` are the legal movements, if known."""
        self.race = race
        self.state = state
        self._moves = moves
        self._actions: tuple[Action, ...] | None = None
        self._distinct: tuple[Action, ...] | None = None
        self._occupied: Mapping[str, tuple[str, ...]] | None = None
        self._hash: int | None = None
        self._to_act: ToAct | None = None
        self._outcomes: dict[str, Outcome] = {}

    # -- what it is --

    @property
    def game(self) -> str:
        return "racepack"

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.race.seats

    @property
    def board(self) -> Board:
        return self.race.board

    @property
    def to_act(self) -> ToAct:
        if self._to_act is None:
            self._to_act = self._acts()
        return self._to_act

    def _acts(self) -> ToAct:
        race, state = self.race, self.state
        if state.phase == OVER_PHASE:
            return OVER
        if state.phase in (POLE, LAYING, PENALTY) and race.service:
            return CHANCE
        if state.phase == POLE:
            return frozenset(setup.pending(state))
        if state.phase == LAYING:
            return frozenset({dice_seat(race, race.owner[state.order[0]])})
        driver = race.owner[state.turn.car]
        if state.phase == REACT:
            return frozenset(claimers(race, state)) or frozenset({driver})
        return frozenset({driver})

    @property
    def driver(self) -> str | None:
        """The car whose turn it is."""
        return driver(self.race, self.state)

    @property
    def laps_left(self) -> int:
        """RP-71: what the lap die shows."""
        return laps_left(self.race, self.state)

    def occupancy(self) -> Mapping[str, tuple[str, ...]]:
        """As the contract says; in a tray of several cars the driver's comes first."""
        if self._occupied is None:
            self._occupied = MappingProxyType(standing(self.race, self.state))
        return self._occupied

    def marks(self) -> Mapping[str, str]:
        """The hazard coins (RP-60, RP-61), blank or up."""
        spaces = self.race.road.spaces
        return {spaces[h.at]: "hazard-up" if h.up else "hazard" for h in self.state.hazards}

    @property
    def chooses(self) -> bool:
        return self.state.phase in (MOVE, MOVE_HAZARD)

    def limit(self) -> Limit | None:
        """RP-74: half a minute a turn, or 40 s a round for both cars of a team; None for dice."""
        race, state = self.race, self.state
        if not race.timer or state.phase != MOVE:
            return None
        seat = race.owner[state.turn.car]
        team = len(race.players[seat][1]) > 1
        whose = race.players[seat][0] if team else race.cars[state.turn.car]
        usual = TEAM_SECONDS if team else DRIVER_SECONDS
        seconds = usual if race.timer is True else float(race.timer)
        return Limit(seat, seconds, LATE, f"{state.round}:{whose}")

    @property
    def lookahead(self) -> int:
        return 2

    @property
    def carelessness(self) -> float:
        return 0.4

    @property
    def won_by(self) -> int | None:
        """RP-73: the player of the first car, once the race is over."""
        if self.state.phase != OVER_PHASE:
            return None
        places = [(car.place, number) for number, car in enumerate(self.state.cars) if car.place]
        return self.race.owner[min(places)[1]] if places else None

    def to_json(self) -> dict[str, object]:
        return write_position(self.race, self.state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RacepackPosition):
            return NotImplemented
        return self is other or (self.state == other.state and self.race == other.race)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.state)
        return self._hash

    def __repr__(self) -> str:
        return f"RacepackGame().load({self.to_json()!r})"

    # -- what may follow --

    def moves(self) -> Mapping[str, Movement]:
        """The legal movements by notation, sorted; none outside phase move (RP-87)."""
        if self._moves is None:
            self._moves = movements(self.race, self.state) if self.state.phase == MOVE else {}
        return dict(sorted(self._moves.items()))

    def legal_notes(self) -> Mapping[str, object]:
        """RP-87: targets by notation, and the movements that roll, stop and finish."""
        moves, spaces = self.moves(), self.race.road.spaces
        return {
            "moves": {text: spaces[move.way.to] for text, move in moves.items()},
            "roll": [text for text, move in moves.items() if move.rolls],
            "stop": [text for text, move in moves.items() if move.stops],
            "finish": [text for text, move in moves.items() if move.finishes],
        }

    def legal(self) -> Sequence[Action]:
        if self._actions is None:
            if self._moves is None and self.state.phase == MOVE:
                self._moves = movements(self.race, self.state)
            self._actions = listed(self.race, self.state, self._moves or {})
        return self._actions

    def distinct(self) -> Sequence[Action]:
        """RP-85: the actions without speeds and tokens that change nothing."""
        if self.state.phase != MOVE:
            return self.legal()
        if self._distinct is None:
            kept = distinct(self.race, self.state, self.moves())
            self._outcomes = {text: known for text, known in kept.items() if known is not None}
            self._distinct = tuple(
                action for action in self.legal() if not action.displacements or action.text in kept
            )
        return self._distinct

    def apply(self, action: Action | str) -> Applied:
        """As the contract says. The text ``-`` is everybody's pass; an Action is one seat's."""
        text = action.text if isinstance(action, Action) else action
        seat = action.seat if isinstance(action, Action) else None
        # Whoever lists the distinct actions applies them next, each once as a rule.
        outcome = self._outcomes.pop(text, None) if self._outcomes else None
        if outcome is None or seat not in (None, self.race.owner[self.state.turn.car]):
            outcome = made(self.race, self.state, text, seat, self._moves)
        position = RacepackPosition(self.race, outcome.state, outcome.legal)
        return Applied(position, tuple(outcome.events))

    def explain(self, frm: str, to: str) -> Explanation:
        return explain(self.race, self.state, self.moves(), frm, to)

    def score(self, seat: int) -> float:
        """The worth of the race to a player, for hints: spaces gone, places, tokens, dangers."""
        return worth(self.race, self.state, seat)

    def terms(self, seat: int) -> Mapping[str, float]:
        return terms(self.race, self.state, seat)

    @property
    def steepness(self) -> float:
        """The more opponents, the surer a lead; the more cars each, the less of it is one car's.

        Fitted for 2 players with two cars each, and for 4 with one.
        """
        players, cars = len(self.race.players), len(self.race.cars)
        return 0.068 * math.sqrt((players - 1) * players / cars)
