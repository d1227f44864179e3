"""The action log as it is written and read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


class Facts(Struct, frozen=True):
    """What the hands did after the row number ``after``, and before the next row.

    No rows of the record: they are kept for a restart, and go when newer ones stand for them.
    ``text`` is JSON (``table/fact_keeper``); ``anew``: it stands for all that was kept before.
    """

    after: int
    text: str
    anew: bool = False


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
    facts: tuple[Facts, ...] = ()
    """What the hands did since the last time that their facts were kept anew."""


class Journal(Protocol):
    """The action log. Every call commits before it returns (PP-15); no row is ever deleted."""

    def open_game(self, options: Mapping[str, Any], position: Mapping[str, Any]) -> GameRecord:
        """Begin a game with its first checkpoint; closes the one that was open."""

    def append(
        self,
        kind: str,
        text: str,
        data: Mapping[str, Any] | None = None,
        checkpoint: Mapping[str, Any] | None = None,
        facts: Facts | None = None,
    ) -> int:
        """Write one row (and a checkpoint) of the open game; returns its sequence number.

        ``facts``  what the hands did before it, kept with it or not at all
        """

    def note(self, facts: Facts) -> None:
        """Keep facts of the open game. They are on the disk soon; nobody waits for it."""

    def current(self) -> GameRecord | None:
        """The open game, read back whole; None when there is none."""

    def latest(self, kind: str) -> Sequence[Row]:
        """The rows of a kind in the newest game, open or not, in their order."""

    def close_game(self) -> None:
        """Mark the open game as closed."""

    def close(self) -> None:
        """Close the database; may be called twice."""
