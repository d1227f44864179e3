"""What the hands still owe the board: the difference between marbles and position (PP-17).

One mechanism for captures, moves made on the page, takeback, resume and set-up. Each debt says
which marble goes from where to where and whether play waits for it; the shortest way comes first,
but never one whose target is still taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from companion.recogniser.boardstate import BoardState

from .marbles import HAND, World


@dataclass(frozen=True, slots=True)
class Debt:
    """One displacement owed. ``frm`` is a hole or HAND, ``to`` a hole or HAND (off the board).

    ``place``  where the marble belongs; any free hole of it pays the debt
    ``among``  holes in one of which it stands, where nobody knows in which; ``frm`` is HAND then
    """

    marble: int
    token: str
    frm: str
    to: str
    place: str
    blocking: bool
    among: tuple[str, ...] = ()


def debts(state: BoardState, world: World) -> tuple[Debt, ...]:
    """All debts of a world: payable ones first, then the blocking ones, then the shortest.

    Where nobody knows which of several marbles the hand holds, all of them are as near: the order
    stays what it was before the lift, so that whoever was told a colour and took it hears it again.
    """
    blocking = {d.marble for d in state.blocking(world)}
    unsure, any_held = _unsure(state, world)
    world = shortest(state, world, blocking)
    taken: set[str] = set()
    full = {hole for hole in world.at if hole != HAND}
    found: list[tuple[tuple[bool, bool, float, int], Debt]] = []
    for i, at in state.deviations(world):
        marble = state.marbles[i]
        to = _target(state, world, i, at, taken)
        if to != HAND:
            taken.add(to)
        among = unsure if at in unsure and to != HAND else ()
        near = HAND in (at, to) or (among and any_held)
        length = 0.0 if near else state.seating.distance(at, to)
        rank = (to in full and to != at, i not in blocking, length, i)
        frm = HAND if among else at
        found.append((rank, Debt(i, marble.token, frm, to, marble.place, i in blocking, among)))
    return tuple(debt for _, debt in sorted(found, key=lambda item: item[0]))


def displaced(owed: Iterable[Debt]) -> set[tuple[str, str]]:
    """Token and place of those that stand where they do not belong; not of those in the hand."""
    return {(d.token, d.place) for d in owed if d.blocking and (d.frm != HAND or d.among)}


def _unsure(state: BoardState, world: World) -> tuple[tuple[str, ...], bool]:
    """Holes of marbles out of place of which nobody knows which colour stands where.

    Of two that were out together each may be the other; nothing is guessed (PP-3). And whether the
    hand may hold one of them as well as another.
    """
    away = [d.at for d in state.blocking(world) if d.at != HAND]
    if not away or len(state.worlds) < 2:
        return (), False
    plain = [state.plain(other) for other in state.worlds]
    least = len(state.blocking(world))
    likely = [w for w in plain if len(state.blocking(w)) <= least]
    tokens = [state.tokens(w) for w in likely]
    held = {
        tuple(sorted(state.marbles[d.marble].token for d in state.blocking(w) if d.at == HAND))
        for w in likely
    }
    holes = tuple(h for h in away if len({at.get(h, "") for at in tokens} - {""}) > 1)
    return holes, len(held) > 1


def shortest(state: BoardState, world: World, blocking: Set[int]) -> World:
    """The same holes full of the same colours, alike marbles told apart by the shortest ways.

    Two red marbles that were knocked over need not each find its own hole again (PP-10).
    """
    away = [i for i in blocking if world.at[i] != HAND and state.marbles[i].place]
    ways = sorted(
        (state.way(i, world.at[j]), i, j)
        for i in away
        for j in away
        if state.marbles[i].token == state.marbles[j].token
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


def _target(state: BoardState, world: World, marble: int, at: str, taken: set[str]) -> str:
    """The hole to name: the nearest of its place that is empty, else one to be vacated."""
    place = state.marbles[marble].place
    open_holes = [h for h in state.free_holes(place, world) if h not in taken]
    if not open_holes:
        return HAND
    full = set(world.at)

    def rank(hole: str) -> tuple[bool, float]:
        return hole in full, 0.0 if at == HAND else state.seating.distance(at, hole)

    return min(open_holes, key=rank)


def fits(state: BoardState, world: World) -> bool:
    """Whether play can go on: nothing owed but captured marbles in the hand (PP-6)."""
    return not state.blocking(world)
