"""The page for a first hour on a Pi: its lines are commands that exist, its board files are
good.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main

PAGE = Path(__file__).resolve().parents[2] / "docs" / "first_hour_on_a_pi.md"


def lines() -> list[str]:
    """Every line that one would type, without its comment."""
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    return [shlex.join(shlex.split(line, comments=True)) for b in blocks for line in b.splitlines()]


def trackside(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(Path(sys.executable).with_name("trackside")), *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        env={**os.environ, "TRACKSIDE_DATA": str(cwd / "data"), "COLUMNS": "200"},
        timeout=60,
    )


OURS = [line for line in lines() if line.startswith("trackside ")]


@pytest.mark.parametrize("line", OURS)
def test_every_option_of_a_line_is_one_of_its_command(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, *words = shlex.split(line)
    command = [word for word in words[:2] if not word.startswith("-")]
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit) as ended:
        main([*command, "--help"])
    said, told = capsys.readouterr()
    assert ended.value.code == 0, told
    for option in (word for word in words if word.startswith("--")):
        assert option in said.split() or f"[{option}" in said, option


@pytest.mark.slow
def test_the_boards_of_the_page_are_good_board_files(tmp_path: Path) -> None:
    made = [shlex.split(line)[1:] for line in OURS if line.startswith("trackside wiring new")]
    assert {trackside(*words, cwd=tmp_path).returncode for words in made} == {0}
    files = sorted(path.name for path in tmp_path.glob("*.toml"))
    assert files == ["pico.toml", "pins.toml"]
    for name in files:
        checked = trackside("wiring", "check", name, cwd=tmp_path)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_make_line_names_a_target(root: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", (root / "Makefile").read_text("utf-8"), re.M))
    named = {line.split()[1] for line in lines() if line.startswith("make ")}
    assert named
    assert named <= targets
