"""The flight recorder (PP-41): lines appended, a ring of two files, never the end of a game."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.recorder import FlightRecorder
from hardware.ports import HoleChange, LinkChange, LinkState, Snapshot

Wall = Callable[[], float]


def test_events_and_commands_are_lines_in_order(tmp_path: Path, wall: Wall) -> None:
    recorder = FlightRecorder(tmp_path, wall)
    recorder.event(LinkChange(LinkState.UP))
    recorder.event(Snapshot((True, False), 1.5))
    recorder.event(HoleChange(1, True, 2.5))
    recorder.note("command", {"command": "undo", "steps": 1})
    assert not (tmp_path / "flight.jsonl").exists()
    recorder.flush()
    lines = [json.loads(line) for line in (tmp_path / "flight.jsonl").read_text().splitlines()]
    assert [line[1:] for line in lines] == [
        ["link", ["up", ""]],
        ["snapshot", ["10", 1.5]],
        ["hole", [1, True, 2.5]],
        ["command", {"command": "undo", "steps": 1}],
    ]
    assert [line[0] for line in lines] == sorted(line[0] for line in lines)


def test_a_full_file_becomes_the_old_one(tmp_path: Path, wall: Wall) -> None:
    recorder = FlightRecorder(tmp_path, wall, file_bytes=200)
    for hole in range(40):
        recorder.event(HoleChange(hole, True, 0.0))
        recorder.flush()
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["flight.jsonl", "flight.old.jsonl"]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 600
    assert "[39,true" in (tmp_path / "flight.jsonl").read_text()


def test_a_folder_that_went_away_ends_the_recording_and_nothing_else(
    tmp_path: Path, wall: Wall, caplog: pytest.LogCaptureFixture
) -> None:
    recorder = FlightRecorder(tmp_path / "gone", wall)
    with caplog.at_level(logging.WARNING, "trackside.recorder"):
        for _ in range(3):
            recorder.event(HoleChange(1, True, 0.0))
            recorder.flush()
    assert len(caplog.records) == 1
