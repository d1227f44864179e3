"""The whole service with its journal on PostgreSQL: only the URL differs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.proof.under_test import ServiceUnderTest


@pytest.mark.slow
@pytest.mark.needs_postgres
def test_a_game_is_kept_on_postgres_over_a_restart(
    tmp_path: Path, fresh_database: Callable[[], str]
) -> None:
    settings = {"board": "none", "database": fresh_database()}
    with ServiceUnderTest(settings, folder=tmp_path) as service:
        service.post(
            "/api/commands",
            {
                "command": "new",
                "game": "fast_track",
                "rules": "classic",
                "board": "hex",
                "players": [["A"], ["D"]],
            },
        )
        token = service.post("/api/seats", {"seat": 0})["token"]
        service.post("/api/commands", {"command": "card", "card": "A"}, token)
        service.post("/api/commands", {"command": "act", "action": "Ap-A9"}, token)
        before = service.get("/api/table")
    assert not (tmp_path / "journal.db").exists()
    with ServiceUnderTest(settings, folder=tmp_path) as again:
        after = again.get("/api/table")
    assert after["position"] == before["position"]
    assert after["game"]["id"] == before["game"]["id"]
    assert "A9" in after["position"]["marbles"]["A"]
