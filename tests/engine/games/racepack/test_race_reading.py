"""Positions in RP-80's form: defaults, all fields back, and what is refused (RP-86)."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from racepack_circuits import FIXED
from racepack_races import GAME, at, facing, new_race

from engine.errors import BadPosition, BadTrack, EngineError
from engine.registry import REGISTRY


def test_every_default_is_filled_in() -> None:
    """RP-80."""
    data: Any = GAME.load({"cars": {"r": {"at": "3.0R"}, "x": {"spun": 4}}}).to_json()
    assert data == {
        "game": "racepack",
        "track": "default",
        "laps": 3,
        "players": {"R": ["r"], "X": ["x"]},
        "token_mode": "car",
        "cars": {
            "r": {"at": "3.0R", "c": 1, "keep": False, "spun": None, "seq": 0, "started": True,
                  "place": 0},
            "x": {"at": None, "c": 1, "keep": False, "spun": 4, "seq": 0, "started": True,
                  "place": 0},
        },
        "tokens": {"r": [*"12345"], "x": [*"12345"]},
        "hazards": [],
        "round": 2,
        "order": ["x", "r"],
        "turn": {"car": "x", "made": 0, "speed": 0, "stop": False},
        "phase": "move",
        "threshold": 0,
        "skipped": [],
        "options": {},
    }  # fmt: skip


def test_pools_default_to_seven_tokens_and_any_number_of_players_may_have_one() -> None:
    """RP-28, RP-80."""
    state = {"cars": {"r": {"at": "3.0R"}}, "token_mode": "pool"}
    assert GAME.load(state).to_json()["tokens"] == {"R": [*"12345", "W", "W"]}


def test_pits_are_told_where_the_track_has_a_pit_lane() -> None:
    """RP-77."""
    state = {"cars": {"r": {"at": "P0"}}, "track": FIXED["pit"].to_json()}
    data: Any = GAME.load(state).to_json()
    assert data["cars"]["r"]["pits"] == 0
    assert data["track"]["pit"] == 11


def test_the_order_of_keys_is_no_matter() -> None:
    """A store may sort them; seats go by the players' ids."""
    config = {"players": {"Z": ["z", "b"], "M": ["c", "a"]}, "ranking": ["Z", "M"]}
    position = GAME.new(config)
    again = GAME.load(json.loads(json.dumps(position.to_json(), sort_keys=True)))
    assert again == position
    assert hash(again) == hash(position)
    assert [seat.colours for seat in again.seats] == [("c", "a"), ("z", "b")]
    assert position != GAME.new(config | {"laps": 2})
    assert position != "a race"
    assert repr(position).startswith("RacepackGame().load(")


def test_a_penalty_without_threshold_is_the_first_roll() -> None:
    """RP-43, RP-80."""
    state = {"cars": {"r": {"at": "4.0R"}, "x": {"at": "12.0L"}}, "phase": "penalty",
             "turn": {"car": "r"}}  # fmt: skip
    assert at(state).state.threshold == 5
    assert at(state, "D5").to_json()["cars"]["r"]["spun"] == 4


def test_a_window_that_nobody_can_use_is_passed() -> None:
    """RP-84: taken as it stands."""
    state = {"cars": {"r": {"at": "4.0R"}, "x": {"at": "12.0L"}}, "phase": "react",
             "turn": {"car": "r", "made": 1, "speed": 2}, "tokens": {"x": []}}  # fmt: skip
    position = at(state)
    assert [(a.seat, a.text) for a in position.legal()] == [(0, "-")]
    assert position.apply(position.legal()[0]).position.to_json()["phase"] == "move"


def test_a_race_that_is_over_offers_nothing_whoever_is_said_to_drive() -> None:
    """RP-73, RP-86."""
    cars = {"r": {"at": "4.0R"}, "x": {"place": 1}}
    position = at({"cars": cars, "phase": "over", "turn": {"car": "r"}})
    assert list(position.legal()) == []
    with pytest.raises(EngineError) as told:
        position.apply("F1")
    assert told.value.code == "race_over"


GOOD = facing("3.0R", hazards=[{"at": "4.0L", "up": True}], order=["r", "x"])


