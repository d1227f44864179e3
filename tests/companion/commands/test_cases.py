"""``trackside cases FILE…``: lines, total and exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main

POSITION: dict[str, Any] = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [["A"], ["D"]],
    "teams": [[0], [1]],
    "marbles": {"A": ["p", "p", "p", "p"], "D": ["p", "p", "p", "p"]},
    "to_play": 0,
    "card": "5",
    "winner": None,
}
GOOD: dict[str, Any] = {
    "position": POSITION,
    "legal": ["--"],
    "apply": "--",
    "after": {**POSITION, "card": None, "to_play": 1},
}


def write(path: Path, *cases: object) -> str:
    path.write_text(json.dumps({"about": "", "cases": list(cases)}), encoding="utf-8")
    return str(path)


def test_all_passing_is_status_nought(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", write(tmp_path / "a.json", GOOD, GOOD)]) == 0
    assert capsys.readouterr().out == "2 passed, 0 failed\n"


def test_a_failure_has_its_line_and_status_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {**GOOD, "legal": []}
    first = write(tmp_path / "a.json", GOOD, wrong)
    second = write(tmp_path / "b.json", {**wrong, "id": "B-1"}, {**GOOD, "odd": 1})
    assert main(["cases", first, second]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == 'FAIL 2: expected [] got ["--"]'
    assert lines[1] == 'FAIL B-1: expected [] got ["--"]'
    assert lines[2].startswith("FAIL 2: expected only keys")
    assert lines[3] == "1 passed, 3 failed"


def test_an_unreadable_file_is_named_and_the_others_still_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = write(tmp_path / "a.json", GOOD)
    strange = write(tmp_path / "b.json", {"tea": 1})
    missing = str(tmp_path / "none.json")
    assert main(["cases", missing, strange, good, str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == "1 passed, 0 failed\n"
    named = err.splitlines()
    assert len(named) == 3
    assert missing in named[0]
    assert strange in named[1]


def test_the_shared_cases_pass_through_the_command(
    shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cases", str(shared / "rules" / "fast_track_cases.json")]) == 0
    assert capsys.readouterr().out.endswith(" passed, 0 failed\n")
