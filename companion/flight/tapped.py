"""The table's clock, chance and journal with a listener: each answers as ever and is recorded."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.errors import JournalError
from companion.model.journal import Facts, GameRecord, Journal, Row

from .lines import Wrote, masked, masked_record


class StoppedClock:
    """A clock that shows the moment of one input until the next input comes.

    One input has one time, so the same input takes the same turn again.
    """

    def __init__(self) -> None:
        self.t = 0.0

    def now(self) -> float:
        """Seconds, as the real clock had them."""
        return self.t


class TappedRandom(random.Random):
    """Chance from the system; it keeps what was drawn, as ``(bits, value)``."""

    def __init__(self, source: random.Random) -> None:
        self._source = source
        self.drew: list[tuple[int, float]] = []
        super().__init__()

    def getrandbits(self, k: int, /) -> int:
        """A number of that many bits."""
        value = self._source.getrandbits(k)
        self.drew.append((k, value))
        return value

    def random(self) -> float:
        """A number from 0 to below 1; it is kept with 0 bits."""
        value = self._source.random()
        self.drew.append((0, value))
        return value

    def take(self) -> tuple[tuple[int, float], ...]:
        """What was drawn since the last look."""
        drew, self.drew = self.drew, []
        return tuple(drew)


class TappedJournal:
    """A ``companion.model.journal.Journal`` that keeps every call and its answer.

    ``plain``  turns a row's data into what may be kept
    """

    def __init__(
        self, journal: Journal, plain: Callable[[Mapping[str, Any]], dict[str, Any]] = masked
    ) -> None:
        self._journal = journal
        self._plain = plain
        self._read: list[GameRecord | None] = []
        self._wrote: list[Wrote] = []
        self._facts: list[Facts] = []

    def open_game(self, options: Mapping[str, Any], position: Mapping[str, Any]) -> GameRecord:
        """Begin a game."""
        data = dict(options)
        try:
            record = self._journal.open_game(options, position)
        except JournalError as error:
            self._wrote.append(Wrote("open", data=data, failed=str(error)))
            raise
        first = record.rows[-1]
        self._wrote.append(
            Wrote(
                "open",
                kind=first.kind,
                data=data,
                seq=first.seq,
                game=record.game_id,
                number=record.number,
                at=record.started,
                position=dict(position),
            )
        )
        return record

    def append(
        self,
        kind: str,
        text: str,
        data: Mapping[str, Any] | None = None,
        checkpoint: Mapping[str, Any] | None = None,
        facts: Facts | None = None,
    ) -> int:
        """Write a row."""
        plain = self._plain(data or {})
        try:
            seq = self._journal.append(kind, text, data, checkpoint, facts)
        except JournalError as error:
            self._wrote.append(Wrote("row", kind, text, plain, failed=str(error)))
            raise
        self._wrote.append(Wrote("row", kind, text, plain, seq))
        self._facts += [] if facts is None else [facts]
        return seq

    def note(self, facts: Facts) -> None:
        """Keep what the hands did. It is no decision, so it is kept beside them."""
        self._journal.note(facts)
        self._facts.append(facts)

    def latest(self, kind: str) -> Sequence[Row]:
        """The rows of a kind in the newest game: a question, so nothing is kept of it."""
        return self._journal.latest(kind)

    def close_game(self) -> None:
        """Close the open game."""
        try:
            self._journal.close_game()
        except JournalError as error:
            self._wrote.append(Wrote("close", failed=str(error)))
            raise
        self._wrote.append(Wrote("close"))

    def current(self) -> GameRecord | None:
        """The open game; what ``base`` has just read is given once more."""
        return self._read.pop() if self._read else self._journal.current()

    def close(self) -> None:
        """Close the database."""
        self._journal.close()

    def base(self) -> GameRecord | None:
        """The open game as a flight begins with it; JournalError if it cannot be read."""
        record = self._journal.current()
        self._read = [record]
        return masked_record(record)

    def take(self) -> tuple[Wrote, ...]:
        """What was written since the last look."""
        wrote, self._wrote = self._wrote, []
        return tuple(wrote)

    def take_facts(self) -> tuple[Facts, ...]:
        """The facts of the hands that were kept since the last look."""
        facts, self._facts = self._facts, []
        return tuple(facts)
