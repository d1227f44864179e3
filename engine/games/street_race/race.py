"""What stays the same through a race, and what changes from moment to moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from ...game import Seat
from .content import Content
from .grid import Street
from .pack import Car, Pack
from .run import Switches

PLACE, MULL, DEPLOY, START, ACT, DISCARD, DRAW, EXTRA, OVER = (
    "place", "mull", "deploy", "start", "act", "discard", "draw", "extra", "over",
)  # fmt: skip
PHASES: Final = (PLACE, MULL, DEPLOY, START, ACT, DISCARD, DRAW, EXTRA, OVER)
SETTING_UP: Final = (PLACE, MULL, DEPLOY)

DUAL_ACTIONS: Final = 6
DUAL_ADVANCES: Final = 4
"""FF-140: actions of a turn, and advances of one car in it."""
PLUS_ONE, REROLL = "plus_one", "reroll"


@dataclass(frozen=True, slots=True)
class Options:
    """The named options of a race; all at their defaults.

    ``open_windows``  a window asks everybody, able or not, so that it tells nobody's hand, and so
    do a deployment and the curb; a table asks for it, the rules ask those who can (FF-151)
    """

    barrel_once: bool = False
    timid_civilians: bool = False
    any_crossing: bool = False
    deploy_scores: bool = False
    fourth_spend: str = "none"
    mirror: bool = False
    dual: bool = False
    farsight: bool = False
    ordered: bool = False
    open_windows: bool = False


@dataclass(frozen=True)
class Race:
    """Who drives what, with which content and options."""

    content: Content
    options: Options
    players: tuple[str, ...]
    order: tuple[str, ...]
    models: Mapping[str, str]
    """Car → the racer of the content, by seat."""

    @cached_property
    def cars_of(self) -> Mapping[str, tuple[str, ...]]:
        """Player → own cars."""
        return {p: tuple(car for car in self.models if car[0] == p) for p in self.players}

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The players as the contract has them."""
        return tuple(Seat(n, self.cars_of[p], n) for n, p in enumerate(self.players))

    @cached_property
    def switches(self) -> Switches:
        """What the rules of the street read."""
        options, content = self.options, self.content
        return Switches(
            options.barrel_once,
            options.timid_civilians,
            options.any_crossing,
            content.die_sides,
            content.civilians,
        )

    @cached_property
    def actions(self) -> int:
        """FF-48, FF-140: actions of a turn."""
        return DUAL_ACTIONS if self.options.dual else self.content.actions

    @cached_property
    def triggers(self) -> frozenset[str]:
        """The events that may open a window (FF-125: rolls, if a point may be spent on them)."""
        more = () if self.options.fourth_spend == "none" else ("test.rolled",)
        return self.content.triggers.union(more)

    def driven(self, player: str, words: Sequence[str]) -> str:
        """The car that a player's command is about; ``words``: those after the verb.

        Dual-car play names it first (FF-140).
        """
        return words[0] if self.options.dual else player

    def seats_after(self, player: str) -> tuple[str, ...]:
        """The other players clockwise."""
        seat = self.players.index(player)
        return (*self.players[seat + 1 :], *self.players[:seat])

    def street(self, forward: str, oncoming: str) -> Street:
        """The street that two mats make."""
        mats = self.content.mats
        return Street(self.content.half_width, mats[forward].mat, mats[oncoming].mat)


class End(NamedTuple):
    """The endgame: who drew the finish, who is owed a turn, who has declined (FF-131 … 133)."""

    drawer: str
    to_come: tuple[str, ...]
    declined: tuple[str, ...] = ()


@dataclass(eq=False, slots=True)
class State:
    """One moment. Lists of cards are sorted, except that ``ordered`` piles have the next first."""

    pack: Pack
    forward: str
    oncoming: str
    deck: list[str]
    hands: dict[str, list[str]]
    gangs: dict[str, list[str]]
    style: dict[str, int]
    pile: list[str]
    discards: list[str] = field(default_factory=list)
    drawn: int = 0
    next: list[str] = field(default_factory=list)
    phase: str = PLACE
    turn: str | None = None
    turns: int = 0
    actions: int = 0
    advances: dict[str, int] = field(default_factory=dict)
    end: End | None = None
    ranking: tuple[str, ...] | None = None
    first: str | None = None
    """Who is asked first in phases mull and deploy, if not the first in pack order."""

    def copy(self) -> State:
        """An equal state that changes by itself."""
        return State(
            self.pack.copy(),
            self.forward,
            self.oncoming,
            self.deck.copy(),
            {player: held.copy() for player, held in self.hands.items()},
            {player: held.copy() for player, held in self.gangs.items()},
            self.style.copy(),
            self.pile.copy(),
            self.discards.copy(),
            self.drawn,
            self.next.copy(),
            self.phase,
            self.turn,
            self.turns,
            self.actions,
            self.advances.copy(),
            self.end,
            self.ranking,
            self.first,
        )

    def holder(self, card: str) -> Car | None:
        """The car to which a driver or mod belongs."""
        for car in self.pack.cars.values():
            if car.driver == card or card in car.mods:
                return car
        return None


def hides(race: Race, state: State, player: str) -> bool:
    """Whether a player is asked even with one answer: to leave the question out tells the hand.

    Everybody knows how many cards a hand has, so an empty one has nothing to hide.
    """
    return race.options.open_windows and bool(state.hands[player])


def insort(held: list[str], card: str) -> None:
    """A card comes to a sorted list."""
    held.append(card)
    held.sort()
