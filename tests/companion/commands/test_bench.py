"""``trackside bench``: one bench is loaded, its figures have the interface's frame."""

from __future__ import annotations

import json
import random
from importlib.util import find_spec
from typing import Any

import pytest

from companion.cli import main
from companion.commands import bench
from companion.proof import bench_engine
from engine.perft import perft

SMALL = {
    "REPEATS": 1,
    "SHORTEST": 0.0,
    "GAMES": 6,
    "LISTS": 40,
    "CHESS_DEPTH": 2,
    "RACE_LISTS": 40,
    "RACE_TAKES": 1,
}
CHESS = find_spec("chess") is not None
"""python-chess comes with ``make bench`` only."""

KEYS = {"name", "game", "rules", "board", "depth", "nodes", "per_second", "p50_ms", "p99_ms"}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rows from less work."""
    for name, value in SMALL.items():
        monkeypatch.setattr(bench_engine, name, value)
    monkeypatch.setattr(bench_engine, "DEPTHS", {"start": 2, "middle": 2})


def figures(capsys: pytest.CaptureFixture[str]) -> Any:
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("\n") == 1
    return json.loads(out)


@pytest.mark.usefixtures("small")
def test_json_is_one_object_in_the_common_frame(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "engine", "--json", "--seed", "5"]) == 0
    data = figures(capsys)
    assert list(data) == ["trackside", "command", "machine", "seed", "seconds", "results"]
    assert data["command"] == "bench engine"
    assert data["seed"] == 5
    assert set(data["machine"]) == {"cpu", "cores", "python"}
    assert all(set(row) >= KEYS for row in data["results"])
    names = [row["name"] for row in data["results"]]
    theirs = ["python-chess"] if CHESS else []
    assert names == ["perft"] * 8 + theirs + ["games"] * 4 + ["legal"] * 5
    for row in data["results"]:
        assert row["per_second"] > 0
        if row["name"] == "perft":
            assert (row["ratio"] or 0) > 0 if CHESS else row["ratio"] is None
        if row["name"] in ("games", "legal"):
            assert 0 < row["p50_ms"] <= row["p99_ms"]


@pytest.mark.usefixtures("small")
def test_without_python_chess_its_row_is_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_engine, "chess_nodes", lambda: None)
    assert main(["bench", "engine", "--json"]) == 0
    rows = figures(capsys)["results"]
    assert "python-chess" not in [row["name"] for row in rows]
    assert [row["ratio"] for row in rows if row["name"] == "perft"] == [None] * 8


@pytest.mark.usefixtures("small")
def test_for_people_it_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "engine"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["name", "game", "rules"]
    assert len(lines) == 17 + CHESS


def test_chess_is_counted_leaf_by_leaf() -> None:
    count = bench_engine.chess_nodes()
    assert (count is not None) == CHESS
    assert count is None or count() == 8902


def test_the_measured_positions_are_those_of_the_perft_row() -> None:
    for rules, board in bench_engine.BOARDS:
        assert perft(bench_engine.start(rules, board), 2) >= 14
        assert perft(bench_engine.middle(rules, board), 2) > 20


def test_games_are_the_same_for_the_same_seed() -> None:
    counts = [
        bench_engine.play_out(bench_engine.start("butterfly", "hex"), random.Random(3))
        for _ in range(2)
    ]
    assert counts[0] == counts[1] > 50


@pytest.mark.parametrize("name", sorted(bench.BENCHES))
def test_every_bench_has_its_own_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["bench", name, "--help"])
    assert stopped.value.code == 0
    assert "--json" in capsys.readouterr().out


def test_an_unknown_bench_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["bench", "coffee"])
    assert stopped.value.code == 2
    assert "coffee" in capsys.readouterr().err
