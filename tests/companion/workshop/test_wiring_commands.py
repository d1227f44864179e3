"""``trackside wiring new`` and ``check``: what they write, say and end with."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.boards.board_file import load
from companion.cli import main
from companion.errors import ConfigError
from engine.boards import board_kinds, board_of
from hardware.wiring import PIXEL_DRIVERS, SENSOR_WAYS


def wiring(*words: object) -> int:
    """The command's exit status."""
    return main(["wiring", *map(str, words)])


KINDS = [
    one if one == "street" else pytest.param(one, marks=pytest.mark.slow) for one in board_kinds()
]
"""In every run only the kind with the fewest holes."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_file_is_sound_or_refused_for_every_kind_and_driver(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = 0
    for sensors in SENSOR_WAYS:
        for pixels in PIXEL_DRIVERS:
            path = tmp_path / f"{sensors}_{pixels}.toml"
            words = ("--board", kind, "--sensors", sensors, "--pixels", pixels, "--out", path)
            if wiring("new", *words) == 2:
                assert not path.exists()
                assert "use " in capsys.readouterr().err
                continue
            written += 1
            assert wiring("check", path) == 0
            board, drawn = load(path)
            assert [wire.hole for wire in board.holes] == list(board_of(kind).holes)
            assert drawn.kind == kind
    assert written >= 11
    assert f"{kind} board, {len(board_of(kind).holes)} holes" in capsys.readouterr().out


def test_without_out_the_file_goes_to_the_screen(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert wiring("new", "--ring", 8, "--amperes", 20, "--name", "Wirtshaus “Zur Post”") == 0
    path = tmp_path / "board.toml"
    path.write_text(capsys.readouterr().out, "utf-8")
    board, _ = load(path)
    assert (board.ring, board.supply.amperes, board.name) == (8, 20.0, "Wirtshaus “Zur Post”")


def test_each_finding_is_a_line_with_file_and_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.toml"
    wiring("new", "--out", path)
    text = path.read_text("utf-8").replace("A3 =", "A33 =").replace('"main:5"', '"main:6"')
    path.write_text(text, "utf-8")
    capsys.readouterr()
    assert wiring("check", path) == 1
    lines = capsys.readouterr().out.splitlines()
    where = 1 + next(at for at, line in enumerate(text.splitlines()) if line.startswith("A33"))
    assert f"{path}:{where}: A33 is no hole of this kind of board; did you mean A3?" in lines
    assert all(line.startswith(f"{path}:") for line in lines)
    assert len(lines) == 5
    with pytest.raises(ConfigError, match=r"cannot be used: line \d+: .*4 more: trackside wiring"):
        load(path)


def test_an_unknown_kind_is_told_at_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.toml"
    wiring("new", "--out", path)
    path.write_text(path.read_text("utf-8").replace('kind = "hex"', 'kind = "hx"'), "utf-8")
    capsys.readouterr()
    assert wiring("check", path) == 1
    assert capsys.readouterr().out.startswith(f"{path}:5: There is no board 'hx'; choose hex,")


def test_a_file_that_is_there_is_replaced_only_when_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.toml"
    path.write_text("mine", "utf-8")
    assert wiring("new", "--out", path) == 2
    assert path.read_text("utf-8") == "mine"
    assert f"{path} is there already" in capsys.readouterr().err
    assert wiring("new", "--out", path, "--force") == 0
    assert wiring("check", path) == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["board.toml"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--ring", "9"), "a hole has 1 to 8 pixels, not 9"),
        (("--amperes", "0"), "a supply gives 0.1 to 65 A, not 0"),
        (("--device", "a\nb"), "must be text on one line"),
        (("--sensors", "gpio"), "use pico, shift or matrix"),
        (("--out", "nowhere/board.toml"), "cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_written_is_said_in_one_line(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert wiring("new", *words) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_a_missing_file_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert wiring("check", tmp_path / "none.toml") == 2
    assert "is not there; trackside wiring new --out FILE writes one" in capsys.readouterr().err
    (tmp_path / "none.toml").write_bytes(b"\xff")
    assert wiring("check", tmp_path / "none.toml") == 2


def test_marbles_of_a_seat_that_there_is_not_are_told_before_the_service_refuses_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.toml"
    wiring("new", "--out", path)
    text = path.read_text("utf-8").replace("[holes]", '[marbles]\nQ = "#112233"\n\n[holes]')
    path.write_text(text, "utf-8")
    capsys.readouterr()
    assert wiring("check", path) == 1
    line = text.splitlines().index('Q = "#112233"') + 1
    assert f"{path}:{line}: marbles.Q is of no seat; there are A, B," in capsys.readouterr().out


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    """Notepad writes one."""
    path = tmp_path / "board.toml"
    wiring("new", "--out", path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert wiring("check", path) == 0


def test_what_cannot_be_read_is_told_in_plain_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert wiring("check", tmp_path) == 2
    assert f"The board file {tmp_path} cannot be read: Is a directory." in capsys.readouterr().err
    path = tmp_path / "board.toml"
    path.write_bytes(b"version = 1\nname = '\xff'\n")
    assert wiring("check", path) == 2
    assert "line 2 is no UTF-8 text." in capsys.readouterr().err


def test_a_device_is_never_replaced_by_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--out /dev/null --force`` by root would put a file in its place."""
    pipe = tmp_path / "null"
    os.mkfifo(pipe)
    assert wiring("new", "--out", pipe, "--force") == 2
    assert "it is no file" in capsys.readouterr().err
    assert pipe.is_fifo()
