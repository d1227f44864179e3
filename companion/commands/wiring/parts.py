"""``trackside wiring parts FILE``: what to buy for that board, counted."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.boards.board_file import load
from companion.commands.lengths import length_told
from companion.errors import CompanionError
from companion.lights.theme import standard_theme
from companion.workshop.currents import currents
from companion.workshop.feeds import sensor_feed
from companion.workshop.measure import scaled
from companion.workshop.parts import parts
from companion.workshop.tables import FORMS, table


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the file, the size of the board, and the form of the list."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a board file")
    parser.add_argument(
        "--size", type=length_told, default=600.0, metavar="LENGTH", help="corner to corner (600mm)"
    )
    parser.add_argument(
        "--marble", type=length_told, default=16.0, metavar="LENGTH", help="its diameter (16mm)"
    )
    parser.add_argument("--form", choices=FORMS, default="text", help="how it is written")


def run(args: argparse.Namespace) -> int:
    """Print the list; 2 with a sentence when that fails."""
    try:
        wiring, board = load(args.file)
        at = scaled(board, size=args.size)
        drawn = currents(board.holes, wiring.supply, standard_theme(), sensor_feed(wiring))
        found = parts(wiring, at, drawn, marble=args.marble)
    except CompanionError as error:
        print(f"trackside wiring: {error}", file=sys.stderr)
        return 2
    lines = [(part.count, part.item, part.note) for part in found]
    print(table(("count", "part", "mind"), lines, args.form), end="")
    return 0
