"""``trackside firmware build`` and ``copy``: what they do, say and end with."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from firmware_bridge.flash import firmware_name, read_folder
from firmware_bridge.flash.building import MANIFEST

ABOUT = "Adafruit CircuitPython 10.0.3 on 2026-01-20; Raspberry Pi Pico with rp2040\n"


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings of this machine's user."""
    monkeypatch.setenv("TRACKSIDE_DATA", str(tmp_path / "data"))


@pytest.fixture
def board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "board.toml"
    assert main(["wiring", "new", "--name", "Kitchen", "--ring", "2", "--out", str(path)]) == 0
    capsys.readouterr()
    return path


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    path = tmp_path / "CIRCUITPY"
    path.mkdir()
    (path / "boot_out.txt").write_text(ABOUT)
    return path


def firmware(*words: object) -> int:
    """The command's exit status."""
    return main(["firmware", *map(str, words)])


def test_a_build_says_for_which_board_of_which_versions_and_what_comes_next(
    board: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "pico"
    assert firmware("build", "--board-file", board, "--out", out) == 0
    said = capsys.readouterr().out
    assert "Kitchen, 133 holes, 266 pixels" in said
    assert firmware_name().removeprefix("trackside ") in said
    assert f"Next: trackside firmware copy --from {out}" in said
    assert (read_folder(out).manifest["holes"], read_folder(out).manifest["pixels"]) == (133, 266)


def test_a_copy_names_drive_files_and_what_to_do_next(
    board: Path, drive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert firmware("copy", drive, "--board-file", board) == 0
    said = capsys.readouterr().out
    assert f"{drive}: Raspberry Pi Pico with rp2040, CircuitPython 10.0.3." in said
    assert "  core/device.py\n" in said
    assert "Unplug the Pico and plug it in again" in said
    assert (drive / MANIFEST).exists()
    assert firmware("copy", drive, "--board-file", board) == 0
    again = capsys.readouterr().out
    assert "0 files written and read back" in again
    assert "Unplug" not in again


def test_a_built_folder_can_be_copied_later(
    board: Path, drive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    firmware("build", "--board-file", board, "--out", tmp_path / "pico")
    (drive / "code.py").write_text("my_own = 1\n")
    assert firmware("copy", drive, "--from", tmp_path / "pico") == 0
    assert "kept as code_before_trackside.py" in capsys.readouterr().out
    assert dict(read_folder(drive).files) == dict(read_folder(tmp_path / "pico").files)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("build",), "Which board? Name its file with --board-file"),
        (("build", "--board-file", "nowhere.toml"), "nowhere.toml is not there"),
        (("copy", "nowhere", "--board-file", "{board}"), "There is no drive at nowhere"),
        (("copy", ".", "--from", "nowhere"), "has no trackside_manifest.json"),
        (("copy", ".", "--from", "x", "--device", "y"), "leave the other options out"),
        (("build", "--board-file", "{board}", "--device", "/dev/x"), "no Pico at /dev/x"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_status_2(
    words: tuple[str, ...],
    says: str,
    board: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert firmware(*(word.format(board=board) for word in words)) == 2
    said = capsys.readouterr()
    assert said.err.startswith("trackside firmware: ")
    assert says in said.err
    assert said.err.count("\n") == 1
    assert not list((tmp_path / "here").iterdir())


def test_a_wrong_board_file_is_told_by_its_line(
    board: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board.write_text(board.read_text().replace("A3 =", "A33 ="))
    assert firmware("build", "--board-file", board, "--out", tmp_path / "pico") == 2
    assert "line " in capsys.readouterr().err
