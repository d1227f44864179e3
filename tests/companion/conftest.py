"""What the tests of the service share: clocks that stand still until told otherwise."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = str(Path(__file__).resolve().parent)
if HERE not in sys.path:
    sys.path.append(HERE)  # `loop_room` can be imported by name


class CountingWall:
    """A wall clock that is one second later each time it is asked."""

    def __init__(self) -> None:
        self.at = 1_000_000.0

    def __call__(self) -> float:
        self.at += 1.0
        return self.at


@pytest.fixture
def wall() -> CountingWall:
    """Seconds since the epoch, counting up by one a look."""
    return CountingWall()
