"""The syntax trees of the house: all its tests share them, and no other test carries them along."""

from __future__ import annotations

import gc
from pathlib import Path

import parsed
import pytest

HERE = Path(__file__).parent


def pytest_runtest_setup() -> None:
    """Trees have no cycles, and to look for some in millions of nodes took as long as reading."""
    gc.disable()


def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """After the last test of this folder nobody needs the trees."""
    if nextitem is None or nextitem.path.parent != HERE:
        parsed.nodes_of.cache_clear()
        parsed.tree_of.cache_clear()
        gc.enable()
