"""``trackside bench``: only the chosen bench is loaded; its figures have the common frame."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable
from importlib.util import find_spec
from statistics import median
from typing import Any

import pytest

from companion.cli import main
from companion.commands import bench
from companion.games.packs import PACKS
from companion.proof import bench_engine
from engine.perft import perft

REPEATS = bench_engine.REPEATS

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
    assert names == ["perft"] * 8 + theirs + ["games"] * 4 + ["legal"] * 6
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
    assert len(lines) == 18 + CHESS


def test_chess_is_counted_leaf_by_leaf() -> None:
    count = bench_engine.chess_nodes()
    assert (count is not None) == CHESS
    assert count is None or count() == 8902


def test_the_measured_positions_are_those_of_the_perft_row() -> None:
    for rules, board in bench_engine.BOARDS:
        assert perft(bench_engine.start(rules, board), 2) >= 14
        assert perft(bench_engine.middle(rules, board), 2) > 20


def test_a_busy_machine_does_not_change_the_ratio(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is kept waiting, as by other programs, is not slower for it: its work counts."""
    monkeypatch.setattr(bench_engine, "SHORTEST", 0.02)
    never = threading.Event()

    def work() -> int:
        return sum(range(20_000)) % 2 + 1

    def kept_waiting() -> int:
        never.wait(0.005)
        return work()

    pairs = [bench_engine.side_by_side(kept_waiting, work) for _ in range(3)]
    assert 0.4 < median(pair.ratio for pair in pairs) < 2.5
    assert all(pair.ours.times > 1 < pair.theirs.times for pair in pairs)


@pytest.mark.usefixtures("small")
def test_every_row_is_the_median_of_five_rounds_of_both_sides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert REPEATS == 5
    monkeypatch.setattr(bench_engine, "REPEATS", REPEATS)
    monkeypatch.setattr(bench_engine, "chess_nodes", lambda: lambda: 7)
    speeds = iter([speed for speed in (30.0, 10.0, 20.0, 50.0, 40.0) for _ in range(8)])

    def played(ours: Callable[[], int], theirs: Callable[[], int]) -> bench_engine.Pair:
        per_second = next(speeds)
        return bench_engine.Pair(
            bench_engine.Tally(ours(), 1, ours() / per_second), bench_engine.Tally(theirs(), 1, 0.7)
        )

    monkeypatch.setattr(bench_engine, "side_by_side", played)
    rows = bench_engine.perft_rows()
    assert [row["per_second"] for row in rows] == [30] * 8 + [10]
    assert [row["ratio"] for row in rows[:8]] == [3.0] * 8


def test_a_rehearsal_is_counted_for_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rehearse", "--json", "--lines", "60"]) == 0
    data = figures(capsys)
    assert data["command"] == "bench rehearse"
    assert {row["game"] for row in data["results"]} == {pack.game for pack in PACKS}
    for row in data["results"]:
        assert set(row) == {"name", "game", "lines", "looks", "refused", "per_second"}
        assert row["name"] == "rehearse"
        assert row["lines"] >= 60
        assert row["looks"] > 10
        assert row["per_second"] > 0


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
