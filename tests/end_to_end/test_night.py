"""A night over HTTP: games that end, are taken back, end anew, and a service that starts again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from service_here import ServiceHere

HOME = {"Ah2": "A", "Ah3": "A", "Ah4": "A", "A7": "A", "Dh4": "D", "D9": "D"}
GAME = {"game": "wahoo", "players": [["A"], ["D"]], "names": ["Anna", "Max"]}


def points(service: ServiceHere) -> list[tuple[str, int, int]]:
    night: dict[str, Any] = service.get("/api/night")["night"]
    return [(one["name"], one["points"], one["home"]) for one in night["standings"]]


def finish(service: ServiceHere) -> str:
    """A game whose last move is made on the page; returns the token of who made it."""
    service.post("/api/commands", {"command": "new", **GAME})
    token = str(service.post("/api/seats", {"seat": 0})["token"])
    tell(service, token, command="edit", marbles=HOME, seat=0)
    for text in ("D1", "A7-Ah1"):
        tell(service, token, command="act", action=text)
    return token


def tell(service: ServiceHere, token: str, **command: object) -> None:
    service.post("/api/commands", command, token)


def test_a_game_counts_once_however_often_its_end_is_taken_back(tmp_path: Path) -> None:
    service = ServiceHere(tmp_path)
    try:
        assert service.get("/api/night") == {"night": None}
        token = finish(service)
        assert points(service) == [("Anna", 2, 4), ("Max", 1, 1)]
        tell(service, token, command="undo")
        assert points(service) == []
        tell(service, token, command="redo")
        assert points(service) == [("Anna", 2, 4), ("Max", 1, 1)]
        finish(service)
    finally:
        service.close()
    again = ServiceHere(tmp_path)
    try:
        assert points(again) == [("Anna", 4, 8), ("Max", 2, 2)]
        night = again.get("/api/night")["night"]
        assert [game["result"]["number"] for game in night["games"]] == [1, 2]
        assert night["standings"][0]["best"]
    finally:
        again.close()
