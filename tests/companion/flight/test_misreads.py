"""A reported misread is a minute that runs by itself; every kept one is run again (PP-41)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from flight_rig import FlightRig, anything, hands
from table_rig import AT_TABLE, clumsy, play_game

from companion.errors import CommandRefused
from companion.flight import Raw, last_seconds, misread, parse, read_flight
from companion.flight.lines import encode
from companion.model.commands import Caller, Report
from companion.proof.trace import replay
from hardware.ports import HoleChange

KEPT = Path(__file__).resolve().parents[2] / "data" / "misreads"


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.jsonl")), ids=lambda path: path.stem)
def test_what_was_once_misread_is_decided_as_it_should_be(path: Path) -> None:
    """Put a report here once ``trackside trace replay --accept`` has made it right."""
    done = replay(read_flight(path), exact=False)
    assert done.difference is None, f"line {done.line}: {done.difference}"
    assert done.decisions > 0


def test_some_are_kept() -> None:
    assert sorted(KEPT.glob("*.jsonl"))


def report(rig: FlightRig) -> Path:
    rig.table.command(Report(), AT_TABLE)
    (path,) = rig.kept()
    return path


@pytest.mark.slow
def test_a_report_is_the_last_minute_and_runs_by_itself(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path)
    rig.new(players=[["A"], ["C"], ["E"]])
    play_game(rig, random.Random(8), anything, most=90, hands=hands)
    assert rig.clock.t > 165.0
    path = report(rig)
    assert rig.view.notice is not None
    assert rig.view.notice.key == "notice.reported"
    kept, whole = read_flight(path), read_flight(rig.landed())
    assert replay(kept).difference is None
    assert kept.head.base is not None
    assert len(kept.lines) < len(whole.lines)
    times = [line.t for line in kept.inputs]
    assert 60.0 <= times[-1] - times[0] < 90.0
    told = [(line.t, line.kind, line.what) for line in whole.inputs]
    begun = [(line.t, line.kind, line.what) for line in kept.inputs[3:]]
    assert told[-len(begun) :] == begun
    assert [line.wrote for line in kept.inputs[3:]] == [
        line.wrote for line in whole.inputs[-len(begun) :]
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))]
)
def test_what_was_learned_of_hands_that_count_does_not_make_a_report_longer(
    tmp_path: Path, seed: int
) -> None:
    """The facts of the hands stand in the checkpoint: their last stops, and all stories."""
    rig = FlightRig(tmp_path)
    rig.new(players=[["A"], ["C"], ["E"]])
    play_game(rig, random.Random(seed), anything, most=90, hands=clumsy)
    flight = read_flight(rig.landed())
    kept = parse("kept", b"".join(encode(line) for line in last_seconds(flight)))
    assert kept.head.base is not None
    assert kept.head.base.facts
    assert len(kept.inputs) < len(flight.inputs)
    assert replay(kept).difference is None


def test_a_gesture_that_began_before_the_minute_is_not_cut_in_two(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path)
    rig.new().card("A").wait(30.0).lift("Ap1").wait(100.0).put("A9").settle()
    flight = read_flight(rig.landed())
    kept = parse("kept", b"".join(encode(line) for line in last_seconds(flight)))
    assert replay(kept).difference is None
    assert kept.head.base is not None
    assert [row.text for row in kept.head.base.rows] == ["", "card:A"]
    assert [line.what[1] for line in kept.inputs if line.kind == "hole"] == [False, True]
    assert [row.text for line in kept.inputs for row in line.wrote] == ["Ap-A9"]


def test_in_the_first_minute_the_whole_flight_is_kept(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path)
    rig.new().card("A")
    rig.recorded.event(HoleChange(1, True, 2.5))
    rig.carry("Ap1", "A9").settle()
    path = report(rig)
    assert rig.landed().read_bytes().startswith(path.read_bytes())
    assert any(isinstance(line, Raw) for line in read_flight(path).lines)


def test_of_what_came_before_only_the_inputs_are_kept_where_nothing_can_be_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = FlightRig(tmp_path)
    rig.new()
    rig.recorded.event(HoleChange(1, True, 2.5))
    rig.card("A").carry("Ap1", "A9").wait(200.0)
    rig.recorded.event(HoleChange(2, True, 2.5))
    rig.card("5", Caller(table=True))
    flight = read_flight(rig.landed())
    monkeypatch.setattr(misread, "differs", lambda then, now: "never the same")
    kept = parse("kept", b"".join(encode(line) for line in last_seconds(flight)))
    monkeypatch.undo()
    assert kept.head == flight.head
    assert kept.inputs == flight.inputs
    assert [line.what[0] for line in kept.lines if isinstance(line, Raw)] == [2]
    assert replay(kept).difference is None


def test_only_who_plays_may_report_and_only_a_game(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path)
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Report(), AT_TABLE)
    assert refused.value.code == "no-game"
    rig.new()
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Report(), Caller())
    assert refused.value.code == "no-seat"
    assert rig.kept() == []


def test_a_report_in_the_middle_of_a_gesture_disturbs_nothing(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path)
    rig.new().card("A").lift("Ap1")
    rig.table.command(Report(), AT_TABLE)
    assert rig.state == "lifted"
    rig.put("A9").settle()
    assert rig.done() == ["Ap-A9"]
    assert replay(read_flight(rig.kept()[0])).difference is None


def test_a_report_of_dealt_hands_is_readable_by_its_user_alone(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path)
    rig.new(hands="virtual")
    rig.table.command(Report(), Caller(frozenset({0})))
    (kept,) = rig.kept()
    assert "shuffle:" in kept.read_text("utf-8")
    assert kept.stat().st_mode & 0o077 == 0


def test_the_newest_reports_are_kept(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path)
    rig.misreads._files = 3
    now = [1000.0]
    rig.misreads._wall = lambda: now[0]
    rig.new()
    for _ in range(5):
        now[0] += 60.0
        rig.table.command(Report(), AT_TABLE)
        rig.misreads.close()
    assert len(rig.kept()) == 3
    assert rig.kept()[-1].name == "misread-19700101-002140-000000.jsonl"


@pytest.mark.slow
def test_clumsy_minutes_of_every_rule_sheet_can_be_cut(tmp_path: Path) -> None:
    cut = 0
    for i, rules in enumerate(("classic", "stevens", "butterfly")):
        rig = FlightRig(tmp_path / rules)
        rig.new(rules=rules, hands="virtual")
        rng = random.Random(i)
        play_game(rig, rng, anything, most=30, hands=lambda r, a, g: clumsy(r, a, g) and None)
        flight = read_flight(rig.landed())
        lines = last_seconds(flight, 8.0)
        kept = parse("kept", b"".join(encode(line) for line in lines))
        assert replay(kept).difference is None
        cut += kept.head != flight.head
    assert cut >= 2
