"""``trackside play``: virtual board, service and page in the foreground. ``make play`` runs it."""

from __future__ import annotations

import argparse

from companion.commands.serve import serve


def configure(parser: argparse.ArgumentParser) -> None:
    """Add no options: everything is a setting."""
    parser.epilog = "Settings: trackside.toml in the data folder, or TRACKSIDE_… variables."


def run(args: argparse.Namespace) -> int:
    """Play on the virtual board until told to stop; 2 when it cannot start."""
    return serve(board="virtual")
