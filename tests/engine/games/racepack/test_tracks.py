"""Tracks as data: reading, every problem's code, corners and inside lanes (RP-10 … RP-19)."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from racepack_circuits import FIXED, HAIRPIN, RECTANGLE, circuits, moved, rectangle
from two_forms import few_or_many

from engine.errors import BadTrack
from engine.games.racepack.generate import circuit
from engine.games.racepack.track import (
    DEFAULT,
    STEPS,
    Track,
    corners,
    course,
    fits_grid,
    problems,
)

sys.path.append(str(Path(__file__).parents[2] / "oracle"))
naive_checks = importlib.import_module("naive_checks")

Tiles = list[Any]


def ring(width: int, height: int) -> list[tuple[int, int]]:
    """A rectangle driven anticlockwise, beginning in the middle of the bottom."""
    bottom = [(x, 0) for x in range(width - 1)]
    right = [(width - 1, y) for y in range(height - 1)]
    top = [(x, height - 1) for x in range(width - 1, 0, -1)]
    left = [(0, y) for y in range(height - 1, 0, -1)]
    whole = bottom + right + top + left
    return whole[width // 2 :] + whole[: width // 2]


def codes(tiles: Tiles, **options: Any) -> Sequence[str]:
    return problems(Track.of(tiles, **options))


@pytest.mark.parametrize("name", list(FIXED))
def test_a_sound_track_has_no_problem(name: str) -> None:
    assert problems(FIXED[name]) == ()


def test_the_default_circuit_has_eight_corners_in_driving_order() -> None:
    """RP-13, RP-18."""
    told = [(c.no, c.tile, c.side) for c in corners(DEFAULT)]
    assert told == [
        *((1, 4, "R"), (2, 7, "R"), (3, 8, "L"), (4, 9, "R")),
        *((5, 13, "R"), (6, 15, "L"), (7, 18, "R"), (8, 20, "R")),
    ]


def test_the_inside_of_a_corner_tile_is_that_of_the_next_corner() -> None:
    """RP-15."""
    way = course(DEFAULT)
    assert way is not None
    assert "".join(way.inside) == "RRRRRRRLRRRRRLLRRRRRRRRR"
    assert way.inside[7] == "L"  # corner 2 turns right, corner 3 after it left


def test_tiles_that_do_not_follow_on_are_named_and_nothing_after_them_is_looked_for() -> None:
    """RP-11: the first four kinds come alone."""
    assert codes(moved(RECTANGLE, t12=(4, 6))) == ("not_adjacent:11", "not_adjacent:12")
    assert codes(moved(RECTANGLE, t23=(5, 9))) == ("not_adjacent:22", "not_adjacent:23")


def test_a_tile_shifted_by_more_than_half_follows_no_longer() -> None:
    half_on = moved(RECTANGLE, t12=(4.5, 4))
    assert codes(half_on) == ("not_adjacent:11", "not_adjacent:12", "overlap:12,13")
    assert codes(moved(RECTANGLE, t12=(4, 5))) == ("not_adjacent:11", "not_adjacent:12")


def test_overlaps_are_told_once_a_pair_in_rising_order() -> None:
    """RP-11, also where only half of a tile is covered twice."""
    assert codes(moved(RECTANGLE, t2=(0, 2), t3=(0, 4))) == (
        *("not_adjacent:1", "not_adjacent:2", "not_adjacent:3"),
        *("overlap:2,6", "overlap:3,8"),
    )


def test_too_few_and_too_many_are_counted_last() -> None:
    """RP-11: 24 tiles, up to 48 with two piecepacks."""
    assert codes(ring(6, 7)) == ("too_few",)
    assert codes(ring(7, 7)) == ()
    assert codes(ring(12, 14)) == ()
    assert codes(ring(13, 14)) == ("too_many",)
    assert codes([]) == ("too_few",)
    assert codes([(0, 0)]) == ("not_adjacent:0", "too_few")
    assert codes([(0, 0), (1, 0)]) == ("too_few",)


def test_tiles_that_touch_without_following_one_another_need_walls() -> None:
    """RP-11, RP-75."""
    assert codes(HAIRPIN) == ("touch:5,8",)
    assert codes(HAIRPIN, walls=True) == ()


def test_half_an_edge_is_a_touch_too() -> None:
    """RP-11 and RP-76 together."""
    narrow = [
        *((5, 0), (4, 0), (3, 0), (2, 0), (1, 0), (0, 0), (0, 1), (0, 2)),
        *((1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (8, 2), (9, 2), (10, 2)),
        *((10, 1), (10, 0), (9, 0), (8, 0), (7, 0), (6, 0)),
    ]
    assert codes(narrow) == ()
    one = moved(narrow, t12=(5, 1.5))
    assert codes(one) == ()  # half a tile is left between
    assert codes(moved(one, t0=(5, 0.5)))[:1] == ("touch:0,12",)


def test_the_line_lies_on_a_straight() -> None:
    """RP-12: tile 0 and the last tile."""
    for shift in (4, 5):
        tiles = RECTANGLE[shift:] + RECTANGLE[:shift]
        assert codes(tiles) == ("line_not_on_straight",)


def test_a_chicane_keeps_away_from_corners() -> None:
    """RP-76: the codes name the link by its first tile."""
    assert codes(moved(RECTANGLE, t9=(1, 4.5))) == ("chicane_at_corner:8",)
    assert codes(moved(RECTANGLE, t15=(7, 4.5))) == ("chicane_at_corner:15",)
    assert codes(moved(RECTANGLE, t10=(2, 4.5))) == ()


def test_no_chicane_between_the_line_and_corner_1_nor_on_the_line() -> None:
    """RP-76: the link over the line is number -1."""
    assert codes(moved(RECTANGLE, t1=(3, -0.5))) == (
        "chicane_after_start:0",
        "chicane_after_start:1",
    )
    assert codes(moved(RECTANGLE, t23=(5, -0.5))) == ("chicane_after_start:-1",)
    assert codes(moved(RECTANGLE, t3=(1, -0.5))) == (
        *("chicane_at_corner:3", "chicane_after_start:2", "chicane_after_start:3"),
    )
    assert codes(moved(RECTANGLE, t22=(6, -0.5))) == ()


def test_the_kinds_of_problems_come_in_their_order() -> None:
    """RP-11: touch, line, chicane at a corner, chicane after the start."""
    tiles = HAIRPIN[1:] + HAIRPIN[:1]
    tiles = tiles[1:] + tiles[:1]  # the line now follows corner 1
    assert codes(tiles) == ("touch:3,6", "line_not_on_straight")


def test_the_pit_lane_lies_beside_four_straight_tiles() -> None:
    """RP-77."""
    assert problems(rectangle(pit=9)) == ()
    assert problems(rectangle(pit=12)) == ()
    for first in (8, 13, 5, 24, -1):
        assert problems(rectangle(pit=first)) == ("pit_off_straight",)
    chicane = Track.of(moved(RECTANGLE, t10=(2, 4.5)), pit=12)
    assert problems(chicane) == ()
    assert problems(Track(chicane.tiles, pit=11)) == ("pit_off_straight",)


def test_outer_tiles_and_the_pit_row_obey_the_checks_as_well() -> None:
    """RP-77, RP-79 with RP-11."""
    assert problems(Track(DEFAULT.tiles, wide=True, pit=21)) == ("overlap:O0,P3",)
    long = ring(12, 4)  # anticlockwise, line in the middle of the bottom
    n = len(long)
    assert problems(Track.of(long, wide=True, pit=n - 4)) == ("touch:O0,P3",)
    assert problems(Track.of(long, wide=True, pit=n - 4, walls=True)) == ()
    assert problems(Track.of(long, wide=True, pit=n - 5)) == ()


def test_the_grid_needs_straight_tiles_behind_the_line() -> None:
    """RP-12: one for every four cars begun."""
    assert fits_grid(DEFAULT, 12)
    assert not fits_grid(DEFAULT, 13)
    assert fits_grid(FIXED["hairpin"], 8)
    assert not fits_grid(Track.of([]), 1)


@pytest.mark.parametrize("name", list(FIXED))
def test_a_track_survives_its_own_json(name: str) -> None:
    """RP-19."""
    track = FIXED[name]
    assert Track.from_json(track.to_json()) == track


def test_the_json_form_has_only_what_is_set() -> None:
    """RP-19: half positions stay half, whole ones whole; the default has a name."""
    assert DEFAULT.to_json() == "default"
    assert Track.of(moved(RECTANGLE, t12=(4, 4.5)), pit=10).to_json() == {
        "tiles": [list(xy) for xy in moved(RECTANGLE, t12=(4, 4.5))],
        "walls": False,
        "pit": 10,
    }
    assert "4.0" not in str(rectangle().to_json())


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (None, '"default"'),
        ("oval", '"default"'),
        ([], '"default"'),
        ({}, '"tiles"'),
        ({"tiles": 3}, '"tiles"'),
        ({"tiles": "ab"}, '"tiles"'),
        ({"tiles": [], "wall": True}, "'wall'"),
        ({"tiles": [], "walls": 1}, "'walls'"),
        ({"tiles": [], "wide": None}, "'wide'"),
        ({"tiles": [], "pit": True}, "'pit'"),
        ({"tiles": [], "pit": 2.0}, "'pit'"),
        ({"tiles": [[0, 0], [1]]}, "Tile 1"),
        ({"tiles": [[0, 0, 0]]}, "Tile 0"),
        ({"tiles": ["ab"]}, "Tile 0"),
        ({"tiles": [{"x": 1, "y": 2}]}, "Tile 0"),
        ({"tiles": [[0, True]]}, "Tile 0"),
        ({"tiles": [[0, "1"]]}, "Tile 0"),
        ({"tiles": [[0, 0.25]]}, "0.25"),
        ({"tiles": [[0, float("nan")]]}, "nan"),
        ({"tiles": [[0, float("inf")]]}, "inf"),
        ({"tiles": [[0, 10**400]]}, "Tile 0"),
        ({"tiles": [[0, 0]] * 201}, "201"),
    ],
)
def test_a_track_that_cannot_be_read_is_refused_with_its_place(data: object, told: str) -> None:
    """RP-86: ``bad_track``."""
    with pytest.raises(BadTrack, match=told.replace("[", r"\[")) as refused:
        Track.from_json(data)
    assert refused.value.code == "bad_track"
    assert len(str(refused.value)) < 600


@few_or_many(given(circuits()), 15, 60)
def test_circuits_by_chance_are_sound_and_have_room_for_eight(track: Track) -> None:
    """RP-11, RP-12."""
    assert problems(track) == ()
    assert fits_grid(track, 8)
    turns = [1 if corner.side == "R" else -1 for corner in corners(track)]
    assert abs(sum(turns)) == 4  # once round


MISTAKES = ("half", "half", "half", "moved", "cut", "line", "torn", "no walls")


@st.composite
def spoilt(draw: st.DrawFn) -> Track:
    """A sound circuit with up to three things done to it that people do by mistake."""
    track = draw(circuits())
    tiles = list(track.tiles)
    for _ in range(draw(st.integers(1, 3))):
        i, kind = draw(st.integers(0, len(tiles) - 1)), draw(st.sampled_from(MISTAKES))
        x, y = tiles[i]
        dx, dy = draw(st.sampled_from(STEPS))
        if kind == "half":
            tiles[i] = (x + dx, y + dy)
        elif kind == "moved":
            tiles[i] = (x + 2 * dx, y + 2 * dy)
        elif kind == "cut":
            tiles = [*tiles[:i], *tiles[i + 1 :]]
        elif kind == "line":
            tiles = [*tiles[i:], *tiles[:i]]
        elif kind == "torn":
            tiles = [(a + dx, b + dy) if k >= i else (a, b) for k, (a, b) in enumerate(tiles)]
        else:
            return Track(tuple(tiles), walls=False)
    return Track(tuple(tiles), track.walls)


@few_or_many(given(spoilt()), 25, 150)
def test_the_problems_of_spoilt_circuits_are_those_of_a_slow_reading(track: Track) -> None:
    """RP-11, RP-12, RP-76: codes, numbers and order."""
    data = {"tiles": [[x / 2, y / 2] for x, y in track.tiles], "walls": track.walls}
    assert list(problems(track)) == naive_checks.problems(data)


def test_the_slow_reading_knows_every_code() -> None:
    """Else agreement would mean little."""
    seen = set()
    for seed in range(400):
        track = circuit(Random(seed), walls=seed % 3 == 0)
        tiles = [[x / 2, y / 2] for x, y in track.tiles]
        i = seed % len(tiles)
        tiles[i] = [tiles[i][0] + (seed % 2) / 2, tiles[i][1] + (1 - seed % 2) / 2]
        turned = tiles[seed % 5 :] + tiles[: seed % 5] if seed % 7 else tiles[1:]
        codes_found = naive_checks.problems({"tiles": turned, "walls": False})
        assert list(codes_found) == list(problems(Track.of(turned)))
        seen |= {code.split(":")[0] for code in codes_found}
    assert seen >= {
        *("not_adjacent", "overlap", "too_few", "touch", "line_not_on_straight"),
        *("chicane_at_corner", "chicane_after_start"),
    }


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"walls": None}, "A track's 'walls' is true or false, not null."),
        ({"pit": True}, "A track's 'pit' is the number of a tile, not true."),
        ({"tiles": [[0, False]]}, "Tile 0 of the track has false where a number belongs."),
    ],
)
def test_a_wrong_value_is_told_as_the_file_writes_it(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadTrack, match=re.escape(said)):
        Track.from_json({"tiles": [[0, 0]], **wrong})
