"""The action log as it is written and read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct


class Row(Struct, frozen=True):
    """One line of the action log as it is read back. ``kind``: new, action, chance, undo …"""

    seq: int
    kind: str
    text: str
    data: dict[str, Any]
    at: float
    """Seconds since the epoch."""


class GameRecord(Struct, frozen=True):
    """One game of the journal with its rows and its last checkpoint."""

    game_id: str
    number: int
    revision: str
    """Revision of the engine's rules at the last write."""
    started: float
    rows: tuple[Row, ...]
    checkpoint_seq: int
    checkpoint: dict[str, Any] | None
    closed: bool


class Journal(Protocol):
    """The action log. Every call commits before it returns (PP-15); nothing is ever deleted."""

    def open_game(self, options: Mapping[str, Any], position: Mapping[str, Any]) -> GameRecord:
        """Begin a game with its first checkpoint; closes the one that was open."""

    def append(
        self,
        kind: str,
        text: str,
        data: Mapping[str, Any] | None = None,
        checkpoint: Mapping[str, Any] | None = None,
    ) -> int:
        """Write one row (and a checkpoint) of the open game; returns its sequence number."""

    def current(self) -> GameRecord | None:
        """The open game, read back whole; None when there is none."""

    def close_game(self) -> None:
        """Mark the open game as closed."""

    def close(self) -> None:
        """Close the database; may be called twice."""
