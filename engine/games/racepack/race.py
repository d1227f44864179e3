"""The part of a race that stays the same: track, laps, drivers, the use of tokens and dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ...board import Board
from ...game import Seat
from .board import board_of
from .road import Road, road
from .track import Track
from .ways import Ways, ways_of

CAR_TOKENS: Final = ("1", "2", "3", "4", "5")
"""RP-25: the tokens that a car begins with."""

POOL_TOKENS: Final = (*CAR_TOKENS, "W", "W")
"""RP-28: the tokens that a pool begins with; ``W`` lies suit up and counts 2 or 4."""

SPEEDS_OF: Final[Mapping[str, tuple[int, ...]]] = {
    **{token: (int(token),) for token in CAR_TOKENS},
    "W": (2, 4),
}
"""The speeds that a token sets (RP-50), which are also the thresholds it can claim (RP-44)."""

SPIN_OUT: Final = 5
"""RP-43: the face that spins out when no token was played."""

HAZARDS: Final = 4
"""RP-26: hazards that are placed before the race."""


MOST_LAPS: Final = 99
"""A race has at most so many laps: two figures fit everywhere on the page."""


@dataclass(frozen=True)
class Race:
    """The unchanging part of a position. Cars, players and token holders go by number.

    ``players``  each player's name and cars (by number), in seat order
    ``pool``     whether tokens belong to players, not to cars (RP-28)
    ``timer``    the option as given; anything true allows the action ``T`` (RP-74)
    ``extra``    whether spin-outs bring further hazards (RP-78)
    ``service``  whether the service rolls the dice, so that they are chance
    """

    track: Track
    laps: int
    cars: tuple[str, ...]
    players: tuple[tuple[str, tuple[int, ...]], ...]
    pool: bool = False
    timer: bool | int | None = None
    extra: bool = False
    dice: str | None = None

    @property
    def service(self) -> bool:
        """Whether dice are chance's (``options.dice``)."""
        return self.dice == "service"

    @cached_property
    def road(self) -> Road:
        """The geometry."""
        return road(self.track)

    @cached_property
    def ways(self) -> Ways:
        """Every movement the road allows."""
        return ways_of(self.track)

    @cached_property
    def board(self) -> Board:
        """The board as the table sees it."""
        return board_of(self.track)

    @cached_property
    def known(self) -> dict[Any, Any]:
        """What was worked out last, by state: the legal movements (``moves``)."""
        return {}

    @cached_property
    def owner(self) -> tuple[int, ...]:
        """By car: its player."""
        held = {car: p for p, (_, cars) in enumerate(self.players) for car in cars}
        return tuple(held[car] for car in range(len(self.cars)))

    @cached_property
    def number(self) -> Mapping[str, int]:
        """By car id: its number."""
        return {name: car for car, name in enumerate(self.cars)}

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The players as seats; a player's team is itself."""
        return tuple(
            Seat(p, tuple(self.cars[car] for car in cars), p)
            for p, (_, cars) in enumerate(self.players)
        )

    @cached_property
    def holders(self) -> tuple[str, ...]:
        """The holders of tokens: the cars or, with pools, the players."""
        return tuple(name for name, _ in self.players) if self.pool else self.cars

    @property
    def full(self) -> tuple[str, ...]:
        """The tokens a holder begins with (RP-25, RP-28)."""
        return POOL_TOKENS if self.pool else CAR_TOKENS

    def holder(self, car: int) -> int:
        """The holder whose tokens a car uses (RP-25, RP-28)."""
        return self.owner[car] if self.pool else car

    def player_of(self, holder: int) -> int:
        """The player to whom a holder belongs."""
        return holder if self.pool else self.owner[holder]

    @cached_property
    def finishers(self) -> int:
        """RP-73: how many cars must finish before the race is over."""
        return max(1, min(3, len(self.cars) - 1))

    @cached_property
    def has_pit(self) -> bool:
        """Whether one stop is compulsory (RP-77)."""
        return self.track.pit is not None

    @cached_property
    def stalls(self) -> tuple[int, ...]:
        """RP-77: for each car its team's stall, or -1 if it may use any.

        Without teams any stall will do; a team after the fourth has no stall of its own.
        """
        teams = any(len(cars) > 1 for _, cars in self.players)
        return tuple(self.owner[car] if teams else -1 for car in range(len(self.cars)))

    def stops_at(self, car: int, space: int) -> bool:
        """RP-77: whether a car's movement that ends there is a pit stop."""
        stall = self.road.stall[space]
        return stall >= 0 and self.stalls[car] in (-1, stall)
