"""Circuits by chance keep what is asked of them (RP-11, RP-12, RP-75 … RP-79)."""

from __future__ import annotations

from random import Random

import pytest

from engine.games.racepack.generate import circuit
from engine.games.racepack.track import Track, corners, course, fits_grid, problems


def test_the_same_numbers_give_the_same_circuit_and_others_another() -> None:
    assert circuit(Random(5)) == circuit(Random(5))
    assert len({circuit(Random(seed)) for seed in range(20)}) == 20


@pytest.mark.parametrize("tiles", [24, 30, 48])
def test_the_circuit_has_the_length_asked_for(tiles: int) -> None:
    for seed in range(8):
        track = circuit(Random(seed), tiles=tiles)
        assert len(track) == tiles
        assert problems(track) == ()


@pytest.mark.parametrize("tiles", [22, 25, 50])
def test_a_length_that_no_ring_has_is_refused(tiles: int) -> None:
    with pytest.raises(ValueError, match="even number"):
        circuit(Random(0), tiles=tiles)


def test_only_circuits_with_walls_run_along_themselves() -> None:
    """RP-75: hairpins appear, and only where they are allowed."""
    walled = [circuit(Random(seed), walls=True) for seed in range(20)]
    assert sum(bool(problems(Track(t.tiles))) for t in walled) >= 10
    assert not any(problems(Track(circuit(Random(seed)).tiles)) for seed in range(20))


def test_chicanes_are_laid_where_there_is_room() -> None:
    """RP-76: two shifted links each."""
    found = 0
    for seed in range(20):
        way = course(circuit(Random(seed), tiles=36, chicanes=1))
        assert way is not None
        assert sum(way.shifted) in (0, 2)
        found += sum(way.shifted) // 2
    assert found >= 15


def test_wide_starts_and_pit_lanes_come_on_request() -> None:
    """RP-77, RP-79."""
    for seed in range(10):
        track = circuit(Random(seed), tiles=40, wide=True, pit=True)
        assert track.wide
        assert track.pit is not None
        assert problems(track) == ()
        assert fits_grid(track, 8)


def test_circuits_are_no_mere_rectangles() -> None:
    bends = [len(corners(circuit(Random(seed)))) for seed in range(30)]
    assert len(set(bends)) >= 4
    assert sum(count > 4 for count in bends) >= 22


def test_a_grid_that_fits_nowhere_is_refused() -> None:
    """RP-12."""
    with pytest.raises(ValueError, match="60 cars"):
        circuit(Random(0), cars=60)
