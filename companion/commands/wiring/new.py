"""``trackside wiring new``: a board file for each kind of board and driver, ready to be edited."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.workshop.board_files import save, summary
from companion.workshop.strand import strand
from engine.boards import board_kinds, board_of
from hardware.errors import BadSetting, NoRoom
from hardware.power import AMPERES
from hardware.wiring import DEVICE, PIXEL_DRIVERS, SENSOR_WAYS, check, new, write


def configure(parser: argparse.ArgumentParser) -> None:
    """Add what the board is made of."""
    parser.add_argument("--board", choices=board_kinds(), default="hex", help="kind of board")
    parser.add_argument(
        "--sensors", choices=SENSOR_WAYS, default="pico", help="how the sensors are reached"
    )
    parser.add_argument(
        "--pixels", choices=PIXEL_DRIVERS, default="pico", help="how the pixels are reached"
    )
    parser.add_argument("--ring", type=int, default=1, metavar="N", help="pixels a hole, 1 to 8")
    parser.add_argument(
        "--amperes",
        type=float,
        default=AMPERES,
        metavar="A",
        help=f"what the supply gives (default {AMPERES:g})",
    )
    parser.add_argument("--device", default=DEVICE, help=f"serial port of a Pico ({DEVICE})")
    parser.add_argument("--name", help="the board's name")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write there, not to the screen")
    parser.add_argument("--force", action="store_true", help="replace a file that is there")


def run(args: argparse.Namespace) -> int:
    """Write the file; 2 with one sentence when that fails."""
    try:
        if not 0.1 <= args.amperes <= 65:
            raise BadSetting(f"a supply gives 0.1 to 65 A, not {args.amperes:g}")
        wood = board_of(args.board)
        board = new(
            args.board,
            wood.holes,
            way=strand(wood),
            sensors=args.sensors,
            pixels=args.pixels,
            ring=args.ring,
            amperes=args.amperes,
            name=args.name,
            device=args.device,
        )
        text = write(board)
        if findings := check(text):
            return _refuse(findings[0].text)
        if args.out is not None:
            save(args.out, text, replace=args.force)
    except FileExistsError:
        return _refuse(f"{args.out} is there already: choose another name, or add --force.")
    except OSError as error:
        return _refuse(f"{args.out} cannot be written: {error.strerror}.")
    except (BadSetting, NoRoom) as error:
        return _refuse(str(error))
    print(text if args.out is None else f"{args.out}: {summary(board)}\n", end="")
    return 0


def _refuse(sentence: str) -> int:
    print(f"trackside wiring: {sentence}", file=sys.stderr)
    return 2
