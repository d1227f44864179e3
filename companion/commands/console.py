"""``trackside console``: a person's console for the wire."""

from __future__ import annotations

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("port", help="serial port of a board, or the link of a virtual one")


def run(args: argparse.Namespace) -> int:
    """Show the wire and obey standard input until it ends; 0, or 130 when interrupted."""
    from firmware_bridge.console import main

    return main(args.port)
