"""``trackside doctor``: looks at machine, settings and board, and ends with what to do first."""

from __future__ import annotations

import argparse
import contextlib
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from companion.boards.board_file import WiredBoard
from companion.commands.printing import print_json
from companion.config import Config, load_config
from companion.doctor import board, machine
from companion.doctor.findings import Finding, first_of
from companion.errors import ConfigError

UNASKED: Final = Finding("hello", "The board was not spoken to: the service page tells of it.")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--json", action="store_true", help="one object for programs")
    parser.add_argument("--board-file", metavar="FILE", help="the board (setting board_file)")
    parser.add_argument("--no-hello", action="store_true", help="do not speak to the board")
    parser.epilog = "Exit: 0 all is well, 1 something is to be done, 2 a bad option."


def run(args: argparse.Namespace) -> int:
    """Look at everything; 0 when all is well, 1 when there is something to do."""
    began = time.monotonic()
    file = None if args.board_file is None else Path(args.board_file).absolute()
    found = list(look(file, speak=not args.no_hello))
    first = first_of(found)
    if args.json:
        rows: list[dict[str, object]] = [
            {"part": f.part, "well": f.well, "text": f.text, "todo": f.todo} for f in found
        ]
        print_json("doctor", None, time.monotonic() - began, rows)
    else:
        _tell(found, first)
    return 0 if first is None else 1


def look(file: Path | None, *, speak: bool) -> Iterator[Finding]:
    """Findings on everything, in the order in which they are told."""
    yield machine.python()
    yield from machine.packages()
    yield from machine.clashes()
    fixed: dict[str, object] = {} if file is None else {"board_file": str(file)}
    try:
        config = load_config(os.environ, **fixed)
        config.looks()
    except ConfigError as error:
        yield from _unreadable(error, fixed)
        return
    yield Finding("settings", f"The settings can be read; the board is {config.board}.")
    yield from _folder(config)
    yield from _board(config, speak=speak and not machine.running(config.folder))


def _unreadable(error: ConfigError, fixed: Mapping[str, object]) -> Iterator[Finding]:
    """What is wrong with the settings.

    If only the board file is wrong, all other parts are looked at too.
    """
    ill: list[Finding] = []
    with contextlib.suppress(ConfigError):
        # A user who asks for a virtual board needs no sound board file.
        config = load_config(os.environ, **{**fixed, "board": "virtual"})
        if config.board_file:
            ill = [f for f in board.board_file(Path(config.board_file)) if not f.well]
    if not ill:
        yield Finding("settings", str(error), "Mend that setting (docs/configuration.md).")
        return
    yield Finding("settings", "The settings can be read, but for the board file.")
    yield from _folder(config)
    yield from ill


def _folder(config: Config) -> Iterator[Finding]:
    folder = config.folder
    ours = machine.running(folder)
    yield machine.data_folder(folder)
    yield machine.disk(folder)
    yield machine.database(folder, config.database)
    yield machine.port(config.host, config.port, ours=ours)


def _board(config: Config, *, speak: bool) -> Iterator[Finding]:
    if config.board != "serial":
        yield Finding("device", f"No device is needed: the board is {config.board}.")
        return
    person = board.Person.own()
    if config.wired is not None:
        yield board.sound(Path(config.board_file))
        yield from _wired(config.wired, person, speak=speak)
        return
    from engine.boards import board_of

    looked = board.device(Path(config.device), person)
    yield looked
    if looked.well and speak:
        yield from board.hello(Path(config.device), len(board_of(config.board_kind).holes))
    elif looked.well:
        yield UNASKED


def _wired(wired: WiredBoard, person: board.Person, *, speak: bool) -> Iterator[Finding]:
    """Findings on the board of a file: what its drivers need, and then what it answers."""
    from companion.doctor.asking import whole
    from companion.doctor.pi import pi_settings

    wiring, drawn = wired
    looked = [*board.pins(wiring, person), *pi_settings(wiring, person)]
    looked += [board.device(Path(name), person) for name in wiring.devices]
    yield from looked
    if not all(finding.well for finding in looked):
        return  # its answer would only say the same in other words
    if speak:
        yield from whole(wiring, drawn)
    else:
        yield UNASKED


def _tell(found: list[Finding], first: Finding | None) -> None:
    wide = max(len(finding.part) for finding in found)
    for finding in found:
        print(f"{'ok ' if finding.well else 'DO '} {finding.part:{wide}}  {finding.text}")
    ill = sum(not finding.well for finding in found)
    print()
    if first is None:
        print("All is well.")
    else:
        print(f"{ill} to do. First, {first.part}: {first.todo}")
