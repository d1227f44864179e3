"""What became of one simulated gesture, and how it can fail to become anything."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Outcome:
    """What became of one gesture."""

    had: set[str] = field(default_factory=set)
    wrong: int = 0
    illegal: int = 0
    stuck: int = 0
    replaced: int = 0
    indistinguishable: int = 0
    questions: int = 0
    corrections: int = 0
    ended: int = 0
    """The game is over with it."""
    told: str = ""
    """What went wrong, for people."""


class Stuck(Exception):
    """Following the lights led nowhere; the text says where."""
