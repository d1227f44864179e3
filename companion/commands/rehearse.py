"""``trackside rehearse``: the table in simulated time, for scripts (docs/rehearse.md)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from companion.commands.printing import print_outcomes
from companion.model.view import View
from companion.proof.garbage import look_seldom
from companion.proof.rehearsal.front import serve
from companion.proof.rehearsal.rehearsal import Rehearsal
from companion.proof.rehearsal.scenario import run_scenario
from companion.proof.rehearsal.shown import LANGUAGE
from companion.words import render
from engine.board import Board


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the check of scenario files."""
    parser.add_argument(
        "--check",
        nargs="+",
        type=Path,
        metavar="FILE",
        help='run scenario files: such lines, with lines {"expect":{…}} between them',
    )
    parser.epilog = 'one JSON object a line, e.g. {"at":0,"look":true}; see docs/rehearse.md'


def run(args: argparse.Namespace) -> int:
    """Answer until the input ends, or check files: 1 on a failure, 2 on an unreadable file."""
    if args.check:
        return print_outcomes(args.check, lambda content: run_scenario(content, page_shown))
    look_seldom()
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer, Rehearsal(page_shown))
    except KeyboardInterrupt:
        return 130
    return 0


def page_shown(view: View, board: Board | None) -> dict[str, Any]:
    """What the page makes of a view, as ``GET /api/table`` answers it under ``page``."""
    from companion_web.api.views import page_of

    shown: dict[str, Any] = msgspec.to_builtins(page_of(view, board, render, LANGUAGE))
    return shown
