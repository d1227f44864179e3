"""The road: ids, steps, corners, lanes, ranks, the grid (RP-14 … RP-22, RP-77, RP-79)."""

from __future__ import annotations

import importlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from racepack_circuits import FIXED, RECTANGLE, circuits, rectangle
from two_forms import few_or_many

from engine.errors import BadTrack
from engine.games.racepack.road import NONE, PIT, Road, road
from engine.games.racepack.track import DEFAULT, Track, problems
from engine.games.racepack.ways import ways_of

sys.path.append(str(Path(__file__).parents[2] / "oracle"))
naive_road = importlib.import_module("naive_road")

COMPASS = "NESW"


def steps(lap: Road, space: str, heading: int | None = None) -> dict[str, str]:
    """``{"F": …, "L": …, "R": …}`` of one step, by name; without heading: the normal one."""
    s = lap.index[space]
    h = lap.heading[s] if heading is None else heading
    ways = {"F": lap.ahead[h][s], "L": lap.left[h][s], "R": lap.right[h][s]}
    return {word: lap.spaces[to] for word, to in ways.items() if to != NONE}


def same_as_the_slow_reading(track: Track) -> None:
    lap = road(track)
    data: dict[str, Any] = {
        "tiles": [[x / 2, y / 2] for x, y in track.tiles],
        "wide": track.wide,
        "pit": track.pit,
    }
    slow = naive_road.NaiveRoad(data)
    cells = {name: (2 * x, 2 * y) for name, ((x, y), _) in slow.spaces().items()}
    assert dict(zip(lap.spaces, lap.cells, strict=True)) == cells
    for i in range(len(track)):
        assert lap.inside(i) == slow.inside(i)
        assert bool(slow.turns(i)) == lap.is_corner(i)
    for s, name in enumerate(lap.spaces):
        for heading in {lap.heading[s], lap.kept[s]}:
            assert steps(lap, name, heading) == slow.steps(name, COMPASS[heading]), (name, heading)


@pytest.mark.parametrize("name", list(FIXED))
def test_every_step_is_that_of_a_slow_reading_of_the_text(name: str) -> None:
    """RP-14, RP-15, RP-17, RP-75 … RP-77, RP-79."""
    same_as_the_slow_reading(FIXED[name])


@few_or_many(given(circuits()), 4, 12)
def test_every_step_on_circuits_by_chance_is_that_of_the_slow_reading(track: Track) -> None:
    """RP-17."""
    same_as_the_slow_reading(track)


def test_ids_run_by_tile_row_and_lane() -> None:
    """RP-14."""
    lap = road(DEFAULT)
    assert len(lap.spaces) == 96
    assert lap.spaces[:5] == ("0.0L", "0.0R", "0.1L", "0.1R", "1.0L")
    assert lap.spaces[16:20] == ("4.0L", "4.0R", "4.1L", "4.1R")
    assert [lap.index[name] for name in lap.spaces] == list(range(96))


def test_a_right_corner_has_its_four_roles() -> None:
    """RP-16."""
    lap = road(DEFAULT)
    assert [lap.spaces[s] for s in lap.outsides(4)] == ["4.0L", "4.0R", "4.1L"]
    entries = [lap.spaces[s] for s in range(16, 20) if lap.entry[s]]
    assert entries == ["4.0R", "4.1R"]
    assert steps(lap, "3.1R", None)["F"] == "4.1R"
    assert steps(lap, "3.1L", None)["F"] == "4.0R"


def test_a_left_corner_is_its_mirror_image() -> None:
    """RP-16: corner 3 of the default circuit."""
    lap = road(DEFAULT)
    assert [lap.spaces[s] for s in lap.outsides(8)] == ["8.0L", "8.0R", "8.1R"]
    assert [lap.spaces[s] for s in range(32, 36) if lap.entry[s]] == ["8.0L", "8.1L"]


def test_a_tile_straight_on_is_no_corner_and_has_no_outside() -> None:
    lap = road(DEFAULT)
    assert lap.outsides(5) == ()
    assert not any(lap.entry[s] for s in range(20, 24))
    assert [lap.corner[4 * tile] for tile in (3, 4, 8, 20)] == [0, 1, 3, 8]


def test_straight_on_ends_after_the_second_row_of_a_corner() -> None:
    """RP-33: entry row, second row, off the road."""
    lap = road(DEFAULT)
    run = [lap.spaces[s] for s in lap.runs[lap.index["2.0L"]]]
    assert run == ["2.1L", "3.0L", "3.1L", "4.0R", "4.0L"]
    assert [lap.spaces[s] for s in lap.runs[lap.index["3.1R"]]] == ["4.1R", "4.1L"]


