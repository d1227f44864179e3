"""What somebody has seen in holes and said: the stories after it, and what of it still holds."""

from __future__ import annotations

from collections.abc import Iterator, Set

from . import costs
from .endings import EMPTY, UNSURE, Token, Wood
from .hypothesis import Hypothesis, in_bag, put
from .lifting import Priced, opened
from .outlook import Board
from .state import State, price

Looks = frozenset[tuple[int, Token]]
"""Holes into which somebody has looked, and what stood there; EMPTY: nothing."""


def after_look(board: Board, state: State, hole: int, token: Token) -> Iterator[Priced]:
    """The stories after somebody has said what stands in a hole; EMPTY: nothing.

    What was said of other holes since their last edge stays: who denies that pays for it once more.
    If the cheapest story denies what is said now, one is made that believes it.
    """
    before = [one for one in state.seen if one[0] != hole]
    stories = [
        (h, sum((_after_colour(h, 0, *one)[1] for one in before), cost))
        for h, cost in state.stories
    ]
    yield from (_after_colour(h, cost, hole, token) for h, cost in stories)
    h, cost = min(stories, key=price)
    if _after_colour(h, cost, hole, token)[1] > cost:
        yield believing(board, h, hole, token, state), cost + costs.LIE


def after_unlike(
    board: Board, state: State, hole: int, tokens: frozenset[Token]
) -> Iterator[Priced]:
    """The stories after somebody has said that none of these stands in a hole: another token of the
    game does, or none.

    If all that was said already, something stands there that is not of the game.
    """
    for one, paid in state.stories:
        yield one, paid + (costs.SEEN if _may_be(one, hole) <= tokens else 0)
    h, cost = min(state.stories, key=price)
    for token in left_by(state, tokens):
        yield believing(board, h, hole, token, state), cost + costs.LIE


def left_by(state: State, tokens: frozenset[Token]) -> tuple[Token, ...]:
    """What may stand in a hole, if none of these does. Of one alone it is known, as if somebody had
    named it."""
    h, _ = min(state.stories, key=price)
    others = sorted({*h.wood, *h.hand, *h.bag} - {EMPTY, UNSURE} - tokens)
    return (*(() if EMPTY in tokens and others else (EMPTY,)), *others)


def after_place(h: Hypothesis, cost: int, token: Token, hole: int | None) -> Priced:
    """Somebody says where a token of the hand is. What was believed to stand there is out then."""
    out = token in h.hand or (token in h.bag and in_bag(h) > 0)
    if hole is None or h.wood[hole] == token:
        return h, cost + (0 if out or hole is not None else costs.SEEN)
    if not out:
        return h, cost + costs.SEEN
    here = h.wood[hole]
    if token in h.hand:
        n = h.hand.rindex(token)
        h = h._replace(wood=put(h.wood, hole, token), hand=h.hand[:n] + h.hand[n + 1 :])
    else:
        bag = h.bag.replace(bytes((token,)), b"", 1)
        h = opened(h._replace(wood=put(h.wood, hole, token), bag=bag))
    if here not in (EMPTY, UNSURE):
        h = h._replace(hand=h.hand + bytes((here,)))
    return h, cost


def denies(h: Hypothesis, seen: Set[tuple[int, Token]]) -> bool:
    """Whether something else stands in a story where somebody has looked."""
    return any(
        token != h.wood[hole] and (h.wood[hole] != UNSURE or token not in (EMPTY, *h.bag))
        for hole, token in seen
    )


def looked(seen: Looks, hole: int, token: Token) -> Looks:
    """What was seen in holes, and this."""
    return frozenset(one for one in seen if one[0] != hole) | {(hole, token)}


def unmoved(board: Board, seen: Looks, before: Wood, wood: Wood) -> Looks:
    """What still holds of what was seen once the table has accepted moves from one position's wood
    to another's: a hole in which these put or leave another token was looked into before them."""
    return frozenset((n, one) for n, one in seen if n >= board.exact or wood[n] in (before[n], one))


def _after_colour(h: Hypothesis, cost: int, hole: int, token: Token) -> Priced:
    """Somebody says which token stands in a hole; EMPTY: none.

    Each hole of the bag is asked for, also the last: its sensor may be the one that lies.
    """
    if h.wood[hole] != UNSURE or token not in (EMPTY, *h.bag):
        return h, cost + (0 if h.wood[hole] == token else costs.SEEN)
    bag = h.bag if token == EMPTY else h.bag.replace(bytes((token,)), b"", 1)
    after = h._replace(wood=put(h.wood, hole, token), bag=bag)
    return after if UNSURE in after.wood else opened(after), cost


def believing(board: Board, h: Hypothesis, hole: int, token: Token, state: State) -> Hypothesis:
    """``h`` with that token in the hole, whatever it said before.

    The token comes from the hand or the bag, else from a hole, by preference one in which nobody
    has seen it, then one into which something fell, then one where it does not belong, and out of
    its own pen last, with which hands play least. What was in the hole goes there instead.
    """
    here, wood = h.wood[hole], put(h.wood, hole, token)
    hand = h.hand if here in (EMPTY, UNSURE) else h.hand + bytes((here,))
    if token == EMPTY:
        return h._replace(wood=wood, hand=hand)
    if token in h.hand:
        return h._replace(wood=wood, hand=hand.replace(bytes((token,)), b"", 1))
    if token in h.bag and (here == UNSURE or in_bag(h)):
        return opened(h._replace(wood=wood, hand=hand, bag=h.bag.replace(bytes((token,)), b"", 1)))
    wanted = board.outlook(h.position).wood
    there = [n for n in range(board.holes) if h.wood[n] == token and n != hole]
    at_home = {n: token in board.welcome[n] for n in there if n >= board.exact}

    def sure(n: int) -> int:
        return 2 * at_home[n] if n in at_home else int(wanted[n] == token)

    there.sort(key=lambda n: ((n, token) in state.seen, n not in state.fallen, sure(n), n))
    return h._replace(wood=put(wood, there[0], here) if there else wood)


def _may_be(h: Hypothesis, hole: int) -> set[Token]:
    """What may stand in a hole in a story."""
    return set(h.bag) if h.wood[hole] == UNSURE else {h.wood[hole]}
