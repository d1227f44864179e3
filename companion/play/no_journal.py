"""The journal of a game that is only looked through: nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from companion.errors import JournalError
from companion.model.journal import Facts, GameRecord, Row


class NoJournal:
    """``companion.model.journal.Journal`` that holds no game, and refuses every write."""

    def open_game(self, options: Mapping[str, Any], position: Mapping[str, Any]) -> GameRecord:
        """JournalError."""
        self._refuse()

    def append(
        self,
        kind: str,
        text: str,
        data: Mapping[str, Any] | None = None,
        checkpoint: Mapping[str, Any] | None = None,
        facts: Facts | None = None,
    ) -> int:
        """JournalError."""
        self._refuse()

    def note(self, facts: Facts) -> None:
        """JournalError."""
        self._refuse()

    def current(self) -> GameRecord | None:
        """None."""
        return None

    def latest(self, kind: str) -> Sequence[Row]:
        """None."""
        return ()

    def close_game(self) -> None:
        """Nothing is open."""

    def close(self) -> None:
        """Nothing is held."""

    def _refuse(self) -> NoReturn:
        raise JournalError("A game that is only looked through cannot be changed.")
