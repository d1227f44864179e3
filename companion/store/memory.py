"""A journal in memory for proof and tests. It outlives a table, as a disk outlives a power cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.errors import JournalError
from companion.model.journal import Facts, GameRecord, Row


class MemoryJournal:
    """The whole ``Journal`` port in memory. With ``broken`` it refuses to write.

    ``written`` is called with each row, if given. ``wall``: seconds since the epoch
    """

    def __init__(
        self,
        written: Callable[[Row], None] | None = None,
        wall: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._written, self._wall = written, wall
        self.rows: list[Row] = []
        """Rows of the open game, oldest first."""
        self.broken = False
        self.checkpoints: list[tuple[int, dict[str, Any]]] = []
        """Positions of the open game, each with the number of its row."""
        self.facts: list[Facts] = []
        """What the hands did since the facts of the open game were kept anew."""
        self.number = 0
        self.seq = 0
        self.open = False

    def open_game(self, options: Mapping[str, Any], position: Mapping[str, Any]) -> GameRecord:
        """Begin a game with its row ``new``. Raises JournalError while broken."""
        self._check()
        self.number += 1
        self.rows, self.checkpoints, self.facts, self.open = [], [], [], True
        self.append("new", "", options, position)
        record = self.current()
        assert record is not None
        return record

    def append(
        self,
        kind: str,
        text: str,
        data: Mapping[str, Any] | None = None,
        checkpoint: Mapping[str, Any] | None = None,
        facts: Facts | None = None,
    ) -> int:
        """Write a row. Returns its sequence number."""
        self._check()
        if facts is not None:
            self.note(facts)
        self.seq += 1
        row = Row(self.seq, kind, text, dict(data or {}), self._wall())
        self.rows.append(row)
        if checkpoint is not None:
            self.checkpoints.append((self.seq, dict(checkpoint)))
        if self._written is not None:
            self._written(row)
        return self.seq

    def note(self, facts: Facts) -> None:
        """Keep what the hands did. Raises JournalError while broken."""
        self._check()
        self.facts = [facts] if facts.anew else [*self.facts, facts]

    def current(self) -> GameRecord | None:
        """The open game, read back whole. None when there is none."""
        if not self.open:
            return None
        seq, checkpoint = self.checkpoints[-1] if self.checkpoints else (0, None)
        return GameRecord(
            game_id=f"g{self.number}",
            number=self.number,
            revision="1",
            started=self.rows[0].at,
            rows=tuple(self.rows),
            checkpoint_seq=seq,
            checkpoint=checkpoint,
            closed=False,
            facts=tuple(self.facts),
        )

    def latest(self, kind: str) -> Sequence[Row]:
        """The rows of a kind in the newest game."""
        return [row for row in self.rows if row.kind == kind]

    def close_game(self) -> None:
        """Mark the open game as closed."""
        self._check()
        self.open = False

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""

    def _check(self) -> None:
        if self.broken:
            raise JournalError("The disk is full.")
