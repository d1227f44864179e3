"""New races, the grid, dice as actions, and the first round (RP-20 … RP-28, RP-88)."""

from __future__ import annotations

from typing import Any

import pytest
from racepack_circuits import FIXED, RECTANGLE, moved
from racepack_races import GAME, at, new_race, players_of

from engine.action import CHANCE_SEAT
from engine.errors import BadConfig, IllegalAction
from engine.game import CHANCE
from engine.games.racepack import RacepackPosition
from engine.games.racepack.track import Track
from engine.search import random_action


def cars(position: RacepackPosition) -> dict[str, Any]:
    found: Any = position.to_json()["cars"]
    return {name: car["at"] for name, car in found.items()}


# -- who can race --


@pytest.mark.parametrize(
    ("count", "teams"),
    [(4, True), (4, False), (5, False), (6, True), (6, False), (7, False), (8, True), (8, False)],
)
def test_these_fields_can_race(count: int, teams: bool) -> None:
    """RP-20: 2 × 2, 3 × 2, 4 × 1, 4 × 2 and 5 to 8 × 1."""
    position = new_race(count, teams=teams)
    assert len(position.seats) == (count // 2 if teams else count)
    assert len(cars(position)) == count


@pytest.mark.parametrize(
    "players",
    [
        {},
        {"A": ["a", "b"]},
        {"A": ["a"], "B": ["b"]},
        {"A": ["a"], "B": ["b"], "C": ["c"]},
        {"A": ["a", "b", "c"], "B": ["d", "e", "f"]},
        {"A": ["a", "b"], "B": ["c"], "C": ["d"], "D": ["e"]},
        {n: [n.lower(), n.lower() + "2"] for n in "ABCDE"},
        {n: [n.lower()] for n in "ABCDEFGHI"},
        {"A": ["a", "a"], "B": ["b", "c"]},
        {"A": ["a", "b"], "B": ["b", "c"]},
        {"A": ["a", "ü"], "B": ["b", "c"]},
        {"A b": ["a", "d"], "B": ["b", "c"]},
        {"A": "ab", "B": "cd"},
        {"A": [1, 2], "B": [3, 4]},
    ],
)
def test_other_fields_are_refused(players: Any) -> None:
    """RP-20, RP-80, RP-86: two players with three cars too."""
    with pytest.raises(BadConfig) as told:
        GAME.new({"players": players, "ranking": list(players)})
    assert told.value.code == "bad_config"
    assert "players" in str(told.value)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ranking": ["A", "B", "C"]}, "bad_config"),
        ({"ranking": ["A", "B", "C", "C"]}, "bad_config"),
        ({"ranking": ["A", "B", "C", "D", "D"]}, "bad_config"),
        ({"hazards": ["4.0L", "4.0L"]}, "bad_config"),
        ({"hazards": ["99.0L"]}, "bad_config"),
        ({"hazards": "4.0L"}, "bad_config"),
        ({"laps": 0}, "bad_config"),
        ({"laps": True}, "bad_config"),
        ({"token_mode": "pool"}, "bad_config"),
        ({"token_mode": "both"}, "bad_config"),
        ({"options": {"wings": True}}, "bad_config"),
        ({"options": {"dice": "loaded"}}, "bad_config"),
        ({"options": {"extra_hazards": -1}}, "bad_config"),
        ({"setup": True}, "bad_config"),
        ({"setup": 1}, "bad_config"),
        ({"surprise": 1}, "bad_config"),
        ({"game": "fast_track"}, "bad_config"),
        ({"track": {"tiles": [[0, 0]]}}, "bad_track"),
        ({"track": "oval"}, "bad_track"),
    ],
)
def test_what_does_not_fit_is_named(change: dict[str, Any], code: str) -> None:
    """RP-86, RP-90: ranking, hazards, pools (RP-28), the track (RP-11)."""
    config = {"players": players_of(4), "ranking": list("ABCD")}
    with pytest.raises(BadConfig) as told:
        GAME.new(config | change)
    assert told.value.code == code
    assert str(told.value)


