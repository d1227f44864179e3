"""The street's wood: squares and cells, what moves the ring, when cars go to the lay-by."""

from __future__ import annotations

import random
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.boards import board_of
from engine.errors import BadConfig
from engine.games.street_race.grid import Cell
from engine.games.street_race.wood import (
    KIND,
    LAY_BY,
    LETTERS,
    ROWS,
    SPARE,
    cell_of,
    column_number,
    column_of,
    hole_of,
    returning,
    rolled,
    row_letter,
    scoot,
    standing,
    street_wood,
    waiting,
)

origins = st.integers(0, ROWS - 1)
columns = st.sampled_from([-4, -3, -2, -1, 1, 2, 3, 4])
cells = st.builds(Cell, st.integers(0, ROWS - 1), columns)


def test_the_wood_has_eight_rows_of_eight_squares_from_the_far_left() -> None:
    board = board_of(KIND)
    assert board.holes == tuple(f"{row}{n}" for row in LETTERS for n in range(1, 9))
    assert {space.shape for space in board.spaces} == {"square"}
    assert {space.heading for space in board.spaces} == {0.0}, "every space looks to the far edge"


def test_columns_lie_as_the_design_says() -> None:
    board = street_wood(4)
    p = board.pitch
    at = {space.id: (space.x / p, space.y / p) for space in board.spaces}
    assert at[str(hole_of(Cell(3, -2), 1))] == pytest.approx((-1.65, -0.5)), "3O2, rank 3 on row d"
    assert at["a5"] == pytest.approx((0.65, -3.5))
    x, y, width, height = (value / p for value in board.view_box)
    assert (x, y, width, height) == pytest.approx((-4.77, -5.0, 9.54, 9.36))
    points = list(at.values())
    nearest = min(dist(a, b) for i, a in enumerate(points) for b in points[:i])
    assert nearest == pytest.approx(1.0)
    across = [at[f"a{n + 1}"][0] - at[f"a{n}"][0] for n in range(1, 8)]
    assert across == pytest.approx([1, 1, 1, 1.3, 1, 1, 1]), "the centre strip is 0.30 wide"


def test_a_narrow_street_leaves_an_edge_and_a_lay_by_of_squares() -> None:
    narrow, wide = street_wood(3), street_wood(4)
    assert narrow.holes == wide.holes, "so one board file serves both"
    kinds = {n: {narrow.space(f"{row}{n}").kind for row in LETTERS} for n in range(1, 9)}
    assert kinds == {1: {SPARE}, 8: {LAY_BY}} | {n: {KIND} for n in range(2, 8)}
    assert narrow.places[LAY_BY].holes == tuple(f"{row}8" for row in LETTERS)
    assert (wide.places[LAY_BY].holes, wide.places[LAY_BY].kind) == ((), "tray")
    assert {space.kind for space in wide.spaces} == {KIND}


def test_neighbours_touch_and_are_neighbours_both_ways() -> None:
    board = street_wood(4)
    for hole, near in board.neighbours.items():
        assert all(hole in board.neighbours[other] for other in near)
        a = board.space(hole)
        for other in near:
            b = board.space(other)
            far = dist((a.x, a.y), (b.x, b.y)) / board.pitch
            assert far == pytest.approx(1.0, abs=0.31)
    assert len(board.neighbours["d4"]) == 4
    assert board.neighbours["a1"] == ("a2", "b1")


def test_columns_are_counted_from_the_left() -> None:
    assert [column_number(col) for col in (-4, -3, -2, -1, 1, 2, 3, 4)] == list(range(1, 9))
    assert [column_of(n) for n in range(1, 9)] == [-4, -3, -2, -1, 1, 2, 3, 4]


@given(cells, origins)
def test_a_cell_of_the_picture_has_its_own_square(cell: Cell, origin: int) -> None:
    hole = hole_of(cell, origin)
    assert hole is not None
    assert cell_of(hole, origin) == cell
    assert LETTERS.index(hole[0]) == (cell.rank - 1 + origin) % ROWS, "section 17"


@given(origins)
def test_the_page_s_rows_are_all_squares_each_once(origin: int) -> None:
    seen = {hole_of(Cell(rank, col), origin) for rank in range(ROWS) for col in (-1, 4)}
    assert len(seen) == 2 * ROWS
    assert [row_letter(rank, origin) for rank in range(ROWS)] == [
        LETTERS[(origin - 1 + k) % ROWS] for k in range(ROWS)
    ]


