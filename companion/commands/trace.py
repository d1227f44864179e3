"""``trackside trace replay FILE``: run a recorded flight again, bit for bit (PP-41)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.errors import TraceError
from companion.flight import Flight, read_flight, view_form, write_flight
from companion.proof.trace import Replayed, replay
from engine.registry import RULES_REVISION


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the one subcommand, ``replay``."""
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
    """Run the flight again; 0 when all is the same, 1 at a difference, 2 for an unreadable file."""
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
