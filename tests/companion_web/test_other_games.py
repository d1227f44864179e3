"""The pages know no game: they show a board and a game that they have never heard of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from companion.model.view import HoleView, View
from engine.board import Board, Place, Space

HOLES = ("S1", "S2", "S3")


def strip() -> Board:
    """Three squares in a row, and a tray that has none."""
    spaces = tuple(
        Space(hole, hole, "tile", None, -0.4 + 0.4 * n, 0.0, 90.0, "square")
        for n, hole in enumerate(HOLES)
    )
    places = {hole: Place(hole, "tile", None, (hole,), 2) for hole in HOLES}
    places["out"] = Place("out", "tray", None, (), 4)
    near = {"S1": ("S2",), "S2": ("S1", "S3"), "S3": ("S2",)}
    return Board("strip", spaces, places, 0.4, (-0.8, -0.4, 1.6, 0.8), near)


@pytest.fixture
def other(table: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The table's seats and state, but another game on another board."""
    inner: Callable[[int | None], View] = table.view

    def view(audience: int | None) -> View:
        seen = inner(audience)
        assert seen.game is not None
        game = msgspec.structs.replace(
            seen.game, name="strip_race", rules="plain", board="strip", options={}
        )
        holes = {"S1": HoleView("A", "movable"), "S3": HoleView("", "destination")}
        return msgspec.structs.replace(
            seen, game=game, holes=holes, choices=(), position={"to": ["A"]}
        )

    monkeypatch.setattr(table, "view", view)
    monkeypatch.setattr(table, "drawing", strip)
    return table


@pytest.mark.parametrize("path", ["/", "/join", "/menu", "/new", "/rules", "/table"])
def test_every_page_opens(other: Any, browser: Any, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 200


def test_the_table_shows_its_spaces_and_tokens(other: Any, browser: Any) -> None:
    page = browser.get("/").text
    assert 'data-hole="S1"' in page
    assert 'data-role="destination"' in page


def test_its_board_is_sent_with_no_routes_but_its_neighbours(other: Any, browser: Any) -> None:
    board = browser.get("/api/board").get_json()
    assert board["routes"] == {}
    assert board["neighbours"]["S2"] == ["S1", "S3"]
    assert board["places"]["out"] == {"kind": "tray", "side": None, "holes": []}
    assert [space["shape"] for space in board["spaces"]] == ["square"] * 3


def test_its_view_passes_through(other: Any, browser: Any) -> None:
    view = browser.get("/api/table").get_json()
    assert view["game"]["name"] == "strip_race"
    assert view["position"] == {"to": ["A"]}
    assert view["holes"] == {
        "S1": {"token": "A", "role": "movable"},
        "S3": {"role": "destination"},
    }
