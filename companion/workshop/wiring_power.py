"""``trackside wiring power FILE``: what the board draws, and the supply that fits (PP-22)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.boardfile import load
from companion.errors import ConfigError
from companion.table.roles import load_theme
from companion.workshop.currents import advice, amperes, currents


def configure(parser: argparse.ArgumentParser) -> None:
    """The file, and what the sensors and lights are."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a board file")
    parser.add_argument(
        "--theme", default="standard", metavar="THEME", help="theme of the lights (standard)"
    )
    parser.add_argument(
        "--sensor-ma", type=float, default=3.0, metavar="MA", help="what a sensor draws (3; reed 0)"
    )


def run(args: argparse.Namespace) -> int:
    """Print estimates and advice; 2 with a sentence where there can be none."""
    if not 0 <= args.sensor_ma <= 50:
        print("trackside wiring: a sensor draws 0 to 50 mA; say --sensor-ma 3", file=sys.stderr)
        return 2
    try:
        wiring, board = load(args.file)
        theme = load_theme(args.theme, Path.cwd()).with_marbles(dict(wiring.marbles))
    except ConfigError as error:
        print(f"trackside wiring: {error}", file=sys.stderr)
        return 2
    # Only switches of a matrix draw nothing for certain: it takes no hall switches.
    fed = {part.name for part in wiring.sensors if part.driver != "matrix"}
    sensors = sum(1 for wire in wiring.holes if wire.input and wire.input.part in fed)
    found = currents(board.holes, wiring.supply, theme, sensor_ma=args.sensor_ma, sensors=sensors)
    if not wiring.pixels:
        print("This board has no pixels: there is nothing to feed but its sensors.")
        return 0
    print(f"{found.pixels} pixels at {wiring.supply.amperes:g} A:")
    for draw in found.draws:
        print(f"  {amperes(draw.ma):>7}  {draw.words}")
    print(*advice(found), sep="\n")
    return 0
