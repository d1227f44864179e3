"""The command line of the virtual board: ``trackside virtual-board`` and ``python -m`` alike."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from firmware_bridge.errors import BadFault

from .board import VirtualBoard
from .faults import DEFAULTS, parse_fault
from .pseudo import PseudoPort
from .server import BoardServer


def _fault(word: str) -> tuple[str, float]:
    try:
        return parse_fault(word)
    except BadFault as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--holes", type=int, help="how many holes (without --names: 0, 1, 2 …)")
    parser.add_argument("--names", help="names of the holes in sensor order, comma between")
    parser.add_argument("--link", type=Path, required=True, help="stable name of the port")
    parser.add_argument("--control", type=Path, required=True, help="path of the control socket")
    parser.add_argument("--ring", type=int, default=1, help="pixels a hole (default 1)")
    parser.add_argument("--bounce", type=float, default=0.0, help="seconds each change bounces")
    parser.add_argument("--seed", type=int, default=0, help="seed of faults and bounces")
    parser.add_argument(
        "--fault",
        type=_fault,
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help=f"begin with a fault: {', '.join(DEFAULTS)}",
    )
    parser.add_argument(
        "--until-stdin-closes",
        action="store_true",
        help="end when standard input ends: a parent that dies takes its board along",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until stopped; 0 at a clean end, 2 with one sentence for what cannot be served."""
    names = args.names.split(",") if args.names else [str(at) for at in range(args.holes or 0)]
    if args.holes is not None and args.holes != len(names):
        return refuse(f"--holes {args.holes} and {len(names)} names do not fit together")
    try:
        board = VirtualBoard(
            names, PseudoPort(args.link), seed=args.seed, ring=args.ring, bounce=args.bounce
        )
    except ValueError as error:
        return refuse(f"{error}: give --names or --holes")
    server = BoardServer(board, args.control, until_stdin_closes=args.until_stdin_closes)
    try:
        server.open()
        for name, value in args.fault:
            board.fault(name, value)
        print(f"ready {args.link}", flush=True)
        server.run()
    except OSError as error:
        return refuse(str(error))
    finally:
        server.close()
    return 0


def refuse(sentence: str) -> int:
    """Say on standard error what cannot be served; the exit status."""
    print(f"virtual board: {sentence}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    options = argparse.ArgumentParser(prog="virtual-board", description=__doc__)
    configure(options)
    sys.exit(run(options.parse_args()))
