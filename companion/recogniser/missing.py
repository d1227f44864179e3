"""Changes that sensors missed, looked for at a dwell and only towards a board that makes sense."""

from __future__ import annotations

from collections.abc import Iterator

from . import costs
from .endings import EMPTY, Path, Wood
from .facts import UNFELT
from .hypothesis import Hypothesis, liars, lifted_out, put
from .lifting import UNDER_ONE, Priced, placed
from .outlook import Board, changed


def missed(board: Board, h: Hypothesis, cost: int, levels: bytes) -> Iterator[Priced]:
    """The stories in which a sensor missed something, besides ``h`` itself."""
    lying = [n for n in liars(h.wood, levels) if levels[n] == 1]
    yield from _found(board, h, cost, lying, levels)
    out = lifted_out(board, h)
    if len(out) == 1:
        yield from _unseen_put(board, h, cost, levels)
    elif not out and len(lying) == 1 and lying[0] < board.exact:
        yield from _unseen_lift(board, h, cost, lying[0], levels)
    elif not out and len(lying) == 1:
        yield from _unseen_exchange(board, h, cost, lying[0], levels)


def _found(
    board: Board, h: Hypothesis, cost: int, lying: list[int], levels: bytes
) -> Iterator[Priced]:
    """A hole that seemed to lie holds a token of the hand.

    The lie was paid when it began; that it lasted is paid here, since it ends unseen. A hole of its
    own pen that was called dead too early tells the truth now, so that much comes back. Nor does it
    cost more where what lay over several holes has let go of all the others.
    """
    for token in sorted(set(h.hand)) if lying else ():
        for hole in lying:
            home = hole in h.dead and token in board.welcome[hole]
            alone = _is_left_alone(h, hole, levels)
            price = cost + (-costs.LASTING if home else 0 if alone else costs.LASTING)
            if price <= costs.KEEP:
                yield placed(board, h, hole, h.hand.rindex(token)), price


def _is_left_alone(h: Hypothesis, hole: int, levels: bytes) -> bool:
    """Whether what lay over three holes or more has just let go of all but this one. Then it was
    taken away, and something may stand there."""
    over = [n for n in h.dead if h.base[n] == EMPTY == h.wood[n]]
    others = [n for n in over if n != hole]
    return hole in over and len(over) >= UNDER_ONE and not any(levels[n] for n in others)


def _sensible(board: Board, h: Hypothesis) -> Iterator[Wood]:
    """The end states that explain all changes, and the position's own wood."""
    look = board.outlook(h.position)
    yield from look.explaining(changed(look.wood, h.wood[: board.exact]))
    yield look.wood


def _unseen_put(board: Board, h: Hypothesis, cost: int, levels: bytes) -> Iterator[Priced]:
    """The one token that was lifted stands where no sensor told.

    That is to be expected of a hole that is set aside.

    Where a token stood before, its lift was missed along with the put: a capture that the sensor
    slept through, as dear as a sensor that died. The captured one is in the hand then.

    One that was owed to a hole that is set aside stands there, rather than that it has gone on to
    another such hole by a card that nobody named.
    """
    shape, token = h.wood[: board.exact], lifted_out(board, h)[0]
    rest = h.hand[: h.hand.rindex(token)] + h.hand[h.hand.rindex(token) + 1 :]
    look = board.outlook(h.position)
    owed = changed(shape, look.wood)
    paid = len(owed) == 1 and look.wood[owed[0]] == token and levels[owed[0]] == UNFELT
    for wood in _sensible(board, h):
        holes = changed(shape, wood)
        if len(holes) != 1 or wood[holes[0]] != token:
            continue
        hole = holes[0]
        if shape[hole] != EMPTY and not levels[hole]:
            continue
        missed_lift = costs.LASTING if shape[hole] != EMPTY else 0
        price = cost + (costs.DEAD_USED if hole in h.dead else costs.LIE + missed_lift)
        if levels[hole] == UNFELT:
            beyond = paid and wood != look.wood and all(map(_is_unnamed, look.ends[wood]))
            price = cost + (costs.SILENT if beyond else 0)
        if price <= costs.KEEP:
            gone = bytes((shape[hole],)) if shape[hole] != EMPTY else b""
            yield h._replace(wood=put(h.wood, hole, token), hand=rest + gone), price


def _is_unnamed(way: Path) -> bool:
    """Whether a card that nobody has named is on the way."""
    return any(one.inferred for one in way)


def _unseen_lift(
    board: Board, h: Hypothesis, cost: int, hole: int, levels: bytes
) -> Iterator[Priced]:
    """What stands in the hole that seemed to lie came from one whose sensor missed the lift.

    One sensor lies either way, so the price stays where the card was named. That may be a hole of a
    pen, too.
    """
    look = board.outlook(h.position)
    for source, token in enumerate(h.wood):
        if token == EMPTY or levels[source] != 1:
            continue
        moved = put(put(h.wood, source, EMPTY), hole, token)
        shape = moved[: board.exact]
        if shape == look.wood or not all(map(_is_unnamed, look.ends.get(shape, ()))):
            yield h._replace(wood=moved), cost
        elif shape in look.ends and cost + costs.SILENT <= costs.KEEP:
            yield h._replace(wood=moved), cost + costs.SILENT


def _unseen_exchange(
    board: Board, h: Hypothesis, cost: int, pen: int, levels: bytes
) -> Iterator[Priced]:
    """What stands in a pen's hole that seemed to lie was taken: its hole had been lifted and filled
    again, and that was the one that is owed there, out of a hole whose sensor missed the lift."""
    wanted = board.outlook(h.position).wood
    owed = changed(h.wood[: board.exact], wanted)
    if len(owed) != 1 or h.wood[owed[0]] not in board.welcome[pen] or wanted[owed[0]] == EMPTY:
        return
    taken, taker = h.wood[owed[0]], wanted[owed[0]]
    for source in range(board.exact, board.holes):
        if h.wood[source] == taker and levels[source] == 1:
            wood = put(put(h.wood, source, EMPTY), owed[0], taker)
            yield h._replace(wood=put(wood, pen, taken)), cost
