"""Hands without scripts: a page for who holds the seat and presses there, and for nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from service_here import ServiceHere

NEW = {
    "command": "new",
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [["A"], ["D"]],
    "names": ["Ida", "Max"],
    "hands": "virtual",
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Any]:
    """A game of dealt cards, and browsers that sit where they are told."""
    service = ServiceHere(tmp_path, board="virtual")
    assert service.app.test_client().post("/api/commands", json=NEW).status_code == 200
    yield service
    service.close()


def sitting(house: Any, *seats: int) -> tuple[Any, str]:
    """A browser that holds these seats, and the value that its forms send back."""
    client = house.app.test_client()
    page = client.get("/join").text
    csrf = page.split('name="csrf_token" value="')[1].split('"')[0]
    for seat in seats:
        sat = client.post("/join", data={"seat": str(seat), "csrf_token": csrf})
        assert sat.status_code == 303
    return client, csrf


def test_a_hand_is_shown_to_the_browser_that_holds_the_seat_and_is_not_kept(house: Any) -> None:
    client, csrf = sitting(house, 0, 1)
    table = client.get("/").text
    assert "Show Ida\u2019s hand" in table or "Show Max\u2019s hand" in table
    assert "Show Ida\u2019s hand" in client.get("/hands").text
    told = client.post("/form/hand", data={"seat": "0", "csrf_token": csrf})
    assert told.status_code == 200
    assert told.headers["Cache-Control"] == "no-store"
    cards = [card["label"] for card in client.get("/api/hand?seat=0").get_json()["cards"]]
    assert told.text.count("<li><b>") == len(cards) == 5
    ways = client.get("/api/hand?seat=0").get_json()["ways"]
    assert ways
    assert all(re.match(r"Play (an?|the) ", way["message"]["text"]) for way in ways)
    german = client.post(
        "/form/hand", data={"seat": "1", "csrf_token": csrf}, headers={"Accept-Language": "de"}
    ).text
    assert "Die Hand von Max" in german
    assert "Verdecken" in german


def test_nobody_else_sees_a_hand_and_no_address_alone_shows_one(house: Any) -> None:
    client, csrf = sitting(house, 0)
    assert client.post("/form/hand", data={"seat": "1", "csrf_token": csrf}).status_code == 403
    assert client.post("/form/hand", data={"csrf_token": csrf}).status_code == 403
    assert client.post("/form/hand", data={"seat": "0"}).status_code in (400, 403)
    assert client.get("/form/hand?seat=0").status_code == 405
    assert "Show Max" not in client.get("/hands").text
    watcher, token = sitting(house)
    assert watcher.post("/form/hand", data={"seat": "0", "csrf_token": token}).status_code == 403
    assert "There is no hand here" in watcher.get("/hands").text