def test_without_ranking_and_setup_the_request_is_malformed() -> None:
    with pytest.raises(BadConfig) as told:
        GAME.new({"players": players_of(4)})
    assert told.value.code == "malformed"


def test_the_grid_needs_straight_tiles_behind_the_line() -> None:
    """RP-12: known only when the cars are."""
    tiles = list(FIXED["default"].to_json() and FIXED["default"].tiles)
    turned = [[x / 2, y / 2] for x, y in [*tiles[22:], *tiles[:22]]]
    config: dict[str, Any] = {"track": {"tiles": turned}, "players": players_of(4)}
    assert GAME.new({**config, "ranking": list("ABCD")})
    config["players"] = players_of(8)
    with pytest.raises(BadConfig) as told:
        GAME.new({**config, "ranking": list("ABCDEFGH")})
    assert told.value.code == "bad_track"


# -- what a new race looks like --


def test_a_new_race_stands_on_the_grid_with_the_pole_to_move() -> None:
    """RP-22, RP-23, RP-25, RP-87."""
    data: Any = new_race(4, ranking=["C", "A", "D", "B"], hazards=["4.0L"]).to_json()
    assert data["order"] == ["c", "a", "d", "b"]
    assert [data["cars"][car]["at"] for car in "cadb"] == ["23.1R", "23.1L", "23.0R", "23.0L"]
    assert {car["c"] for car in data["cars"].values()} == {0}
    assert {car["started"] for car in data["cars"].values()} == {False}
    assert (data["round"], data["phase"], data["laps"]) == (1, "move", 3)
    assert data["turn"] == {"car": "c", "made": 0, "speed": 0, "stop": False}
    assert data["tokens"]["a"] == ["1", "2", "3", "4", "5"]
    assert data["hazards"] == [{"at": "4.0L", "up": False}]
    assert data["options"] == {}


def test_second_cars_take_the_grid_the_other_way_round() -> None:
    """RP-22: each player has one inside and one outside, the pole's second car is last."""
    position = new_race(6, teams=True, ranking=["B", "C", "A"])
    assert position.to_json()["order"] == ["b", "c", "a", "d", "f", "e"]
    assert cars(position)["e"] == "22.1L"


def test_three_with_six_cars_of_one_piecepack_share_a_pool() -> None:
    """RP-28: with two piecepacks every car has its own (RP-25)."""
    pool: Any = new_race(6, teams=True, token_mode="pool").to_json()["tokens"]
    assert pool == {name: [*"12345", "W", "W"] for name in "ABC"}
    own: Any = new_race(6, teams=True).to_json()["tokens"]
    assert own == {name: [*"12345"] for name in "abcdef"}


# -- the first round --


def test_the_first_movement_of_the_race_has_speed_one_and_no_token() -> None:
    """RP-24: forward or a lane change; the later movements of that turn are ordinary."""
    position = new_race(4)
    assert set(position.moves()) == {"F1", "L1"}
    after = at(position.to_json(), "L1")
    assert "F3*3" in after.moves()
    assert after.to_json()["cars"]["a"]["c"] == 1


def test_the_queue_closes_up_in_lane_when_a_row_has_gone() -> None:
    """RP-24: all of it, front rows first, nobody over the line; not after the first round."""
    start = new_race(6)
    one = at(start.to_json(), "F1", "F2", "F3")
    assert cars(one)["c"] == "23.0R"
    applied = at(one.to_json(), "F1", "F2").apply("F3")
    two = applied.position
    assert [event.token for event in applied.events if event.name == "ClosedUp"] == list("cdef")
    assert isinstance(two, RacepackPosition)
    assert {car: cars(two)[car] for car in "cdef"} == {
        "c": "23.1R", "d": "23.1L", "e": "23.0R", "f": "23.0L",
    }  # fmt: skip
    three = at(two.to_json(), "F1", "F2", "F2")
    assert cars(three)["e"] == "23.0R"


