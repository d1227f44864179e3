"""The board's record: findings, what outlives a service, and learned wires in the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.errors import CommandRefused
from companion.model.message import Message
from companion.model.service import Device, Learned
from companion.model.view import Doubt, Prompt, View
from companion.upkeep.checks import Check, VisitCheck
from companion.upkeep.learning import LearnCheck
from companion.upkeep.rewire import BoardFileKeeper, rewired
from companion.upkeep.sensor_record import Upkeep
from companion.upkeep.service_desk import told
from firmware_bridge.link.devices import BoardAbout
from firmware_bridge.link.health import Health
from hardware.ports import HoleChange, Snapshot
from hardware.wiring import new, read, write

HOLES = ("A0", "A1", "A2")
DEVICE = Device("virtual", "up")


@dataclass
class Run:
    """Service mode, as far as the record hears of it."""

    check: Check | None = None


def public(*, aside: dict[str, str] | None = None, doubts: Sequence[Doubt] = ()) -> View:
    return View(
        1, None, None, None, (), Prompt(Message("prompt.idle")), aside=aside or {},
        doubts=tuple(doubts),
    )  # fmt: skip


def found(upkeep: Upkeep, view: View) -> list[tuple[str, str]]:
    return [(f.kind, f.hole) for f in upkeep.view(view, "toy", HOLES, DEVICE).findings]


def fed(path: Path | None = None) -> Upkeep:
    upkeep = Upkeep(path)
    upkeep.feel(Snapshot((False, True, False), 0.0))
    upkeep.feel(HoleChange(0, True, 1.0))
    upkeep.feel(HoleChange(0, False, 3.5))
    return upkeep


def test_a_hole_has_one_finding_and_the_most_telling_one() -> None:
    upkeep = fed()
    doubt = Doubt("A2", False, Message("doubt.full"))
    assert found(upkeep, public()) == []
    assert found(upkeep, public(doubts=[doubt])) == [("empty", "A2")]
    assert found(upkeep, public(doubts=[doubt], aside={"A2": "lies"})) == [("lies", "A2")]


def test_a_board_without_its_marbles_has_no_lying_sensors() -> None:
    many = [Doubt(hole, False, Message("doubt.full")) for hole in HOLES]
    assert found(fed(), public(doubts=many)) == []


def test_what_nobody_knows_yet_is_told_before_what_is_set_aside() -> None:
    upkeep, run = fed(), Run()
    run.check = VisitCheck(("A2",))
    run.check.skip()
    upkeep.follow(run)
    assert found(upkeep, public(aside={"A0": "lies"})) == [("silent", "A2"), ("lies", "A0")]


def test_what_a_tour_passed_over_stays_found_until_a_tour_reaches_it() -> None:
    upkeep, run = fed(), Run()
    run.check = VisitCheck(HOLES)
    run.check.skip()
    upkeep.follow(run)
    upkeep.follow(None)
    assert found(upkeep, public()) == [("silent", "A0")]
    again = Run()
    again.check = VisitCheck(HOLES)
    for full in (True, False):
        again.check.felt("A0", full, 1.0)
    upkeep.follow(again)
    upkeep.follow(None)
    assert found(upkeep, public()) == []


def test_the_counts_outlive_the_service(tmp_path: Path) -> None:
    path = tmp_path / "sensors.json"
    fed(path).save()
    again = Upkeep(path)
    state = again.view(public(), "toy", HOLES, DEVICE).holes[0]
    assert (state.changes, state.rest) == (2, 2.5)
    again.feel(Snapshot((False, True, False), 9.0))  # the same board goes on
    assert again.log.holes[0].changes == 2
    again.feel(Snapshot((False,) * 5, 9.0))  # another one begins anew
    assert again.log.holes[0].changes == 0


@pytest.mark.parametrize("text", ["", "{", '{"holes": 3}', '{"holes": [[1]]}'])
def test_counts_that_cannot_be_read_count_for_nothing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "sensors.json"
    path.write_text(text)
    assert Upkeep(path).log.holes == []


def test_a_folder_that_cannot_be_written_is_no_reason_to_stop(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fed(tmp_path / "missing" / "sensors.json").save()
    assert "cannot be kept" in caplog.text


def test_another_kind_of_board_has_no_figures_yet() -> None:
    view = fed().view(public(), "toy", ("B0", "B1"), DEVICE)
    assert [hole.changes for hole in view.holes] == [0, 0]


# --------------------------------------------------------------------------------------- wires


def test_learned_wires_come_into_the_file_and_the_old_one_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(write(new("toy", HOLES, ring=2)))
    check = LearnCheck(HOLES, ask=False)
    for at, sensor in enumerate(("A1", "A2", "A0")):
        check.felt(sensor, True, 10.0 * at)
    keeper = BoardFileKeeper(path)
    keeper.save(keeper.text(check.learned(), "toy", HOLES))
    board = read(path.read_text(), HOLES)
    assert [str(board.wire(hole).input) for hole in HOLES] == ["main:1", "main:2", "main:0"]
    assert str(board.wire("A0").pixels) == "main:0-1"
    before = read((tmp_path / "board.toml.before").read_text(), HOLES)
    assert str(before.wire("A0").input) == "main:0"
    # Learned once more upon the new file, nothing is to be changed.
    same = Learned({h: h for h in HOLES}, {h: h for h in HOLES})
    assert rewired(board, same) == board


def test_figures_go_with_their_sensors_when_the_wires_are_the_boards(tmp_path: Path) -> None:
    """And the lesson is over: to write it once more would cross the wires again."""
    path = tmp_path / "sensors.json"
    upkeep, run, check = fed(path), Run(), LearnCheck(HOLES, ask=False)
    for at, sensor in enumerate(("A1", "A2", "A0")):
        check.felt(sensor, True, 10.0 * at)
    run.check = check
    upkeep.follow(run)
    assert upkeep.learned is not None
    learned, run.check = upkeep.learned, None
    upkeep.follow(run)
    upkeep.rewired(learned, HOLES)
    assert upkeep.learned is None
    assert [hole.changes for hole in upkeep.log.holes] == [0, 0, 2]
    assert [hole.changes for hole in Upkeep(path).log.holes] == [0, 0, 2]


def test_a_file_that_went_bad_is_told_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text("version = 7\n")
    same = Learned({h: h for h in HOLES}, {h: h for h in HOLES})
    with pytest.raises(CommandRefused, match=r"board\.toml cannot be read"):
        BoardFileKeeper(path).text(same, "toy", HOLES)
    assert path.read_text() == "version = 7\n"
    with pytest.raises(CommandRefused, match="No board file is set"):
        BoardFileKeeper().save("x")
    with pytest.raises(CommandRefused, match="cannot be written"):
        BoardFileKeeper(tmp_path / "gone" / "board.toml").save("x")


def test_a_board_with_older_firmware_is_told_with_what_to_do() -> None:
    about = BoardAbout("trackside 0.0.1 00000000", 2, 133, 266, True, {"bad": 1})
    device = told(DEVICE, about)
    assert "trackside firmware copy" in device.older
    assert (device.holes, device.pixels, device.chain) == (133, 266, True)
    assert told(DEVICE, None) == DEVICE


def test_a_pico_whose_program_hung_is_told_with_loop_and_memory() -> None:
    about = BoardAbout("x", 3, 133, 133, True, {}, Health("hang", "10.2.1", 72, 91))
    device = told(DEVICE, about)
    assert (device.start, device.system, device.loop_ms, device.free_kb) == (
        "hang", "10.2.1", 72, 91,
    )  # fmt: skip
    assert "had hung" in device.fell
