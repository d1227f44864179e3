"""Reports: what came out of one case, counted by row."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.action import Action

from .judge import Finding
from .kinds import ALL, NONE, PAIRS, SWAP
from .strokes import is_swap


@dataclass
class Report:
    """Counts by row (``kinds.ROWS``), and the finding that ended the case.

    ``since``  rows of what was played since the last rest; a finding belongs to all of them
    ``rows``   those of the finding
    ``again``  gestures from which the lights led back, and that were then played again
    """

    seed: int
    gestures: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    corrections: Counter[str] = field(default_factory=Counter)
    replaced: Counter[str] = field(default_factory=Counter)
    lies: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    finding: Finding | None = None
    since: set[str] = field(default_factory=set)
    rows: tuple[str, ...] = ()
    again: int = 0

    def count(self, kinds: frozenset[str], action: Action | None) -> None:
        """One gesture, disturbed by these kinds."""
        rows = {ALL, *kinds}
        if not kinds:
            rows.add(SWAP if action is not None and is_swap(action) else NONE)
        if len(kinds) > 1:
            rows.add(PAIRS)
        self.since |= rows
        self.gestures.update(rows)

    def settled(self, questions: int, corrections: int) -> None:
        """People have settled once, with so many doubts and corrections on the way."""
        for row in (ALL, *self._to_blame()):
            self.questions[row] += questions
            self.corrections[row] += corrections

    def found(self, finding: Finding) -> None:
        """The finding that ends the case."""
        self.finding = finding
        self.rows = (ALL, *self._to_blame())

    def _to_blame(self) -> list[str]:
        """The disturbances since the last rest; undisturbed play only where there was none."""
        rows = self.since - {ALL}
        return sorted(rows - {NONE, SWAP} or rows)
