"""``trackside train``: a tiny run makes a table; the same seed makes the same one; bad options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main

TINY = ("--game", "fast_track", "--rules", "classic", "--games", "4", "--seed", "2")


def test_a_tiny_run_writes_a_table_with_its_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.json"
    assert main(["train", *TINY, "--out", str(file)]) == 0
    told = json.loads(file.read_text("utf-8"))
    assert (told["rules"], told["players"], told["games"], told["seed"]) == ("classic", 2, 4, 2)
    assert {"pen", "9", "home 4", "X", "danger 1", "turn", "card A"} < told["values"].keys()
    assert len(file.read_bytes()) < 4000
    assert main(["train", *TINY]) == 0
    assert capsys.readouterr().out == file.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--game", "racepack", "--players", "4"), "racepack counts no features"),
        (("--game", "fast_track", "--games", "0"), "games: a number from 1 on"),
        (("--game", "fast_track", "--games", "1", "--jobs", "0"), "jobs: a number from 1 on"),
    ],
)
def test_bad_options_of_a_training_are_named(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_named_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "no" / "table.json")
    words = ("--game", "fast_track", "--games", "1000000", "--out", out)
    assert main(["train", *words]) == 2
    assert "table.json: No such file or directory; name another file" in capsys.readouterr().err
