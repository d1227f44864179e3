"""``trackside drill``: a drill template 1:1 of any board at any size."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.commands.lengths import length_told
from companion.errors import ConfigError, WorkshopError
from companion.workshop.drilling import FORMATS, made, stem, told
from companion.workshop.measure import scaled
from companion.workshop.plan import Bores, Plan, plan
from engine.boards import board_kinds, board_of

EPILOG = "Lengths: 600mm, 60cm, 23.5in; mm where no unit stands. Formats: " + "; ".join(
    f"{name}, {what}" for name, (_, what) in FORMATS.items()
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add board, size, marbles, what is drilled, and the files wanted."""
    parser.epilog = EPILOG
    parser.add_argument(
        "--board", choices=board_kinds(), metavar="KIND", help=", ".join(board_kinds())
    )
    parser.add_argument(
        "--wiring", type=Path, metavar="FILE", help="take kind and ring from a board file"
    )
    parser.add_argument(
        "--track", type=Path, metavar="FILE", help="the board of a track that was saved as a file"
    )
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--size", type=length_told, metavar="LENGTH", help="corner to corner (600mm)")
    size.add_argument("--flats", type=length_told, metavar="LENGTH", help="across the flats")
    size.add_argument("--pitch", type=length_told, metavar="LENGTH", help="from hole to hole")
    parser.add_argument(
        "--marble", type=length_told, default=16.0, metavar="LENGTH", help="its diameter (16mm)"
    )
    parser.add_argument("--dimple", type=length_told, metavar="LENGTH", help="marble / 2 + 2 mm")
    parser.add_argument(
        "--light",
        choices=("beside", "under"),
        default="beside",
        help="the pixel shines through a hole beside the dimple, or up through it",
    )
    parser.add_argument(
        "--light-hole", type=length_told, metavar="LENGTH", help="5mm; with a ring 3mm"
    )
    parser.add_argument(
        "--sensor-hole", type=length_told, default=6.0, metavar="LENGTH", help="pocket below (6mm)"
    )
    parser.add_argument("--ring", type=int, metavar="N", help="lights a hole (1)")
    parser.add_argument(
        "--thickness", type=length_told, default=12.0, metavar="LENGTH", help="of the wood (12mm)"
    )
    parser.add_argument("--below", action="store_true", help="mirrored, for the underside")
    parser.add_argument(
        "--format",
        action="append",
        choices=tuple(FORMATS),
        help="one file only; may stand several times (all)",
    )
    parser.add_argument("--out", type=Path, default=Path(), metavar="FOLDER", help="where to (.)")


def run(args: argparse.Namespace) -> int:
    """Write the files; 2 with a sentence when the board cannot be made at those sizes."""
    try:
        drawn = _plan(args)
        args.out.mkdir(parents=True, exist_ok=True)
        print(*told(drawn, below=args.below), sep="\n")
        for name in args.format or FORMATS:
            path = args.out / FORMATS[name][0].format(stem=stem(drawn, below=args.below))
            path.write_bytes(made(drawn, name, below=args.below))
            print(f"{path}: {FORMATS[name][1]}")
    except (ConfigError, WorkshopError) as error:
        print(f"trackside drill: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the terminal's trouble, not the folder's
        raise
    except OSError as error:
        print(f"trackside drill: {args.out}: {error.strerror or error}", file=sys.stderr)
        return 2
    return 0


def _plan(args: argparse.Namespace) -> Plan:
    kind, ring = args.board or "hex", args.ring or 1
    if args.wiring is not None:
        from companion.boards.board_file import load

        file, _ = load(args.wiring)
        if args.board not in (None, file.kind):
            raise WorkshopError(f"{args.wiring} is of a {file.kind} board, not {args.board}.")
        kind, ring = file.kind, args.ring or file.ring
    board = board_of(kind)
    if args.track is not None:
        from companion.games.packs import load_board

        board = load_board(args.track)
        if args.wiring is not None or args.board not in (None, board.kind):
            raise WorkshopError("--track names the board itself: leave --board and --wiring out.")
    sizes = Bores(
        marble=args.marble,
        dimple=args.dimple,
        light=args.light,
        light_hole=args.light_hole,
        sensor_hole=args.sensor_hole,
        ring=ring,
        thickness=args.thickness,
    )
    at = scaled(board, size=args.size, flats=args.flats, pitch=args.pitch)
    return plan(at, sizes)
