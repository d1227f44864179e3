"""What one edge may mean: every way in which a hypothesis goes on after a sensor changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from . import costs
from .endings import EMPTY, UNSURE, Position, Token
from .facts import UNFELT, Edge
from .hypothesis import (
    Hypothesis,
    beside_first,
    claim_price,
    claims,
    fits,
    grows,
    holds,
    in_bag,
    liars,
    lifted_out,
    on_its_way,
    put,
)
from .outlook import Board, beside, changed

SEVERAL: Final = 2
FEW: Final = 3
"""So many tokens of different colours out at once are not told apart."""
UNDER_ONE: Final = 3
"""So many sensors that fill at once are under one thing, also while a hand holds something."""

Priced = tuple[Hypothesis, int]
"""A hypothesis and what it has paid."""


class Moment(NamedTuple):
    """What an edge is read against, besides the stories.

    ``levels``  the sensors after it
    ``last``    the hole of the edge before, while no dwell has passed since, else -1
    ``led``     the tokens that people have read the lights to call for there
    ``falling``  tokens that were lifted at once are still on their way
    ``meanwhile``  the token lifted last was lifted when a hand had been waited for in vain
    ``burst``   the holes of the edges before, each at once after another, and this one after them
    """

    levels: bytes
    last: int
    led: bytes = b""
    falling: bool = False
    meanwhile: bool = False
    burst: tuple[int, ...] = ()


def after_edge(board: Board, h: Hypothesis, cost: int, edge: Edge, now: Moment) -> Iterator[Priced]:
    """The stories that go on from ``h``."""
    hole = edge.hole
    full = h.wood[hole] != EMPTY
    lie = cost + _lie(board, h, edge, now)
    if edge.full == full:  # the sensor agrees again
        beside_it = hole not in h.dead and beside(board, hole, now.last)
        ended = edge.at_once and beside_it and not covered(h, now.levels)
        let_go = beside_it and _let_go(h, edge, now.last)
        cost -= costs.SILENT if let_go or _uncovered(h, edge, now.burst) else 0
        if _let_go_together(board, h, edge, now):
            h = h._replace(dead=h.dead - {hole, now.last})
            cost -= costs.LIE - costs.COVERED + costs.PASSED
        yield h, cost - (costs.AT_ONCE if ended else 0)
    elif full:
        yield lifted(board, h, hole), cost + (costs.TWO_HANDS if edge.at_once else 0)
        yield h, lie
    else:
        yield from _put(board, h, cost, hole, now)
        yield from _slid(board, h, cost, hole, now)
        yield h, lie


def _let_go(h: Hypothesis, edge: Edge, last: int) -> bool:
    """Whether the source of a slide tells that its token has left, now that it stands in ``last``.

    A hole through which a token slides lets go at once; the one where it stood may take longer.
    """
    slid = not edge.full and edge.hole != last and h.wood[last] != EMPTY
    return slid and (edge.at_once or h.base[edge.hole] != EMPTY)


def _uncovered(h: Hypothesis, edge: Edge, burst: tuple[int, ...]) -> bool:
    """Whether a hole lets go that a token had left under what lay over it and the holes beside it:
    at once after one of these."""
    left = not edge.full and h.base[edge.hole] != EMPTY == h.wood[edge.hole]
    return left and bool(_bared(h, burst))


def _let_go_together(board: Board, h: Hypothesis, edge: Edge, now: Moment) -> bool:
    """Whether two sensors that something covered for a dwell let go at once: it was one thing.

    Where a token stands beside them, they may have felt that. What lets go at once with others was
    over these, too: there the second one has paid no fault of its own.
    """
    two = {edge.hole, now.last}
    together = edge.at_once and not edge.full and two <= h.dead
    if not together or not two.issuperset(now.burst):
        return False
    around = {n for hole in two for n in board.near[hole]}
    alone = all(h.wood[n] == EMPTY for n in around)
    return alone and not any(now.levels[n] == 1 for n in liars(h.wood, now.levels))


def _bared(h: Hypothesis, burst: tuple[int, ...]) -> list[int]:
    """The holes of a burst from which something was taken that had only covered them."""
    return [n for n in burst if h.base[n] == EMPTY == h.wood[n]]


def _lie(board: Board, h: Hypothesis, edge: Edge, now: Moment) -> int:
    """What it costs if a sensor tells what did not happen. Of two that fill at once while a hand
    holds something, one may feel that. From three on one thing covers them, and the second costs
    no more than the others."""
    if edge.hole in h.dead:
        return costs.DEAD_FLICKER
    at_once = edge.full and edge.at_once and now.last != edge.hole
    under = covered(h, now.levels)
    if not at_once or now.last not in under:
        return costs.LIE
    if not holds(board, h) or len(under) > UNDER_ONE:
        return costs.COVERED
    if len(under) < UNDER_ONE:
        return costs.LIE
    return 2 * costs.COVERED - costs.LIE  # the second one has paid a fault of its own


def covered(h: Hypothesis, levels: bytes) -> list[int]:
    """The holes that seem full and are not, but for sensors that were dead before."""
    return [n for n in liars(h.wood, levels) if levels[n] == 1 and n not in h.dead]


def before_the_dwell(board: Board, h: Hypothesis, cost: int) -> Iterator[Priced]:
    """The stories in which what stands was already over when the next change came."""
    early = costs.EARLY if _is_changed(h) else costs.EARLY_TOO
    if cost + early <= costs.KEEP:
        for over in claims(board, h):
            yield over, cost + early + claim_price(board, h, over)


def _is_changed(h: Hypothesis) -> bool:
    """Whether some hole is not as full as at the last action, so that hands may be on their way."""
    return any(EMPTY in (h.base[n], h.wood[n]) for n in changed(h.base, h.wood))


def lifted(board: Board, h: Hypothesis, hole: int) -> Hypothesis:
    """The token of a hole in the hand. From three colours out at once nobody can tell them."""
    token = h.wood[hole]
    wood = put(h.wood, hole, EMPTY)
    if token == UNSURE:
        return h.moved(wood, h.hand, h.bag)
    return bagged(board, h.moved(wood, h.hand + bytes((token,)), h.bag))


def bagged(board: Board, h: Hypothesis) -> Hypothesis:
    """The same with the hand's tokens in the bag, once they have three colours or more.

    With two colours, so many are out that their order could cost more than the margin. Tokens that
    lie beside the board, where the position has them, are in nobody's hand. Those that were out
    when the last action was over are waiting, so nobody takes them for one lifted now.
    """
    h = beside_first(board, h)
    out = lifted_out(board, h)
    if len(out) + in_bag(h) < FEW:
        return h
    lifted = lifted_since(board, h, out)
    colours = len(set(lifted) | set(h.bag))
    if colours < SEVERAL or len(lifted) + in_bag(h) < (FEW if colours > SEVERAL else FEW + 1):
        return h
    alike = {*lifted, *h.bag}
    waiting = bytes(token for token in out if token not in alike)
    beside, mixed = h.hand[: len(h.hand) - len(out)], (token for token in out if token in alike)
    return h._replace(hand=beside + waiting, bag=bytes(sorted((*mixed, *h.bag))))


def lifted_since(board: Board, h: Hypothesis, out: bytes) -> bytes:
    """Those tokens that stood on the board when the last action was over, or it last fitted, but
    for those that the position has in a hand: they had to be lifted."""
    found, in_hand = b"", board.outlook(h.position).in_hand
    for token in set(out):
        since = h.base.count(token) - h.wood.count(token)
        # Of tokens that look alike, those that were out by then had not to be lifted any more.
        out_by_then = max(0, out.count(token) + h.bag.count(token) - since)
        stood = since - max(0, in_hand.count(token) - out_by_then)
        found += bytes((token,)) * min(out.count(token), max(0, stood))
    return found


def opened(h: Hypothesis) -> Hypothesis:
    """The same without a bag, once what is left in it has one colour only."""
    if not h.bag or len(set(h.bag)) > 1:
        return h
    token = h.bag[:1]
    hand = h.hand + token * in_bag(h)
    return h._replace(wood=h.wood.replace(bytes((UNSURE,)), token), hand=hand, bag=b"")


def _put(board: Board, h: Hypothesis, cost: int, hole: int, now: Moment) -> Iterator[Priced]:
    """A token of the hand stands in that hole now; the one lifted last most likely.

    What lies beside the board is in nobody's hand: a hand that holds something puts that. But of
    one that may be in the hand nobody can say whether it was not its like from beside the board.
    """
    out, seen = lifted_out(board, h), set[Token]()
    from_hand = cost + (costs.BESIDE_A_FALL if now.falling and in_bag(h) else 0)
    filled = [n for n in now.burst if now.levels[n] == 1 and h.wood[n] != EMPTY]
    at_once = 0 if now.falling else len(filled)
    from_hand += costs.THREE_HANDS if at_once >= SEVERAL else 0
    for n in range(len(h.hand) - 1, -1, -1):
        token = h.hand[n]
        if token in seen:
            continue
        seen.add(token)
        after = placed(board, h, hole, n, meanwhile=now.meanwhile)
        if token in now.led:
            yield after._replace(touched=min(h.touched, after.touched)), from_hand
            continue
        last = token == out[-1] if out else not in_bag(h) or token in h.bag
        unled = costs.AGAINST_LIGHTS if now.led else 0
        uncalled = 0 if _may_be_put(board, h, token, hole, out) else costs.UNCALLED
        if at_once and n < len(h.hand) - len(out):
            uncalled = costs.FETCHED
        home = token in board.welcome[hole] and not now.falling  # a pen tells whose token comes
        back = token not in out and _was_lifted(h, hole, token)
        older = 0 if last or home or back or _gives_up(board, h, after, hole) else costs.OLDER
        yield after, from_hand + unled + uncalled + older
    if in_bag(h):
        yield from out_of_bag(board, h, cost, hole, now.led, falling=now.falling)


def _gives_up(board: Board, h: Hypothesis, after: Hypothesis, hole: int) -> bool:
    """Whether a token was put back where it stood, and only one lifted after it is still out, which
    makes no action: whoever gives up what was begun may put the own token back first."""
    if not _stood(lifted_out(board, h), h, hole, after.wood[hole]):
        return False
    exact = board.exact
    away = list(changed(after.base[:exact], after.wood[:exact]))
    alone = len(away) == 1 and after.hand == after.base[away[0] : away[0] + 1]
    return alone and not grows(board, after)


def _was_lifted(h: Hypothesis, hole: int, token: Token) -> bool:
    """Whether such a token was lifted out of that hole since the last action. Where its like lies
    beside the board, the order of the hand does not tell that it was."""
    return h.base[hole] == token and h.base.count(token) > h.wood.count(token)


def _stood(out: bytes, h: Hypothesis, hole: int, token: Token) -> bool:
    """Whether a token that is ``out`` stood in that hole at the last action."""
    return token in out and token == h.base[hole]


def _may_be_put(board: Board, h: Hypothesis, token: Token, hole: int, out: bytes) -> bool:
    """Whether nothing speaks against it that the hand has put that token there: it was lifted, or
    it belongs there, or an action brings it.

    Where several that look alike lie beside the board, nobody fetches one with another in the hand,
    but to where it belongs.
    """
    look = board.outlook(h.position)
    if hole >= board.exact or look.wood[hole] == token:
        return True
    held = {*lifted_since(board, h, out), *h.bag, *(one for one in h.hand if one in look.in_hand)}
    if not held and not out:
        return _is_called(board, h, token)
    called = token in (held or out) or token in board.once[_called](h.position)
    return called or look.off.count(token) < SEVERAL


def _is_called(board: Board, h: Hypothesis, token: Token) -> bool:
    """Whether an action brings that token, or none of the hand, on to the board. Where the hand has
    no other, that is so whatever may follow."""
    if h.hand.count(token) == len(h.hand):
        return True
    return token in (called := board.once[_called](h.position)) or called.isdisjoint(h.hand)


def _called(board: Board, position: Position) -> frozenset[Token]:
    """The tokens of which some end has more on its exact holes than the position."""
    look = board.outlook(position)
    return frozenset(
        token
        for token in set(look.off)
        if any(end.count(token) > look.wood.count(token) for end in look.ends)
    )


def out_of_bag(
    board: Board, h: Hypothesis, cost: int, hole: int, led: bytes = b"", *, falling: bool = False
) -> Iterator[Priced]:
    """A token of the bag stands in that hole now: in a pen its own, where the lights called for one
    that one, else nobody knows which. What is still ``falling`` goes where it likes."""
    homes = b"" if falling else board.welcome[hole] + led
    known = [t for t in sorted(set(h.bag)) if t in homes]
    for token in known:
        left = h.bag.replace(bytes((token,)), b"", 1)
        yield opened(h.moved(put(h.wood, hole, token), h.hand, left)), cost
    unsure = opened(h.moved(put(h.wood, hole, UNSURE), h.hand, h.bag))
    yield unsure, cost + (costs.WRONG_PEN if known else 0)


def placed(
    board: Board, h: Hypothesis, hole: int, nth: int, *, meanwhile: bool = False
) -> Hypothesis:
    """The nth token of the hand in that hole.

    It was touched if it stood there and belongs there, or if what belongs there is out, too. One
    from beside the board has stood nowhere. Nobody waits in vain for what the position has in a
    hand: its player may think.
    """
    token = h.hand[nth]
    left = h.hand[:nth] + h.hand[nth + 1 :]
    out = lifted_out(board, h)
    others = len(out) > 1 or in_bag(h) > 0
    wanted = board.outlook(h.position).wood[hole] if hole < board.exact else EMPTY
    back = others and _stood(out, h, hole, token) and (wanted == token or wanted in left)
    awaited = set(out.replace(bytes((token,)), b"", 1)) - set(board.outlook(h.position).in_hand)
    touched = min(h.touched or 2, 1 + (meanwhile and bool(awaited))) if back else h.touched
    after = h.moved(put(h.wood, hole, token), left, h.bag)
    if touched != h.touched:
        after = after._replace(touched=touched)
    after = _paid(board, beside_first(board, after))
    if after.touched and not on_its_way(board, after):
        exact = board.exact
        if after.wood[:exact] == after.base[:exact] or fits(board, after):
            return after._replace(touched=0)
    return after


def _paid(board: Board, h: Hypothesis) -> Hypothesis:
    """The same, where the last debt was paid just now: what comes next to where it was owed is new.

    A quick hand goes on before a dwell has seen that everything fits.
    """
    exact = board.exact
    if h.base[:exact] == h.wood[:exact] or h.base[:exact] == board.outlook(h.position).wood:
        return h
    if lifted_out(board, h) or not fits(board, h):
        return h
    return h._replace(base=h.wood[:exact] + h.base[exact:])


def _slid(board: Board, h: Hypothesis, cost: int, hole: int, now: Moment) -> Iterator[Priced]:
    """A token came from a hole whose sensor has not let go yet, is dead or was set aside.

    Only from a neighbour, from under what covers others, or where the sensor tells nothing: any
    other change that a sensor missed is looked for at the dwell, and towards an end state. Within a
    pen nothing is worth looking for.
    """
    under, levels = _under(board, h, now), now.levels
    for source in {*board.near[hole], *under, *h.dead, *unfelt(levels)}:
        token = h.wood[source]
        if source == hole or token == EMPTY or not (source in h.dead or levels[source]):
            continue
        if levels[source] == UNFELT:
            price = costs.UNFELT_LIFT if holds(board, h) else 0
        elif min(source, hole) >= board.exact and source not in h.dead:
            continue
        elif source in h.dead:
            price = costs.DEAD_USED
        else:
            price = costs.LIE + (0 if source in under else costs.SILENT)
        if cost + min(price, costs.LIE) <= costs.KEEP:
            wood = put(put(h.wood, source, EMPTY), hole, token)
            yield h.moved(wood, h.hand, h.bag), cost + price
            if hole >= board.exact and source in under:
                for taken in _captured_under(board, h, source, hole, levels):
                    yield taken, cost + price + costs.COVERED


def _captured_under(
    board: Board, h: Hypothesis, source: int, pen: int, levels: bytes
) -> Iterator[Hypothesis]:
    """The token of a covered hole took another one, which has come to its pen: the hole in which it
    did is as full as before."""
    token, look = h.wood[source], board.outlook(h.position)
    for hole in range(board.exact):
        victim = h.wood[hole]
        captured = victim in board.welcome[pen] and levels[hole] == 1 and victim != token
        if captured and look.wants(hole, token):
            wood = put(put(h.wood, source, EMPTY), hole, token)
            yield h.moved(put(wood, pen, victim), h.hand, h.bag)


def _under(board: Board, h: Hypothesis, now: Moment) -> set[int]:
    """The full holes beside three that something covers, or did at once before: it may lie over
    them, too."""
    over = {n for n in liars(h.wood, now.levels) if now.levels[n] == 1} | set(_bared(h, now.burst))
    if len(over) < UNDER_ONE:
        return set()
    return {n for hole in over for n in board.near[hole] if h.wood[n] != EMPTY}


def unfelt(levels: bytes) -> list[int]:
    """The holes whose sensors are set aside."""
    return [n for n, level in enumerate(levels) if level == UNFELT] if UNFELT in levels else []
