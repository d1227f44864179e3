"""What a dwell says: which actions are over, what was taken back, and what sensors missed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from . import costs
from .crossing import crossed
from .endings import EMPTY, UNSURE, Log, Position
from .facts import UNFELT
from .hypothesis import (
    FELT,
    Hypothesis,
    as_full,
    beside_first,
    claim_price,
    claims,
    fits,
    is_plain,
    liars,
    lifted_out,
    on_its_way,
    out_of_pen,
    put,
    with_paid,
)
from .lifting import Priced, covered, placed, unfelt
from .missing import missed
from .outlook import Board, changed
from .shared_groups import in_shared
from .standing import astray_price, standing_price, still_stands


class Still(NamedTuple):
    """While nothing changes: the sensors, the anchor, what the table has accepted, the log that
    hands have gone back to, the holes into which something fell, and those from which lights call
    a token away."""

    levels: bytes
    anchor: Position
    committed: Log = ()
    restored: Log | None = None
    fallen: frozenset[int] = frozenset()
    leaving: frozenset[int] = frozenset()


class Back(NamedTuple):
    """So many steps of a log stay, and lead to that position; what it costs that the others were
    taken back, besides what was paid before."""

    kept: int
    before: Position
    price: int


def after_dwell(board: Board, h: Hypothesis, cost: int, still: Still) -> Iterator[Priced]:
    """The stories that go on from ``h`` when nothing has changed for a dwell."""
    for story, price in chain([(h, cost)], missed(board, h, cost, still.levels)):
        passed = _has_passed(story, still.levels)
        for after, paid in settled(board, *_dead(story, price, still.levels), still):
            paid -= costs.PASSED if passed and fits(board, after) else 0
            yield home(board, _trusting(after, still.levels), still.levels), paid


def home(board: Board, h: Hypothesis, levels: bytes) -> Hypothesis:
    """A token of the hand that was owed to a hole that is set aside stands there.

    So does a captured one, where its pen has a free hole that is set aside.
    """
    if not h.hand or UNFELT not in levels:
        return h
    wanted = board.outlook(h.position).wood
    for hole in unfelt(levels):
        if hole < board.exact and wanted[hole] in h.hand and h.base[hole] == h.wood[hole] == EMPTY:
            h = placed(board, h, hole, h.hand.rindex(wanted[hole]))
    if not fits(board, h):
        return h
    for hole in unfelt(levels):
        token = next((t for t in h.hand if t in board.welcome[hole]), EMPTY)
        if token != EMPTY and h.wood[hole] == EMPTY:
            n = h.hand.index(token)
            wood = put(h.wood, hole, token)
            h = h._replace(wood=wood, base=wood, hand=h.hand[:n] + h.hand[n + 1 :])
    return h


def _trusting(h: Hypothesis, levels: bytes) -> Hypothesis:
    """A sensor that agrees again, for a dwell, is believed again.

    Else a sensor that lied once could explain anything from then on.
    """
    if not h.dead:
        return h
    lying = [n for n in h.dead if (h.wood[n] != EMPTY) != bool(levels[n])]
    return h if len(lying) == len(h.dead) else h._replace(dead=frozenset(lying))


def _has_passed(h: Hypothesis, levels: bytes) -> bool:
    """Whether the last of what covered holes that are free has let go of them: it was no sensor
    that died."""
    free = [n for n in h.dead if h.base[n] == EMPTY == h.wood[n]]
    return bool(free) and not any(levels[n] for n in free)


def _dead(h: Hypothesis, cost: int, levels: bytes) -> Priced:
    """Sensors that still lie after a dwell are not believed any more."""
    lying = [n for n in liars(h.wood, levels) if n not in h.dead]
    if not lying:
        return h, cost
    several = max(0, len(covered(h, levels)) - 1)
    return h._replace(dead=h.dead.union(lying)), cost + costs.LASTING * (len(lying) - several)


def settled(board: Board, h: Hypothesis, cost: int, still: Still) -> Iterator[Priced]:
    """The board fits, an action is over, turns were taken back, or it stands there at a price."""
    if fits(board, h):
        yield _fitting(board, h), cost
        return
    as_before = h.wood[: board.exact] == h.base[: board.exact]
    if h.touched and as_before and not on_its_way(board, h):
        h = h._replace(touched=0)
    over = [(claim, _over_price(board, h, claim, still)) for claim in claims(board, h)]
    untold = as_full(board, h) and not on_its_way(board, h)
    price = 0 if untold else costs.TOUCHES[h.touched]
    ended = over or [(claim, paid - cost) for claim, paid in crossed(board, h, cost)]
    for claim, more in ended:
        yield claim.costing(price + astray_price(board, claim, still.anchor)), cost + more
    back = [] if over else list(_turns_back(board, h, cost, still))
    yield from _taken_back(board, h, back)
    if any(not more and is_plain(board, h, claim) for claim, more in over):
        price += astray_price(board, h, still.anchor)
        yield h._replace(touched=0).costing(price), cost + costs.CHANGE_OF_MIND
        return
    h = with_paid(board, h)
    if any(more and is_plain(board, h, claim) for claim, more in over):
        h = _lying(h, still)
    stood = min(h.standing, still_stands(board, h, still.anchor)) if h.standing else 0
    price = max(stood, standing_price(board, h, still.anchor))
    left = price - costs.AS_BEFORE
    out = lifted_out(board, h)  # a hand that holds it may go anywhere still
    if out or h.standing not in (0, left) or not _is_one_turn_back(board, h, cost, back):
        yield h.costing(price), cost
        return
    yield h.costing(left), cost + (0 if h.standing else costs.AS_BEFORE)  # at the first dwell


def _over_price(board: Board, h: Hypothesis, claim: Hypothesis, still: Still) -> int:
    """What it costs that an action is over: by what was owed, and where it ends in a hole into
    which something has fallen. There an accepted action may be another one by it; or it is a new
    one, though lights call away what fell. What is dear by what was owed pays no more for that."""
    price = claim_price(board, h, claim)
    if not still.fallen:
        return price
    wanted, shape = board.outlook(h.position).wood, claim.wood[: board.exact]
    came = {n for n in changed(wanted, shape) if shape[n] != EMPTY}
    if claim.log[: len(still.committed)] != still.committed:
        return price + (costs.CHANGED_IN_A_FALL if came & still.fallen else 0)
    return price or (costs.FELL_THERE if came & still.fallen & still.leaving else 0)


def _lying(h: Hypothesis, still: Still) -> Hypothesis:
    """The story in which a token that fell where lights call it away only lies there."""
    for hole in still.fallen & still.leaving:
        if EMPTY != h.wood[hole] != h.base[hole]:
            h = h._replace(base=put(h.base, hole, h.wood[hole]))
    return h


def _is_one_turn_back(board: Board, h: Hypothesis, cost: int, back: Iterable[Back]) -> bool:
    """Whether hands have left each hole as full as it was one turn ago, and that turn waits for no
    word.

    What hands have put back in two strokes may seem a turn more, by a card that nobody has named.
    """
    felt = h.wood[: board.exact].translate(FELT)
    if h.base[: board.exact].translate(FELT) == felt:
        return False
    for kept, before, paid in back:
        if board.outlook(before).wood.translate(FELT) != felt:
            continue
        since = h.log[kept:]
        turns = sum(step.moves for step in since)
        guessed = next((n for n, step in enumerate(since) if step.inferred), len(since))
        known = sum(step.moves for step in since[:guessed])
        wordless = turns - known
        if paid == cost + costs.TAKEN_BACK + turns and known == 1 and wordless <= 1:
            return wordless == 1 or guessed == len(since)
    return False


def _fitting(board: Board, h: Hypothesis) -> Hypothesis:
    """The story of a board that fits. A token that was lifted out of a pen is on its way still: the
    one that was touched beside it may be the one that it has taken. With all of a bag in the hand
    nobody doubts any more what is out."""
    exact = board.exact
    if h.bag and UNSURE not in h.wood:
        h = h._replace(hand=h.hand + h.bag, bag=b"")
    base = h.wood[:exact] + h.base[exact:] if out_of_pen(board, h) else h.wood
    if h.touched and on_its_way(board, h):
        return h._replace(standing=costs.TOUCHES[h.touched], base=base)
    return beside_first(board, h._replace(touched=0, standing=0, base=base))


def _lacks(board: Board, before: Position, h: Hypothesis) -> bool:
    """Whether a token that stood in a shared group is not back there yet: it may be on its way to
    where the lights lead it."""
    return any(group.missing for group in in_shared(board, before, h.wood))


def _taken_back(board: Board, h: Hypothesis, back: Iterable[Back]) -> Iterator[Priced]:
    """The stories in which the board stands as it did that many turns ago."""
    for kept, before, paid in back:
        if board.outlook(before).wood == h.wood[: board.exact]:
            over = h._replace(log=h.log[:kept], position=before)
            yield over._replace(touched=0, standing=0, base=h.wood), paid


def _turns_back(board: Board, h: Hypothesis, cost: int, still: Still) -> Iterator[Back]:
    """The turns that may have been taken back, if the board stands so, and did not when the last
    action was over.

    A card that was named stays named; one that only followed from its move goes with it. The card
    at which hands that go back have arrived was not named for the next move. What was said since
    the last move, and whatever chance has brought after it, counts as such a card.
    """
    shape = h.wood[: board.exact]
    if h.base[: board.exact] == shape or not board.in_own_pens(h.wood):
        return
    turns = done = 0
    last = next((step for step in reversed(h.log) if step.moves or not step.chance), None)
    if last and h.log != still.restored and not (last.moves or last.inferred):
        cost += costs.CARD_LOST
    for n in range(len(h.log) - 1, -1, -1):
        turns += h.log[n].moves
        price = cost + costs.TAKEN_BACK + turns
        if price > costs.KEEP:
            return
        if turns == done or (n and h.log[n - 1].inferred):
            continue
        done = turns
        before = h.log[n - 1].position if n else still.anchor
        if not _lacks(board, before, h):
            yield Back(n, before, price)
