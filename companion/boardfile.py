"""The board file where hardware and engine meet: its kind of board says which holes there are."""

from __future__ import annotations

from pathlib import Path

from companion.errors import ConfigError
from engine.board import Board
from engine.boards import board_of
from engine.errors import BadConfig
from hardware.errors import BadWiring, Finding
from hardware.wiring import BoardFile, check, kind_of, read
from hardware.wiring.lines import find_lines


def find(text: str) -> tuple[Finding, ...]:
    """Everything wrong in the text of a board file, its kind of board included, by line."""
    kind = kind_of(text)
    if kind is None:
        return check(text)
    try:
        holes = board_of(kind).holes
    except BadConfig as error:
        unknown = Finding(find_lines(text).line(("kind",)), str(error))
        return tuple(sorted((*check(text), unknown), key=lambda finding: finding.line))
    return check(text, holes)


def load(path: Path) -> tuple[BoardFile, Board]:
    """The board file at ``path`` and the board of its kind; ConfigError says what is wrong."""
    text = read_text(path)
    findings = find(text)
    if findings:
        raise ConfigError(f"The board file {path} cannot be used: {BadWiring(findings)}")
    wiring = read(text)
    return wiring, board_of(wiring.kind)


def read_text(path: Path) -> str:
    """The file's text; ConfigError when there is none."""
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise ConfigError(
            f"The board file {path} is not there; trackside wiring new --out FILE writes one."
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The board file {path} cannot be read: {error}.") from error
