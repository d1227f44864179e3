"""The print of figures: the frame of ``--json``, and a table to read."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from companion.intake import CASES_BYTES, Unreadable, taken
from companion.proof.figures import Row, machine
from engine.cases import Outcome
from engine.errors import UnreadableCases
from firmware_bridge.flash.release import program_version


def report(
    command: str, seed: int | None, seconds: float, rows: Sequence[Row]
) -> dict[str, object]:
    """The one object that ``--json`` prints (interfaces.md)."""
    return {
        "trackside": program_version(),
        "command": command,
        "machine": machine(),
        "seed": seed,
        "seconds": round(seconds, 3),
        "results": list(rows),
    }


def print_json(command: str, seed: int | None, seconds: float, rows: Sequence[Row]) -> None:
    """Print the frame on stdout."""
    print(json.dumps(report(command, seed, seconds, rows)))


def print_table(rows: Sequence[Mapping[str, object]]) -> None:
    """Print rows as a table with a head. A key without any value is left out."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    keys = [key for key in keys if any(row.get(key) is not None for row in rows)]
    lines = [keys, *([_cell(row.get(key)) for key in keys] for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(keys))]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join(cells).rstrip())


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return str(value)


def print_outcomes(files: Iterable[Path], run: Callable[[bytes], Sequence[Outcome]]) -> int:
    """Run files of cases. Print each failing one, then the total.

    Returns the exit status: 1 on a failure, 2 on an unreadable file.
    """
    passed = failed = unreadable = 0
    for path in files:
        try:
            outcomes = run(taken(path, CASES_BYTES))
        except Unreadable as error:
            print(f"{path}: {error}; {error.todo}", file=sys.stderr)
            unreadable += 1
            continue
        except UnreadableCases as error:
            print(f"{path}: {error}", file=sys.stderr)
            unreadable += 1
            continue
        for outcome in outcomes:
            if outcome.failure is None:
                passed += 1
            else:
                failed += 1
                print(f"FAIL {outcome.name}: {outcome.failure}")
    print(f"{passed} passed, {failed} failed")
    return 2 if unreadable else int(failed > 0)
