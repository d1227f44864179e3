"""``trackside firmware build|copy``: the Pico's files, made of a board file and copied."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from companion.boards.board_file import WiredBoard, load
from companion.config import load_config
from companion.errors import ConfigError
from firmware_bridge.errors import BadBuild, NoDrive
from firmware_bridge.flash import (
    Built,
    Copied,
    assemble,
    copy,
    find_drive,
    look_at,
    pico_settings,
    read_folder,
    write_folder,
)

OUT: Final = Path("pico")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the two works and their options."""
    works = parser.add_subparsers(dest="work", metavar="WORK", required=True)
    line = "put the Pico's files together in a folder"
    build = works.add_parser("build", help=line, description=line)
    build.add_argument("--out", type=Path, default=OUT, metavar="DIR", help=f"where ({OUT})")
    _sources(build)
    line = "put the Pico's files on its drive"
    onto = works.add_parser("copy", help=line, description=line)
    onto.add_argument(
        "drive", type=Path, nargs="?", metavar="DRIVE", help="where it is mounted (looked for)"
    )
    onto.add_argument(
        "--from", type=Path, dest="built", metavar="DIR", help="take a folder that was built"
    )
    _sources(onto)


def _sources(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--board-file", type=Path, metavar="FILE", help="the board (setting board_file)"
    )
    parser.add_argument("--device", metavar="PATH", help="which Pico, where the file has several")


def run(args: argparse.Namespace) -> int:
    """Build or copy; 2 with one sentence when that fails."""
    try:
        return _build(args) if args.work == "build" else _copy(args)
    except (BadBuild, ConfigError, NoDrive) as error:
        print(f"trackside firmware: {error}", file=sys.stderr)
        return 2


def _build(args: argparse.Namespace) -> int:
    built = _assembled(args)
    write_folder(built, args.out)
    print(f"{args.out}: {summary(built)}")
    print(f"Next: trackside firmware copy --from {args.out}")
    return 0


def _copy(args: argparse.Namespace) -> int:
    if args.built and (args.board_file or args.device):
        raise BadBuild("A built folder has its board already: leave the other options out.")
    built = read_folder(args.built) if args.built else _assembled(args)
    drive = look_at(args.drive) if args.drive else find_drive()
    print(f"{drive.path}: {drive.board}, CircuitPython {drive.version}.")
    print(summary(built))
    done = copy(built, drive, lambda name: print(f"  {name}", flush=True))
    for line in _told(done):
        print(line)
    return 0


def _assembled(args: argparse.Namespace) -> Built:
    return assemble(pico_settings(_wired(args).wiring, args.device))


def _wired(args: argparse.Namespace) -> WiredBoard:
    if args.board_file:
        return load(args.board_file)
    config = load_config(os.environ)
    if config.wired is not None:
        return config.wired
    if config.board_file:  # another board lies under the table now
        return load(Path(config.board_file))
    raise BadBuild(
        "Which board? Name its file with --board-file, or in the setting board_file; "
        "trackside wiring new --out FILE writes one."
    )


def summary(built: Built) -> str:
    """What a build is for, and of which versions it is made."""
    told = built.manifest
    return (
        f"{told['board']}, {told['holes']} holes, {told['pixels']} pixels; firmware "
        f"{told['trackside']} {told['revision']}, wire {told['wire']}, "
        f"{len(built.files)} files, {-(-built.size // 1024)} kB."
    )


def _told(done: Copied) -> list[str]:
    """What was done, and what the person does next."""
    lines = [f"{len(done.written)} files written and read back, {len(done.kept)} were right."]
    if done.removed:
        lines.append(f"Removed, no longer needed: {', '.join(done.removed)}.")
    if done.saved:
        lines.append(f"Your own code.py is kept as {done.saved}.")
    if done.shadow:
        lines.append(f"Delete {done.shadow} from the drive: CircuitPython would run it instead.")
    if done.replug:
        lines.append("Unplug the Pico and plug it in again: only then it has its second port.")
    elif done.written:
        lines.append("The Pico starts the new files by itself.")
    return lines
