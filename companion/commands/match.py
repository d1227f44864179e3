"""``trackside match``: bots of two kinds play each other; wins, time and truth are counted."""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

from companion.commands.printing import print_json, print_table
from companion.proof.bots import match
from companion.proof.bots.tables import checked
from engine.errors import BadConfig


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--game", required=True, help="game of the registry")
    parser.add_argument("--rules", help="rule sheet; the game's first when left out")
    parser.add_argument("--board", help="kind of board; the rule sheet's first when left out")
    parser.add_argument("--players", type=int, default=2, metavar="N")
    parser.add_argument(
        "--bots", default="good,middle", metavar="A,B",
        help=f"two of {', '.join(match.BOTS)}; with four players two seats each, alternately",
    )  # fmt: skip
    parser.add_argument("--games", type=int, default=400, metavar="N", help="an even number (400)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play and print; 2 for bad options."""
    begun = perf_counter()
    try:
        if args.jobs < 1:
            raise BadConfig(f"jobs: a number from 1 on, not {args.jobs}.")
        table = checked(args.game, args.rules, args.board, args.players)
        job = match.checked(table, args.bots.split(","), args.games, args.seed)
        score = match.run(job, args.jobs, _progress)
    except BadConfig as error:
        print(f"trackside match: {error}", file=sys.stderr)
        return 2
    rows = [match.row(job, score)]
    if args.json:
        print_json("match", job.seed, perf_counter() - begun, rows)
    else:
        print_table(rows)
    return 0


def _progress(score: match.Score) -> None:
    if sys.stderr.isatty():
        print(f"\r{score.games} games", end="", file=sys.stderr, flush=True)
