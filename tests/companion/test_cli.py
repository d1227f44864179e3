"""The command as a shell runs it, also when nobody reads its output to the end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from two_forms import first

SCRIPT = "import sys; from companion.cli import main; sys.exit(main())"
COMMANDS = {
    "cases": ("cases", "none.json"),
    "new": ("wiring", "new"),
    "table": ("wiring", "table", "board.toml"),
    "parts": ("wiring", "parts", "board.toml"),
    "power": ("wiring", "power", "board.toml"),
    "check": ("wiring", "check", "board.toml"),
    "diagram": ("wiring", "diagram", "board.toml", "--out", "board.svg"),
    "drill": ("drill", "--format", "csv", "--out", "paper"),
    "firmware": ("firmware", "build", "--board-file", "board.toml", "--out", "pico"),
    "doctor": ("doctor", "--no-hello", "--board-file", "board.toml"),
    "help": ("--help",),
}
PLAYED = ("table", "drill", "help")
"""Where each line is written at once: one that prints much, one that writes files, argparse."""


def run(root: Path, folder: Path, words: tuple[str, ...], **environ: str) -> tuple[int, str]:
    """Exit status and complaints of a command whose reader has gone before it begins."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, *words],
            stdout=writer,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(root), "TRACKSIDE_DATA": str(folder), **environ},
            text=True,
            timeout=60,
        )
    finally:
        os.close(writer)
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def folder(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from companion.cli import main

    path = tmp_path_factory.mktemp("cli")
    assert main(["wiring", "new", "--out", str(path / "board.toml")]) == 0
    (path / "none.json").write_text('{"cases": []}', "utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "unbuffered"),
    [
        *((name, "") for name in PLAYED),
        *((name, "1") for name in PLAYED),
        *(pytest.param(n, "", marks=pytest.mark.slow) for n in COMMANDS if n not in PLAYED),
        *(pytest.param(n, "1", marks=pytest.mark.slow) for n in COMMANDS if n not in PLAYED),
    ],
)
def test_a_reader_that_goes_away_ends_a_command_without_a_word(
    root: Path, folder: Path, name: str, unbuffered: str
) -> None:
    """``trackside … | head``, at its hardest: nothing is read at all."""
    status, said = run(root, folder, COMMANDS[name], PYTHONUNBUFFERED=unbuffered)
    assert "Traceback" not in said
    assert "BrokenPipe" not in said
    assert "roken pipe" not in said
    # argparse itself swallows what stands against its help.
    assert status == (0 if name == "help" and unbuffered else 128 + 13)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is full")
@pytest.mark.parametrize("name", ["data", "table", "doctor"])
@pytest.mark.parametrize("unbuffered", first(1, ["", "1"]))
def test_a_full_disk_is_told_in_one_line(
    root: Path, folder: Path, name: str, unbuffered: str
) -> None:
    """``trackside data … > /dev/full`` ended with a traceback."""
    (folder / "cars.json").write_text("{}", "utf-8")
    words = {**COMMANDS, "data": ("data", "cars.json")}[name]
    environ = {"PYTHONPATH": str(root), "TRACKSIDE_DATA": str(folder)}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, **environ, "PYTHONUNBUFFERED": unbuffered},
            text=True,
            timeout=60,
        )
    assert done.returncode == 1
    assert done.stderr == "trackside: cannot write all of this: No space left on device\n"


def test_another_broken_pipe_is_still_told(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A command that loses a socket is no command whose output nobody reads."""
    from companion import cli

    def lost(argv: object) -> int:
        raise BrokenPipeError("the board hung up")

    monkeypatch.setattr(cli, "_run", lost)
    with pytest.raises(BrokenPipeError, match="hung up"):
        cli.main([])
