"""``trackside bench latency``: from a change at the serial port to its light at the serial port."""

from __future__ import annotations

import argparse
import sys
import time

from companion.commands.printing import print_json, print_table
from companion.proof import bench_latency
from companion.proof.bench_latency import GESTURES, HOLES
from companion.proof.under_test import ServiceFailed


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the bench."""
    parser.add_argument("--load", type=int, default=0, metavar="BROWSERS", help="clients following")
    parser.add_argument(
        "--flood", type=int, default=0, metavar="N", help="clients that send commands all the time"
    )
    parser.add_argument(
        "--pixels", type=int, default=HOLES, metavar="N", help="pixels, a multiple of the holes"
    )
    parser.add_argument("--gestures", type=int, default=GESTURES, help="puts a row (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the moves played")
    parser.add_argument(
        "--cpu", action="store_true", help="also the service's processor time (Linux)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(args: argparse.Namespace) -> int:
    """Measure and print; 1 when the service under test failed, 2 for bad options."""
    if args.pixels < HOLES or args.pixels % HOLES or args.pixels // HOLES > 8:
        print(
            f"trackside: --pixels takes {HOLES} to {8 * HOLES} in steps of {HOLES}, "
            f"not {args.pixels}.",
            file=sys.stderr,
        )
        return 2
    if not 0 <= args.load <= 56 or args.flood < 0 or args.gestures < 1:
        print(
            "trackside: --load takes 0 to 56, --flood numbers from 0, --gestures from 1 up.",
            file=sys.stderr,
        )
        return 2
    started = time.monotonic()
    try:
        rows = bench_latency.run(
            args.gestures, args.load, args.pixels, args.seed, cpu=args.cpu, flood=args.flood
        )
    except ServiceFailed as error:
        print(f"trackside: the service under test failed: {error}", file=sys.stderr)
        return 1
    if args.json:
        print_json("bench latency", args.seed, time.monotonic() - started, rows)
    else:
        print_table(rows)
    return 0
