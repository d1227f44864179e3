"""What is known of the hands beside the stories: who waits in a hand, what was not meant.

It belongs to one game and outlives a restart, as the stories do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.events import Event

from .believed import Waiting


@dataclass
class Lasting:
    """What outlives a restart.

    ``waiting``    captured marbles that may still be in a hand (PP-6)
    ``unmeant``    ways that people were asked about and had not meant, until the board fits
    ``debts``      holes that are not as the position has them since it began; None: not looked at
    ``still_out``  so often somebody has said since the last change that a marble is not where it
                   was looked for; each time it is waited for twice as long
    ``question``   the id of the question that was asked last
    """

    waiting: Waiting = field(default_factory=Counter)
    unmeant: set[tuple[str, str]] = field(default_factory=set)
    debts: set[str] | None = None
    still_out: int = 0
    question: str = ""

    def stand(self, events: Iterable[Event], *, by_hands: bool = False) -> None:
        """The position has changed. ``events``: who may wait in a hand since.

        ``by_hands``  what the hands are about since is no debt
        """
        self.debts = set() if by_hands else None
        for event in events:
            if not event.blocking:
                self.waiting.update((token, to) for token, _, to in event.moved)

    def written(self) -> dict[str, Any]:
        """Plain lists and texts, without what is as at the beginning."""
        found: dict[str, Any] = {
            "waiting": sorted([token, pen, count] for (token, pen), count in self.waiting.items()),
            "unmeant": sorted(map(list, self.unmeant)),
            "still_out": self.still_out,
            "question": self.question,
        }
        kept = {key: value for key, value in found.items() if value}
        return kept if self.debts is None else kept | {"debts": sorted(self.debts)}


def read(data: Mapping[str, Any]) -> Lasting:
    """What ``written`` gave. ValueError, KeyError or TypeError if it is something else."""
    debts = data.get("debts")
    return Lasting(
        Counter({(str(token), str(pen)): int(n) for token, pen, n in data.get("waiting", ())}),
        {(str(frm), str(to)) for frm, to in data.get("unmeant", ())},
        None if debts is None else set(map(str, debts)),
        int(data.get("still_out", 0)),
        str(data.get("question", "")),
    )
