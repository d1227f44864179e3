"""Debts: what the hands still owe the board, marble by marble (PP-17).

One mechanism serves captures, moves made on the page, takeback, resume and set-up. Each debt says
which marble goes from where to where, and whether play waits for it. The shortest way comes first,
but never a way whose target is still taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from .marbles import HAND, Deviation, Marble, World
from .seating import Seating


class Wood(Protocol):
    """The wood as debts see it: its marbles, and the worlds in which they may stand."""

    @property
    def seating(self) -> Seating:
        """Where a place has its holes."""

    @property
    def marbles(self) -> Sequence[Marble]:
        """All marbles; a world says where each one is."""

    @property
    def present(self) -> Set[str]:
        """Holes whose sensors say that they are full."""

    @property
    def unknown(self) -> Set[str]:
        """Holes whose marble nobody knows."""

    @property
    def first(self) -> Set[str]:
        """Holes whose debts are to be paid first."""

    @property
    def called(self) -> Mapping[str, Set[str]]:
        """Hole of a tray that several share → what all likely stories miss there, if anything."""

    @property
    def unfelt(self) -> Set[str]:
        """Holes whose sensors tell nothing: nobody sees what is put there."""

    @property
    def worlds(self) -> Sequence[World]:
        """Every world that may be."""

    def plain(self, world: World) -> World:
        """The same full holes, with as many of the alike marbles at home as possible."""

    def deviations(self, world: World) -> Sequence[Deviation]:
        """Marbles that are not where they belong."""

    def blocking(self, world: World) -> Sequence[Deviation]:
        """Deviations that play waits for."""

    def tokens(self, world: World) -> Mapping[str, str]:
        """Hole → token there."""

    def free_holes(self, place: str, world: World) -> Sequence[str]:
        """Holes of a place that are empty, or held by a marble that belongs elsewhere."""

    def way(self, marble: int, at: str) -> float:
        """The distance of a hole from the place where that marble belongs."""


@dataclass(frozen=True, slots=True)
class Debt:
    """One displacement that is owed. ``frm`` and ``to`` are holes or HAND (off the board).

    ``place``  where the marble belongs; any free hole of it pays the debt
    ``among``  the holes where it may stand, if nobody knows in which; ``frm`` is HAND then
    """

    marble: int
    token: str
    frm: str
    to: str
    place: str
    blocking: bool
    among: tuple[str, ...] = ()


def debts(wood: Wood, world: World) -> tuple[Debt, ...]:
    """All debts of a world: payable ones first, then the blocking ones, then those that are to be
    paid first, then those that no likely story denies, then those that a sensor tells the end of,
    then the shortest.

    If nobody knows which of several marbles the hand holds, all of them count as equally near. The
    order then stays as it was before the lift, so people who took a marble hear its colour again.
    """
    if not wood.deviations(world):
        return ()
    blocking = {d.marble for d in wood.blocking(world)}
    unsure, any_held = _unsure(wood, world)
    world = shortest(wood, world, blocking)
    taken: set[str] = set()
    full = {hole for hole in world.at if hole != HAND} | wood.present
    found: list[tuple[tuple[bool, bool, bool, bool, bool, float, int], Debt]] = []
    for i, at in wood.deviations(world):
        marble = wood.marbles[i]
        to = _target(wood, world, i, at, taken)
        if to != HAND:
            taken.add(to)
        doubtful = at in unsure or (at == HAND and not wood.unknown.isdisjoint(unsure))
        among = unsure if doubtful and to != HAND else ()
        near = HAND in (at, to) or (among and any_held)
        length = 0.0 if near else wood.seating.distance(at, to)
        later = wood.first.isdisjoint((at, to))
        denied = marble.token not in wood.called.get(to, (marble.token,))
        dark = to in wood.unfelt
        rank = (to in full and to != at, i not in blocking, later, denied, dark, length, i)
        frm = HAND if among else at
        found.append((rank, Debt(i, marble.token, frm, to, marble.place, i in blocking, among)))
    return tuple(debt for _, debt in sorted(found, key=lambda item: item[0]))


def in_the_way(owed: Sequence[Debt]) -> Debt | None:
    """The debt of the marble that stands where the first blocking one belongs.

    Debts that can be paid come first: then none can, and hands take a marble off before.
    """
    first = next((debt for debt in owed if debt.blocking), None)
    if first is None or first.to == HAND or first.among:
        return None
    return next((debt for debt in owed if debt.frm == first.to and debt is not first), None)


def displaced(owed: Iterable[Debt]) -> set[tuple[str, str]]:
    """Token and place of marbles that stand where they do not belong, without those in a hand."""
    return {(d.token, d.place) for d in owed if d.blocking and (d.frm != HAND or d.among)}


def _unsure(wood: Wood, world: World) -> tuple[tuple[str, ...], bool]:
    """Misplaced marbles whose colours nobody can tell apart, and whether the hand is unsure too.

    The first value holds their holes: two marbles that were out together may each be the other, and
    nothing is guessed (PP-3). The second says whether the hand may hold one or another of them.
    """
    away = [d.at for d in wood.blocking(world) if d.at != HAND]
    unknown = tuple(hole for hole in away if hole in wood.unknown)
    if unknown or not away or len(wood.worlds) < 2:
        return unknown, bool(unknown)
    plain = [wood.plain(other) for other in wood.worlds]
    least = len(wood.blocking(world))
    tokens = [wood.tokens(w) for w in plain]
    held = {
        tuple(sorted(wood.marbles[d.marble].token for d in wood.blocking(w) if d.at == HAND))
        for w in plain
        if len(wood.blocking(w)) <= least
    }
    holes = tuple(h for h in away if len({at.get(h, "") for at in tokens} - {""}) > 1)
    return holes, len(held) > 1


def shortest(wood: Wood, world: World, blocking: Set[int]) -> World:
    """The same full holes with the same colours; the shortest ways tell alike marbles apart.

    Two red marbles that were knocked over need not each go back to its own hole (PP-10).
    """
    away = [i for i in blocking if world.at[i] != HAND and wood.marbles[i].place]
    ways = sorted(
        (wood.way(i, world.at[j]), i, j)
        for i in away
        for j in away
        if wood.marbles[i].token == wood.marbles[j].token
    )
    at = list(world.at)
    led: set[int] = set()
    used: set[int] = set()
    for _, i, j in ways:
        if i not in led and j not in used:
            led.add(i)
            used.add(j)
            at[i] = world.at[j]
    return World(tuple(at), world.lifts)


def _target(wood: Wood, world: World, marble: int, at: str, taken: set[str]) -> str:
    """The hole to name: the nearest empty one of its place, else one that will be vacated."""
    place = wood.marbles[marble].place
    open_holes = [h for h in wood.free_holes(place, world) if h not in taken]
    if not open_holes:
        return HAND
    full = {*world.at, *wood.present}

    def rank(hole: str) -> tuple[bool, float]:
        return hole in full, 0.0 if at == HAND else wood.seating.distance(at, hole)

    return min(open_holes, key=rank)
