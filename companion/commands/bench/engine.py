"""``trackside bench engine``: counts nodes, random games and move lists in a second."""

from __future__ import annotations

import argparse
from time import perf_counter

from companion.commands.printing import print_json, print_table
from companion.proof import bench_engine


def configure(parser: argparse.ArgumentParser) -> None:
    """Add ``--json`` and ``--seed``."""
    parser.add_argument("--json", action="store_true", help="print one JSON object, nothing else")
    parser.add_argument("--seed", type=int, default=1, help="of the random games (default 1)")


def run(args: argparse.Namespace) -> int:
    """Measure and print; always 0, because figures have no verdict."""
    begin = perf_counter()
    rows = bench_engine.run(args.seed)
    if args.json:
        print_json("bench engine", args.seed, perf_counter() - begin, rows)
    else:
        print_table(rows)
    return 0
