"""``trackside train``: bots play themselves and learn what places on the board are worth."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.proof.bots import training
from companion.proof.bots.tables import checked
from engine.errors import BadConfig


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--game", required=True, help="game of the registry")
    parser.add_argument("--rules", help="rule sheet; the game's first when left out")
    parser.add_argument("--board", help="kind of board; the rule sheet's first when left out")
    parser.add_argument("--players", type=int, default=2, metavar="N")
    parser.add_argument("--games", type=int, default=3000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes")
    parser.add_argument("--out", type=Path, metavar="FILE", help="standard output when left out")


def run(args: argparse.Namespace) -> int:
    """Learn and write the table; 2 for bad options or a file that cannot be written."""
    try:
        if args.jobs < 1:
            raise BadConfig(f"jobs: a number from 1 on, not {args.jobs}.")
        table = checked(args.game, args.rules, args.board, args.players)
        job = training.checked(table, args.games, args.seed)
        # Hours of games would be lost if the file turned out to be none only after them.
        if args.out is not None:
            args.out.open("a", encoding="utf-8").close()
        text = training.run(job, args.jobs, _progress).to_text()
        if args.out is None:
            print(text, end="")
        else:
            args.out.write_text(text, encoding="utf-8")
    except BadConfig as error:
        print(f"trackside train: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"trackside train: {args.out}: {error.strerror}; name another file", file=sys.stderr)
        return 2
    return 0


def _progress(games: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{games} games", end="", file=sys.stderr, flush=True)
