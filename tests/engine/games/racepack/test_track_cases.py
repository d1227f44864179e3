"""The answers to the ops ``track``, ``hazards`` and ``grid`` of a case (RP-90)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from racepack_circuits import circuits

from engine.errors import BadTrack
from engine.games.racepack.cases_track import (
    grid_answer,
    grid_order,
    hazards_answer,
    track_answer,
)
from engine.games.racepack.road import road
from engine.games.racepack.track import Track


def test_the_shared_cases_of_tracks_hazards_and_grids_hold(shared: Path) -> None:
    """RP-10 … RP-26."""
    cases = json.loads((shared / "rules" / "racepack_cases.json").read_text("utf-8"))["cases"]
    told = 0
    for case in cases:
        answer = answered(case)
        if answer is None:
            continue
        told += 1
        for key, expected in case["expect"].items():
            if key == "outside":
                for tile, spaces in expected.items():
                    assert set(answer[key][tile]) == set(spaces), case["id"]
            else:
                assert answer[key] == expected, case["id"]
    assert told >= 8


def answered(case: dict[str, Any]) -> Any:
    if case["op"] == "track":
        return track_answer(case["track"])
    if case["op"] == "hazards":
        return hazards_answer(case["track"], case["rolls"])
    if case["op"] == "grid":
        config = case["config"]
        return grid_answer(config.get("track", "default"), config["players"], config["ranking"])
    return None


def test_a_torn_track_has_problems_and_nothing_else() -> None:
    """RP-11."""
    assert track_answer({"tiles": [[0, 0], [5, 5]]}) == {
        "problems": ["not_adjacent:0", "not_adjacent:1", "too_few"]
    }


def test_a_closed_but_short_track_still_tells_its_corners() -> None:
    """RP-13."""
    answer = track_answer(
        {"tiles": [[1, 0], [0, 0], [0, 1], [0, 2], [1, 2], [2, 2], [2, 1], [2, 0]]}
    )
    assert answer["problems"] == ["too_few"]
    assert answer["corners"] == [[1, 1, "R"], [2, 3, "R"], [3, 5, "R"], [4, 7, "R"]]
    assert answer["spaces"] == 32


@settings(max_examples=25)
@given(circuits())
def test_the_outside_told_is_that_of_the_road(track: Track) -> None:
    """RP-16: two ways to the same three spaces."""
    lap = road(track)
    answer = track_answer(track.to_json())
    assert answer["spaces"] == len(lap.spaces)
    assert answer["outside"] == {
        str(c.tile): [lap.spaces[s] for s in lap.outsides(c.tile)] for c in lap.corners
    }


@pytest.mark.parametrize(
    ("rolls", "tiles"),
    [
        ([], []),
        ([3], [7]),
        ([0, 0, 0, 1], [4, 5]),
        ([5, 0, 5, 5, 5], [9, 14, 19, 0]),
        ([1, 1, 1, 1, 5], [5, 6, 7, 8]),
    ],
)
def test_only_the_first_null_counts_and_there_are_four_hazards(
    rolls: list[int], tiles: list[int]
) -> None:
    """RP-2, RP-26."""
    assert hazards_answer("default", rolls) == {"tiles": tiles}


def test_second_cars_stand_in_the_opposite_order() -> None:
    """RP-22: three teams of two."""
    teams = {"A": ["a1", "a2"], "B": ["b1", "b2"], "C": ["c1", "c2"]}
    order = ["c1", "a1", "b1", "b2", "a2", "c2"]
    assert grid_order(teams, ["C", "A", "B"]) == order
    answer = grid_answer("default", teams, ["C", "A", "B"])
    assert answer["order"] == order
    assert answer["at"] == dict(
        zip(order, ("23.1R", "23.1L", "23.0R", "23.0L", "22.1R", "22.1L"), strict=True)
    )


def test_a_bad_track_is_told_from_every_op() -> None:
    """RP-86."""
    for ask in (
        lambda: track_answer({"tiles": 1}),
        lambda: hazards_answer({"tiles": []}, [1]),
        lambda: grid_answer({"tiles": []}, {"A": ["a"]}, ["A"]),
    ):
        with pytest.raises(BadTrack):
            ask()
