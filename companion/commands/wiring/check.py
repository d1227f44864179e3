"""``trackside wiring check FILE``: every duplicate, gap, unknown hole and key, with its line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.boards.board_file import read_board, read_text
from companion.errors import ConfigError
from companion.workshop.board_files import summary
from hardware.errors import BadWiring


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the file."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a board file")


def run(args: argparse.Namespace) -> int:
    """Print a line for each finding; 0 without any, 1 with some, 2 without a file."""
    try:
        wiring, _ = read_board(read_text(args.file))
    except ConfigError as error:
        print(f"trackside wiring: {error}", file=sys.stderr)
        return 2
    except BadWiring as error:
        for finding in error.findings:
            print(f"{args.file}:{finding.line}: {finding.text}")
        return 1
    print(f"{args.file}: {summary(wiring)}")
    return 0
