"""``trackside wiring new|check|…``: the board file, and what is made from it."""

from __future__ import annotations

import argparse
from typing import Final

from companion.commands import late

WORKS: Final = {
    "new": ("companion.workshop.wiring_new", "write a new board file"),
    "check": ("companion.workshop.wiring_check", "name everything wrong in a board file"),
    "table": ("companion.workshop.wiring_table", "every wire, in the order of building"),
    "diagram": ("companion.workshop.wiring_diagram", "the board from below with all wires, drawn"),
    "parts": ("companion.workshop.wiring_parts", "what to buy, counted"),
    "power": ("companion.workshop.wiring_power", "what it draws, and the supply that fits"),
}
"""Name → module with ``configure(parser)`` and ``run(args) -> int`` and the line of help."""


def configure(parser: argparse.ArgumentParser) -> None:
    """One subparser a work."""
    late.configure(parser, WORKS, "work")


def run(args: argparse.Namespace) -> int:
    """Do the chosen work; its exit status."""
    return late.run(args, WORKS, "work")
