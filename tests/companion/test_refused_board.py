"""A board with the wrong files: refused at hello, told on the page, and taken once it fits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from waiting import until

from companion.proof.under_test import ServiceUnderTest
from engine.boards import board_of
from firmware_bridge.virtual.client import HandsClient
from firmware_bridge.virtual.process import VirtualBoardProcess

NEW = {"command": "new", "game": "fast_track", "rules": "classic", "board": "hex"}


def await_view(service: ServiceUnderTest, good: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The table as everybody sees it, as soon as it is ``good``."""
    seen: list[dict[str, Any]] = []

    def come() -> bool:
        seen[:] = [service.get("/api/table")]
        return good(seen[0])

    until(come, lambda: seen)
    return seen[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "said", "reason"),
    [
        ("version=1", "Board: run trackside firmware copy.", "speaks version 1 of the wire"),
        ("holes=89", "Wrong number of holes. Play on here.", "89 holes, 133 are needed"),
    ],
)
def test_a_board_with_the_wrong_files_is_explained_and_taken_once_it_fits(
    fault: str, said: str, reason: str, tmp_path: Path
) -> None:
    with (
        VirtualBoardProcess(board_of("hex").holes, tmp_path, faults=[fault]) as board,
        ServiceUnderTest(
            {"board": "serial", "device": board.port}, folder=tmp_path / "data"
        ) as service,
    ):
        service.post("/api/commands", {**NEW, "players": [["A"], ["D"]]})
        view = await_view(service, lambda view: bool(view["link"] == "refused"))
        assert view["prompt"]["text"] == said
        assert reason in view["link_reason"]
        assert "trackside firmware copy" in view["link_reason"]
        seated = service.post("/api/seats", {"seat": 0})["token"]
        service.post("/api/commands", {"command": "card", "card": "A"}, seated)
        assert service.get("/api/table")["state"] == "choose_move", "play goes on by tapping"
        with HandsClient(board.control) as hands:
            hands.heal()  # as if it had been flashed
        await_view(service, lambda view: bool(view["link"] == "up"))
