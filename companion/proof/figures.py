"""Parts that all figures share: rows, the machine, median and percentile."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Sequence
from pathlib import Path

Row = dict[str, object]


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
        # Without Linux the platform's own word will do.
        pass
    return platform.processor() or platform.machine()


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share (0–1) of the values lies, by nearest rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median(values: Sequence[float]) -> float:
    """The middle value, so that a disturbed repetition does not count."""
    return statistics.median(values)
