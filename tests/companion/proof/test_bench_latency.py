"""``bench latency`` and ``bench service``: a real service, the rows that interfaces.md names."""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands.bench import latency, service
from companion.proof import bench_latency, bench_service
from companion.proof.bench_board import BenchBoard
from companion.proof.cpu_time import spent, used
from companion.proof.under_test import ServiceFailed, ServiceUnderTest
from firmware_bridge.link.devices import SerialBoard
from hardware.ports import LightFrame, LinkChange, LinkState, Look, SensorEvent

LATENCY_KEYS = {"name", "pixels", "browsers", "n", "p50_ms", "p99_ms", "debounce_ms"}


def options(module: object, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    module.configure(parser)  # type: ignore[attr-defined]
    return parser.parse_args(words)


@pytest.mark.slow
def test_latency_prints_one_object_with_the_rows_of_pp_30(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """PP-30: with and without debounce; echo and commit stand beside."""
    words = ("--json", "--gestures", "4", "--load", "2")
    assert latency.run(options(latency, *words)) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["command"] == "bench latency"
    assert told["seed"] == 1
    rows = told["results"]
    assert all(set(row) == LATENCY_KEYS for row in rows)
    assert [(row["name"], row["debounce_ms"]) for row in rows] == [
        ("lift_to_light", 0),
        ("put_to_accepted", 0),
        ("lift_to_light", 20),
        ("put_to_accepted", 40),
        ("echo", None),
        ("commit", None),
    ]
    assert all(0 < row["p50_ms"] <= row["p99_ms"] for row in rows)
    by = {(row["name"], row["debounce_ms"]): row for row in rows}
    assert by["lift_to_light", 20]["p50_ms"] >= 20
    assert by["put_to_accepted", 40]["p50_ms"] >= 40
    assert [row["browsers"] for row in rows[:4]] == [2] * 4
    assert all(row["n"] >= 4 for row in rows)


@pytest.mark.slow
def test_a_flood_of_commands_comes_with_the_rows_and_is_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    timed = bench_latency.timed_service(1, 2, 1, 1, 0, 0, flood=2)
    assert len(timed["put_to_accepted"]) == 1
    said = capsys.readouterr().err
    done = re.fullmatch(r"flood: carried out (\d+), refused (\d+)\n", said)
    assert done is not None
    assert all(int(count) > 2 for count in done.groups())


@pytest.mark.slow
def test_latency_can_tell_the_processor_time_too() -> None:
    rows = bench_latency.run(3, 0, 133, 1, cpu=True)
    for row in rows[:4]:
        assert set(row) == LATENCY_KEYS | {"p50_cpu_ms", "p99_cpu_ms"}
        assert 0 < float(str(row["p50_cpu_ms"])) <= float(str(row["p99_cpu_ms"]))
    assert float(str(rows[2]["p50_cpu_ms"])) < 20, "a debounce costs no processor time"
    assert all(set(row) == LATENCY_KEYS for row in rows[4:])


def test_the_processor_time_of_a_process_is_told_by_thread() -> None:
    before = used(os.getpid())
    # The system books a running thread's time at its ticks: short work may not show at once.
    assert any(sum(range(200_000)) and spent(before, used(os.getpid())) for _ in range(500))
    assert spent({"1": 5}, {"1": 2_000_000_005, "2": 1_000_000_000}) == 3.0
    assert used(2**22 + 1) == {}
    assert spent({}, {}) == 0.0


@pytest.mark.parametrize(
    "words", [("--pixels", "100"), ("--pixels", "134"), ("--load", "-1"), ("--gestures", "0")]
)
def test_options_that_cannot_be_are_told(
    words: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert latency.run(options(latency, *words)) == 2
    assert words[0] in capsys.readouterr().err


@pytest.mark.slow
def test_service_prints_what_it_costs_at_rest(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--json", "--seconds", "0.5", "--load", "2")
    assert service.run(options(service, *words)) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["command"], told["seed"]) == ("bench service", None)
    (row,) = told["results"]
    assert set(row) == {"name", "browsers", "cpu_share", "rss_mb", "bare_imports_mb"}
    assert (row["name"], row["browsers"]) == ("idle", 2)
    assert 0 <= row["cpu_share"] <= 1
    assert row["rss_mb"] > row["bare_imports_mb"] > 20


@pytest.mark.slow
def test_service_prints_beside_it_what_a_leisurely_game_costs() -> None:
    rest, play, loose = bench_service.run(0, 0.5, play=True)
    assert [row["name"] for row in (rest, play, loose)] == ["idle", "played", "loose_sensor"]
    assert set(rest) == set(play) == set(loose)
    assert 0 < float(str(play["cpu_share"])) < 1


@pytest.mark.slow
def test_the_bare_imports_are_those_of_the_rooms(root: Path) -> None:
    """Otherwise the difference would flatter or blame us."""
    named = {name.strip().split(".")[0] for name in bench_service.IMPORTS.split(",")}
    used: set[str] = set()
    for room in ("companion", "companion_web", "firmware_bridge"):
        for path in (root / room).rglob("*.py"):
            if "proof" in path.parts or {"firmware", "migrations"} & set(path.parts):
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    used |= {alias.name.split(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    used.add(node.module.split(".")[0])
    ours = {"engine", "hardware", "firmware_bridge", "companion", "companion_web"}
    # Flask brings these itself.
    within = {"werkzeug", "itsdangerous", "markupsafe", "jinja2"}
    # Loaded only while a drill template is written, which is not the service's work, and while the
    # tables of an older Trackside are brought up to date.
    late = {"fpdf", "ezdxf", "alembic"}
    assert used - ours - within - late - set(sys.stdlib_module_names) <= named


@pytest.mark.slow
def test_a_service_that_cannot_start_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(ServiceFailed, match="status 2"):
        ServiceUnderTest({"board": "none"}, folder=tmp_path / "file" / "below")


@pytest.fixture
def linked() -> Iterator[tuple[BenchBoard, SerialBoard, list[SensorEvent]]]:
    heard: list[SensorEvent] = []
    with BenchBoard(6) as bench, SerialBoard(bench.port, 6) as board:
        board.start(heard.append)
        assert bench.pump(5.0, lambda: LinkChange(LinkState.UP) in heard)
        yield bench, board, heard


def test_the_bench_board_sees_the_frame_that_answers_its_change(
    linked: tuple[BenchBoard, SerialBoard, list[SensorEvent]],
) -> None:
    bench, board, heard = linked
    before = len(heard)
    started = bench.change(3, True)
    assert bench.pump(5.0, lambda: len(heard) > before)
    board.show(LightFrame((Look(0, 0, 0), Look(9, 0, 0)), (0, 0, 0, 1, 0, 0)))
    at = bench.next_frame(5.0)
    assert at is not None
    assert started < at <= time.monotonic()
    assert bench.occupied == {3}


def test_the_bench_board_counts_a_frame_once(
    linked: tuple[BenchBoard, SerialBoard, list[SensorEvent]],
) -> None:
    bench, board, _ = linked
    board.show(LightFrame((Look(0, 0, 0), Look(9, 0, 0)), (0, 0, 0, 1, 0, 0)))
    assert bench.next_frame(5.0) is not None
    frames = bench.frames
    assert bench.next_frame(0.3) is None
    assert bench.frames == frames


def test_the_echo_is_quicker_than_a_blink() -> None:
    times = bench_latency.echo(20)
    assert len(times) == 20
    assert min(times) < 0.05


def test_commits_are_timed_one_by_one() -> None:
    times = bench_latency.commits(20)
    assert len(times) == 20
    assert all(seconds > 0 for seconds in times)
