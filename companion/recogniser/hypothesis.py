"""A hypothesis: one story of what hands and people did, and what it says of the board.

What it owes and which sensors lie are not stored. They are the wood against the position, and the
sensors against the wood.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from . import costs
from .endings import EMPTY, UNSURE, Log, Path, Position, Wood
from .facts import UNFELT
from .outlook import ANSWERS, Board, changed
from .shared_groups import astray, in_shared
from .strays import ways_with_stray

FELT: Final = bytes([0] + [1] * 255)
"""What a sound sensor says of each token."""


class Hypothesis(NamedTuple):
    """One story.

    ``log``       what was played since the anchor
    ``position``  the moment after it
    ``wood``      which token stands in which hole
    ``hand``      tokens off the board that are known, by their lift, the latest last
    ``bag``       tokens that nobody can tell apart, sorted: in the hand, or on UNSURE holes
    ``dead``      holes whose sensor is not believed any more
    ``touched``   a token was lifted and put back while others were out: 1, and 2 where the hand had
                  been waited for in vain when it was lifted
    ``standing``  the price of what stands here now; it comes back when the board is mended
    ``base``      the wood at the last action, or when the board last fitted
    """

    log: Log
    position: Position
    wood: Wood
    hand: bytes
    bag: bytes
    dead: frozenset[int]
    touched: int
    standing: int
    base: Wood

    def __hash__(self) -> int:
        """By what tells stories apart soonest: they are looked up with every edge and dwell, and to
        hash all the steps of a log takes five times as long."""
        return hash((self.wood, self.hand, self.base, self.position))

    def costing(self, price: int) -> Hypothesis:
        """The same with that standing price."""
        if price == self.standing:
            return self
        log, position, wood, hand, bag, dead, touched, _, base = self
        return Hypothesis(log, position, wood, hand, bag, dead, touched, price, base)

    def moved(self, wood: Wood, hand: bytes, bag: bytes) -> Hypothesis:
        """The same with the tokens there; ``_replace`` takes three times as long."""
        log, position, _, _, _, dead, touched, standing, base = self
        return Hypothesis(log, position, wood, hand, bag, dead, touched, standing, base)


def first(position: Position, wood: Wood, hand: bytes = b"") -> Hypothesis:
    """The story of a board that fits."""
    return Hypothesis((), position, wood, hand, b"", frozenset(), 0, 0, wood)


def put(wood: Wood, hole: int, token: int) -> Wood:
    """The wood with that token in that hole."""
    return wood[:hole] + bytes((token,)) + wood[hole + 1 :]


@lru_cache(maxsize=ANSWERS)
def liars(wood: Wood, levels: bytes) -> tuple[int, ...]:
    """The holes whose sensors do not say what stands there, but for those set aside. Kept: what an
    edge or a dwell may mean asks several times of each wood."""
    felt = wood.translate(FELT)
    return tuple([n for n in changed(felt, levels) if levels[n] != UNFELT])


def as_full(board: Board, h: Hypothesis) -> bool:
    """Whether the same holes are full as at the last action.

    Then what was touched tells nothing: to have exchanged nothing takes one touch more. But while
    the hand has something on its way, touches are paid once for all, so they tell the same of both.
    """
    return h.wood[: board.exact].translate(FELT) == h.base[: board.exact].translate(FELT)


def fits(board: Board, h: Hypothesis) -> bool:
    """Whether the wood is as the position has it; captured tokens may be in the hand (PP-6)."""
    return board.once[_fits](h.position, h.wood)


def _fits(board: Board, position: Position, wood: Wood) -> bool:
    if wood[: board.exact] != board.outlook(position).wood:
        return False
    return board.in_own_pens(wood) and not any(in_shared(board, position, wood))


def in_bag(h: Hypothesis) -> int:
    """How many tokens of the bag are in the hand."""
    return len(h.bag) - h.wood.count(UNSURE)


def lifted_out(board: Board, h: Hypothesis) -> bytes:
    """The tokens of the hand that do not belong off the board, the latest last."""
    return board.once[_lifted_out](h.position, h.hand) if h.hand else b""


def _lifted_out(board: Board, position: Position, hand: bytes) -> bytes:
    for token in board.outlook(position).off:
        hand = hand.replace(bytes((token,)), b"", 1)
    return hand


def beside_first(board: Board, h: Hypothesis) -> Hypothesis:
    """The same with the tokens that belong beside the board first, sorted: in which order they came
    there says nothing."""
    if len(h.hand) < 2:
        return h
    out = lifted_out(board, h)
    beside = h.hand
    for token in out:
        n = beside.rindex(token)
        beside = beside[:n] + beside[n + 1 :]
    hand = bytes(sorted(beside)) + out
    return h if hand == h.hand else h._replace(hand=hand)


def brought(board: Board, h: Hypothesis) -> bytes:
    """The tokens that belong off the board and stand on it."""
    return board.once[_brought](h.position, h.hand + h.bag)


def _brought(board: Board, position: Position, out: bytes) -> bytes:
    off = board.outlook(position).off
    for token in out:
        off = off.replace(bytes((token,)), b"", 1)
    return off


def holds(board: Board, h: Hypothesis) -> bool:
    """Whether the hand has a token that does not belong off the board."""
    return bool(in_bag(h)) or bool(h.hand and lifted_out(board, h))


def claims(board: Board, h: Hypothesis) -> tuple[Hypothesis, ...]:
    """The stories in which the action whose end state stands here is over, one for each reading.

    Every token that came must have come since the last action, else a debt that is still unpaid
    would read as another action.
    """
    ways = board.once[_ways](h.position, h.wood, h.base)
    if not ways:  # nearly always
        return ()
    log, _, wood, hand, bag, dead, _, _, _ = h
    return tuple(
        Hypothesis(log + path, path[-1].position, wood, hand, bag, dead, 0, 0, wood)
        for path in ways
        if not any(token in hand or token in bag for token in path[-1].home)
    )


def claims_owing(board: Board, h: Hypothesis) -> tuple[Hypothesis, ...]:
    """The stories in which an action is over though what was owed before it began is not paid:
    somebody who goes on by word says so."""
    left, exact = unpaid(board, h), board.exact
    if not left:
        return ()
    wanted = board.outlook(h.position).wood
    paid = (_as_wanted(wood[:exact], wanted, left) + wood[exact:] for wood in (h.wood, h.base))
    wood, base = paid
    over = claims(board, h._replace(wood=wood, base=base))
    return tuple(claim._replace(wood=h.wood, base=h.wood) for claim in over)


def claim_price(board: Board, h: Hypothesis, claim: Hypothesis) -> int:
    """What ``claim`` costs, in which an action of ``h`` is over, by what was owed as it began."""
    if not any(one.inferred for one in claim.log[len(h.log) :]):
        return 0
    wanted = board.outlook(h.position).wood
    owed = any(h.base[n] != UNSURE for n in changed(h.base[: board.exact], wanted))
    return costs.WHILE_OWED if owed else 0


def is_plain(board: Board, h: Hypothesis, claim: Hypothesis) -> bool:
    """Whether ``h`` may mean that: nothing makes it dearer than what stands there, not over yet."""
    ends = board.outlook(h.position).ends
    return h.wood[: board.exact] in ends and not claim_price(board, h, claim)


def heard(board: Board, h: Hypothesis, dwelt: bool) -> tuple[Hypothesis, ...]:
    """The stories that a hypothesis speaks for: after a dwell, those in which its action is over.

    One that says "not over yet" agrees with them on what was played so far, where that is plain.
    """
    over = claims(board, h) if dwelt else ()
    return tuple([claim for claim in over if is_plain(board, h, claim)]) or (h,)


def _ways(board: Board, position: Position, wood: Wood, base: Wood) -> tuple[Path, ...]:
    """The ways to the end state that stands here, whatever the hand has."""
    look = board.outlook(position)
    shape = wood[: board.exact]
    if shape == look.wood:
        return ()
    for hole in changed(look.wood, shape):
        if shape[hole] != EMPTY and base[hole] == shape[hole]:
            return ()
    if astray(board, position, wood, base):
        return ()
    return look.ends.get(shape) or tuple(ways_with_stray(board, position, shape))


def grows(board: Board, h: Hypothesis) -> bool:
    """Whether a token in the hand can still reach another action that explains all changes.

    What stands already stays where it is: to move that, too, is a change of mind.
    """
    if not h.hand:
        return False
    shape = h.wood[: board.exact]
    look, left = board.outlook(h.position), unpaid(board, h)
    away = [n for n in changed(look.wood, shape) if n not in left]
    new = [n for n in away if shape[n] != EMPTY]
    paid = _as_wanted(shape, look.wood, left)
    for end in look.explaining(away):
        if any(end[n] != shape[n] for n in new):
            continue
        if any(end.count(t) > paid.count(t) for t in set(h.hand)) and look.differ(end, shape):
            return True
    return False


def unpaid(board: Board, h: Hypothesis) -> frozenset[int]:
    """The holes of debts that were there at the last action and that no hand has paid since.

    What is owed there needs no action to explain it. It may have been begun: its hole is empty.
    """
    return board.once[_unpaid](h.position, h.wood, h.base)


def _unpaid(board: Board, position: Position, wood: Wood, base: Wood) -> frozenset[int]:
    wanted = board.outlook(position).wood
    holes = changed(base[: board.exact], wanted)
    return frozenset(n for n in holes if wanted[n] != wood[n] in (EMPTY, base[n]))


def _as_wanted(shape: Wood, wanted: Wood, holes: frozenset[int]) -> Wood:
    """That shape with these holes as the position has them."""
    if not holes:
        return shape
    return bytes(wanted[n] if n in holes else token for n, token in enumerate(shape))


def out_of_pen(board: Board, h: Hypothesis) -> bool:
    """Whether the hand has a token that stood in a pen at the last action: it is on its way."""
    pens = zip(h.base[board.exact :], h.wood[board.exact :], strict=True)
    return bool(h.hand) and any(was and not now for was, now in pens)


def on_its_way(board: Board, h: Hypothesis) -> bool:
    """Whether the hand has a token that it will put: out of a pen, one that the position has in a
    hand, or one that is owed. Whoever lifts another one beside it is about to make room for it."""
    if not h.hand:
        return False
    look, shape = board.outlook(h.position), h.wood[: board.exact]
    owed = any(look.wood.count(t) > shape.count(t) for t in lifted_out(board, h))
    return owed or out_of_pen(board, h) or any(token in look.in_hand for token in h.hand)


def may_go_on(board: Board, h: Hypothesis) -> bool:
    """Whether another action can grow out of this board, also by a token that stands (PP-2)."""
    shape = h.wood[: board.exact]
    look = board.outlook(h.position)
    left = [n for n in changed(look.wood, shape) if look.wood[n] != EMPTY]
    entered = [t for t in set(shape) - {EMPTY} if shape.count(t) > look.wood.count(t)]
    return any(
        all(end.count(t) >= shape.count(t) for t in entered) and look.differ(end, shape)
        for end in look.explaining(left)
    )


def under_way(board: Board, h: Hypothesis) -> bool:
    """Whether what was put since the last action can be a part of an action."""
    return board.once[_under_way](h.position, h.wood, h.base)


def _under_way(board: Board, position: Position, wood: Wood, base: Wood) -> bool:
    if astray(board, position, wood, base):
        return False
    away, new = _begun(board, position, wood, base)
    ends = board.outlook(position).explaining(away)
    return not new or any(all(end[n] == wood[n] for n in new) for end in ends)


def may_be_ended(board: Board, h: Hypothesis) -> bool:
    """Whether the hand has all that is missing of an action of which a part was put.

    Without that, a captured token that waits in a hand would explain whatever is put.
    """
    if not under_way(board, h):
        return False
    away, new = _begun(board, h.position, h.wood, h.base)
    look, shape, out = board.outlook(h.position), h.wood[: board.exact], h.hand + h.bag
    paid = _as_wanted(shape, look.wood, unpaid(board, h))
    return not new or any(
        all(end[n] == shape[n] for n in new)
        and all(end.count(t) <= paid.count(t) + out.count(t) for t in set(end) - {EMPTY})
        for end in look.explaining(away)
    )


def has_begun(board: Board, h: Hypothesis) -> bool:
    """Whether something was put since the last action, and it can be a part of an action."""
    return bool(_begun(board, h.position, h.wood, h.base)[1]) and under_way(board, h)


def may_be_begun(board: Board, h: Hypothesis) -> bool:
    """Whether one action may explain all that has changed, whichever token of the bag stands where.

    More changes than that are no gesture, so nobody waits for its end (PP-10).
    """
    shape, look, left = h.wood[: board.exact], board.outlook(h.position), unpaid(board, h)
    away = [n for n in changed(look.wood, shape) if n not in left]
    new = [n for n in away if shape[n] != EMPTY]
    return any(
        all(end[n] in (h.bag if shape[n] == UNSURE else shape[n : n + 1]) for n in new)
        for end in look.explaining(away)
    )


def _begun(board: Board, position: Position, wood: Wood, base: Wood) -> tuple[list[int], list[int]]:
    """The holes that changed since the last action and are not as the position has them, besides
    those of debts; and those of them into which something was put."""
    wanted, left = board.outlook(position).wood, board.once[_unpaid](position, wood, base)
    since = changed(base[: board.exact], wood[: board.exact])
    away = [n for n in since if wood[n] != wanted[n] and n not in left]
    return away, [n for n in away if wood[n] != EMPTY]


def with_paid(board: Board, h: Hypothesis) -> Hypothesis:
    """The same with each debt that was paid since the last action as a part of it.

    A token that came home from where it was owed may leave again at once, by another action. Else
    who drives once more where a test has failed would seem to have put nothing there.
    """
    base, wanted = bytearray(h.base), board.outlook(h.position).wood
    for home in changed(h.base[: board.exact], h.wood[: board.exact]):
        token = h.wood[home]
        if token == EMPTY or token != wanted[home]:
            continue
        left = [n for n in range(board.exact) if base[n] == token != wanted[n]]
        if left and h.wood[left[0]] != token:
            base[home], base[left[0]] = token, EMPTY
    return h if base == h.base else h._replace(base=bytes(base))
