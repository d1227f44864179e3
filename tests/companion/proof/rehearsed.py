"""A rehearsal under test: lines written as keyword arguments, and a position to begin in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.proof.rehearsal.rehearsal import Rehearsal

NEW = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
Json = dict[str, Any]


def position(**more: Any) -> Json:
    """Red has a marble on A9, Green one on B4; Red is to play."""
    plain = {
        "game": "fast_track",
        "rules": "classic",
        "board": "hex",
        "players": [["A"], ["D"]],
        "teams": [[0], [1]],
        "marbles": {"A": ["p", "p", "p", "A9"], "D": ["p", "p", "p", "B4"]},
        "to_play": 0,
        "card": None,
        "winner": None,
    }
    return plain | more


class Script:
    """A rehearsal under test, with lines written as keyword arguments."""

    def __init__(self, **beside: Any) -> None:
        self.rehearsal = Rehearsal()
        self.first = self.line(0, **{"new": NEW, **beside})
        assert "error" not in self.first, self.first

    def line(self, at: float, **keys: Any) -> Json:
        return self.rehearsal.line({"at": at, **keys})

    def edge(self, at: float, hole: str, full: bool, **keys: Any) -> Json:
        return self.line(at, edge=[hole, full], **keys)

    def command(self, at: float, name: str, **fields: Any) -> Json:
        seat = fields.pop("by", None)
        return self.line(at, command={"command": name, **fields}, seat=seat)

    def look(self, at: float, seat: int | None = None) -> Json:
        view: Json = self.line(at, look=True, seat=seat)["view"]
        return view

    def state(self, at: float) -> str:
        return str(self.line(at)["state"])


def texts(answer: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(row["kind"], row["text"]) for row in answer["rows"]]


def code(answer: Mapping[str, Any]) -> str:
    return str(answer["error"]["code"])
