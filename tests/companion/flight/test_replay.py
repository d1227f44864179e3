"""Flights run again bit for bit, and the first difference is named (PP-41)."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from bot_rig import Played
from flight_rig import FlightRig, anything, hands
from table_rig import AT_TABLE, play_game
from toy_game import ToyGame

from companion.cli import main
from companion.errors import CommandRefused
from companion.flight import Input, parse, read_flight
from companion.games.pack import Packs
from companion.model.commands import Act, Caller, Card, Close, Hurry, New, Tend, Undo
from companion.proof.trace import replay
from engine.registry import Registry
from hardware.ports import HoleChange, LinkChange, LinkState, Snapshot


@pytest.fixture(scope="module")
def flown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A flight of two games: hands with every clumsiness, then dealt cards and undoing."""
    rig = FlightRig(tmp_path_factory.mktemp("flown"))
    rig.new(players=[["A", "D"], ["B", "E"]])
    play_game(rig, random.Random(5), anything, most=60, hands=hands)
    rig.table.command(Undo(3), AT_TABLE)
    rig.table.remark("A9", "A")
    rig.new(rules="butterfly", hands="virtual", players=[["A"], ["D"]])
    rig.table.sit(0, "a-holder's-own-id")
    with pytest.raises(CommandRefused):
        rig.table.sit(0, "somebody-else")
    with pytest.raises(CommandRefused):
        rig.table.command(Act("A9-B2"), Caller(seats=frozenset({1})))
    play_game(rig, random.Random(6), anything, most=40)
    rig.table.sensors(LinkChange(LinkState.DOWN, "pulled"))
    rig.plug_in(rig.wood)
    rig.table.leave("a-holder's-own-id")
    return rig.landed()


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A flight of two moves."""
    rig = FlightRig(tmp_path_factory.mktemp("brief"))
    rig.new().card("A").carry("Ap1", "A9").settle().card("3").carry("A9", "A12").settle()
    return rig.landed()


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["77", pytest.param("0", marks=pytest.mark.slow)])
def test_a_flight_runs_again_in_another_process_bit_for_bit_pp_41(flown: Path, seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "trace", "replay", str(flown)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    flight = read_flight(flown)
    decisions = sum(len(line.wrote) for line in flight.inputs)
    assert done.stdout.startswith(f"{len(flight.inputs)} inputs, {decisions} decisions, ")
    assert done.stdout.endswith(" views: all as recorded\n")
    assert len(flight.inputs) > 200
    assert decisions > 100


def test_everything_that_a_table_can_be_told_occurs(flown: Path) -> None:
    inputs = read_flight(flown).inputs
    told = {"resume", "hole", "picture", "link", "remark", "command", "sit", "leave", "tick"}
    assert {line.kind for line in inputs} == told
    assert any(line.drew for line in inputs)
    assert {line.refused for line in inputs} >= {None, "seat-taken"}
    wrote = {row.kind for line in inputs for row in line.wrote}
    assert wrote >= {"new", "action", "chance", "undo", "sit"}


def test_who_sits_where_cannot_be_read_from_a_flight(flown: Path) -> None:
    text = flown.read_text(encoding="utf-8")
    assert "a-holder's-own-id" not in text
    assert '"kind":"sit"' in text


def test_what_the_hand_said_of_a_swap_is_part_of_the_flight_pp_3(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path)
    rig.new().card("A").carry("Ap1", "A9").settle().card("3").carry("A9", "A12").settle()
    rig.card("A").carry("Cp1", "C9").settle().card("3").carry("C9", "C12").settle()
    rig.card("J").lift("A12", "C12").tell("C12", "A").tell("A12", "C").settle()
    assert rig.done()[-1] == "A12=C12"
    flight = read_flight(rig.landed())
    assert replay(flight).difference is None
    lines = tuple(line for line in flight.lines if getattr(line, "kind", "") != "remark")
    assert len(lines) == len(flight.lines) - 2
    assert replay(msgspec.structs.replace(flight, lines=lines)).difference is not None


# ---------------------------------------------------------------------------------- differences


Change = Callable[[dict[str, Any]], bool]


def changed(flown: Path, out: Path, change: Change) -> tuple[Path, int]:
    """A copy in which the first line that ``change`` takes is another; its number."""
    lines = flown.read_text(encoding="utf-8").splitlines()
    for i, line in enumerate(lines):
        data = json.loads(line)
        if change(data):
            lines[i] = json.dumps(data)
            out.write_text("\n".join(lines) + "\n", encoding="utf-8")
            return out, i + 1
    raise AssertionError("nothing to change")


def other_state(data: dict[str, Any]) -> bool:
    if data.get("state") != "lifted":
        return False
    data["state"] = "wrong"
    return True


def other_action(data: dict[str, Any]) -> bool:
    if data.get("wrote", [{}])[0].get("kind") != "action":
        return False
    data["wrote"][0]["text"] = "A0-A1"
    return True


def other_view(data: dict[str, Any]) -> bool:
    if data["is"] != "view" or data["seq"] < 3:
        return False
    data["digest"] = "0" * 16
    return True


def other_lights(data: dict[str, Any]) -> bool:
    if data["is"] != "view" or data.get("lit") is None or data["seq"] < 3:
        return False
    data["lit"] = "0" * 16
    return True


def other_time(data: dict[str, Any]) -> bool:
    """A dwell that was longer then is over when the recorded tick comes, too."""
    if data["is"] != "in" or not data.get("due"):
        return False
    data["due"] += 0.15
    return True


def no_hole(data: dict[str, Any]) -> bool:
    if data["is"] != "in" or data["kind"] != "hole":
        return False
    data["kind"], data["what"] = "tick", []
    return True


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (other_state, "state was 'wrong', is 'lifted'"),
        (other_action, '"text":"A0-A1"'),
        (other_view, "another view is shown"),
        (other_lights, "the lights are others"),
        (other_time, "it was to be told the time at"),
        (no_hole, "state was 'lifted', is"),
    ],
)
def test_the_first_difference_is_named_by_its_line(
    flown: Path, tmp_path: Path, change: Change, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path, line = changed(flown, tmp_path / "other.jsonl", change)
    assert main(["trace", "replay", str(path)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{path}, line {line}: ")
    assert said in out
    assert out.count("\n") == 1


@pytest.mark.parametrize("name", ["brief", pytest.param("flown", marks=pytest.mark.slow)])
def test_what_is_right_now_can_be_accepted(
    request: pytest.FixtureRequest, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flown = request.getfixturevalue(name)
    path, line = changed(flown, tmp_path / "other.jsonl", other_action)
    assert main(["trace", "replay", "--accept", str(path)]) == 0
    assert f"line {line} was: " in capsys.readouterr().out
    assert main(["trace", "replay", str(path)]) == 0
    assert read_flight(path) == read_flight(flown)
    assert main(["trace", "replay", "--accept", str(path)]) == 0
    assert "nothing to accept" in capsys.readouterr().out


def test_views_of_another_form_are_not_compared(
    flown: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def older(data: dict[str, Any]) -> bool:
        data |= {"views": "00000000", "revision": "0"}
        return True

    path, _ = changed(flown, tmp_path / "other.jsonl", older)
    path, _ = changed(path, path, other_view)
    assert main(["trace", "replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert "only decisions are compared" in out
    assert "under rules revision 0" in out
    assert " 0 views" in out


# ------------------------------------------------------------------------------------ unreadable


HEAD = (
    '{"is":"head","version":1,"trackside":"0","revision":"1","wall":0,"t":0,"board":"virtual",'
    '"settings":{},"base":null,"seq":1,"views":""}\n'
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("half a line", "is empty"),
        ("no json\n", "line 1, cannot be read"),
        ("[1]\n", "line 1, cannot be read"),
        ('{"is":"view","seq":1,"digest":""}\n', "its first line is not a head"),
        (HEAD.replace('"version":1', '"version":2'), "is of version 2; this program reads 1"),
        (HEAD + "{}\n", "line 2, cannot be read"),
        (HEAD + HEAD, "a second head"),
        (HEAD.replace('"settings":{}', '"settings":{"glue":1}'), "glue"),
        (HEAD.replace('"board":"virtual"', '"board":"glass"'), "glass"),
        (HEAD + '{"is":"in","kind":"smell","t":1}\n', "kind 'smell'"),
        (HEAD + '{"is":"in","kind":"hole","t":1,"what":[1]}\n', "kind 'hole' cannot be read"),
        (HEAD + '{"is":"in","kind":"link","t":1,"what":["odd",""]}\n', "'odd'"),
        (HEAD + '{"is":"in","kind":"command","t":1,"what":[{"command":"x"},[],true]}\n', "x"),
    ],
)
def test_what_cannot_be_read_is_named_and_ends_with_2(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text(text, encoding="utf-8")
    assert main(["trace", "replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["missing.jsonl", ""])
def test_a_file_that_is_none_ends_with_2(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace", "replay", str(tmp_path / name)]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_file_without_end_is_not_read_for_ever(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "replay", "/dev/zero"]) == 2
    assert "zero cannot be read: it is larger than 62,500 KiB" in capsys.readouterr().err


def test_a_file_of_before_lights_and_times_were_recorded_still_replays(
    flown: Path, tmp_path: Path
) -> None:
    old = []
    for text in flown.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        line.pop("due", None)
        if line.pop("lit", None) is None or line["seq"] > 0:
            old.append(json.dumps(line))
    path = tmp_path / "old.jsonl"
    path.write_text("\n".join(old) + "\n", encoding="utf-8")
    assert replay(read_flight(path)).difference is None


def test_lights_that_move_while_the_view_stays_are_recorded(tmp_path: Path) -> None:
    """The sand-glass runs over the board; the page draws its own."""
    rig = FlightRig(tmp_path)
    rig.new(players=[["A"], ["D"]])
    before = len(read_flight(rig.landed()).lines)
    rig.table._referee._held.lights.sift(rig.table._moment)
    assert rig.table._moment.frames == rig.table.frames
    lines = read_flight(rig.landed()).lines[before:]
    assert [type(line).__name__ for line in lines] == ["Seen"]


def test_a_last_line_cut_short_by_the_power_is_left_out(flown: Path) -> None:
    data = flown.read_bytes()
    whole = parse("x", data)
    cut = parse("x", data[:-9])
    assert cut.lines == whole.lines[:-1]
    assert replay(cut).difference is None


# -------------------------------------------------------------------------------- other endings


def test_a_journal_that_fails_fails_again(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path)
    rig.new()
    rig.journal.broken = True
    with pytest.raises(CommandRefused):
        rig.card("A")
    rig.journal.broken = False
    rig.card("A")
    rig.journal.broken = True
    rig.carry("Ap1", "A9").settle()
    rig.journal.broken = False
    rig.wait(2.0)
    assert rig.done() == ["Ap-A9"]
    flight = read_flight(rig.landed())
    failed = [row.failed for line in flight.inputs for row in line.wrote if row.failed]
    assert len(failed) >= 2
    assert replay(flight).difference is None


def test_a_flight_begins_with_the_game_that_was_taken_up(tmp_path: Path) -> None:
    first = FlightRig(tmp_path / "first")
    first.new().card("A").carry("Ap1", "A9").settle()
    again = FlightRig(tmp_path / "again", journal=first.journal)
    again.plug_in()
    again.card("5", Caller(table=True)).settle()
    flight = read_flight(again.landed())
    assert flight.head.base is not None
    assert [row.kind for row in flight.head.base.rows][:3] == ["new", "action", "action"]
    assert replay(flight).difference is None


def test_any_game_behind_the_contract_is_recorded(tmp_path: Path) -> None:
    registry, packs = Registry((ToyGame(),)), Packs(())
    rig = FlightRig(tmp_path, registry=registry, packs=packs)
    rig.table.command(New(game="toy"), AT_TABLE)
    rig.plug_in()
    rng = random.Random(2)
    for _ in range(12):
        legal = rig.table._moment.position.legal()
        if not legal:
            break
        rig.table.command(Act(rng.choice([a.text for a in legal])), AT_TABLE)
        rig.settle()
    flight = read_flight(rig.landed())
    assert any(line.drew for line in flight.inputs)
    done = replay(flight, registry=registry, packs=packs)
    assert done.difference is None
    assert done.decisions > 10


def test_a_flight_knows_nothing_of_looks(flown: Path) -> None:
    settings = read_flight(flown).head.settings
    assert "theme" not in settings
    assert settings["dwell_ms"] == 350


def test_a_game_is_closed_and_a_stranger_to_the_table_changes_nothing(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path)
    rig.new()
    rig.table.sensors(HoleChange(999, True, 1.0))
    rig.table.sensors(Snapshot((True,), 2.0))
    rig.table.command(Close(), AT_TABLE)
    with pytest.raises(CommandRefused):
        rig.table.command(Card("7"), AT_TABLE)
    flight = read_flight(rig.landed())
    assert [line.refused for line in flight.inputs if isinstance(line, Input)][-1] == "no-game"
    assert replay(flight).difference is None


def test_a_test_of_the_board_runs_again_too(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path)
    rig.new()
    rig.table.command(Tend("visit", board="hex"), AT_TABLE)
    rig.lift("Ap1").put("D4").lift("D4").put("Ap1")
    rig.table.command(Tend("chase", board="hex"), AT_TABLE)
    rig.wait(1.0)
    rig.table.command(Tend("end"), AT_TABLE)
    rig.card("A")
    rig.flights.flush()
    (file,) = (tmp_path / "flights").iterdir()
    flight = read_flight(file)
    assert {line.state for line in flight.inputs} >= {"service", "choose_card"}
    assert replay(flight).difference is None


class BotFlight(FlightRig, Played):
    """A recorded table whose bots' hand does what the table asks."""


def test_quick_bots_are_quick_again_in_a_flight_that_began_without_a_game(tmp_path: Path) -> None:
    rig = BotFlight(tmp_path)
    bots = {"hands": "virtual", "players": [["A"], ["D"]], "bots": ["", "beginner"]}
    rig.new(**bots)
    anybody = Caller(table=True, seats=frozenset({0}))
    rig.table.command(Hurry(True), anybody)
    rig.table.command(Close(), anybody)
    rig.recorded._begin_anew()
    rig.new(**bots)
    flight = read_flight(rig.landed())
    assert flight.head.base is None
    assert flight.head.quick
    assert replay(flight).difference is None


def test_a_game_of_bots_runs_again(tmp_path: Path) -> None:
    """What a bot decides follows from the flight, as what its hand did stands in it."""
    rig = BotFlight(tmp_path)
    rig.new(hands="virtual", players=[["A"], ["D"]], bots=["beginner", "good"])
    rig.run(40.0)
    assert len(rig.view.moves) > 5
    assert replay(read_flight(rig.landed())).difference is None
