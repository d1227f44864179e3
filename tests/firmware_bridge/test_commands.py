"""``trackside virtual-board`` and ``trackside console`` as a person starts them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.virtual.client import HandsClient


def trackside(root: Path, *words: str) -> subprocess.Popen[str]:
    """The command, its input and output as text."""
    return subprocess.Popen(
        [sys.executable, "-m", "companion.cli", *words],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def virtual(root: Path, folder: Path, *words: str) -> subprocess.Popen[str]:
    """A virtual board with its port and socket in ``folder``."""
    place = ("--link", str(folder / "p"), "--control", str(folder / "c"))
    return trackside(root, "virtual-board", *place, "--until-stdin-closes", *words)


@pytest.mark.parametrize(("kind", "holes", "last"), [("hex", 133, "X"), ("square", 89, "X")])
def test_a_kind_brings_the_holes_of_the_engines_board(
    root: Path, tmp_path: Path, kind: str, holes: int, last: str
) -> None:
    with virtual(root, tmp_path, "--kind", kind, "--fault", "drop=0.2") as board:
        assert board.stdout is not None
        assert board.stdout.readline() == f"ready {tmp_path / 'p'}\n"
        with HandsClient(tmp_path / "c") as hands:
            state = hands.state()
        assert (len(state["holes"]), state["holes"][0], state["holes"][-1]) == (holes, "A0", last)
        assert state["faults"] == {"drop": 0.2}
        board.communicate()
        assert board.returncode == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "--names or --holes"),
        (("--kind", "round"), "round"),
        (("--names", "a,b", "--holes", "3"), "do not fit together"),
        (("--names", "a", "--fault", "sulk"), "no fault is named 'sulk'"),
        (("--names", "a", "--ring", "1065"), "beyond this firmware"),
    ],
)
def test_what_cannot_be_served_is_one_sentence_and_status_2(
    root: Path, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    board = virtual(root, tmp_path, *words)
    out, err = board.communicate(timeout=20)
    assert (board.returncode, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_the_console_ends_with_its_input(root: Path, tmp_path: Path) -> None:
    console = trackside(root, "console", str(tmp_path / "none"))
    out, err = console.communicate("", timeout=20)
    assert (console.returncode, err) == (0, "")
    assert "lights HOLE=RRGGBB" in out
