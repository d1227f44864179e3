"""The folder of flights: numbered files of bounded size; no fault of it ends a game (PP-41)."""

from __future__ import annotations

import logging
import os
import random
from pathlib import Path

import pytest
from flight_rig import FlightRig, anything
from table_rig import AT_TABLE, play_game

from companion.errors import CommandRefused
from companion.flight import FlightRecorder, Raw, read_flight
from companion.model.commands import Act, Report
from companion.proof.trace import replay
from companion.table.settings import TableSettings
from hardware.ports import HoleChange, LinkChange, LinkState, Snapshot


def test_nothing_reaches_the_disk_before_there_is_time_for_it(tmp_path: Path) -> None:
    recorder = FlightRecorder(tmp_path / "flights")
    recorder.line(b"lost: no flight has begun\n")
    recorder.begin(b"head\n")
    recorder.line(b"one\n")
    path = tmp_path / "flights" / "flight-000001.jsonl"
    assert path.read_bytes() == b""
    recorder.flush()
    recorder.line(b"two\n")
    assert path.read_bytes() == b"head\none\n"
    recorder.close()
    recorder.close()
    assert path.read_bytes() == b"head\none\ntwo\n"
    assert path.stat().st_mode & 0o077 == 0


def test_the_disk_is_never_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def waited(handle: int) -> None:
        raise AssertionError("the loop waited for the disk")

    for name in ("fsync", "fdatasync", "sync"):
        monkeypatch.setattr(os, name, waited)
    rig = FlightRig(tmp_path)
    rig.new().card("A").carry("Ap1", "A9").settle()
    assert rig.landed().stat().st_size > 1000


def test_a_hand_that_comes_is_a_line_only_while_the_tables_own_has_marbles_to_bring(
    tmp_path: Path,
) -> None:
    rig = FlightRig(tmp_path, settings=TableSettings(own_hand=True))
    rig.new().card("A")
    rig.table.hand_comes()
    rig.table.command(Act("Ap-A9"), AT_TABLE)
    for _ in range(2):
        rig.table.hand_comes()
    flown = read_flight(rig.landed())
    assert [line.kind for line in flown.inputs if line.kind != "tick"][-2:] == ["command", "come"]
    assert sum(line.kind == "come" for line in flown.inputs) == 1
    assert replay(flown).difference is None


def test_the_eight_newest_files_are_kept_and_numbers_go_on(tmp_path: Path) -> None:
    for _ in range(5):
        recorder = FlightRecorder(tmp_path, files=3)
        recorder.begin(b"head\n")
        recorder.close()
    (tmp_path / "flight-notes.txt").write_text("not ours")
    recorder = FlightRecorder(tmp_path, files=3)
    recorder.begin(b"head\n")
    recorder.close()
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [*(f"flight-{n:06d}.jsonl" for n in (4, 5, 6)), "flight-notes.txt"]


def test_a_file_takes_no_more_than_twice_its_size(tmp_path: Path) -> None:
    recorder = FlightRecorder(tmp_path, file_bytes=100)
    recorder.begin(b"head\n")
    for _ in range(100):
        recorder.line(b"x" * 19 + b"\n")
        recorder.flush()
    assert recorder.full
    assert recorder.path is not None
    assert 100 <= recorder.path.stat().st_size <= 220


def test_a_folder_that_cannot_be_written_ends_the_recording_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "flights").write_text("a file where the folder should be")
    with caplog.at_level(logging.WARNING, "trackside.recorder"):
        rig = FlightRig(tmp_path)
        rig.new().card("A").carry("Ap1", "A9").settle()
    assert len(caplog.records) == 1
    assert rig.done() == ["Ap-A9"]
    with pytest.raises(CommandRefused, match="Nothing is recorded") as refused:
        rig.table.command(Report(), AT_TABLE)
    assert (refused.value.code, refused.value.status) == ("not-saved", 503)


def test_raw_changes_are_evidence_and_are_not_run_again(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path)
    rig.recorded.event(LinkChange(LinkState.UP))
    rig.recorded.event(Snapshot((True, False), 1.5))
    rig.recorded.event(HoleChange(1, True, 2.5))
    flight = read_flight(rig.landed())
    raw = [(line.kind, line.what) for line in flight.lines if isinstance(line, Raw)]
    assert raw == [("link", ["up", ""]), ("picture", ["10", 1.5]), ("hole", [1, True, 2.5])]
    assert replay(flight).inputs == 1


@pytest.mark.parametrize("rounds", [5, pytest.param(12, marks=pytest.mark.slow)])
def test_full_files_follow_each_other_and_each_runs_by_itself(rounds: int, tmp_path: Path) -> None:
    """A table that begins a file begins anew as after a restart, and only when all is calm."""
    rig = FlightRig(tmp_path, file_bytes=15_000, files=50)
    rig.new(hands="virtual")
    rig.table.sit(1, "me")
    seqs: list[int] = []
    rng = random.Random(3)
    for _ in range(rounds):
        play_game(rig, rng, anything, most=8)
        rig.wait(5.0)
        seqs.append(rig.table.seq)
    rig.look()
    files = sorted((tmp_path / "flights").iterdir())
    assert len(files) >= 3
    assert seqs == sorted(seqs)
    number = 0
    for path in files:
        flight = read_flight(path)
        assert replay(flight).difference is None, path.name
        assert flight.head.seq > number
        number = flight.head.seq
        assert path.stat().st_size < 30_000 + 4000
        if path != files[0]:
            assert flight.head.base is not None
            assert [line.kind for line in flight.inputs[:3]] == ["resume", "link", "picture"]
    assert rig.table.questions.holder(1) == "me"
    assert rig.view.notice is None or rig.view.notice.key != "notice.resumed"


@pytest.mark.parametrize("changes", [24, pytest.param(80, marks=pytest.mark.slow)])
def test_a_sensor_that_never_rests_does_not_end_the_recording(changes: int, tmp_path: Path) -> None:
    rig = FlightRig(tmp_path, file_bytes=2_000, files=50)
    rig.new()
    for n in range(changes):
        rig.wait(0.4)
        rig.table.sensors(HoleChange(5, n % 2 == 0, rig.clock.t))
    files = sorted((tmp_path / "flights").iterdir())
    assert len(files) > 2
    rig.look()
    assert all(replay(read_flight(path)).difference is None for path in files)


@pytest.mark.parametrize("seconds", [6.0, pytest.param(20.0, marks=pytest.mark.slow)])
def test_no_file_is_begun_while_a_marble_is_in_the_hand(seconds: float, tmp_path: Path) -> None:
    rig = FlightRig(tmp_path, file_bytes=500)
    rig.new().card("A")
    rig.lift("Ap1").wait(seconds)
    first = rig.landed()
    assert rig.recorder.full
    assert rig.state == "lifted"
    rig.put("A9").wait(seconds)
    assert rig.landed() != first
    assert rig.done() == ["Ap-A9"]


def test_why_a_board_was_refused_is_said_again_when_a_flight_is_run_again(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path)
    rig.new()
    rig.table.sensors(LinkChange(LinkState.REFUSED, "Another wire.", "firmware"))
    assert rig.said.startswith("Board: run trackside firmware copy")
    flight = read_flight(rig.landed())
    link = [line.what for line in flight.inputs if line.kind == "link"][-1]
    assert link == ["refused", "Another wire.", "firmware"]
    assert replay(flight).inputs == len(flight.inputs)
