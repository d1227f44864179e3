"""``trackside wiring diagram FILE``: the board from below with every wire, as SVG and PDF."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.boards.board_file import load
from companion.errors import ConfigError
from companion.lights.theme import standard_theme
from companion.workshop.as_svg import svg
from companion.workshop.currents import currents
from companion.workshop.diagram import WIDTH, diagram
from companion.workshop.feeds import sensor_feed


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the file, and where the drawing goes."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a board file")
    parser.add_argument(
        "--out",
        type=Path,
        action="append",
        metavar="FILE",
        help="a .svg or .pdf; may stand several times (beside the board file, one of each)",
    )
    parser.add_argument("--above", action="store_true", help="seen from above, not from below")


def run(args: argparse.Namespace) -> int:
    """Write the drawings; 2 with a sentence when that fails."""
    wanted = args.out or [args.file.with_suffix(".svg"), args.file.with_suffix(".pdf")]
    for path in wanted:
        if path.suffix.lower() not in (".svg", ".pdf"):
            return _refuse(f"{path}: a drawing ends in .svg or .pdf.")
    try:
        wiring, board = load(args.file)
    except ConfigError as error:
        return _refuse(str(error))
    sheet = diagram(
        wiring,
        board,
        currents(board.holes, wiring.supply, standard_theme(), sensor_feed(wiring)),
        above=args.above,
    )
    size = "A3" if sheet.width <= WIDTH else f"{sheet.width:g} × {sheet.height:g} mm"
    for path in wanted:
        try:
            if path.suffix.lower() == ".svg":
                path.write_text(svg(sheet, digits=2), "utf-8")
            else:
                from companion.workshop.as_pdf import pdf

                path.write_bytes(pdf([sheet]))
        except OSError as error:
            return _refuse(f"{path} cannot be written: {error.strerror or error}.")
        print(f"{path}: {sheet.title}, {size}")
    return 0


def _refuse(sentence: str) -> int:
    print(f"trackside wiring: {sentence}", file=sys.stderr)
    return 2
