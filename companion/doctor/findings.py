"""What the doctor finds: one sentence each, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

ORDER: Final = (
    "packages",
    "settings",
    "data folder",
    "disk",
    "database",
    "board file",
    "pins",
    "device",
    "hello",
    "port",
)
"""The parts in the order of repair. Each part rests on those before it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One look at one part. ``todo`` is empty where all is well."""

    part: str
    text: str
    todo: str = ""

    @property
    def well(self) -> bool:
        """True when there is nothing to do."""
        return not self.todo


def first_of(findings: Sequence[Finding]) -> Finding | None:
    """What to do first, or None when all is well.

    >>> first_of([Finding("port", "Taken.", "Stop."), Finding("disk", "Full.", "Clear.")]).part
    'disk'
    """
    ill = [finding for finding in findings if not finding.well]
    return min(ill, key=lambda f: ORDER.index(f.part) if f.part in ORDER else 99, default=None)
