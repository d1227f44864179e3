"""What a position is told in belongs to whoever asked: to change it changes no position."""

from __future__ import annotations

import json
from typing import Any

import pytest
from recorded import GAMES, Played


def spoil(told: Any) -> None:
    """Empty every list and object in it."""
    for part in told.values() if isinstance(told, dict) else told:
        if isinstance(part, dict | list):
            spoil(part)
            part.clear()


OPTIONS = [*GAMES.values(), {**GAMES["fast_track"], "hands": "virtual"}]


@pytest.mark.parametrize("options", OPTIONS, ids=[*GAMES, "dealt"])
def test_to_change_what_was_told_changes_no_position(options: dict[str, Any]) -> None:
    played = Played(options)
    for _ in range(30):
        position = played.on(1).game.position
        whole = json.dumps(position.to_json())
        seen = json.dumps(position.view(0))
        spoil(position.to_json())
        spoil(position.view(0))
        assert json.dumps(position.to_json()) == whole
        assert json.dumps(position.view(0)) == seen