@given(st.integers(-40, 40), columns, origins)
def test_only_ranks_nought_to_eight_are_on_the_wood(rank: int, col: int, origin: int) -> None:
    hole = hole_of(Cell(rank, col), origin)
    assert (hole is not None) is (0 <= rank <= 8)
    if rank == 8 and hole:
        assert hole == hole_of(Cell(0, col), origin), "the road ahead has the row of rank 8"
        assert cell_of(hole, origin, last=8) == Cell(8, col)
        assert cell_of(hole, origin, last=7) == Cell(0, col)


@pytest.mark.parametrize("text", ["", "i1", "a0", "a9", "A1", "a", "a11", "1a", "lay-by"])
def test_a_text_that_names_no_square_is_refused(text: str) -> None:
    with pytest.raises(KeyError):
        cell_of(text, 0)


@given(cells, origins, st.integers(-7, 7))
def test_a_new_front_rank_moves_the_ring_and_no_car(cell: Cell, origin: int, ahead: int) -> None:
    """FF-35: the others number so many more, and stay on their squares."""
    after = Cell(cell.rank + ahead, cell.col)
    if 0 <= after.rank <= 8:
        assert hole_of(after, rolled(origin, ahead)) == hole_of(cell, origin)


def pack(*ranks: int) -> dict[str, Cell]:
    return {"ABCDEFGH"[n]: Cell(rank, 1) for n, rank in enumerate(ranks)}


def test_a_scoot_is_due_when_a_front_rank_needs_the_last_row() -> None:
    assert scoot(pack(1, 4, 7), ()) == (), "rank 8's row is free"
    assert scoot(pack(1, 4, 8), ()) == ("C",)
    assert scoot(pack(1, 4, 8, 8), ()) == ("C", "D"), "all cars of the last rank go"
    assert scoot(pack(1, 4, 8), ("C",)) == (), "it went"
    assert waiting(pack(1, 4, 8)) == set(), "a leader may drive into the last free row"


def test_a_car_comes_back_when_its_rank_is_on_the_wood_again() -> None:
    assert returning(pack(1, 4, 9), ("C",)) == ()
    assert returning(pack(1, 4, 8), ("C",)) == (), "else it might have to leave again at once"
    assert returning(pack(1, 4, 7), ("C",)) == ("C",)
    assert standing(pack(1, 4, 9), (), 0) == {"A": "a5", "B": "d5", "C": LAY_BY}
    assert standing(pack(1, 4, 8), ("C",), 0)["C"] == LAY_BY


def test_whatever_happens_no_two_ranks_share_a_row_and_no_other_car_moves() -> None:
    """Random races: fronts are made and lost, cars fall back; the wood is always right."""
    rng = random.Random(14)
    scoots = 0
    for _ in range(60):
        race = {name: Cell(1 + n // 4, 1 + n % 4) for n, name in enumerate("ABCDEFGH")}
        origin, aside = rng.randrange(ROWS), set[str]()
        for _ in range(60):
            name = rng.choice("ABCDEFGH")
            step = rng.choice((-1, -1, 1))
            if race[name].rank + step == 0:
                before = standing(race, aside, origin)
                due = scoot(race, aside)
                scoots += bool(due)
                aside |= set(due)
                after = standing(race, aside, origin)
                assert {car for car in race if before[car] != after[car]} == set(due)
                ahead = hole_of(Cell(0, race[name].col), origin)
                assert ahead is not None
                taken = {place[0] for place in after.values() if place != LAY_BY}
                assert ahead[0] not in taken, "the row of the road ahead is free"
            moved = race | {name: Cell(race[name].rank + step, race[name].col)}
            front = min(cell.rank for cell in moved.values())
            was = standing(race, aside, origin)
            race = {car: Cell(cell.rank - front + 1, cell.col) for car, cell in moved.items()}
            origin = rolled(origin, 1 - front)
            back = returning(race, aside)
            aside = waiting(race, aside)
            now = standing(race, aside, origin)
            for car in race:
                if car != name and car not in back:
                    assert now[car] == was[car], "no other car moves"
            rows: dict[str, int] = {}
            for car, place in now.items():
                if place != LAY_BY:
                    assert rows.setdefault(place[0], race[car].rank) == race[car].rank
    assert scoots > 20


def test_an_unknown_kind_names_the_street_too() -> None:
    with pytest.raises(BadConfig, match="street"):
        board_of("road")
