"""``trackside wiring table FILE``: the holes in building order: input, place, pixels."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.boards.board_file import load
from companion.errors import ConfigError
from companion.workshop.loom import connections, rows
from companion.workshop.tables import FORMS, table


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the file, and the form of the table."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a board file")
    parser.add_argument("--form", choices=FORMS, default="text", help="how it is written")
    parser.add_argument(
        "--only", choices=("holes", "rest"), help="the holes, or every other connection"
    )


def run(args: argparse.Namespace) -> int:
    """Print the table; 2 when there is no such board file or it cannot be used."""
    try:
        board, _ = load(args.file)
    except ConfigError as error:
        print(f"trackside wiring: {error}", file=sys.stderr)
        return 2
    if args.only != "holes":
        found = [(c.start, c.end, c.note) for c in connections(board)]
        print(table(("from", "to", "mind"), found, args.form), end="")
    if args.only is None:
        print()
    if args.only != "rest":
        lines = [(str(r.step), r.hole, r.input, r.to, r.pixels) for r in rows(board)]
        head = ("step", "hole", "input", "sensor's wire to", "pixels")
        print(table(head, lines, args.form), end="")
    return 0
