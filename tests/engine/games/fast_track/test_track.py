"""The board's holes, numbered (FT-1 … FT-4)."""

from __future__ import annotations

import pytest

from engine.games.fast_track.track import PLAY_AGAIN, RANKS, VALUE, track_for


@pytest.mark.parametrize(
    ("kind", "sides", "length", "holes"), [("hex", 6, 84, 133), ("square", 4, 56, 89)]
)
def test_ft_1_a_board_has_as_many_holes_as_the_rules_say(
    kind: str, sides: int, length: int, holes: int
) -> None:
    track = track_for(kind)
    assert len(track.sides) == sides
    assert track.length == length
    pens = 4 * sides
    assert length + 1 + 4 * sides + pens == holes
    assert len(set(track.names) - {"p"}) == length + 1 + 4 * sides + 2 * sides


def test_ft_2_the_track_runs_clockwise_from_a_to_the_last_side() -> None:
    track = track_for("square")
    assert track.places[:16] == (*(f"A{n}" for n in range(14)), "B0", "B1")
    assert track.places[55] == "D13"
    assert track.places[56] == "X"


def test_ft_2_marked_names_belong_to_unmarked_holes() -> None:
    track = track_for("hex")
    assert track.places[track.code_of["D0*"]] == "D0"
    assert track.flat_hole[track.code_of["D0*"]] == track.code_of["D0"]
    assert track.flat_hole[track.code_of["A8+"]] == track.code_of["A8"]


def test_ft_4_the_ring_is_the_corners_and_ends_at_the_own_one() -> None:
    track = track_for("hex")
    corners = [code for code in range(track.length) if track.is_corner(code)]
    assert [track.places[code] for code in corners] == ["A0", "B0", "C0", "D0", "E0", "F0"]
    far = [track.to_own_corner(0, code) for code in corners]
    assert far == [0, 5, 4, 3, 2, 1]


def test_ft_9_cards_have_their_values() -> None:
    assert [VALUE[rank] for rank in RANKS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 1, 1, 1]


def test_ft_7_and_bf_2_six_ranks_play_again() -> None:
    assert set(PLAY_AGAIN) == {"A", "JOKER", "6", "J", "Q", "K"}


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_codes_fit_into_seven_bits_and_pens_sort_first(kind: str) -> None:
    track = track_for(kind)
    assert track.codes < 128
    codes = sorted(range(track.codes), key=track.order)
    assert {track.names[code] for code in codes[: len(track.sides)]} == {"p"}
