"""Which outcomes a question names: those in which readings differ, and a turn taken back.

An ``Option`` is one of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from . import costs
from .endings import Log
from .hypothesis import Hypothesis, fits
from .logs import dropped, follows
from .options import Option
from .outlook import Board
from .state import State


def outcomes(board: Board, voices: Iterable[Hypothesis]) -> tuple[Option, ...]:
    """One option for each outcome, in the order of the readings."""
    found = (Option(voice.log, voice.wood[: board.exact]) for voice in voices)
    return tuple(dict.fromkeys(found))


def gone_back_to(board: Board, state: State, options: Iterable[Option]) -> tuple[Option, ...]:
    """The log of one turn less, where the board stands as it did before that turn, and an option
    has a card in its place that nobody has named: whoever undoes a swap makes it once more."""
    committed = state.committed
    woods = {o.wood for o in options if _is_unnamed(o.log, committed)}
    if not woods:
        return ()
    paid = [(cost + h.standing, h) for h, cost in state.stories if h.wood[: board.exact] in woods]
    least = min((cost for cost, _ in paid), default=0)
    found = (
        Option(h.log, h.wood[: board.exact])
        for cost, h in paid
        if cost <= least + costs.MARGIN
        and h.log == committed[: len(h.log)]
        and dropped(h.log, committed) == 1
        and fits(board, h)
    )
    return tuple(o for o in dict.fromkeys(found) if o not in set(options))


def _is_unnamed(log: Log, committed: Log) -> bool:
    """Whether a log goes on from the committed one by a card that nobody has named."""
    return follows(log, committed) and any(one.inferred for one in log[len(committed) :])
