"""Copies of the journal at each game's end.

A thread of its own makes them, so the table waits for nothing.
"""

from __future__ import annotations

import logging
from typing import Final

from companion.errors import JournalError
from companion.model.ports import TablePort
from companion.model.view import View
from companion.store.files import Copies

from .table_watch import TableWatch

log: Final = logging.getLogger("trackside.journal")


class CopyKeeper(TableWatch):
    """The watch over the table. ``close`` copies what has just ended, and stops."""

    def __init__(self, table: TablePort, copies: Copies) -> None:
        self._copies = copies
        self._playing = playing(table.view(None))
        self._ended = False
        super().__init__(table, "copies")

    def _heard(self, seq: int) -> None:
        """Look at every view, so that no game is too short to be noticed."""
        before, self._playing = self._playing, playing(self._table.view(None))
        if before and self._playing != before:
            self._ended = True
            self._news.set()

    def _run(self) -> None:
        while not self._closing:
            self._news.wait()
            self._news.clear()
            ended, self._ended = self._ended, False
            if ended:
                self._copy()

    def _copy(self) -> None:
        try:
            self._copies.make()
        except JournalError as error:
            log.error("%s", error)


def playing(view: View) -> str:
    """The id of the game that goes on. Empty when none is open or the game is won."""
    over = any(player.winner for player in view.players)
    return "" if view.game is None or over else view.game.id
