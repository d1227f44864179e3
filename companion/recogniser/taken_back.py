"""What was taken back of what the table has made, for redo to make again (PP-11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from .endings import Step

MOST: Final = 8
"""So many takebacks are kept."""


class Made(NamedTuple):
    """One step that the table has made.

    ``counts``    it is an action of the game's history
    ``by_hands``  it was read from the board, so the wood has shown it
    """

    step: Step
    counts: bool
    by_hands: bool = False


class Gone(NamedTuple):
    """Steps that were taken back: they came after so many others."""

    kept: int
    steps: Sequence[Made]


class TakenBack:
    """The takebacks whose steps still follow on what stands, the last one at the end."""

    def __init__(self) -> None:
        self._gone: list[Gone] = []

    def begin(self, gone: Iterable[Gone] = ()) -> None:
        """These alone are known."""
        self._gone = list(gone)

    def add(self, gone: Gone) -> None:
        """Keep what was just taken back."""
        self._gone = [*self._gone, gone][-MOST:]

    def goes_on(self, made: int) -> None:
        """Another step comes after so many: what came later follows on it no more."""
        self._gone = [gone for gone in self._gone if gone.kept <= made]

    def again(self, number: int, passed: int, made: int) -> Gone | None:
        """Give up the takebacks down to the one whose steps lead to that position; no hand has
        shown them again. ``passed``, ``made``: so many steps have passed the anchor, and stand."""
        while self._gone:
            kept, steps = self._gone.pop()
            if passed <= kept <= made and steps and steps[-1].step.position == number:
                return Gone(kept, [one._replace(by_hands=False) for one in steps])
        return None

    def since(self, passed: int, made: int) -> Sequence[Gone]:
        """Those since the anchor, counted from there; an earlier one may follow on a later one."""
        found = list[Gone]()
        for kept, steps in reversed(self._gone):
            if passed <= kept <= made:
                found.append(Gone(kept - passed, steps))
                made = kept + len(steps)
        return found[::-1]
