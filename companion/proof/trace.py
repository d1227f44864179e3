"""``trackside trace replay FILE``: run a recorded flight again, bit for bit (PP-41)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.errors import TraceError
from companion.flight import (
    Flight,
    Input,
    Line,
    Rerun,
    Seen,
    differs,
    read_flight,
    view_form,
    write_flight,
)
from companion.games.pack import Packs
from companion.games.packs import PACKS
from engine.registry import REGISTRY, RULES_REVISION, Registry


class Replayed(NamedTuple):
    """What came of a replay.

    ``difference``  the first one, None when there is none; ``line`` its number in the file
    ``lines``       the flight as this program flies it
    """

    inputs: int
    decisions: int
    views: int
    line: int
    difference: str | None
    lines: tuple[Line, ...]


def replay(
    flight: Flight,
    *,
    exact: bool = True,
    to_the_end: bool = False,
    registry: Registry = REGISTRY,
    packs: Packs = PACKS,
) -> Replayed:
    """Tell a new table what that flight's was told, and compare until something differs.

    ``exact``       compare what was shown and how often, not only what was decided
    ``to_the_end``  go on after the first difference
    """
    rerun = Rerun(flight.head, registry=registry, packs=packs)
    made: list[Line] = [flight.head]
    inputs = decisions = shown = at = 0
    first: str | None = None
    for number, line in enumerate(flight.lines, 2):
        now: Line = line
        found = None
        if isinstance(line, Input):
            now = done = rerun.step(line)
            inputs, decisions = inputs + 1, decisions + len(done.wrote)
            found = differs(line if exact else _numbered(line, done.seq), done)
        elif isinstance(line, Seen):
            now = rerun.seen()
            shown += exact
            found = _other(line, now) if exact else None
        made.append(now)
        if found is not None and first is None:
            first, at = f"{told(line)}: {found}", number
            if not to_the_end:
                break
    return Replayed(inputs, decisions, shown, at, first, tuple(made))


def _other(then: Seen, now: Seen) -> str | None:
    if (then.seq, then.digest) != (now.seq, now.digest):
        return "another view is shown"
    return "the lights are others" if then.lit not in (None, now.lit) else None


def _numbered(line: Input, seq: int) -> Input:
    return msgspec.structs.replace(line, seq=seq, due=None)


def told(line: Line) -> str:
    """A line in short."""
    if not isinstance(line, Input):
        return "view"
    what = " ".join(str(part) for part in line.what)
    return f"{line.kind} {what}".strip()[:100] + f" at {line.t:.3f} s"


def configure(parser: argparse.ArgumentParser) -> None:
    """One subcommand, ``replay``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    line = "run a flight again and compare"
    one = actions.add_parser("replay", help=line, description=line)
    one.add_argument("file", type=Path, metavar="FILE", help="a flight, or a reported misread")
    one.add_argument(
        "--accept",
        action="store_true",
        help="write into the file what this program does, where that is what it should do",
    )


def run(args: argparse.Namespace) -> int:
    """0 when all is the same, 1 at a difference, 2 for a file that cannot be read."""
    try:
        flight = read_flight(args.file)
        same_form = flight.head.views == view_form()
        done = replay(flight, exact=same_form, to_the_end=args.accept)
        if args.accept:
            return _accept(args.file, done)
    except (TraceError, OSError) as error:
        print(f"trackside: {error}", file=sys.stderr)
        return 2
    for warning in _warnings(flight, same_form):
        print(warning)
    if done.difference is not None:
        print(f"{args.file}, line {done.line}: {done.difference}")
        return 1
    print(f"{done.inputs} inputs, {done.decisions} decisions, {done.views} views: all as recorded")
    return 0


def _accept(path: Path, done: Replayed) -> int:
    if done.difference is None:
        print(f"{path}: nothing to accept, all is as recorded")
    else:
        write_flight(path, done.lines)
        print(f"{path}, line {done.line} was: {done.difference}; written as it is now")
    return 0


def _warnings(flight: Flight, same_form: bool) -> list[str]:
    out = []
    if flight.head.revision != RULES_REVISION:
        out.append(f"recorded under rules revision {flight.head.revision}, now {RULES_REVISION}")
    if not same_form:
        out.append("views have another form now: only decisions are compared")
    return out
