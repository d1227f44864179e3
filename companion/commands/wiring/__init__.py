"""``trackside wiring new|check|…``: the board file, and what is made of it."""

from __future__ import annotations

import argparse
from typing import Final

from companion.commands import late

WORKS: Final = {
    "new": ("companion.commands.wiring.new", "write a new board file"),
    "check": ("companion.commands.wiring.check", "name everything wrong in a board file"),
    "table": ("companion.commands.wiring.table", "every wire, in the order of building"),
    "diagram": ("companion.commands.wiring.diagram", "the board from below with all wires, drawn"),
    "parts": ("companion.commands.wiring.parts", "what to buy, counted"),
    "power": ("companion.commands.wiring.power", "what it draws, and the supply that fits"),
}
"""Name → module with ``configure(parser)`` and ``run(args) -> int``, and the line of help."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add one subparser for each work."""
    late.configure(parser, WORKS, "work")


def run(args: argparse.Namespace) -> int:
    """Do the chosen work. Returns its exit status."""
    return late.run(args, WORKS, "work")