def test_a_car_whose_next_space_is_taken_stays_and_starts_from_there() -> None:
    """RP-24, RP-74: the pole lost its turn by the clock, so its lane stands still."""
    start = new_race(6, options={"timer": True})
    position = at(start.to_json(), "T", "F1", "F2", "F3")
    stood = cars(position)
    assert {car: stood[car] for car in "acdef"} == {
        "a": "23.1R", "c": "23.0R", "d": "23.1L", "e": "22.1R", "f": "23.0L",
    }  # fmt: skip
    # c has nowhere to go: passed over; d starts, and then f alone moves up.
    assert position.driver == "d"
    assert position.to_json()["skipped"] == ["c"]
    after = at(position.to_json(), "F1", "F2", "F2")
    assert cars(after)["f"] == "23.1L"
    assert cars(after)["e"] == "22.1R"


def test_a_car_behind_a_stalled_one_waits_for_its_row_partner() -> None:
    """RP-24: the row behind does not close up before both of a row have had their turn."""
    start = new_race(6, options={"timer": True})
    position = at(start.to_json(), "F1", "F2", "F3", "T")
    assert (position.driver, cars(position)["d"]) == ("c", "23.0L")
    one = at(position.to_json(), "F1", "F2", "F2")
    assert (one.driver, cars(one)["e"]) == ("d", "23.0R")
    assert "R1" in one.moves()


def test_a_partner_missing_from_a_row_is_not_waited_for() -> None:
    """RP-24: a position handed in, the front row's only car has gone."""
    state: Any = new_race(4).to_json()
    for part in ("cars", "tokens"):
        del state[part]["a"]
    del state["players"]["A"]
    state["order"] = ["b", "c", "d"]
    state["turn"] = {"car": "b"}
    position = at(state, "F1", "F2", "F3")
    assert (cars(position)["c"], cars(position)["d"]) == ("23.1R", "23.1L")


def test_the_queue_closes_up_though_a_chicane_stops_the_next_car_to_go() -> None:
    """RP-24, RP-76: tile 22 lies half a tile to the right, so its right lane ends at tile 23."""
    start = new_race(6, track=Track.of(moved(RECTANGLE, t22=(6, 0.5))))
    one = at(start.to_json(), "F1", "F2", "F3", "F1", "F2", "F2")
    assert (cars(one)["e"], cars(one)["f"]) == ("22.1R", "23.0R")
    two = at(one.to_json(), "F1", "F2", "F2", "F1", "F1", "F1")
    assert (two.driver, cars(two)["e"], cars(two)["f"]) == ("e", "22.1R", "23.1R")
    assert two.legal_notes()["moves"] == {"L1": "23.0R"}


# -- dice as actions --


def rolled(*rolls: str, **config: Any) -> RacepackPosition:
    position = new_race(4, setup=True, **config)
    for roll in rolls:
        after = position.apply(roll).position
        assert isinstance(after, RacepackPosition)
        position = after
    return position


def test_each_player_rolls_three_dice_once() -> None:
    """RP-21, RP-88."""
    start = rolled()
    assert start.to_act == frozenset(range(4))
    assert len(start.legal()) == 4 * 6**3
    assert start.occupancy() == {"paddock": ("a", "b", "c", "d")}
    one = rolled("PB:305")
    assert one.to_act == frozenset({0, 2, 3})
    assert one.to_json()["rolls"] == {"A": [], "B": ["305"], "C": [], "D": []}
    with pytest.raises(IllegalAction, match="to roll are A, C, D"):
        one.apply("PB:111")


def test_ties_roll_again_among_themselves_until_none_is_left() -> None:
    """RP-21: two ties at once, and a tie within a tie."""
    tied = rolled("PA:555", "PB:111", "PC:555", "PD:012")
    assert tied.to_act == frozenset(range(4))
    assert len({action.text[:2] for action in tied.legal()}) == 4
    half = at(tied.to_json(), "PA:100", "PC:010", "PB:000", "PD:500")
    assert half.to_act == frozenset({0, 2})
    done = at(half.to_json(), "PA:000", "PC:001")
    assert done.to_json()["order"] == ["c", "a", "d", "b"]


