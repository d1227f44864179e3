"""A game by house rules carries its switches: it outlives the file, a restart and its record."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from recorded import TWO, Played
from service_here import ServiceHere

from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal

TURNED = {"jack_swaps": False, "cut_for_first": False}
HOUSE = {"house": "Ours", "switches": TURNED}
GERMAN = {"Accept-Language": "de"}
RULES = {"game": "fast_track", "sheet": "classic", "switches": TURNED}


def played_before(folder: Path) -> None:
    """A whole game by those rules, in the journal of a service that comes later."""
    (folder / "board-id").write_text("house", encoding="utf-8")
    url = sqlite_url(folder / "journal.db")
    journal = SqlJournal(url, board_id="house", revision="1", wall=lambda: 1_800_000_000.0)
    played = Played(
        {**TWO, "hands": "virtual", "options": HOUSE, "names": ["Anna", "Max"]}, journal
    )
    assert played.on(20_000).result().over
    assert played.result().house == "Ours"
    journal.close_game()
    journal.close()


def played_texts(service: ServiceHere) -> dict[str, Any]:
    game = service.get("/api/games/1")
    assert game["over"]
    assert len(game["moves"]) > 50
    return dict(game)


@pytest.mark.slow
def test_a_game_by_house_rules_outlives_its_house_a_restart_and_its_record(tmp_path: Path) -> None:
    played_before(tmp_path)
    service = ServiceHere(tmp_path, board="virtual")
    try:
        client = service.app.test_client(use_cookies=False)
        assert client.put("/api/house/Ours", json=RULES).status_code == 200
        order = {"command": "new", **TWO, "first": 0, "options": HOUSE}
        assert client.post("/api/commands", json=order).status_code == 200
        before = service.get("/api/table")
        assert before["position"]["switches"] == TURNED
        assert "Ours" in client.get("/menu").text
        # The set-up begins with the house of the last game.
        assert 'id="rules-house-1" data-live checked' in client.get("/new").text
        # The file changes and goes; the games stay what they were.
        shutil.rmtree(tmp_path / "house_rules")
        page = client.get("/new").text
        assert 'id="rules-last" data-live checked' in page
        assert "as last time · Classic · 2 changed" in page
        told = played_texts(service)
        assert told["house"] == "Ours"
        assert ",fast_track classic (Ours)," in client.get("/night/1.csv").text
        record = client.get("/replay/1/record").data
    finally:
        service.close()
    service = ServiceHere(tmp_path, board="virtual")
    try:
        client = service.app.test_client(use_cookies=False)
        after = service.get("/api/table")
        assert after["position"] == before["position"]
        assert after["game"]["options"]["options"] == HOUSE
        assert [one["house"] for one in service.get("/api/games")["games"]] == ["Ours", "Ours"]
        assert played_texts(service)["moves"] == told["moves"]
        assert json.loads(record)["options"]["options"] == HOUSE
        assert service.get("/api/games/1/moves/30")["position"]["switches"] == TURNED
        on = {"command": "play_on", "game": "1", "move": 30}
        assert client.post("/api/commands", json=on).status_code == 200, on
        assert service.get("/api/table")["position"]["switches"] == TURNED
        assert client.get("/history?rules=fast_track.classic.Ours").text.count("Ours") > 1
        # Without a name it is called so in the language of whoever reads.
        bare = {**order, "options": {"switches": TURNED}}
        assert client.post("/api/commands", json=bare).status_code == 200
        assert service.get("/api/table")["game"]["options"]["options"] == {"switches": TURNED}
        assert " · Hausregeln</span>" in client.get("/menu", headers=GERMAN).text
        assert '<span class="name">Hausregeln</span>' in client.get("/new", headers=GERMAN).text
    finally:
        service.close()
