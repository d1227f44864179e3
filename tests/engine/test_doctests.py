"""The examples in the engine's docstrings run."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

MODULES = (
    *("drawing.look", "drawing.svg", "boards.kinds", "boards.marble", "boards.seats"),
    "games.fast_track.cut",
    "games.racepack.cases_track",
    "games.street_race.wood",
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    result = doctest.testmod(import_module(f"engine.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