def test_after_the_last_roll_the_cars_take_the_grid() -> None:
    """RP-22, RP-88: a debt of the hands; the hazards are next."""
    applied = rolled("PA:000", "PB:001", "PC:002").apply("PD:003")
    assert [event.name for event in applied.events] == ["GridRolled"] + ["Gridded"] * 4
    assert applied.events[1].to_json() == {
        "event": "Gridded", "token": "d", "from": "paddock", "to": "23.1R",
    }  # fmt: skip
    assert applied.position.to_json()["phase"] == "hazards"
    assert applied.position.to_act == frozenset({3})


POLE = ("PA:555", "PB:444", "PC:333", "PD:222")


def test_the_hazard_die_counts_tiles_and_the_icon_gives_the_space() -> None:
    """RP-26, RP-88: first from corner 1, then from the tile before; four times."""
    first = rolled(*POLE)
    assert [action.text for action in first.legal()] == [f"H{face}" for face in range(6)]
    counted = at(first.to_json(), "H3")
    assert counted.to_json()["counted"] == 7
    assert [a.text for a in counted.legal()] == ["H7.0L", "H7.0R", "H7.1L", "H7.1R"]
    laid = at(counted.to_json(), "H7.1L", "H5", "H12.0R", "H1", "H13.0L", "H2", "H15.1R")
    data: Any = laid.to_json()
    assert [h["at"] for h in data["hazards"]] == ["7.1L", "12.0R", "13.0L", "15.1R"]
    assert not any(h["up"] for h in data["hazards"])
    assert (data["phase"], laid.driver) == ("move", "a")
    assert "counted" not in data


def test_a_first_null_is_the_corner_itself_and_a_later_one_is_rolled_again() -> None:
    """RP-26."""
    position = at(rolled(*POLE).to_json(), "H0")
    assert position.to_json()["counted"] == 4
    again = at(position.to_json(), "H4.1R", "H0")
    assert again.to_json()["counted"] is None
    assert [action.text for action in again.legal()] == [f"H{face}" for face in range(6)]


@pytest.mark.parametrize(
    ("before", "action", "code"),
    [
        ((), "F1", "wrong_phase"),
        ((), "H3", "wrong_phase"),
        ((), "PA", "wrong_phase"),
        ((), "PZ:111", "illegal_movement"),
        ((), "PA:11", "bad_die"),
        ((), "PA:116", "bad_die"),
        (("PA:111",), "PA:222", "illegal_movement"),
        (POLE, "PA:111", "wrong_phase"),
        (POLE, "D3", "wrong_phase"),
        (POLE, "H6", "bad_die"),
        (POLE, "H12", "bad_die"),
        (POLE, "H7.0L", "illegal_movement"),
        ((*POLE, "H3"), "H2", "illegal_movement"),
        ((*POLE, "H3"), "H8.0L", "illegal_movement"),
    ],
)
def test_what_does_not_belong_into_the_set_up_is_refused(
    before: tuple[str, ...], action: str, code: str
) -> None:
    """RP-86, RP-88."""
    position = rolled(*before)
    with pytest.raises(IllegalAction) as told:
        position.apply(action)
    assert told.value.code == code


def test_where_the_service_rolls_every_die_is_chance() -> None:
    """RP-88: the engine never rolls; who does is an option of the race."""
    import random

    rng = random.Random(4)
    position = new_race(4, setup=True, options={"dice": "service"})
    while position.to_act is CHANCE:
        action = random_action(position, rng)
        assert action.seat == CHANCE_SEAT
        after = position.apply(action).position
        assert isinstance(after, RacepackPosition)
        position = after
    assert position.to_json()["phase"] == "move"
    cars_: Any = position.to_json()["cars"]
    cars_[position.driver] |= {"at": "3.1R", "c": 1, "started": True}
    rolling = at({**position.to_json(), "cars": cars_}, "F2")
    assert rolling.to_act is CHANCE
    assert {action.seat for action in rolling.legal()} == {CHANCE_SEAT}
