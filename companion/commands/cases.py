"""``trackside cases FILE…``: run files of rule cases of any game."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.intake import CASES_BYTES, Unreadable, taken
from engine.cases import run_cases
from engine.errors import UnreadableCases


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the files."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="case files (JSON)")


def run(args: argparse.Namespace) -> int:
    """Print each failing case, then the total; 1 on a failure, 2 on an unreadable file."""
    passed = failed = unreadable = 0
    for path in args.files:
        try:
            outcomes = run_cases(taken(path, CASES_BYTES))
        except Unreadable as error:
            print(f"{path}: {error}; name a readable file", file=sys.stderr)
            unreadable += 1
            continue
        except UnreadableCases as error:
            print(f"{path}: {error}", file=sys.stderr)
            unreadable += 1
            continue
        for outcome in outcomes:
            if outcome.failure is None:
                passed += 1
            else:
                failed += 1
                print(f"FAIL {outcome.name}: {outcome.failure}")
    print(f"{passed} passed, {failed} failed")
    return 2 if unreadable else int(failed > 0)
