"""Perft tables: one a profile and board, as data; the oracle has counted their first depths."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.games.fast_track import PROFILES
from engine.perft import divide, perft
from engine.registry import game, games, load

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[dict[str, Any]]:
    positions = json.loads((DATA / name).read_text("utf-8"))["positions"]
    assert isinstance(positions, list)
    return positions


TABLES = sorted(path.name for path in DATA.glob("perft_*.json"))
LONG = "perft_fhtagn.json"
"""In every run its last depths are left out."""


@pytest.mark.parametrize(
    ("name", "less"),
    [
        *(pytest.param(name, int(name == LONG), id=name) for name in TABLES),
        pytest.param(LONG, 0, id=f"whole {LONG}", marks=pytest.mark.slow),
    ],
)
def test_the_counts_of_a_table_come_out(name: str, less: int) -> None:
    for row in rows(name):
        position = load(row["position"])
        spoken = position.game == "racepack"
        wanted = row["counts"][: len(row["counts"]) - less]
        counts = [perft(position, depth, spoken=spoken) for depth in range(len(wanted))]
        assert counts == wanted, row["name"]


def test_every_game_has_a_table_and_every_profile_one_for_each_of_its_boards() -> None:
    wanted = {f"perft_{p.name}_{board}.json" for p in PROFILES.values() for board in p.boards}
    wanted |= {f"perft_{name}.json" for name in games() if not game(name).profiles}
    assert {path.name for path in DATA.glob("perft_*.json")} == wanted


def test_depth_nought_is_one_and_a_finished_game_has_no_sequences() -> None:
    position = load(rows("perft_classic_hex.json")[0]["position"])
    assert perft(position, 0) == 1
    assert perft(position, -1) == 1
    data = position.to_json()
    data["marbles"] = {"A": ["A7", "Ah2", "Ah3", "Ah4"], "D": ["p"] * 4}
    data["card"] = "A"
    won = load(data).apply("A7-Ah1").position
    assert perft(won, 0) == 1
    assert perft(won, 1) == 0


def test_the_parts_of_a_count_add_up() -> None:
    row = rows("perft_butterfly_hex.json")[1]
    position = load(row["position"])
    parts = divide(position, 3)
    assert [action.text for action in parts] == [action.text for action in position.legal()]
    assert sum(parts.values()) == row["counts"][3]


def test_what_several_seats_may_say_alike_is_one_text_and_several_actions() -> None:
    """RP-44: each rival passes by himself; RP-84: as a text the pass is everybody's."""
    row = rows("perft_racepack.json")[1]
    window = load(row["position"]).apply("F2").position.apply("D0").position
    assert [(a.seat, a.text) for a in window.legal()] == [
        (1, "!x:2"),
        (2, "!y:1"),
        (2, "!y:5"),
        (1, "-"),
        (2, "-"),
    ]
    assert perft(window, 1) == 5
    assert perft(window, 1, spoken=True) == 4
