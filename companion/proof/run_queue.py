"""How long threads that could run had to wait for a processor (Linux, ``schedstat``).

A latency measured beside other work is partly that work's. What a process waited in the run queue
tells how much.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

Waits = Mapping[str, int]
"""Thread → nanoseconds it has waited since it began."""


def waits(pid: int) -> Waits:
    """Of every thread of a process; empty where the system does not tell."""
    found = {}
    for task in Path(f"/proc/{pid}/task").glob("*"):
        try:
            found[task.name] = int((task / "schedstat").read_text("ascii").split()[1])
        except (OSError, IndexError, ValueError):
            continue  # the thread has just ended, or this is no Linux that counts it
    return found


def longest(before: Waits, after: Waits) -> float:
    """Seconds that the thread which waited most has waited between two looks."""
    return max((ns - before.get(task, 0) for task, ns in after.items()), default=0) / 1e9
