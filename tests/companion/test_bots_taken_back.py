"""Undo in a game that only bots play, through the whole service."""

from __future__ import annotations

import time
from pathlib import Path

from recorded import TWO, Played
from service_here import ServiceHere
from waiting import until

from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal


def test_the_end_of_a_game_of_bots_that_was_taken_back_stays_so_until_somebody_goes_on(
    tmp_path: Path,
) -> None:
    """A bot would make its last move at once again, and Undo would seem to do nothing."""
    (tmp_path / "board-id").write_text("house", encoding="utf-8")
    journal = SqlJournal(
        sqlite_url(tmp_path / "journal.db"), board_id="house", revision="1", wall=time.time
    )
    options = {**TWO, "hands": "virtual", "first": 0, "bots": ["middle", "middle"]}
    assert Played(options, journal).on(5_000).result().over
    journal.close()
    service = ServiceHere(tmp_path)
    browser = service.app.test_client(use_cookies=False)
    assert service.get("/api/table")["state"] == "over"
    service.post("/api/commands", {"command": "undo"})
    view = service.get("/api/table")
    assert view["paused"]
    assert view["prompt"]["text"] == "Paused. The game is safe."
    shown = browser.get("/").text
    assert 'data-foot="paused"' in shown
    assert 'data-key="go-on"' in shown
    service.post("/api/commands", {"command": "pause", "on": False})
    until(lambda: service.get("/api/table")["state"] == "over", seconds=60)
    assert not service.get("/api/table")["paused"]
    service.close()
