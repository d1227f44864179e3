"""The board file where hardware and engine meet: its kind of board says which holes there are."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from companion.errors import ConfigError
from companion.intake import NotThere, Unreadable, taken_text
from companion.lights.theme import usual_marbles
from engine.board import Board
from engine.boards import board_of
from engine.errors import BadConfig
from hardware.errors import BadWiring, Finding
from hardware.toml import parsed
from hardware.wiring import BoardFile, check, kind_of, read
from hardware.wiring.lines import find_lines


def find(text: str) -> tuple[Finding, ...]:
    """Everything wrong in a board file's text, its kind of board and seats included, by line."""
    kind, holes, more = kind_of(text), None, list(_strangers(text))
    if kind is not None:
        try:
            holes = board_of(kind).holes
        except BadConfig as error:
            more.append(Finding(find_lines(text).line(("kind",)), str(error)))
    return tuple(sorted((*check(text, holes), *more), key=lambda finding: finding.line))


def _strangers(text: str) -> Iterator[Finding]:
    """Marbles of seats that there are not."""
    try:
        marbles = parsed(text).get("marbles")
    except tomllib.TOMLDecodeError:
        return
    known, lines = usual_marbles(), find_lines(text)
    for seat in marbles if isinstance(marbles, dict) else ():
        if seat not in known:
            yield Finding(
                lines.line(("marbles", seat)),
                f"marbles.{seat} is of no seat; there are {', '.join(known)}.",
            )


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
        return taken_text(path)
    except NotThere:
        raise ConfigError(
            f"The board file {path} is not there; trackside wiring new --out FILE writes one."
        ) from None
    except Unreadable as error:
        raise ConfigError(f"The board file {path} cannot be read: {error}.") from error
