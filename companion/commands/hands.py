"""``trackside hands``: simulated people play, and the table's mistakes are counted (PP-40)."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from companion.commands.printing import print_json, print_table
from companion.proof.exhaustive import report as exhaustive
from companion.proof.garbage import look_seldom
from companion.proof.people import NAMES, Job, Tally, checked
from companion.proof.people import run as simulate
from companion.proof.people.games import game_of
from companion.proof.second import run as second
from companion.proof.second.kinds import KINDS
from companion.proof.second.starts import Table, tables
from companion.proof.second.starts import checked as checked_table
from engine.errors import BadConfig


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--people", choices=("first", "second"), default="first",
        help="the first people were written with the reader, the second without a look at it",
    )  # fmt: skip
    parser.add_argument(
        "--game", help="game of the registry; when left out, the one of the rules, else the first "
        "(the second people: all games)",
    )  # fmt: skip
    parser.add_argument("--rules", help="rule sheet; the game's first when left out")
    parser.add_argument("--board", help="kind of board; all of the rule sheet's when left out")
    parser.add_argument("--gestures", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument(
        "--disturbance", nargs="*", metavar="NAME",
        help=f"only these (bounce always): {', '.join(NAMES)}; of the second people: "
        f"{', '.join(KINDS)}; no name at all is undisturbed play",
    )  # fmt: skip
    parser.add_argument(
        "--failed", type=int, default=0, metavar="N",
        help="so many sensors of every game stay broken; games are played to their end",
    )  # fmt: skip
    parser.add_argument(
        "--cards", choices=("physical", "virtual"),
        help="the second people: cards on the table, or dealt; both when no game is named",
    )  # fmt: skip
    parser.add_argument(
        "--trace", type=int, metavar="CASE",
        help="the second people: print one case as a scenario for trackside rehearse",
    )  # fmt: skip
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    parser.add_argument(
        "--exhaustive", action="store_true",
        help="visit every state of a toy board instead, and count what breaks an invariant (PP-43)",
    )  # fmt: skip
    parser.add_argument(
        "--edges", type=int, default=6, metavar="N", help="with --exhaustive: changes of sensors"
    )
    parser.add_argument(
        "--faults", type=int, default=0, metavar="N", help="with --exhaustive: of hands and sensors"
    )
    parser.add_argument("--pty", action="store_true", help="in real time through a real terminal")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Simulate and print; 1 if anything was wrong, illegal or stuck, 2 for bad options."""
    if args.exhaustive:
        return _exhaustive(args.edges, args.faults)
    try:
        return _second(args) if args.people == "second" else _first(args)
    except BadConfig as error:
        print(f"trackside hands: {error}", file=sys.stderr)
        return 2


def _first(args: argparse.Namespace) -> int:
    if args.trace is not None or args.cards is not None:
        raise BadConfig("trace, cards: only the second people have them; add --people second.")
    job = _job(args)
    started = time.monotonic()
    tally = simulate(job, args.jobs, _progress)
    seconds = time.monotonic() - started
    for line in tally.told:
        print(line, file=sys.stderr)
    if args.json:
        print_json("hands", job.seed, seconds, tally.rows(job))
    else:
        print_table(tally.rows(job))
    return 1 if tally.failures else 0


def _exhaustive(edges: int, faults: int) -> int:
    """Print a run from every start of the toy board; 1 if an invariant was broken."""
    if edges < 1 or faults < 0:
        print("trackside hands: at least 1 edge and no less than 0 faults", file=sys.stderr)
        return 2
    broken = 0
    for start, found in exhaustive.run(edges, faults):
        broken += found.violations
        for line in exhaustive.lines(start, found, edges, faults):
            print(line, flush=True)
    if faults:
        print(exhaustive.RULE)
    return 1 if broken else 0


def _job(args: argparse.Namespace) -> Job:
    return checked(
        Job(
            game=args.game or game_of(args.rules),
            rules=args.rules,
            board=args.board,
            gestures=args.gestures,
            seed=args.seed,
            disturbances=_named(args.disturbance or NAMES, NAMES),
            pty=args.pty,
            failed=args.failed,
        )
    )


def _second(args: argparse.Namespace) -> int:
    if args.pty or args.failed or args.board:
        raise BadConfig("pty, failed, board: only the first people have them; leave them out.")
    names = tuple(KINDS) if args.disturbance is None else args.disturbance
    job = second.Job(_tables(args), args.gestures, args.seed, _named(names, tuple(KINDS)))
    if args.trace is not None:
        report, text = second.scenario(job, args.trace)
        print(text, end="")
        print(report.finding or "Nothing was found in this case.", file=sys.stderr)
        return 1 if report.finding else 0
    started = time.monotonic()
    look_seldom()
    result = second.run(job, args.jobs, _progress_of_second)
    seconds = time.monotonic() - started
    for line in result.told:
        print(line, file=sys.stderr)
    if args.json:
        print_json("hands", job.seed, seconds, result.rows())
    else:
        print_table(result.rows())
    return 1 if result.failures else 0


def _tables(args: argparse.Namespace) -> tuple[Table, ...]:
    """The tables to play at; a trace is of one."""
    if args.game is None and args.rules is None and args.trace is None:
        return tuple(one for one in tables() if args.cards in (None, one.hands))
    game = args.game or game_of(args.rules)
    return (checked_table(Table(game, args.rules, args.cards or "")),)


def _named(names: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    wrong = next((name for name in names if name not in known), None)
    if wrong is not None:
        raise BadConfig(f"disturbance: there is no {wrong!r:.40}; known are {', '.join(known)}.")
    return tuple(names)


def _progress(tally: Tally) -> None:
    if sys.stderr.isatty():
        print(f"\r{tally.gestures['all']} gestures", end="", file=sys.stderr, flush=True)


def _progress_of_second(result: second.Result) -> None:
    if sys.stderr.isatty():
        print(f"\r{result.gestures} gestures", end="", file=sys.stderr, flush=True)
