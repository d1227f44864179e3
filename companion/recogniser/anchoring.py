"""The anchor: steps before it are dropped. All readings share them, and the last turns stay."""

from __future__ import annotations

from collections.abc import Iterable

from .endings import Log
from .lifting import Priced
from .logs import named, shared
from .outlook import Board
from .state import State, replace


def anchored(board: Board, state: State) -> State:
    """Steps that all readings share pass the anchor, but for the last few turns, and for what waits
    for a word: the table has not played that yet."""
    committed = state.committed
    if not _behind_turns(board, committed, len(committed)):
        return state
    said = named(committed, dealt=board.dealt)
    common = min(said, *(shared(committed, h.log) for h, _ in state.stories))
    cut = _behind_turns(board, committed, common)
    if cut == 0:
        return state
    return replace(
        state,
        anchor=state.committed[cut - 1].position,
        stories=_behind(state.stories, cut),
        others=_behind([o for o in state.others if shared(o[0].log, state.committed) >= cut], cut),
        committed=state.committed[cut:],
        passed=state.passed + cut,
    )


def _behind_turns(board: Board, log: Log, steps: int) -> int:
    """How many of the first steps of a log lie before its last turns."""
    turns, cut = 0, steps
    while cut and turns < board.behind:
        cut -= 1
        turns += log[cut].moves
    while cut and log[cut - 1].inferred:
        cut -= 1
    return cut


def _behind(stories: Iterable[Priced], cut: int) -> tuple[Priced, ...]:
    """The stories without the first steps of their logs."""
    return tuple((h._replace(log=h.log[cut:]), cost) for h, cost in stories)
