"""A race on the wood: its places are the squares, and it knows which row is the front (section 17).

The rules count ranks from the front, so a new front rank renumbers every car. Figures on the wood
stay where they are. So a table plays this position: the same race, with the ring's origin, the cars
of the lay-by, and the car that hands have put while its test runs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from ...action import CHANCE_SEAT, LET_GO, Action, Displacement
from ...board import IN_HAND, Board, Place
from ...errors import IllegalAction
from ...events import Event
from ...game import CHANCE, Applied, ChanceRequest, Explanation, Position, Seat, ToAct
from .asking import CHANCE as BY_CHANCE
from .board import OFF
from .copies import first_copies
from .discarding import LISTED_AT_TABLE
from .events import Renumbered, StreetEvent, Tested
from .grid import BACK, Cell, beside, cell_text, inward, read_cell
from .hidden import private, seen_by
from .itself import Itself
from .listing import actions
from .pack import Car
from .position import StreetPosition
from .wood import (
    LAY_BY,
    ROWS,
    cell_of,
    hole_of,
    rolled,
    street_wood,
    waiting,
)
from .wood_key import AT_TABLE, Wood

PUSHED: Final = "pushed"
"""The tray of a car that was pushed off its square and has no place yet (FF-73): a hand."""
BOX: Final = "box"
"""The tray of the Civilians that are not in play."""
CIVILIAN: Final = "civ"
"""The token of every Civilian: hands cannot tell them apart."""
REACT, NO_REACT = "react", "noreact"
_MANY: Final = 14
"""Cars that a tray beside the wood takes."""
KEPT: Final = 128
"""So many moments are kept with what an action made of them."""


@lru_cache(maxsize=2)
def table_wood(half_width: int) -> Board:
    """The wood with the trays that a race needs beside it."""
    board = street_wood(half_width)
    kinds = {OFF: "tray", PUSHED: IN_HAND, BOX: "tray"}
    trays = {tray: Place(tray, kind, None, (), _MANY) for tray, kind in kinds.items()}
    return replace(board, places={**board.places, **trays})


class WoodPosition(Position):
    """One moment of a race on the wood. Immutable, like the position of the rules inside it."""

    __slots__ = ("_hash", "_legal", "_shift", "_standing", "_to_act", "race", "wood")

    def __init__(self, race: StreetPosition, wood: Wood) -> None:
        self.race = race
        self.wood = wood
        self._shift = race.moment.state.pack.front - 1
        self._hash: int | None = None
        self._to_act: ToAct | None = None
        self._legal: tuple[Action, ...] | None = None
        self._standing: Mapping[str, tuple[str, ...]] | None = None

    @property
    def game(self) -> str:
        return self.race.game

    @property
    def roller(self) -> int | None:
        """The seat whose turn it is, while a die is awaited."""
        ask, turn = self.race.moment.ask, self.race.moment.state.turn
        awaited = ask is not None and ask.kind == "die" and turn is not None
        return self.race.moment.race.players.index(turn) if awaited else None

    @property
    def to_act(self) -> ToAct:
        if self._to_act is None:
            roller = self.roller if self.wood.dice == AT_TABLE else None
            self._to_act = self.race.to_act if roller is None else frozenset({roller})
        return self._to_act

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.race.seats

    @property
    def board(self) -> Board:
        return table_wood(self.race.moment.race.content.half_width)

    def known_to(self, seat: int) -> Position:
        return WoodPosition(self.race.known_to(seat), self.wood)

    def held(self) -> Sequence[ChanceRequest]:
        return self.race.held()

    def dealt_anew(self, orders: Sequence[str]) -> Position:
        return WoodPosition(self.race.dealt_anew(orders), self.wood)

    @property
    def won_by(self) -> int | None:
        return self.race.won_by

    def to_json(self) -> dict[str, object]:
        return {**self.race.to_json(), "wood": self.wood.to_json()}

    def __eq__(self, it: object) -> bool:
        return isinstance(it, WoodPosition) and (self.wood, self.race) == (it.wood, it.race)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.race, self.wood))
        return self._hash

    def view(self, audience: int | None) -> dict[str, object]:
        return seen_by({**self.race.written(), "wood": self.wood.to_json()}, audience)

    def cell(self, car: Car) -> Cell:
        """Where a car stands, in the ranks that people see."""
        return Cell(car.rank - self._shift, car.col)

    def occupancy(self) -> Mapping[str, tuple[str, ...]]:
        if self._standing is None:
            found: dict[str, tuple[str, ...]] = {}
            for car in self.race.moment.state.pack.cars.values():
                place = self.place(car)
                found[place] = (*found.get(place, ()), token(car.id))
            driving = sum(car.owner is None for car in self.race.moment.state.pack.cars.values())
            found[BOX] = (CIVILIAN,) * (self.race.moment.race.content.civilians - driving)
            self._standing = _with_room(found, self.board.places[LAY_BY])
        return self._standing

    def place(self, car: Car) -> str:
        """The place of a car: a square, or a tray beside the wood."""
        put = self.wood.put
        if put is not None and car.id == put[0]:
            return put[1]
        if not car.col:
            return OFF
        place = self.standing(car)
        return pushed_off(place) if car.limbo else self._covered(place)

    def standing(self, car: Car) -> str:
        """The square of a car by the rules, or the lay-by."""
        if car.id in self.wood.aside:
            return LAY_BY
        return self.hole(self.cell(car)) or LAY_BY

    def hole(self, cell: Cell) -> str | None:
        """The square of a cell in the ranks that people see; None beyond the wood."""
        return hole_of(cell, self.wood.origin, self.race.moment.race.options.mirror)

    def _covered(self, place: str) -> str:
        """The place, unless a hand has put another car on that square."""
        put = self.wood.put
        return PUSHED if put is not None and place == put[1] != LAY_BY else place

    # -- what may follow --

    def legal(self) -> Sequence[Action]:
        if self._legal is None:
            listed = actions(self.race.moment, LISTED_AT_TABLE)
            self._legal = tuple(self._on_wood(action) for action in listed)
        return self._legal

    def distinct(self) -> Sequence[Action]:
        """Of two copies of a card in one place only the first is worth asking for."""
        return first_copies(self.race.moment, self.legal())

    @property
    def covered(self) -> bool:
        """An open window that asks everybody, able or not (FF-151)."""
        ask = self.race.moment.ask
        return self.race.moment.race.options.open_windows and ask is not None and ask.kind == REACT

    @property
    def tells_hand(self) -> bool:
        """Windows, deployments and the curb ask alike whatever a hand holds (FF-26, FF-96)."""
        ask = self.race.moment.ask
        asked = ask is not None and ask.kind in (REACT, "deploy", "opt")
        return asked and self.race.moment.race.options.open_windows

    @property
    def chooses(self) -> bool:
        return self.race.chooses

    @property
    def turn_number(self) -> int | None:
        return self.race.moment.state.turns

    def speaker(self, text: str) -> int | None:
        """Reactions and passes name their player."""
        verb, _, rest = text.partition(" ")
        players, name = self.race.moment.race.players, rest.split(" ")[0]
        return players.index(name) if verb in (REACT, NO_REACT) and name in players else None

    def legal_for(self, audience: int | None) -> Sequence[Action]:
        """Without what tells of the cards in other hands, or of who has passed already."""
        shut = self.covered
        return tuple(a for a in self.legal() if a.seat == audience or not (shut or private(a.text)))

    def _on_wood(self, action: Action) -> Action:
        ask = self.race.moment.ask
        assert ask is not None
        verb, *words = action.text.split(" ")
        if ask.who == (BY_CHANCE,):
            roller = self.roller if self.wood.dice == AT_TABLE else None
            seat = CHANCE_SEAT if roller is None else roller
            return Action(seat, action.text, params=action.params)
        if ask.kind == REACT:
            claim = LET_GO if verb == NO_REACT else " ".join(words[1:])
            return Action(action.seat, action.text, params={"claim": claim})
        way = announced(self, verb, words, action.seat)
        if way is None and not action.displacements:
            return action
        return Action(action.seat, action.text, () if way is None else (way,))

    def chance(self) -> ChanceRequest | None:
        """A die that the service rolls is rolled unasked, as a card is drawn."""
        ask = self.race.moment.ask
        if ask is not None and ask.kind == "die" and self.to_act is CHANCE:
            return ChanceRequest("die", None, ask.options, ask.prefix)
        return self.race.chance()

    def corrects(self, text: str) -> bool:
        return self.race.corrects(text)

    def unlisted(self, text: str) -> Action | None:
        found = self.race.answered(text)
        return None if found in self.legal() else found

    def names_hidden(self, text: str, seats: Collection[int]) -> bool:
        return self.race.names_hidden(text, seats)

    def listed(self, text: str) -> str:
        return self.race.listed(text)

    def apply(self, action: Action | str) -> Applied:
        text = self.listed(action.text if isinstance(action, Action) else action)
        if isinstance(action, Action) and not _may(self, action):
            self.race.apply(Action(action.seat, text))  # it says why not
            raise IllegalAction(f"{text!r:.60} is not for seat {action.seat}.")
        return _applied(Itself(self), text)

    def square(self, cell: str | None) -> str | None:
        found = None if cell is None else read_cell(cell)
        if found is None or found.rank > ROWS:
            return cell if found is None else LAY_BY
        mirror = self.race.moment.race.options.mirror
        return hole_of(Cell(0, found.col), rolled(self.wood.origin, -found.rank), mirror) or cell

    def explain(self, frm: str, to: str) -> Explanation:
        if any((way.frm, way.to) == (frm, to) for a in self.legal() for way in a.displacements):
            return Explanation(True)
        ahead = (self.cell_at(frm) or Cell(0, 0)).rank == 1
        told = self.race.explain(_named(self, frm), _named(self, to, ahead))
        if told.legal:
            return replace(told, legal=False)
        blocked, params = self.square(told.blocked_by), dict(told.params or {})
        if "hole" in params:
            params["hole"] = self.square(params["hole"]) or frm
        walk = tuple(self.square(cell) or cell for cell in told.walk)
        return replace(told, blocked_by=blocked, params=params, walk=walk)

    def odds(self) -> Mapping[str, Mapping[str, float | None]]:
        return self.race.odds()

    def score(self, seat: int) -> float:
        return self.race.score(seat)

    def terms(self, seat: int) -> Mapping[str, float]:
        return self.race.terms(seat)

    def on_curve(self, parts: Mapping[str, float]) -> float:
        return self.race.on_curve(parts)

    def lead(self, seat: int) -> float:
        return self.race.lead(seat)

    @property
    def steepness(self) -> float:
        return self.race.steepness

    @property
    def wraps(self) -> bool:
        """Whether a car stands on rank 8, whose row is the one of the road ahead."""
        placed = (c for c in self.race.moment.state.pack.placed() if c.id not in self.wood.aside)
        return any(self.cell(car).rank == ROWS for car in placed)

    def cell_at(self, square: str) -> Cell | None:
        """The cell of a square, in the ranks that people see; None for a tray.

        While a car stands on rank 8, that row is rank 8 and no road ahead.
        """
        mirror, last = self.race.moment.race.options.mirror, ROWS if self.wraps else 0
        try:
            return cell_of(square, self.wood.origin, last, mirror)
        except KeyError:
            return None


@lru_cache(maxsize=KEPT)
def _applied(itself: Itself[WoodPosition], text: str) -> Applied:
    """What an action makes of a position. Table, recogniser and whoever looks ahead play the same
    from the same one."""
    here = itself.it
    after, told = here.race.apply(text)
    assert isinstance(after, StreetPosition)
    origin = here.wood.origin
    for event in told:
        if isinstance(event, Renumbered):
            origin = rolled(origin, event.n or 0)
    plain = Wood(here.wood.dice, origin, here.wood.aside, put_after(here, text, after, told))
    found = WoodPosition(after, plain)
    found = WoodPosition(after, replace(plain, aside=beyond(found)))
    return Applied(found, tuple(_seen(here, event) for event in told))


def _may(here: WoodPosition, action: Action) -> bool:
    """Whether it comes from the seat that it says."""
    if here.chance() is not None:
        return action.seat == CHANCE_SEAT
    meant = Action(action.seat, here.listed(action.text))
    return meant in here.legal() or meant == here.unlisted(meant.text)


def _named(here: WoodPosition, square: str, ahead: bool = False) -> str:
    """The cell of a square as text; ``ahead``: from rank 1 the first row is the road ahead."""
    cell = here.cell_at(square)
    if ahead and cell is not None and cell.rank == ROWS:
        cell = Cell(0, cell.col)
    return square if cell is None else cell_text(*cell)


def _seen(here: WoodPosition, event: Event) -> Event:
    """The event with squares for spaces, and tokens for cars."""
    if not isinstance(event, StreetEvent) or event.car is None:
        return event
    return replace(
        event, car=token(event.car), frm=left_from(here, event), to=here.square(event.to)
    )


def _with_room(found: dict[str, tuple[str, ...]], lay_by: Place) -> Mapping[str, tuple[str, ...]]:
    """Cars by place, where Civilians that the lay-by has no square for wait in the box.

    They are alike, so it does not matter which of them wait there. A tray has room for all.
    """
    there = found.get(LAY_BY, ())
    over = max(0, len(there) - len(lay_by.holes)) if lay_by.holes else 0
    if not over:
        return found
    cars = tuple(one for one in there if one != CIVILIAN)
    left = there.count(CIVILIAN) - over
    return found | {LAY_BY: (*cars, *(CIVILIAN,) * left), BOX: (*found[BOX], *(CIVILIAN,) * over)}


def left_from(here: WoodPosition, event: StreetEvent) -> str | None:
    """Where the car of an event was: a tray, if it stood on no square."""
    car = here.race.moment.state.pack.cars.get(event.car or "")
    if event.to is None:
        return here.square(event.frm)
    if car is None:
        return BOX
    if not car.col:
        return OFF
    return pushed_off(here.standing(car)) if car.limbo else here.square(event.frm)


def pushed_off(place: str) -> str:
    """Where a car that is pushed there waits for its place (FF-73): the lay-by has room for it, a
    square has not."""
    return LAY_BY if place == LAY_BY else PUSHED


def announced(
    here: WoodPosition, verb: str, words: Sequence[str], seat: int
) -> Displacement | None:
    """What hands do to announce it; None if it is told on the page alone."""
    cars = here.race.moment.state.pack.cars
    if verb in ("place", "spin", "choose") or (verb == "free" and words[1] == "yes"):
        car = cars[words[0]]
    elif verb in ("adv", "drift"):
        race = here.race.moment.race
        car = cars[race.driven(race.players[seat], words)]
    else:
        return None
    cell = goal(here.cell(car), verb, words)
    to = None if cell is None else here.hole(cell)
    frm = here.place(car)
    if cell is None or to is None or (frm == LAY_BY and cell.rank >= ROWS):
        return None
    return None if frm == to else Displacement(frm, to)


def beyond(here: WoodPosition) -> frozenset[str]:
    """The cars that belong into the lay-by now.

    Those of rank 8 leave before a car may drive ahead of rank 1: the two have the same row.
    """
    pack, race, ask = here.race.moment.state.pack, here.race.moment.race, here.race.moment.ask
    cells = {car.id: here.cell(car) for car in pack.cars.values() if car.col}
    ahead = ask is not None and any(
        pack.cars[race.driven(ask.who[0], text.split(" ")[1:])].rank == pack.front
        for text in (ask.prefix + option for option in ask.options)
        if text.startswith("adv")
    )
    return frozenset(waiting(cells, here.wood.aside, int(ahead)))


def put_after(
    here: WoodPosition, text: str, after: StreetPosition, told: Sequence[Event]
) -> tuple[str, str] | None:
    """The car that stands where its test will show whether it may stay."""
    if not after.moment.since:
        return None
    found = here.wood.put
    action = next((a for a in here.legal() if a.text == text and a.displacements), None)
    if action is not None:
        words = text.split(" ")
        moved = words[0] in ("place", "spin", "choose", "free")
        race = here.race.moment.race
        car = words[1] if moved else race.driven(race.players[action.seat], words[1:])
        found = (car, action.displacements[0].to)
    if found is None:
        return None
    settled = {
        event.car
        for event in told
        if isinstance(event, StreetEvent)
        and (event.moved or (isinstance(event, Tested) and event.by != "win"))
    }
    return None if found[0] in settled else found


def token(car: str) -> str:
    """What hands see of a car: a racer's own letter, or a Civilian."""
    return CIVILIAN if car.startswith("c") else car


def goal(here: Cell, verb: str, words: Sequence[str]) -> Cell | None:
    """The cell that a car enters by an action, in the ranks that people see; None if it stays."""
    if verb in ("place", "spin"):
        return read_cell(words[1])
    if verb in ("adv", "free"):
        return Cell(here.rank - 1, here.col)
    way = words[-1]
    if way == "stay":
        return None
    if way == BACK:
        return Cell(here.rank + 1, here.col)
    return Cell(here.rank, beside(here.col, inward(here.col) if way == "in" else way))
