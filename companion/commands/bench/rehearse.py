"""``trackside bench rehearse``: counts the lines of a script in a CPU second."""

from __future__ import annotations

import argparse
from time import perf_counter

from companion.commands.printing import print_json, print_table
from companion.commands.rehearse import page_shown
from companion.proof import bench_rehearse
from companion.proof.garbage import look_seldom


def configure(parser: argparse.ArgumentParser) -> None:
    """Add ``--lines``, ``--seed`` and ``--json``."""
    parser.add_argument(
        "--lines", type=int, default=bench_rehearse.LINES, help="lines a game (default 4000)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the games (default 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object, nothing else")


def run(args: argparse.Namespace) -> int:
    """Measure and print; always 0, because figures have no verdict."""
    look_seldom()  # as the command does
    begin = perf_counter()
    rows = bench_rehearse.run(args.seed, max(1, args.lines), page_shown)
    if args.json:
        print_json("bench rehearse", args.seed, perf_counter() - begin, rows)
    else:
        print_table(rows)
    return 0
