"""A simulated person's intent: one legal action, and the board to which it leads."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.action import Action
from engine.board import Board
from engine.game import Applied, Position

Occupancy = Mapping[str, tuple[str, ...]]


class Way(NamedTuple):
    """One marble's way from place to place."""

    token: str
    frm: str
    to: str


@dataclass(frozen=True)
class Intent:
    """One action as a person means it.

    ``prelude``  the card that is played first, or None
    ``before``   the position when the action is made (the card is played); ``after`` is its result
    ``ways``     the marbles that hands move to announce it, in the notation's order
    ``sent``     marbles that leave in consequence and may wait in a hand (captures)
    ``shown``    place → tokens when hands have announced it, before its further consequences (a car
                 that has finished still stands behind the line)
    """

    action: Action
    prelude: Action | None
    start: Position
    before: Position
    after: Position
    ways: tuple[Way, ...]
    sent: tuple[Way, ...]
    shown: Occupancy

    @property
    def swap(self) -> bool:
        """True when two marbles change places."""
        return len(self.ways) == 2 and (self.ways[0].frm, self.ways[0].to) == (
            self.ways[1].to,
            self.ways[1].frm,
        )

    @property
    def moved(self) -> frozenset[str]:
        """Places that the announcing marbles leave or reach."""
        return frozenset(place for way in self.ways for place in (way.frm, way.to))


def intend(start: Position, prelude: Action | None, action: Action) -> Intent:
    """The intent to make ``action`` (after ``prelude``) in ``start``."""
    before = start if prelude is None else start.apply(prelude).position
    applied = before.apply(action)
    occupancy = before.occupancy()
    went = {(frm, to): token for e in applied.events for token, frm, to in e.moved}
    own = {colour for seat in before.seats if seat.number == action.seat for colour in seat.colours}
    ways = tuple(
        Way(went.get((d.frm, d.to)) or _mover(occupancy[d.frm], own), d.frm, d.to)
        for d in action.displacements
    )
    sent = tuple(
        Way(token, frm, to)
        for event in applied.events
        if not event.blocking
        for token, frm, to in event.moved
    )
    shown = _shown(before, applied, ways)
    return Intent(action, prelude, start, before, applied.position, ways, sent, shown)


def _mover(standing: tuple[str, ...], own: Collection[str]) -> str:
    """Which of those that stand there is moved: one of the mover's own, if there is one."""
    return next((token for token in standing if token in own), standing[0])


def _shown(before: Position, applied: Applied, ways: Collection[Way]) -> Occupancy:
    """The board that announces an action: after its own ways, and what need not wait (PP-17)."""
    moved = [Way(*move) for event in applied.events for move in event.moved if event.blocking]
    if all(move in ways for move in moved):
        return applied.position.occupancy()
    loose = (Way(*move) for event in applied.events for move in event.moved if not event.blocking)
    at = {place: Counter(tokens) for place, tokens in before.occupancy().items()}
    for token, frm, to in (*ways, *loose):
        at.setdefault(frm, Counter())[token] -= 1
        at.setdefault(to, Counter())[token] += 1
    entered = {way.to for way in ways if before.board.places[way.to].capacity == 1}
    for token, frm, _ in moved:  # what made room is in a hand until the lights lead it
        if frm in entered and at[frm].total() > 1:
            at[frm][token] -= 1
    return {place: tuple(tokens.elements()) for place, tokens in at.items() if +tokens}


def same_ways(one: Action, other: Action) -> bool:
    """True when hands announce both by the same displacements.

    Then the board cannot tell them apart.
    """
    return one.displacements == other.displacements


def announced(position: Position) -> list[Action]:
    """Legal actions that hands announce by moving marbles. Of alike actions only one is there."""
    return [a for a in position.distinct() if a.displacements and not a.prelude]


# -------------------------------------------------------------------------------- wood and places


def by_place(board: Board, wood: Mapping[str, str]) -> dict[str, Counter[str]]:
    """Place → tokens that stand on its holes."""
    out: dict[str, Counter[str]] = {}
    for name, place in board.places.items():
        tokens = Counter(wood[hole] for hole in place.holes if hole in wood)
        if tokens:
            out[name] = tokens
    return out


def amiss(
    board: Board,
    wood: Mapping[str, str],
    standing: Position | Occupancy,
    awaited: Collection[str] = (),
) -> list[str]:
    """Places whose marbles on the wood are not those of a position.

    A captured marble may still be in a hand. So a group may lack some marbles, and so may the
    places ``awaited``, but neither may hold strangers.
    """
    seats, groups = _layout(board)
    wanted = standing if isinstance(standing, Mapping) else standing.occupancy()
    there = {seats[hole]: token for hole, token in wood.items() if hole in seats}
    out = [place for place in there.keys() | wanted.keys() if place in board.places]
    out = [
        place
        for place in out
        if place not in groups
        and wanted.get(place, ()) != ((there[place],) if place in there else ())
        and (place in there or place not in awaited)
    ]
    for place, holes in groups.items():
        here = Counter(wood[hole] for hole in holes if hole in wood)
        if here and here - Counter(wanted.get(place, ())):
            out.append(place)
    return sorted(out)


_LAYOUTS: dict[int, tuple[Board, dict[str, str], dict[str, tuple[str, ...]]]] = {}


def _layout(board: Board) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Hole → place for places with one hole, and place → holes for those with more or none."""
    known = _LAYOUTS.get(id(board))
    if known is None:
        single = {p.holes[0]: name for name, p in board.places.items() if len(p.holes) == 1}
        groups = {name: p.holes for name, p in board.places.items() if len(p.holes) != 1}
        known = _LAYOUTS[id(board)] = (board, single, groups)
    return known[1], known[2]


def hole_with(board: Board, wood: Mapping[str, str], way: Way, rng: random.Random) -> str:
    """A hole of the way's origin that holds its token. Empty when none does (it is in a hand)."""
    holes = [hole for hole in board.places[way.frm].holes if wood.get(hole) == way.token]
    return rng.choice(holes) if holes else ""


def hole_for(board: Board, wood: Mapping[str, str], place: str, rng: random.Random) -> str:
    """A free hole of a group, or the one hole of a place, free or not. Empty when all are full."""
    holes = board.places[place].holes
    if len(holes) == 1:
        return holes[0]
    free = [hole for hole in holes if hole not in wood]
    return rng.choice(free) if free else ""


def empty_near(
    board: Board, wood: Mapping[str, str], hole: str, most: int, avoid: Iterable[str] = ()
) -> list[str]:
    """The nearest empty holes of the wood, nearest first."""
    here = board.space(hole)
    free = [s for s in board.spaces if s.id not in wood and s.id != hole and s.id not in avoid]
    free.sort(key=lambda s: (s.x - here.x) ** 2 + (s.y - here.y) ** 2)
    return [space.id for space in free[:most]]


def path(board: Board, frm: str, to: str) -> list[str]:
    """Holes between two holes on a shortest way along the board. Empty when there is none."""
    came: dict[str, str] = {frm: ""}
    queue = [frm]
    for hole in queue:
        if hole == to:
            break
        for near in board.neighbours.get(hole, ()):
            if near not in came:
                came[near] = hole
                queue.append(near)
    if to not in came:
        return []
    way: list[str] = []
    at = came[to]
    while at and at != frm:
        way.append(at)
        at = came[at]
    return way[::-1]
