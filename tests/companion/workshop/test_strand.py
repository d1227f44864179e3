"""The way of the wires: every hole once, shorter than the board's own order, always the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.workshop.strand import Point, shortened, strand
from engine.board import Board
from engine.boards import board_kinds, board_of

LESS = {"hex": 0.82, "square": 0.80, "tiles": 0.83, "street": 0.60}
"""The way as a share of that in the board's own order, at most."""
JUMP = {"hex": 5.1, "square": 3.05, "tiles": 1.45, "street": 1.65}
"""The longest wire from hole to hole, in pitches, at most."""


def steps(board: Board, holes: Sequence[str]) -> list[float]:
    """How far it is from each to the next, in pitches."""
    at = {space.id: (space.x, space.y) for space in board.spaces}
    return [dist(at[a], at[b]) / board.pitch for a, b in pairwise(holes)]


@pytest.mark.parametrize("kind", board_kinds())
def test_the_wires_of_a_new_board_are_short(kind: str) -> None:
    board = board_of(kind)
    way = strand(board)
    assert sorted(way) == sorted(board.holes)
    assert way[0] == board.holes[0]
    assert way == strand(board)
    assert sum(steps(board, way)) <= LESS[kind] * sum(steps(board, board.holes))
    assert max(steps(board, way)) <= JUMP[kind]


def test_a_new_file_counts_along_that_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wiring", "new", "--board", "hex", "--ring", "2"]) == 0
    said = capsys.readouterr().out
    for at, hole in enumerate(strand(board_of("hex"))):
        wires = f'{hole} = {{ input = "main:{at}", pixels = "main:{2 * at}-{2 * at + 1}" }}'
        assert wires in said.splitlines()


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=12))
def test_no_way_grows_and_none_loses_a_point(points: list[Point]) -> None:
    way = shortened(points)
    assert sorted(way) == list(range(len(points)))
    assert way[0] == 0

    def long(order: Sequence[int]) -> float:
        return sum(dist(points[a], points[b]) for a, b in pairwise(order))

    assert long(way) <= long(range(len(points))) + 1e-6
