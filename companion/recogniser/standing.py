"""What a board costs while it stands so: what no action explains, touches, and wrong pens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from . import costs
from .endings import EMPTY, UNSURE, Position, Wood
from .hypothesis import (
    FELT,
    Hypothesis,
    brought,
    claim_price,
    claims,
    claims_owing,
    holds,
    is_plain,
    may_be_ended,
)
from .outlook import Board, changed
from .shared_groups import astray
from .strays import strays, was_taken

_SOUND: Final[frozenset[int]] = frozenset()


def standing_price(board: Board, h: Hypothesis, anchor: Position, hand: bytes | None = None) -> int:
    """What this board costs while it stands so for a dwell, worked out anew each time.

    ``hand``  what it would cost with these tokens in the hand

    A token in a wrong pen explains that its hole is empty, so that is not charged twice. Hands that
    pause with a token (FULL_HAND) have not fetched another one from beside the board.
    """
    held = h.hand if hand is None else hand
    price = board.once[_standing_price](h.position, h.wood, h.base, held, h.bag, h.touched)
    return price + astray_price(board, h, anchor)


def told_price(board: Board, h: Hypothesis, anchor: Position) -> int:
    """What this board costs at rest. An action that may be over explains it."""
    if any(is_plain(board, h, claim) for claim in claims(board, h)):
        return astray_price(board, h, anchor)
    return standing_price(board, h, anchor)


def still_stands(board: Board, h: Hypothesis, anchor: Position) -> int:
    """What the board costs that an edge has left. That a hand has something now makes nothing
    cheaper that still stands there."""
    stands = any(h.wood[n] != EMPTY for n in changed(h.base, h.wood))
    return standing_price(board, h, anchor, b"" if stands else None)


def astray_price(board: Board, h: Hypothesis, anchor: Position) -> int:
    """What tokens in wrong pens cost, and captured ones on wrong spaces.

    One that lies in the pen that its taker has left leaves every place as full as it was. Then
    nothing may have happened as well, which costs nothing, so to have changed places costs little
    (PP-3).
    """
    at_home, astray = board.in_own_pens(h.wood), strays(board, h.position, h.wood, h.base)
    if at_home and not astray:  # nearly always
        return 0
    before = (anchor, *[one.position for one in h.log])
    pens, base = h.wood[board.exact :], h.base[board.exact :]
    price = 0 if at_home else board.once[_in_wrong_pens](pens, base, before)
    if astray and price < costs.WRONG_PEN and _is_on_wrong_space(board, h.wood, astray, before):
        return costs.WRONG_PEN
    return price


def _in_wrong_pens(board: Board, pens: bytes, base: bytes, before: Sequence[Position]) -> int:
    """The highest price of a token in another pen than its own. ``pens``: what stands in all of
    them; ``base``: what did at the last action; ``before``: what the log ran through.

    One that was home at the last action has come home from where it was taken: it changes places
    with nothing any more.
    """
    price = 0
    for hole, token in enumerate(pens, board.exact):
        if token != EMPTY and token not in (own := board.welcome[hole]):
            taken = any(_taken_from(board, own, token, *ways) for ways in pairwise(before))
            left_home = _at_home(board, base, token) > _at_home(board, pens, token)
            cheap = taken and not left_home
            price = max(price, costs.CHANGED_PLACES if cheap else costs.WRONG_PEN)
    return price


def _at_home(board: Board, pens: bytes, token: int) -> int:
    """How many such tokens stand in their own pen."""
    own = [n for n in board.of_sides if token in board.welcome[n]]
    return sum(pens[n - board.exact] == token for n in own)


def _is_on_wrong_space(
    board: Board, wood: Wood, astray: Sequence[int], before: Sequence[Position]
) -> bool:
    """Whether a token on one of these spaces was captured: the position does not have it there."""
    actions = list(pairwise([board.outlook(one).wood for one in before]))
    return any(was_taken(actions, hole, wood[hole]) for hole in astray)


def _taken_from(board: Board, own: bytes, taken: int, before: Position, after: Position) -> bool:
    """Whether between two positions a token of that pen left it and took such a one."""
    was, now = board.outlook(before).wood, board.outlook(after).wood
    return any(
        was[hole] == taken and now[hole] in own and now.count(now[hole]) > was.count(now[hole])
        for hole in changed(was, now)
    )


def _standing_price(
    board: Board, position: Position, wood: Wood, base: Wood, hand: bytes, bag: bytes, touched: int
) -> int:
    h = Hypothesis((), position, wood, hand, bag, _SOUND, touched, 0, base)
    price = costs.TOUCHES[h.touched]
    odd = unexplained(board, h)
    if not board.in_own_pens(h.wood):
        odd = [n for n in odd if h.wood[n] != EMPTY]
    held = holds(board, h)
    if odd and not (held and may_be_ended(board, h)) and (held or not _ends_owing(board, h)):
        fetched = brought(board, h) if held else b""
        wanted = board.outlook(position).wood
        pausing = held and _holds_all(wanted, wood[: board.exact], hand + bag)
        pausing = pausing and not any(h.wood[n] in fetched for n in odd)
        price += costs.FULL_HAND if pausing else costs.UNEXPLAINED
        stand = len([n for n in odd if h.wood[n] != EMPTY])
        price += costs.UNEXPLAINED_TOO * max(0, stand - 1)
        if not held and wood[: board.exact].translate(FELT) == wanted.translate(FELT):
            price += costs.CROSSED
    return price


def _ends_owing(board: Board, h: Hypothesis) -> bool:
    """Whether an action explains what stands, and waits for what is owed only. While hands are
    about a debt, one whose card nobody has named explains nothing."""
    return any(not claim_price(board, h, claim) for claim in claims_owing(board, h))


def _holds_all(wanted: Wood, shape: Wood, out: bytes) -> bool:
    """Whether something is missing on the exact holes, and all of that is in the hand. A captured
    token that waits for its pen is not missing there."""
    missing = dict.fromkeys(wanted, 0)
    for n in changed(wanted, shape):
        missing[wanted[n]] += 1
        if shape[n] in missing:
            missing[shape[n]] -= 1
    owed = {t: count for t, count in missing.items() if count > 0 and t != EMPTY}
    return bool(owed) and all(out.count(t) >= count for t, count in owed.items())


def unexplained(board: Board, h: Hypothesis) -> list[int]:
    """The holes that changed since the last action and are not as the position has them.

    A hole out of which something went that did not belong there is a debt half paid. A token of the
    bag may be the one that belongs there.
    """
    shape, wanted = h.wood[: board.exact], board.outlook(h.position).wood
    found = [
        n
        for n in changed(h.base[: board.exact], shape)
        if shape[n] != wanted[n]
        and (shape[n] != EMPTY or h.base[n] == wanted[n])
        and not (shape[n] == UNSURE and wanted[n] in h.bag)
    ]
    return found + astray(board, h.position, h.wood, h.base, h.bag)
