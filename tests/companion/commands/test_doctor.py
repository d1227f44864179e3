"""``trackside doctor`` as a person runs it, in a folder of its own, on a real pseudo-terminal."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import doctor
from companion.doctor.findings import ORDER
from engine.boards import board_of
from firmware_bridge.firmware.core.messages import VERSION
from firmware_bridge.virtual.process import VirtualBoardProcess
from hardware.wiring import new, write


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of this test only."""
    monkeypatch.setenv("TRACKSIDE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("TRACKSIDE_PORT", "0")


def test_all_is_well_on_a_virtual_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert said.endswith("All is well.\n")
    assert "DO " not in said


def test_a_real_board_is_spoken_to_by_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    holes = board_of("square").holes
    file = tmp_path / "board.toml"
    with VirtualBoardProcess(holes, tmp_path) as wood:
        file.write_text(write(new("square", holes, device=str(wood.port))))
        status = main(["doctor", "--board-file", str(file)])
        said = capsys.readouterr().out
        assert status == 0, said
        assert f"The board answers: virtual, wire {VERSION}, 89 holes" in said
        assert main(["doctor", "--board-file", str(file), "--no-hello"]) == 0
    assert main(["doctor", "--board-file", str(file)]) == 1
    said = capsys.readouterr().out
    assert "First, device: Plug the board's cable in" in said


def test_a_bad_board_file_is_told_by_line_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    text = write(new("square", board_of("square").holes)).replace("main:7", "main:6")
    file.write_text(text)
    assert main(["doctor", "--json", "--board-file", str(file)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["command"] == "doctor"
    ill = [row for row in told["results"] if not row["well"]]
    assert any(row["text"].startswith(f"{file}:") for row in ill)
    assert {"part", "well", "text", "todo"} == set(ill[0])


def test_a_bad_board_file_comes_first_and_the_machine_is_looked_at_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    text = write(new("square", board_of("square").holes)).replace("main:7", "main:6")
    file.write_text(text)
    line = 1 + next(n for n, row in enumerate(text.splitlines()) if row.startswith("A7 "))
    assert main(["doctor", "--board-file", str(file)]) == 1
    said = capsys.readouterr().out
    assert "First, board file: Mend line" in said
    assert f"DO  board file   {file}:{line}: A7: input main:6 belongs to A6 already." in said
    assert "DO  settings" not in said
    assert "can be written" in said
    assert main(["doctor", "--board-file", str(tmp_path / "none.toml")]) == 1
    assert "First, board file: Write one: trackside wiring new" in capsys.readouterr().out


def test_a_theme_that_there_is_not_is_told_before_the_service_refuses_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKSIDE_THEME", "nonesuch")
    assert main(["doctor"]) == 1
    assert "The setting theme holds 'nonesuch'" in capsys.readouterr().out


def test_a_bad_setting_and_a_bad_option(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKSIDE_HOST_PIN", "12")
    assert main(["doctor"]) == 1
    said = capsys.readouterr().out
    assert "must be 4 to 8 digits" in said
    assert "First, settings" in said
    with pytest.raises(SystemExit) as stopped:
        main(["doctor", "--loud"])
    assert stopped.value.code == 2


def test_the_page_names_every_option_and_part(root: Path) -> None:
    text = (root / "docs" / "service.md").read_text("utf-8")
    parser = argparse.ArgumentParser()
    doctor.configure(parser)
    for action in parser._actions:
        if action.dest != "help":
            assert f"`{action.option_strings[0]}" in text
    for part in ORDER:
        assert part in text
