"""``trackside bench service``: what the service costs while nobody touches a marble."""

from __future__ import annotations

import argparse
import sys
import time

from companion.commands.printing import print_json, print_table
from companion.proof import bench_service
from companion.proof.bench_service import SECONDS
from companion.proof.under_test import ServiceFailed


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the bench."""
    parser.add_argument("--load", type=int, default=0, metavar="BROWSERS", help="clients following")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long it is watched")
    parser.add_argument("--play", action="store_true", help="also while a game is played")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(args: argparse.Namespace) -> int:
    """Measure and print; 1 when the service under test failed."""
    if args.load < 0 or not 0 < args.seconds <= 3600:
        print("trackside: --load takes 0 and more, --seconds 0 to 3600.", file=sys.stderr)
        return 2
    started = time.monotonic()
    try:
        rows = bench_service.run(args.load, args.seconds, play=args.play)
    except ServiceFailed as error:
        print(f"trackside: the service under test failed: {error}", file=sys.stderr)
        return 1
    if args.json:
        print_json("bench service", None, time.monotonic() - started, rows)
    else:
        print_table(rows)
    return 0
