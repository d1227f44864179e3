"""Files that people hand in, of any size and depth: a sentence each, and never a traceback."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.config import load_config
from companion.errors import ConfigError, FileRefused, TraceError
from companion.flight.lines import read_flight
from companion.games.packs import load_board
from companion.lights.theme import load_theme
from companion.store.shelf import Shelf
from hardware.toml import parsed

DEEP = "version = 1\nname = " + 10_000 * "["
TABLES = "a = " + 2_000 * "{ a = "
DIGITS = "version = 1\nname = " + 5_000 * "1"
DOTS = "a" + 60_000 * ".a" + " = 1"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (DEEP, "Brackets are nested too deeply (at line 2"),
        (TABLES, "Brackets are nested too deeply (at line 1"),
        (DIGITS, "A number has too many digits (at line 2"),
        (DOTS, "The line is longer than 20,000 characters (at line 1"),
    ],
    ids=["arrays", "tables", "digits", "dots"],
)
def test_what_tomllib_gives_up_is_told_with_its_line(text: str, says: str) -> None:
    began = time.process_time()
    with pytest.raises(tomllib.TOMLDecodeError) as told:
        parsed(text)
    assert str(told.value).startswith(says)
    assert time.process_time() - began < 5  # tomllib alone takes a minute and more for the dots


@pytest.mark.parametrize("text", [DEEP, TABLES, DIGITS, DOTS], ids=["deep", "in", "digits", "dots"])
def test_wiring_check_has_a_sentence_for_every_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = tmp_path / "board.toml"
    path.write_text(text, "utf-8")
    assert main(["wiring", "check", str(path)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{path}:")
    assert "This is no TOML: " in out
    assert out.count("\n") == 1


def test_wiring_check_reads_no_more_than_a_board_file_may_hold(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["wiring", "check", "/dev/zero"]) == 2
    assert "cannot be read: it is larger than 256 KiB." in capsys.readouterr().err


def settings(path: Path) -> object:
    return load_config({"TRACKSIDE_CONFIG": str(path)})


def theme(path: Path) -> object:
    return load_theme(str(path), path.parent)


def track(path: Path) -> object:
    return Shelf(path.parent).read(path.stem)


@pytest.mark.parametrize(
    ("read", "most", "error"),
    [
        (settings, 256 * 1024, ConfigError),
        (theme, 256 * 1024, ConfigError),
        (track, 64 * 1024, FileRefused),
        (load_board, 64 * 1024, ConfigError),
        (read_flight, 64_000_000, TraceError),
    ],
)
def test_every_kind_of_file_has_its_limit(
    tmp_path: Path,
    read: Callable[[Path], object],
    most: int,
    error: type[Exception],
) -> None:
    suffix = {settings: "toml", theme: "toml", read_flight: "jsonl"}.get(read, "json")
    path = tmp_path / f"mine.{suffix}"
    with path.open("wb") as file:
        file.truncate(most + 1)
    with pytest.raises(error, match=f"it is larger than {most // 1024:,} KiB"):
        read(path)


@pytest.mark.parametrize("read", [settings, theme])
@pytest.mark.parametrize("text", [DEEP, DIGITS], ids=["deep", "digits"])
def test_settings_and_themes_say_where_they_are_too_deep(
    tmp_path: Path, read: Callable[[Path], object], text: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError, match=r"\(at line 2, column 1\)"):
        read(path)


def test_a_file_of_cases_without_an_end_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", "/dev/zero"]) == 2
    assert "/dev/zero: it is larger than 16,384 KiB" in capsys.readouterr().err
