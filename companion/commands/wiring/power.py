"""``trackside wiring power FILE``: what the board draws, and the supply that fits (PP-22)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.boards.board_file import load
from companion.errors import ConfigError
from companion.lights.theme import load_theme
from companion.workshop.currents import advice, amperes, currents, sensor_advice
from companion.workshop.feeds import sensor_feed


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the file, and what the lights are."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a board file")
    parser.add_argument(
        "--theme", default="standard", metavar="THEME", help="theme of the lights (standard)"
    )


def run(args: argparse.Namespace) -> int:
    """Print estimates and advice; 2 with a sentence when that fails."""
    try:
        wiring, board = load(args.file)
        theme = load_theme(args.theme, Path.cwd()).with_marbles(dict(wiring.marbles))
    except ConfigError as error:
        print(f"trackside wiring: {error}", file=sys.stderr)
        return 2
    found = currents(board.holes, wiring.supply, theme, sensor_feed(wiring))
    if not wiring.pixels:
        print("This board has no pixels: there is nothing to feed but its sensors.")
        print(*sensor_advice(found.feed, "the Pi's 5 V (pin 2)"), sep="\n")
        return 0
    print(f"{found.pixels} pixels at {wiring.supply.amperes:g} A:")
    for draw in found.draws:
        print(f"  {amperes(draw.ma):>7}  {draw.words}")
    print(*advice(found), sep="\n")
    return 0
