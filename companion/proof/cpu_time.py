"""Processor time of a process to the nanosecond (Linux, ``schedstat``). ``times`` counts in ticks.

A latency that is measured beside other work is partly that work's. The processor time is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

Used = Mapping[str, int]
"""Thread → nanoseconds that it has run since it began."""


def used(pid: int) -> Used:
    """The times of every thread of a process. Empty where the system does not tell."""
    found = {}
    for task in Path(f"/proc/{pid}/task").glob("*"):
        try:
            found[task.name] = int((task / "schedstat").read_text("ascii").split()[0])
        except (OSError, IndexError, ValueError):
            continue  # the thread has just ended, or the system does not count it
    return found


def spent(before: Used, after: Used) -> float:
    """Seconds that all threads together ran between two looks."""
    return sum(ns - before.get(task, 0) for task, ns in after.items()) / 1e9
