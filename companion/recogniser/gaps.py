"""A whole picture after a gap: what the sensors missed happened in an order that nobody knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from . import costs
from .endings import EMPTY, UNSURE, Position, Token
from .facts import UNFELT
from .hypothesis import Hypothesis, in_bag, put
from .lifting import UNDER_ONE, Priced, lifted, out_of_bag
from .outlook import Board, changed


def after_picture(
    board: Board, h: Hypothesis, cost: int, before: bytes, levels: bytes
) -> Iterator[Priced]:
    """The stories that lead from ``h`` to a picture; ``before`` are the levels before the gap.

    A hand that was out when it began may have gone on in it, though the picture is as before. So
    may tokens have changed places that had to.
    """
    holes = changed(before, levels)
    paid = exchanged(board, h, holes)
    if paid is not None:
        yield paid, cost + costs.GAP
    if not holes:
        yield h, cost
        for story in _taken(board, h, holes):
            yield story, cost + costs.GAP + costs.TAKEN_UNSEEN
        return
    for hole in holes:
        if not levels[hole] and h.wood[hole] != EMPTY:
            h = lifted(board, h, hole)
    filled = [hole for hole in holes if levels[hole] and h.wood[hole] == EMPTY]
    yield from _placed(board, h, cost + costs.GAP, filled)
    for story, left in _captured(board, h, holes, filled):
        yield from _placed(board, story, cost + costs.GAP, left)
    for story in _taken(board, h, holes):
        yield from _placed(board, story, cost + costs.GAP + costs.TAKEN_UNSEEN, filled)


def exchanged(board: Board, h: Hypothesis, holes: Sequence[int]) -> Hypothesis | None:
    """The story in which tokens changed places in the gap, where nothing else is owed. ``holes``:
    those that changed in it."""
    exact, wanted = board.exact, board.outlook(h.position).wood
    owed = changed(h.wood[:exact], wanted)
    if not owed or set(owed) & set(holes) or UNSURE in h.wood:
        return None
    here, there = Counter(h.wood[n] for n in owed), Counter(wanted[n] for n in owed)
    if here != there or EMPTY in here:
        return None
    return h._replace(wood=wanted + h.wood[exact:], base=wanted + h.base[exact:])


def into_a_pen(board: Board, h: Hypothesis, hole: int) -> Iterator[Hypothesis]:
    """The first change after a gap fills a pen: what comes may have been taken in the gap.

    So the victim is believed at home as in the picture, if it had come there before. A token of the
    hand that belongs into that pen is no victim of now.
    """
    if hole >= board.exact and set(h.hand).isdisjoint(board.welcome[hole]):
        for story, _ in _captured(board, h, changed(h.base, h.wood), [hole]):
            yield story


def _captured(
    board: Board, h: Hypothesis, holes: Sequence[int], filled: list[int]
) -> Iterator[tuple[Hypothesis, Sequence[int]]]:
    """A token took another whose hole is full in both pictures, and the victim is at home already.

    Besides come the holes that are still to be explained.
    """
    look = board.outlook(h.position)
    for pen in filled:
        for hole in range(board.exact):
            victim = h.wood[hole]
            if hole in holes or victim not in board.welcome[pen]:
                continue
            for token in sorted(set(h.hand)):
                if token != victim and look.wants(hole, token):
                    n = h.hand.index(token)
                    wood = put(put(h.wood, hole, token), pen, victim)
                    story = h._replace(wood=wood, hand=h.hand[:n] + h.hand[n + 1 :])
                    yield story, [other for other in filled if other != pen]


def _taken(board: Board, h: Hypothesis, holes: Sequence[int]) -> Iterator[Hypothesis]:
    """The same with the victim in the hand still: it stood in a hole that is as full as before."""
    look = board.outlook(h.position)
    for hole in range(board.exact):
        victim = h.wood[hole]
        if hole in holes or victim in (EMPTY, UNSURE):
            continue
        for token in sorted(set(h.hand)):
            if token != victim and look.wants(hole, token):
                n = h.hand.index(token)
                hand = h.hand[:n] + h.hand[n + 1 :] + bytes((victim,))
                yield h._replace(wood=put(h.wood, hole, token), hand=hand)


def turned_back(
    board: Board, h: Hypothesis, cost: int, anchor: Position, levels: bytes
) -> Iterator[Priced]:
    """The story in which the last turn was taken back in the dark, if the picture fits it.

    Where an edge would have told, the holes are as full as before: tokens changed places.
    """
    n = len(h.log)
    while n and not h.log[n - 1].moves:
        n -= 1
    n = max(0, n - 1)
    while n and h.log[n - 1].inferred:
        n -= 1
    before = h.log[n - 1].position if n else anchor
    shape = board.outlook(before).wood
    price = cost + costs.GAP + costs.TAKEN_BACK + 1
    if n == len(h.log) or price > costs.KEEP or shape == h.wood[: board.exact]:
        return
    if any(levels[hole] not in (shape[hole] != EMPTY, UNFELT) for hole in range(board.exact)):
        return
    pens, left = _pens(board, h, Counter(shape), levels)
    if pens is None:
        return
    wood = shape + pens
    yield (
        h._replace(
            log=h.log[:n], position=before, wood=wood, base=wood, hand=left, bag=b"", standing=0
        ),
        price,
    )


def _pens(
    board: Board, h: Hypothesis, shape: Counter[Token], levels: bytes
) -> tuple[bytes | None, bytes]:
    """The pens as the picture has them, and the tokens off the board, beside that shape.

    None where there are too few tokens for what is full.
    """
    left = Counter(h.wood + h.hand + h.bag)
    del left[EMPTY], left[UNSURE], shape[EMPTY]
    if any(left[token] < count for token, count in shape.items()):
        return None, b""
    left -= shape
    pens = bytearray(len(h.wood) - board.exact)
    for n in range(len(pens)):
        if levels[board.exact + n] == 1:
            token = next((t for t in sorted(left) if t in board.welcome[board.exact + n]), EMPTY)
            if token == EMPTY:
                return None, b""
            pens[n] = token
            left -= Counter((token,))
    return bytes(pens), bytes(sorted(left.elements()))


def _placed(
    board: Board, h: Hypothesis, cost: int, holes: Sequence[int], lies: int = 0
) -> Iterator[Priced]:
    """Every way to place tokens of the hand in those holes; a hole without one is a lie.

    One thing may lie over all that seem full, so the next ``lies`` cost little, and from the fourth
    on nothing: some story is left of every picture.
    """
    if not holes:
        yield h, cost
        return
    hole, left = holes[0], holes[1:]
    if cost > costs.KEEP:
        return
    if in_bag(h):
        for story, price in out_of_bag(board, h, cost, hole):
            yield from _placed(board, story, price, left, lies)
    for token in sorted(set(h.hand)):
        n = h.hand.index(token)
        hand = h.hand[:n] + h.hand[n + 1 :]
        story = h._replace(wood=put(h.wood, hole, token), hand=hand)
        yield from _placed(board, story, cost, left, lies)
    if not h.hand and not in_bag(h):
        price = costs.COVERED if lies else costs.LIE
        yield from _placed(board, h, cost + (price if lies < UNDER_ONE else 0), left, lies + 1)
