"""``trackside drill`` as a person calls it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.workshop.drilling import FORMATS
from engine.boards import board_kinds


@pytest.mark.parametrize("kind", board_kinds())
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


def test_neither_the_service_nor_the_plan_loads_the_writers_of_files() -> None:
    """The service stays small: libraries for PDF and DXF come only when such a file is made."""
    code = (
        "import sys, companion.service, companion.commands.drill, companion.workshop.tiling,"
        "companion.workshop.as_pdf, companion.workshop.as_dxf\n"
        "heavy = {'fpdf', 'ezdxf', 'numpy', 'PIL', 'fontTools'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
