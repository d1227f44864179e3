"""A short way to set up a board; what the tests here share (``strewn``) is imported by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from engine.games.fast_track import PROFILES, FastTrackGame, FastTrackPosition

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)

Stand = Callable[..., FastTrackPosition]


def stand_up(
    rules: str,
    card: str | None,
    *,
    board: str = "hex",
    players: Sequence[str] | None = None,
    teams: Sequence[Sequence[int]] | None = None,
    to_play: int = 0,
    penalty: bool = False,
    **marbles: str,
) -> FastTrackPosition:
    """``stand("classic", "5", A="A9 C3", D="")``: the rest of each colour is in its pen.

    ``players`` are texts of colours (``"AD"``); left out, each colour named is a player.
    """
    held = list(players) if players is not None else list(marbles)
    size = PROFILES[rules].marbles
    placed = {
        colour: ["p"] * (size - len(marbles.get(colour, "").split()))
        + sorted(marbles.get(colour, "").split())
        for colour in "".join(held)
    }
    data: dict[str, object] = {
        "game": "fast_track",
        "rules": rules,
        "board": board,
        "players": [list(colours) for colours in held],
        "teams": [list(t) for t in teams] if teams else [[p] for p in range(len(held))],
        "marbles": placed,
        "to_play": to_play,
        "card": card,
        "winner": None,
    }
    if PROFILES[rules].penalty:
        data["penalty"] = penalty
    position = FastTrackGame().load(data)
    assert isinstance(position, FastTrackPosition)
    return position


@pytest.fixture(scope="session")
def stand() -> Stand:
    """The function ``stand_up``."""
    return stand_up
