"""What all figures share: the machine, the frame of ``--json`` and a table to read."""

from __future__ import annotations

import json
import os
import platform
import statistics
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

Row = dict[str, object]


def trackside_version() -> str:
    """Version of the installed distribution; ``0`` when it runs uninstalled."""
    try:
        return version("trackside")
    except PackageNotFoundError:
        return "0"


def machine() -> dict[str, object]:
    """``cpu`` (model name), ``cores`` (that this process may use) and ``python``."""
    return {"cpu": _cpu(), "cores": _cores(), "python": platform.python_version()}


def _cpu() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition(":")
            if key.strip() in ("model name", "Model") and value.strip():
                return value.strip()
    except OSError:
        # No Linux: the platform's own word will do.
        pass
    return platform.processor() or platform.machine()


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def report(
    command: str, seed: int | None, seconds: float, rows: Sequence[Row]
) -> dict[str, object]:
    """The one object that ``--json`` prints (interfaces.md)."""
    return {
        "trackside": trackside_version(),
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
    """Print rows as a table with a head; keys that are nowhere filled are left out."""
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


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share (0–1) of the values lies; nearest rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median(values: Sequence[float]) -> float:
    """The middle one, so that a disturbed repetition does not count."""
    return statistics.median(values)