def spoilt(path: str, value: Any) -> Any:
    """The good position with one value changed."""
    data = copy.deepcopy(GOOD)
    *way, last = path.split("/")
    part: Any = data
    for key in way:
        part = part.setdefault(key, {})
    part[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("surprise", 1),
        ("game", "fast_track"),
        ("cars", {}),
        ("cars", []),
        ("cars", {f"c{n}": {"at": f"{n}.0L"} for n in range(9)}),
        ("cars/r/at", "24.0L"),
        ("cars/r/at", "3.0X"),
        ("cars/r/at", 3),
        ("cars/r/at", ["3.0R"]),
        ("cars/r/at", None),
        ("cars/r/at", "12.0L"),
        ("cars/r/spun", 4),
        ("cars/r/place", 1),
        ("cars/r/wings", True),
        ("cars/r/c", -1),
        ("cars/r/c", True),
        ("cars/r/c", 1.0),
        ("cars/r/keep", True),
        ("cars/r/keep", "yes"),
        ("cars/r/started", 1),
        ("cars/r/seq", "1"),
        ("cars/x y", {"at": "7.0L"}),
        ("cars/é", {"at": "7.0L"}),
        ("cars", {"r": {"spun": 3}, "x": {"at": "12.0L"}}),
        ("cars", {"r": {"spun": 24}, "x": {"at": "12.0L"}}),
        ("cars", {"r": {"at": "3.0R"}, "x": {"place": 1}, "y": {"place": 1}}),
        ("cars", {"r": {"at": "3.0R"}, "R": {"at": "12.0L"}}),
        ("cars", {"r": {"at": "4.0L", "keep": True}, "x": {"at": "12.0L"}}),
        ("players", {"A": ["r"]}),
        ("players", {"A": ["r", "x", "zz"]}),
        ("players", {"A": ["r"], "B": ["r", "x"]}),
        ("players", [["r"], ["x"]]),
        ("tokens", {"zz": []}),
        ("tokens", {"r": ["6"]}),
        ("tokens", {"r": [1]}),
        ("tokens", {"r": "12"}),
        ("tokens", {"R": ["1"]}),
        ("token_mode", "team"),
        ("hazards", {"4.0L": True}),
        ("hazards", [{"at": "4.0L"}]),
        ("hazards", [{"at": "99.0L", "up": True}]),
        ("hazards", [{"up": True}]),
        ("hazards", [{"at": "4.0L", "up": True}, {"at": "4.0L", "up": False}]),
        ("hazards", ["4.0L"]),
        ("round", 0),
        ("laps", 0),
        ("order", ["r", "zz"]),
        ("order", ["r", "r"]),
        ("order", ["x"]),
        ("turn/car", "zz"),
        ("turn/made", 3),
        ("turn/speed", 8),
        ("turn/stop", True),
        ("turn/gear", 1),
        ("phase", "pause"),
        ("phase", ["move"]),
        ("phase", "penalty"),
        ("phase", "react"),
        ("phase", "move_hazard"),
        ("phase", "pole"),
        ("threshold", 6),
        ("skipped", ["zz"]),
        ("options", {"wings": 1}),
        ("options", {"timer": 0}),
        ("options", None),
        ("rolls", {}),
        ("counted", 4),
        ("passed", ["X"]),
        ("hazard_to", "4.0L"),
    ],
)
def test_what_is_wrong_in_a_position_is_named(path: str, value: Any) -> None:
    """RP-80, RP-86."""
    GAME.load(GOOD)
    with pytest.raises(BadPosition) as told:
        GAME.load(spoilt(path, value))
    assert told.value.code == "bad_position"
    assert str(told.value).strip()


def test_a_car_passed_over_in_two_rounds_at_once_is_read_back() -> None:
    """RP-55, RP-80: last of one round and first of the next, behind two cars a lap down."""
    state = {
        "cars": {"r": {"at": "10.0R", "c": 2}, "d": {"at": "10.1R"}, "e": {"at": "10.1L"},
                 "x": {"at": "2.0L"}},
        "order": ["d", "e", "x", "r"], "turn": {"car": "x"}, "options": {"timer": True},
    }  # fmt: skip
    after = GAME.load(state).apply("T").position
    assert after.to_json()["skipped"] == ["r", "r"]
    assert GAME.load(after.to_json()) == after


def test_no_object_is_no_position() -> None:
    for value in (None, 5, [], "race"):
        with pytest.raises(BadPosition):
            GAME.load(value)


@pytest.mark.parametrize("track", ["oval", 5, None, {"tiles": [[0, 0], [1, 0]]}, {"tyles": []}])
def test_a_track_that_cannot_be_raced_on_is_a_bad_track(track: Any) -> None:
    """RP-11, RP-86."""
    with pytest.raises(BadTrack) as told:
        GAME.load(spoilt("track", track))
    assert told.value.code == "bad_track"


@pytest.mark.parametrize(
    "change",
    [
        {"rolls": {"A": ["306"]}},
        {"rolls": {"A": ["30"]}},
        {"rolls": {"Z": ["300"]}},
        {"rolls": {"A": "300"}},
        {"rolls": {"A": ["555"], "B": ["444"], "C": ["333"], "D": ["222"]}},
        {"order": ["a", "b", "c", "d"]},
    ],
)
def test_contradictions_before_the_grid_are_named(change: dict[str, Any]) -> None:
    """RP-88."""
    with pytest.raises(BadPosition):
        GAME.load(new_race(4, setup=True).to_json() | change)


def test_any_position_of_a_race_goes_through_the_registry() -> None:
    position = new_race(5, laps=2)
    assert REGISTRY.load(position.to_json()) == position


@pytest.mark.parametrize(
    ("where", "key"),
    [(("cars", "r"), "c"), (("cars", "r"), "seq"), (("cars", "r"), "pits"), ((), "round")],
)
@pytest.mark.parametrize("value", [10**30, 1_000_000])
def test_no_race_counts_as_far_as_that(where: tuple[str, ...], key: str, value: int) -> None:
    state: Any = {"cars": {"r": {"at": "3.0R"}, "x": {"at": "5.0R"}}, "turn": {"car": "r"}}
    held = state
    for part in where:
        held = held[part]
    held[key] = value
    with pytest.raises(
        BadPosition, match=f"{key}: a number from . to 999999 is needed, not {value}"
    ):
        GAME.load(state)


@pytest.mark.parametrize("key", ["dice", "timer", "extra_hazards"])
def test_an_option_that_is_null_is_named(key: str) -> None:
    """Who wants none leaves it out."""
    players = {name: [name.lower()] for name in "ABCD"}
    with pytest.raises(EngineError, match=f"options: {key}: .*null"):
        GAME.new({"players": players, "setup": True, "options": {key: None}})
