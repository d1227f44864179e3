"""``trackside drill`` as a person calls it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from two_forms import first

from companion.cli import main
from companion.workshop.drilling import FORMATS
from engine.boards import board_kinds


@pytest.mark.parametrize("kind", first(2, board_kinds()))
def test_all_files_of_a_board_are_written_and_named(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["drill", "--board", kind, "--size", "600mm", "--out", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {name.format(stem=f"drill_{kind}_600mm") for name, _ in FORMATS.values()}
    assert all(name in out for name in names)
    assert out.startswith(f"{kind}: ")
    assert "Pitch " in out


def test_one_format_of_the_underside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["drill", "--pitch", "30", "--below", "--format", "csv", "--out", str(tmp_path)]
    assert main(words) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["drill_hex_645mm_below.csv"]
    assert "UNDERSIDE" in capsys.readouterr().out


def test_kind_and_ring_come_from_a_board_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    made = ["wiring", "new", "--board", "square", "--ring", "8", "--out", str(file)]
    assert main(made) == 0
    words = ["drill", "--wiring", str(file), "--format", "csv", "--out", str(tmp_path)]
    assert main(words) == 0
    assert "712 × light, 3 mm wide" in capsys.readouterr().out
    assert main([*words, "--board", "hex"]) == 2
    assert "is of a square board, not hex" in capsys.readouterr().err


LONG = {"tiles": [[x, 0] for x in range(9)], "walls": False}


def test_a_saved_track_is_drilled_from_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """RP-19: the ring of 7 by 7 tiles has 24, and so 96 squares."""
    ring = [[x, 0] for x in range(3, 0, -1)] + [[0, y] for y in range(6)]
    ring += [[x, 6] for x in range(6)] + [[6, y] for y in range(6, 0, -1)]
    ring += [[x, 0] for x in range(6, 3, -1)]
    file = tmp_path / "Ring.json"
    file.write_text(json.dumps({"tiles": ring, "walls": False}), "utf-8")
    words = ["drill", "--track", str(file), "--size", "700mm", "--format", "csv"]
    assert main([*words, "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("tiles: 96 squares, 700 mm")
    bores = (tmp_path / "drill_tiles_700mm.csv").read_text("utf-8").splitlines()[1:]
    assert len({line.partition(",")[0] for line in bores}) == 96
    assert main([*words, "--board", "hex"]) == 2
    assert "leave --board and --wiring out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (json.dumps(LONG), "holds no course that can be built: The track cannot be raced on"),
        ('{"tiles": 3}', "holds no course that can be built: A track needs"),
        ("[", "line 1, column 2: this is no JSON"),
    ],
)
def test_a_file_that_is_no_track_is_named_with_what_is_wrong(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "Odd.json"
    file.write_text(text, "utf-8")
    assert main(["drill", "--track", str(file), "--out", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "Odd.json" in told
    assert sentence in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--size", "300mm"], "marbles of 16 mm touch"),
        (["--size", "9m"], "nobody reaches its middle"),
        (["--wiring", "nowhere.toml"], "nowhere.toml is not there"),
        (["--dimple", "20mm"], "falls into a dimple"),
    ],
)
def test_what_cannot_be_drilled_is_one_sentence_and_no_file(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "out"
    assert main(["drill", *words, "--out", str(folder)]) == 2
    out, err = capsys.readouterr()
    assert sentence in err
    assert err.startswith("trackside drill: ")
    assert err.count("\n") == 1
    assert not out
    assert not folder.exists()


def test_a_length_that_is_none_is_told_with_its_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["drill", "--size", "six"])
    assert stopped.value.code == 2
    assert "--size: 'six' is no length" in capsys.readouterr().err


def test_a_folder_that_is_a_file_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("")
    assert main(["drill", "--format", "csv", "--out", str(taken)]) == 2
    assert str(taken) in capsys.readouterr().err


@pytest.mark.slow
def test_neither_the_service_nor_the_plan_loads_the_writers_of_files() -> None:
    """The service stays small: libraries for PDF and DXF come only when such a file is made."""
    code = (
        "import sys, companion.service.service, companion.commands.drill\n"
        "import companion.workshop.tiling,"
        "companion.workshop.as_pdf, companion.workshop.as_dxf\n"
        "heavy = {'fpdf', 'ezdxf', 'numpy', 'PIL', 'fontTools'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