def test_no_run_is_longer_than_seven() -> None:
    """RP-3, RP-31."""
    lap = road(DEFAULT)
    assert max(len(run) for run in lap.runs) == 7
    assert [lap.spaces[s] for s in lap.runs[lap.index["20.1R"]]][-1] == "0.0R"


def test_no_lane_change_cuts_an_inside_edge() -> None:
    """RP-35: from the inner space beside corner 4 nothing leads to the leg behind it."""
    lap = road(DEFAULT)
    for s, name in enumerate(lap.spaces):
        for _, to in lap.lane_changes(s):
            assert (lap.tile[to] - lap.tile[s]) % 24 <= 1, name
    assert steps(lap, "3.1R") == {"F": "4.1R", "L": "4.0R"}


@pytest.mark.parametrize(
    ("tile", "expected"),
    [
        (4, {"4.0R": ("4.0L", None), "4.1R": ("4.1L", ("L", "4.0L"))}),
        (8, {"8.0L": ("8.0R", None), "8.1L": ("8.1R", ("R", "8.0R"))}),
    ],
)
def test_a_kept_heading_leads_to_the_second_row_or_the_outer_apex(
    tile: int, expected: dict[str, Any]
) -> None:
    """RP-37, both hands."""
    lap = road(DEFAULT)
    for s in range(4 * tile, 4 * tile + 4):
        forward, turn = expected.get(lap.spaces[s], (None, None))
        on = lap.keep_forward(s)
        assert (lap.spaces[on] if on != NONE else None) == forward
        kept = lap.keep_turn[s]
        assert (kept and (kept[0], lap.spaces[kept[1]])) == turn


def test_the_line_is_crossed_from_the_last_tile_to_tile_0_only() -> None:
    """RP-10, also by a long movement."""
    lap = road(DEFAULT)
    at = lap.index
    assert lap.crosses(at["23.1L"], at["0.0L"])
    assert lap.crosses(at["20.1L"], at["0.0L"])
    assert not lap.crosses(at["0.0L"], at["3.1L"])
    assert not lap.crosses(at["22.1L"], at["23.0R"])


def test_the_rank_goes_by_tile_row_and_inside_lane() -> None:
    """RP-70: on tile 7 the left lane is inside, on tile 8 the right one."""
    lap = road(DEFAULT)
    order = sorted(("7.0L", "7.0R", "7.1L", "7.1R", "8.0L", "8.0R"), key=rank_in(lap))
    assert order == ["7.0R", "7.0L", "7.1R", "7.1L", "8.0L", "8.0R"]
    assert lap.rank[lap.index["6.1R"]] < lap.spun_rank(7) < lap.rank[lap.index["7.0R"]]


def rank_in(lap: Road) -> Any:
    return lambda name: lap.rank[lap.index[name]]


def test_the_wide_start_gives_two_lanes_more_until_corner_1() -> None:
    """RP-79: the last outer space has no way on and is left out."""
    lap = road(rectangle(wide=True))
    assert len(lap.spaces) == 96 + 15
    assert lap.spaces[-3:] == ("3.0O2", "3.0O3", "3.1O2")
    assert steps(lap, "23.1L") == {"F": "0.0L", "L": "0.0O2", "R": "0.0R"}
    assert steps(lap, "0.0O3") == {"F": "0.1O3", "R": "0.1O2"}
    assert steps(lap, "1.1L") == {"F": "2.0L", "L": "2.0O2", "R": "2.0R"}
    assert steps(lap, "3.1L") == {"F": "4.0R", "R": "4.1R"}
    assert steps(lap, "3.1O2") == {"R": "4.0R"}
    assert steps(lap, "3.0O3") == {"R": "3.1O2"}
    order = sorted(("2.0R", "2.0L", "2.0O2", "2.0O3"), key=rank_in(lap), reverse=True)
    assert order == ["2.0R", "2.0L", "2.0O2", "2.0O3"]


