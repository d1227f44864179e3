"""A short way to set up a board."""

from __future__ import annotations

from typing import Any

import pytest


def stand_up(
    die: int | None, *, board: str = "hex", to_play: int = 0, dice: str = "table", **marbles: str
) -> dict[str, Any]:
    """``stand(5, A="A9 C3", D="")``: the JSON form; the rest of each colour is in its pen."""
    placed = {c: text.split() for c, text in marbles.items()}
    full = {c: ["p"] * (4 - len(there)) + sorted(there) for c, there in placed.items()}
    won = [n for n, there in enumerate(full.values()) if all(h[1:2] == "h" for h in there)]
    return {
        "game": "wahoo",
        "board": board,
        "dice": dice,
        "players": [[colour] for colour in marbles],
        "marbles": full,
        "to_play": to_play,
        "die": die,
        "winner": won[0] if won else None,
    }


@pytest.fixture
def stand() -> Any:
    return stand_up
