"""Journals on SQLite for the score book; its rows on PostgreSQL are the store's test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal


@pytest.fixture
def opener(tmp_path: Path) -> Iterator[Callable[..., SqlJournal]]:
    made: list[SqlJournal] = []

    def open_() -> SqlJournal:
        url = sqlite_url(tmp_path / "journal.db")
        made.append(SqlJournal(url, board_id="b1", revision="1", wall=lambda: 1.0))
        return made[-1]

    yield open_
    for journal in made:
        journal.close()