def test_the_pit_lane_is_entered_and_left_by_lane_changes_only() -> None:
    """RP-77: beside the straight, tiles 11 … 14 of the rectangle."""
    lap = road(rectangle(pit=11))
    assert lap.spaces[96:] == tuple(f"P{k}" for k in range(8))
    assert steps(lap, "10.1L") == {"F": "11.0L", "L": "P0", "R": "11.0R"}
    assert steps(lap, "11.0L")["L"] == "P1"
    assert "L" not in steps(lap, "11.0R") or steps(lap, "11.0R")["L"] == "11.1L"
    assert steps(lap, "P0") == {"F": "P1", "R": "11.1L"}
    assert steps(lap, "P7") == {"R": "15.0L"}
    assert [lap.stall[lap.index[f"P{k}"]] for k in range(8)] == [-1, 0, -1, 1, -1, 2, -1, 3]
    order = sorted(("12.0R", "12.0L", "P2", "12.1L", "P3"), key=rank_in(lap), reverse=True)
    assert order == ["12.1L", "P3", "12.0R", "12.0L", "P2"]
    assert {lap.lane[s] for s in range(96, 104)} == {PIT}


@few_or_many(given(circuits()), 3, 10)
def test_no_space_of_an_empty_road_is_a_dead_end(track: Track) -> None:
    """RP-17, RP-76, RP-77, RP-79: wherever the pit lane lies, nobody is shut in for good."""
    places = [replace(track, pit=pit) for pit in (None, *range(len(track)))]
    for sound in (place for place in places if not problems(place)):
        lap = road(sound)
        shut_in = [name for name, ways in zip(lap.spaces, ways_of(sound).plain, strict=True)
                   if not ways]  # fmt: skip
        assert not shut_in, sound


def test_a_pit_lane_may_lie_along_the_line() -> None:
    """RP-77, RP-10: P6 is beyond the line on the default circuit."""
    lap = road(FIXED["pit on the line"])
    assert [lap.tile[lap.index[f"P{k}"]] for k in (0, 5, 6, 7)] == [21, 23, 0, 0]
    assert lap.crosses(lap.index["P5"], lap.index["P6"])
    assert not lap.crosses(lap.index["P4"], lap.index["P5"])


def test_a_hairpin_s_walls_are_not_passed() -> None:
    """RP-75: 5 and 8 lie side by side."""
    lap = road(FIXED["hairpin"])
    for s in range(20, 24):
        assert all(lap.tile[to] in (5, 6) for h in range(4) for to in tos(lap, h, s))
    down = [lap.spaces[s] for s in lap.runs[lap.index["7.1L"]]]
    assert down == ["8.1L", "8.1R"]  # tile 9 lies to the left, nothing further down


def tos(lap: Road, heading: int, s: int) -> list[int]:
    found = (lap.ahead[heading][s], lap.left[heading][s], lap.right[heading][s])
    return [to for to in found if to != NONE]


def test_a_chicane_overlaps_in_one_lane_and_may_be_cut() -> None:
    """RP-76: tile 12 half a tile to the left."""
    lap = road(FIXED["chicane"])
    assert steps(lap, "11.1L") == {"F": "12.0R", "L": "12.0L"}
    assert steps(lap, "11.1R") == {"L": "12.0R"}
    assert steps(lap, "12.1R") == {"F": "13.0L", "R": "13.0R"}
    assert steps(lap, "12.1L") == {"R": "13.0L"}
    assert not lap.is_corner(12)


def test_the_grid_goes_back_two_abreast_with_the_inside_first() -> None:
    """RP-22, also on a track whose first corner turns left."""
    assert names(road(DEFAULT), 6) == ["23.1R", "23.1L", "23.0R", "23.0L", "22.1R", "22.1L"]
    assert names(road(FIXED["anticlockwise"]), 3) == ["23.1L", "23.1R", "23.0L"]
    assert names(road(FIXED["wide"]), 8)[-2:] == ["22.0R", "22.0L"]


def names(lap: Road, cars: int) -> list[str]:
    return [lap.spaces[s] for s in lap.grid(cars)]


def test_a_grid_without_room_is_a_bad_track() -> None:
    """RP-12."""
    tiles = RECTANGLE[-2:] + RECTANGLE[:-2]  # one straight tile before the line
    track = Track.of(tiles)
    assert len(road(track).grid(4)) == 4
    with pytest.raises(BadTrack, match="5 cars"):
        road(track).grid(5)


def test_an_unsound_track_has_no_road() -> None:
    """RP-11, RP-86."""
    with pytest.raises(BadTrack, match="too_few"):
        road(Track.of([(0, 0), (1, 0)]))


def test_hazards_are_counted_round_the_end_of_the_lap() -> None:
    """RP-26."""
    lap = road(DEFAULT)
    assert lap.hazard_tile(4, 0) == 4
    assert lap.hazard_tile(22, 5) == 3
