"""``trackside identify``: which actions the sensors alone cannot tell apart (PP-42)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from time import perf_counter

from companion.commands.printing import print_json, print_table
from companion.proof import identify
from companion.proof.figures import Row
from companion.proof.identify import POSITIONS
from engine.errors import EngineError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--game", help="one game (default: all)")
    parser.add_argument("--rules", help="one rule sheet (default: all of the game)")
    parser.add_argument(
        "--positions", type=int, default=POSITIONS, help=f"a rule sheet ({POSITIONS})"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the random games (1)")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    parser.add_argument("--markdown", action="store_true", help="the table of the documentation")


def run(args: argparse.Namespace) -> int:
    """Count and print; 2 for an unknown game or rule sheet, or a bad number."""
    begun = perf_counter()
    try:
        if args.positions < 1:
            raise ValueError(f"--positions takes a number from 1 up, not {args.positions}.")
        rows = identify.run(args.game, args.rules, args.positions, args.seed)
    except (ValueError, EngineError) as error:
        print(f"trackside: {error}", file=sys.stderr)
        return 2
    if args.json:
        print_json("identify", args.seed, perf_counter() - begun, rows)
    elif args.markdown:
        print(markdown(rows), end="")
    else:
        print_table(rows)
    return 0


def markdown(rows: Iterable[Row]) -> str:
    """The rows as the table of the documentation, with shares in per cent."""
    head = ("rules", "card", "positions", "actions", "end state alone", "with events")
    lines = ["| " + " | ".join(head) + " |", "|---|---|" + "--:|" * 4]
    for row in rows:
        actions = int(str(row["actions"]))
        cells = [str(row["rules"] or row["game"]), str(row["card"] or "–")]
        cells += [f"{row['positions']:,}", f"{actions:,}"]
        for key in ("ambiguous_by_end_state", "ambiguous_with_events"):
            doubtful = int(str(row[key]))
            share = f"{doubtful / actions:.1%}" if actions else "–"
            cells.append(f"{doubtful:,} ({share})" if doubtful else "0")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
