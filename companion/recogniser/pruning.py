"""Which stories are kept: equal ones once, no dear ones, and few once all agree and all is well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import costs
from .endings import EMPTY, Log, Wood
from .hypothesis import Hypothesis, claims, fits, grows, heard, holds, lifted_out, put
from .lifting import Priced
from .logs import shared
from .outlook import Board, changed
from .state import price


def pruned(
    board: Board, stories: Iterable[Priced], dwelt: bool = False, accepted: Log | None = None
) -> tuple[Priced, ...]:
    """Equal stories once, at the cheaper price; dear ones are forgotten; the cheapest is at 0.

    While a token is out, a story by which it is another one is kept: where it is put will tell. So
    is one in which an action is over beside one that is out, where nothing is by the others.

    Once all is well, a story gets no room for a change of mind where it guesses a card that is not
    in the ``accepted`` log and calls the board amiss: that price goes with the next lift, and the
    guess would be likely after the next change of mind.
    """
    best: dict[Hypothesis, int] = {}
    for h, cost in stories:
        if cost < best.setdefault(h, cost):
            best[h] = cost
    return within(board, tuple(best.items()), dwelt, accepted)


def within(
    board: Board, stories: Sequence[Priced], dwelt: bool = False, accepted: Log | None = None
) -> tuple[Priced, ...]:
    """The same of stories that are all different."""
    least = min([cost + h.standing for h, cost in stories])
    calm = dwelt and _calm(board, stories, least)
    out = _out(board, min(stories, key=price)[0]) if calm else b""
    kept = []
    for h, cost in stories:
        keep = costs.KEEP
        if calm:
            guessed = h.standing > 0 and accepted is not None and _guesses(h.log, accepted)
            other = out and _out(board, h) not in (b"", out)
            if not out and not guessed and h.standing and cost - least <= costs.MARGIN:
                other = _is_over_but_for_one(board, h)
            if not other:
                keep = costs.REST - guessed
        if cost + h.standing - least <= keep:
            kept.append((h, cost - least))
    if len(kept) > costs.MOST:
        kept = sorted(kept, key=price)[: costs.MOST]
    return tuple(kept)


def _out(board: Board, h: Hypothesis) -> bytes:
    """What is in the hand and has been lifted, sorted."""
    return bytes(sorted(lifted_out(board, h)))


def _is_over_but_for_one(board: Board, h: Hypothesis) -> bool:
    """Whether an action would be over, if the one token that is out were back where it stood."""
    out = lifted_out(board, h)
    if len(out) != 1:
        return False
    hand = h.hand[: h.hand.rindex(out)] + h.hand[h.hand.rindex(out) + 1 :]
    left = (n for n in changed(h.base, h.wood) if (h.base[n], h.wood[n]) == (out[0], EMPTY))
    return any(claims(board, h._replace(wood=put(h.wood, n, out[0]), hand=hand)) for n in left)


def _guesses(log: Log, accepted: Log) -> bool:
    """Whether a log has a card that nobody named and that was not accepted."""
    return any(step.inferred for step in log[shared(log, accepted) :])


def _calm(board: Board, stories: Iterable[Priced], least: int) -> bool:
    """Whether the likely stories agree that everything fits, and none can go on.

    One that still pays for what stands here, such as a marble touched meanwhile, is not calm.
    What lies beside the board is no hand that goes on: with all in its place nothing has begun.
    """
    agreed: set[tuple[Log, Wood]] = set()
    for h, cost in stories:
        if cost + h.standing - least <= costs.MARGIN:
            voices = heard(board, h, True)
            if h.standing or not all(fits(board, voice) for voice in voices):
                return False
            if (holds(board, h) or not fits(board, h)) and grows(board, h):
                return False  # asked last, since it works out all that may follow
            agreed |= {(voice.log, voice.wood[: board.exact]) for voice in voices}
    return len(agreed) == 1
