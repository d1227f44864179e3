"""``trackside virtual-board``: a board without wood, whose firmware runs on pins in memory."""

from __future__ import annotations

import argparse

from firmware_bridge.virtual import main


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options. ``--kind`` takes the holes of one of the engine's boards."""
    parser.add_argument("--kind", help="board whose holes it has: hex, square or tiles")
    main.configure(parser)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped; 0 at a clean end, 2 with one sentence when nothing can be served."""
    if args.kind and not args.names:
        from engine.boards import board_of

        try:
            args.names = ",".join(board_of(args.kind).holes)
        except (LookupError, ValueError) as error:
            return main.refuse(f"{error}")
    return main.run(args)
