"""The outcome of one simulated gesture, and the failure to reach one."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Outcome:
    """The outcome of one gesture."""

    had: set[str] = field(default_factory=set)
    wrong: int = 0
    illegal: int = 0
    stuck: int = 0
    replaced: int = 0
    indistinguishable: int = 0
    questions: int = 0
    corrections: int = 0
    ended: int = 0
    """1 when the game is over with this gesture."""
    told: str = ""
    """What went wrong, for people."""


class Stuck(Exception):
    """The lights led nowhere. The text says where."""
