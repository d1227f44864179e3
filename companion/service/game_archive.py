"""The past of this board: each game's result is worked out once, and kept beside the journal."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from companion.errors import JournalError
from companion.games.pack import Packs
from companion.model.journal import GameRecord
from companion.model.past import GameResult
from companion.play.results import result
from companion.store.archive import Archive
from engine.registry import Registry

WAY: Final = "2026-11-23 clocks"
"""Names how results are worked out. Change it with ``play/results``, so that all are made anew."""


class GameArchive:
    """``companion.model.past.Past`` over the journal's games."""

    def __init__(self, archive: Archive, registry: Registry, packs: Packs) -> None:
        self._archive, self._registry, self._packs = archive, registry, packs
        self._lock = threading.Lock()

    def games(self) -> Sequence[GameResult]:
        """Every game, the newest first; only those with new rows are read."""
        with self._lock:
            newest, kept = self._archive.newest_rows(), self._archive.results()
            return [
                kept[game][1] if game in kept and kept[game][0] == seq else self._made(game, seq)
                for game, seq in newest.items()
            ]

    def record(self, game_id: str) -> GameRecord | None:
        """All rows of one game."""
        return self._archive.record(game_id)

    def going(self, after: int) -> GameRecord | None:
        """The newest game with what is new of it; None once it is closed."""
        return self._archive.going(after)

    def _made(self, game_id: str, seq: int) -> GameResult:
        record = self._archive.record(game_id)
        if record is None:
            raise JournalError(f"Game {game_id} is gone from the journal.")
        options = record.rows[0].data
        made = result(self._registry, self._packs.of(str(options.get("game"))), record)
        if not made.why:
            # What cannot be kept now, on a full disk, is worked out again when somebody asks.
            with suppress(JournalError):
                self._archive.keep(made, record.rows[-1].seq)
        return made
