"""``trackside rehearse``: the table in simulated time, for scripts (docs/rehearse.md)."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec

from companion.model.view import View
from companion.proof.rehearsal.front import serve
from companion.proof.rehearsal.rehearsal import Rehearsal
from companion.proof.rehearsal.shown import LANGUAGE
from companion.words import render
from engine.board import Board


def configure(parser: argparse.ArgumentParser) -> None:
    """Add no options: the lines say everything."""
    parser.epilog = 'one JSON object a line, e.g. {"at":0,"look":true}; see docs/rehearse.md'


def run(args: argparse.Namespace) -> int:
    """Answer until the input ends."""
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
