"""The boards' holes, places and geometry hold every figure of the design (FT-1 … FT-5)."""

from __future__ import annotations

from itertools import combinations
from math import cos, dist, pi

import pytest

from engine.board import Board
from engine.boards.marble import GEOMETRY, SIDES, board_for, ring, track
from engine.boards.routes import routes
from engine.boards.seats import usual_seats, usual_teams
from engine.errors import BadConfig

KINDS = ("hex", "square")


def at(board: Board, hole: str) -> tuple[float, float]:
    space = board.space(hole)
    return space.x, space.y


def in_pitches(board: Board, one: str, other: str) -> float:
    return dist(at(board, one), at(board, other)) / board.pitch


CHECKED = {
    "hex": {
        "A0": (0.2232, 0.3866),
        "A1": (0.1860, 0.4718),
        "A5": (0.1860, 0.8438),
        "A7": (0, 0.8438),
        "A9": (-0.1860, 0.8438),
        "A13": (-0.1860, 0.4718),
        "Ah4": (0, 0.4718),
        "Ap1": (-0.3115, 0.7880),
        "Ap4": (-0.4045, 0.6950),
    },
    "square": {
        "A0": (0.1940, 0.1940),
        "A5": (0.1940, 0.6790),
        "A9": (-0.1940, 0.6790),
        "Ap1": (-0.3249, 0.6208),
        "Ap4": (-0.4219, 0.5238),
    },
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_holes_lie_at_the_check_values_of_the_design(kind: str) -> None:
    board = board_for(kind)
    for hole, (x, y) in CHECKED[kind].items():
        assert at(board, hole) == pytest.approx((x, y), abs=5.1e-5), hole


@pytest.mark.parametrize(("kind", "holes", "track_holes"), [("hex", 133, 84), ("square", 89, 56)])
def test_a_board_has_the_holes_of_ft_1(kind: str, holes: int, track_holes: int) -> None:
    board = board_for(kind)
    assert len(board.spaces) == len(set(board.holes)) == holes
    assert len(track(kind)) == track_holes
    assert len(board.places) == holes - 3 * len(SIDES[kind])


@pytest.mark.parametrize(("kind", "pairs"), [("hex", 132), ("square", 88)])
def test_only_neighbours_are_one_pitch_apart_and_all_others_farther(kind: str, pairs: int) -> None:
    board = board_for(kind)
    near = {frozenset((one, two)) for one, all_ in board.neighbours.items() for two in all_}
    far = []
    where = {hole: at(board, hole) for hole in board.holes}
    for one, other in combinations(board.holes, 2):
        apart = dist(where[one], where[other]) / board.pitch
        if {one, other} in near:
            assert apart == pytest.approx(1, abs=1e-9), (one, other)
        else:
            far.append((apart, one, other))
    assert len(near) == pairs
    least = min(far)[0]
    assert least == pytest.approx(1.408, abs=5e-4)
    second = {frozenset((o[1:], t[1:])) for d, o, t in far if d < least + 1e-6}
    assert second == {frozenset(("11", "p3")), frozenset(("10", "p1"))}


@pytest.mark.parametrize(
    ("kind", "one", "other", "pitches"),
    [
        ("hex", "A13", "B1", 1.609),
        ("square", "A13", "B1", 1.414),
        ("hex", "A9", "B5", 5.61),
        ("hex", "Ah2", "A3", 2.0),
        ("hex", "Ah2", "A11", 2.0),
        ("square", "Ah4", "A1", 2.0),
    ],
)
def test_single_distances_are_those_of_the_design(
    kind: str, one: str, other: str, pitches: float
) -> None:
    expected = pytest.approx(pitches, abs=1e-2 if pitches > 5 else 6e-4)
    assert in_pitches(board_for(kind), one, other) == expected


@pytest.mark.parametrize(("kind", "next_arm"), [("hex", 2.34), ("square", 3.42)])
def test_a_pen_visibly_belongs_to_its_own_side(kind: str, next_arm: float) -> None:
    board = board_for(kind)
    pen = board.places["Ap"].holes
    own = min(in_pitches(board, p, f"A{i}") for p in pen for i in range(9, 14))
    following = min(in_pitches(board, p, f"B{i}") for p in pen for i in range(1, 8))
    assert own == pytest.approx(1.41, abs=5e-3)
    assert following == pytest.approx(next_arm, abs=5e-3)


@pytest.mark.parametrize(("kind", "pitches"), [("hex", 0.917), ("square", 1.0)])
def test_the_last_home_hole_keeps_clear_of_the_ring(kind: str, pitches: float) -> None:
    # the ring's stretch before side A is level, at the height of A's corner
    board = board_for(kind)
    gap = (board.space("Ah4").y - board.space("A0").y) / board.pitch
    assert gap == pytest.approx(pitches, abs=5e-4)


@pytest.mark.parametrize(
    ("kind", "farthest", "outline"), [("hex", 0.8858, 0.9988), ("square", 0.7506, 0.9965)]
)
def test_everything_lies_inside_the_unit_circle(kind: str, farthest: float, outline: float) -> None:
    board, geometry = board_for(kind), GEOMETRY[kind]
    reach = max(dist((0, 0), at(board, hole)) for hole in board.holes)
    assert reach == pytest.approx(farthest, abs=5e-5)
    # the outline's farthest point: the middle of a rounded corner
    centre = (geometry.apothem - geometry.rounding) / cos(pi / geometry.sides)
    assert (centre + geometry.rounding) * geometry.pitch == pytest.approx(outline, abs=5e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_spaces_stand_in_sensor_order_with_the_kinds_of_ft_3(kind: str) -> None:
    board = board_for(kind)
    side = [f"{i}" for i in range(14)] + [f"{b}{i}" for b in "hp" for i in range(1, 5)]
    assert board.holes == (*(c + name for c in SIDES[kind] for name in side), "X")
    kinds = {space.id[1:]: space.kind for space in board.spaces if space.side == "B"}
    assert kinds["0"] == "corner"
    assert kinds["7"] == "turn-in"
    assert kinds["9"] == "pen-exit"
    assert {kinds[str(i)] for i in range(14) if i not in (0, 7, 9)} == {"track"}
    assert {kinds[f"h{i}"] for i in range(1, 5)} == {"home"}
    assert {kinds[f"p{i}"] for i in range(1, 5)} == {"pen"}
    assert (board.space("X").kind, board.space("X").side) == ("bullseye", None)


@pytest.mark.parametrize("kind", KINDS)
def test_the_four_pen_holes_are_one_place_and_every_other_hole_is_its_own(kind: str) -> None:
    for name, place in board_for(kind).places.items():
        if place.kind == "pen":
            assert place.holes == tuple(f"{name}{i}" for i in range(1, 5))
            assert place.capacity == 4
        else:
            assert (place.holes, place.capacity) == ((name,), 1)


def test_headings_follow_the_travel_clockwise() -> None:
    board = board_for("hex")
    assert board.space("A5").heading == pytest.approx(270)  # along the bottom, to the left
    assert board.space("A10").heading == pytest.approx(0)  # up the left arm
    assert board.space("A2").heading == pytest.approx(180)  # out along the right arm
    assert board.space("Ah1").heading == pytest.approx(0)
    assert board.space("Ap1").heading is None


def test_the_keys_follow_the_track_and_branch_where_the_design_says() -> None:
    ways = routes("hex", "C")
    assert set(ways) == set(board_for("hex").holes)
    assert (ways["F13"].right, ways["A0"].left) == ("A0", "F13")
    assert (ways["D7"].up, ways["Dh1"].down, ways["Dh1"].up) == ("Dh1", "D7", "Dh2")
    assert (ways["D9"].up, ways["Dp1"].down, ways["Dp4"].up) == ("Dp1", "D9", None)
    assert (ways["E0"].up, ways["X"].down) == ("X", "C0")
    assert (ways["B5"].next_corner, ways["B5"].previous_corner) == ("C0", "B0")
    assert (ways["B0"].next_corner, ways["A0"].previous_corner) == ("C0", "F0")
    with pytest.raises(BadConfig, match="no side 'E'"):
        routes("square", "E")


def test_every_hole_can_be_reached_by_keys_alone() -> None:
    ways = routes("hex")
    seen, edge = {"A0"}, ["A0"]
    while edge:
        for hole in ways[edge.pop()]:
            if hole is not None and hole not in seen:
                seen.add(hole)
                edge.append(hole)
    assert seen == set(board_for("hex").holes)


def test_the_ring_is_the_corners_of_ft_4() -> None:
    assert ring("square") == ("A0", "B0", "C0", "D0")


def test_usual_seats_are_those_of_ft_5() -> None:
    told = {
        ("hex", 2, 1): "A D",
        ("hex", 3, 1): "A C E",
        ("hex", 4, 1): "A B D E",
        ("hex", 3, 2): "AD BE CF",
        ("hex", 2, 3): "ACE BDF",
        ("square", 2, 1): "A C",
        ("square", 2, 2): "AC BD",
    }
    for (kind, players, each), seats in told.items():
        assert usual_seats(kind, players, each) == tuple(tuple(s) for s in seats.split())
    with pytest.raises(BadConfig, match="FT-5"):
        usual_seats("square", 3, 2)


def test_partners_sit_alternately() -> None:
    assert usual_teams(6, 2) == ((0, 3), (1, 4), (2, 5))
    assert usual_teams(6, 3) == ((0, 2, 4), (1, 3, 5))
    with pytest.raises(BadConfig, match="equal teams"):
        usual_teams(5, 2)


def test_an_unknown_board_is_named() -> None:
    with pytest.raises(BadConfig, match="'round'"):
        board_for("round")
