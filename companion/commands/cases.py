"""``trackside cases FILE…``: run files of rule cases of any game."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.printing import print_outcomes
from engine.cases import run_cases


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the files."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="case files (JSON)")


def run(args: argparse.Namespace) -> int:
    """Print each failing case, then the total; 1 on a failure, 2 on an unreadable file."""
    return print_outcomes(args.files, run_cases)
