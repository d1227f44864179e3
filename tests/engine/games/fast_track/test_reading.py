"""What is wrong in options or position is named (FT-1, FT-5, FT-26, BF-5, BF-13)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine.errors import BadConfig, BadPosition
from engine.games.fast_track import FastTrackGame
from engine.registry import load

GAME = FastTrackGame()
OPTIONS: dict[str, Any] = {"rules": "classic", "board": "hex", "players": [["A"], ["C"], ["E"]]}
POSITION: dict[str, Any] = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [["A"], ["C"], ["E"]],
    "teams": [[0], [1], [2]],
    "marbles": {
        "A": ["p", "p", "A9", "Ah2"],
        "C": ["p", "p", "p", "X"],
        "E": ["p", "p", "p", "D0*"],
    },
    "to_play": 0,
    "card": "7",
    "winner": None,
}

BAD_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"rules": "chess"}, "rules"),
    ({"rules": None}, "rules"),
    ({"board": "round"}, "board"),
    ({"rules": "stevens", "board": "square", "players": [["A"], ["C"]]}, "hex only"),
    ({"players": []}, "players: 0 given"),
    ({"players": [["A"]]}, "players: 1 given"),
    ({"players": "AC"}, "list of lists"),
    ({"players": [["A"], "C"]}, "player 1"),
    ({"players": [["A"], []]}, "player 1"),
    ({"players": [["A"], [3]]}, "player 1 has 3"),
    ({"players": [["A"], ["G"]]}, "'G'"),
    ({"players": [["A"], ["AB"]]}, "'AB'"),
    ({"players": [["A"], ["A"]]}, "A is given twice"),
    ({"players": [["A", "B"], ["C"]]}, "equally many"),
    ({"players": [["A", "B"], ["C", "D"], ["E", "F"], []]}, "player 3"),
    ({"board": "square", "players": [["A", "B", "C"], ["D"]]}, "equally many"),
    ({"board": "square", "players": [["A"], ["E"]]}, "'E'"),
    ({"board": "square", "players": [["A"], ["B"], ["C"], ["D"], ["A"]]}, "2 to 4"),
    ({"players": [["A"], ["E"], ["C"]]}, "clockwise"),
    ({"rules": "butterfly", "players": [["A", "B"], ["D", "E"]]}, "at most 1 colour each"),
    ({"teams": [[0, 1], [2]]}, "equal teams"),
    ({"teams": [[0, 1, 2]]}, "equal teams"),
    ({"teams": [[0], [1]]}, "player 2 is in no team"),
    ({"teams": [[0], [1], [1]]}, "two teams"),
    ({"teams": [[0], [1], [3]]}, "3 is no player number"),
    ({"teams": [[0], [1], [True]]}, "true is no player number"),
    ({"teams": [[0], [1], 2]}, "team 2"),
    ({"teams": "012"}, "teams"),
    ({"first": 3}, "first: 3"),
    ({"first": True}, "first"),
    ({"hands": "up the sleeve"}, "hands"),
    ({"jokers": 4}, "'jokers'"),
]


@pytest.mark.parametrize(("change", "named"), BAD_OPTIONS, ids=[n for _, n in BAD_OPTIONS])
def test_wrong_options_are_named(change: dict[str, Any], named: str) -> None:
    with pytest.raises(BadConfig, match=named):
        GAME.new({**OPTIONS, **change})


@pytest.mark.parametrize(
    ("players", "teams"),
    [
        ([["A"], ["D"]], None),
        ([["A", "D"], ["B", "E"]], None),
        ([["A", "C", "E"], ["B", "D", "F"]], None),
        ([["A", "D"], ["B", "E"], ["C", "F"]], None),
        ([["A"], ["B"], ["D"], ["E"]], [[0, 2], [1, 3]]),
        ([["A"], ["B"], ["C"], ["D"], ["E"], ["F"]], [[0, 2, 4], [1, 3, 5]]),
        ([["A"], ["B"], ["C"], ["D"], ["E"], ["F"]], [[0, 3], [1, 4], [2, 5]]),
        ([["C"], ["E"], ["A"]], None),
    ],
)
def test_ft_5_the_usual_seats_and_others_are_accepted(
    players: list[list[str]], teams: list[list[int]] | None
) -> None:
    options = {**OPTIONS, "players": players, **({"teams": teams} if teams else {})}
    data = GAME.new(options).to_json()
    assert data["players"] == players
    assert data["teams"] == (teams or [[p] for p in range(len(players))])


def test_first_names_who_begins() -> None:
    assert GAME.new({**OPTIONS, "first": 2}).to_json()["to_play"] == 2


BAD_POSITIONS: list[tuple[dict[str, Any], str]] = [
    ({"game": "ludo"}, "game"),
    ({"rules": "house"}, "rules"),
    ({"teams": None}, "teams"),
    ({"marbles": []}, "marbles"),
    ({"marbles.B": ["p", "p", "p", "p"]}, "'B' is not a colour in play"),
    ({"marbles.A": ["p", "p", "A9"]}, "A has 3 marbles"),
    ({"marbles.A": "pppp"}, "A needs a list"),
    ({"marbles.A": ["p", "p", "p", 9]}, "A has 9"),
    ({"marbles.A": ["p", "p", "p", "A14"]}, "'A14'"),
    ({"marbles.A": ["p", "p", "p", "Ap"]}, "'Ap'"),
    ({"marbles.A": ["p", "p", "p", "Ch1"]}, "another colour's home row"),
    ({"marbles.A": ["p", "p", "p", "A1*"]}, "'A1\\*'"),
    ({"marbles.A": ["p", "p", "p", "A8+"]}, "BF-5"),
    ({"marbles.A": ["p", "p", "A9", "A9"]}, "both stand on A9"),
    ({"marbles.A": ["p", "p", "p", "D0"]}, "both stand on D0"),
    ({"marbles.A": ["p", "p", "p", "X"]}, "both stand on X"),
    ({"marbles.A": ["Ah1", "Ah2", "Ah3", "Ah4"]}, "team 0 has all its marbles home"),
    ({"to_play": 3}, "to_play"),
    ({"to_play": "0"}, "to_play"),
    ({"to_play": False}, "to_play"),
    ({"card": "1"}, "card"),
    ({"card": 7}, "card"),
    ({"card": ["7"]}, "card"),
    ({"winner": 0}, "winner: team 0 has not"),
    ({"winner": 7}, "winner: 7"),
    ({"winner": "A"}, "winner"),
    ({"penalty": False}, "'penalty': unknown key"),
    ({"note": 1}, "'note': unknown key"),
]


@pytest.mark.parametrize(("change", "named"), BAD_POSITIONS, ids=[n for _, n in BAD_POSITIONS])
def test_what_is_wrong_in_a_position_is_named(change: dict[str, Any], named: str) -> None:
    data = copy.deepcopy(POSITION)
    for key, value in change.items():
        if key.startswith("marbles."):
            data["marbles"][key[-1]] = value
        else:
            data[key] = value
    with pytest.raises(BadPosition, match=named):
        load(data)


@pytest.mark.parametrize("key", sorted(POSITION))
def test_every_key_of_a_position_is_needed(key: str) -> None:
    data = {name: value for name, value in POSITION.items() if name != key}
    with pytest.raises(BadPosition, match=key):
        load(data)


@pytest.mark.parametrize("value", [None, 5, "x", [], [1], {}, True])
def test_what_is_no_position_is_refused(value: object) -> None:
    with pytest.raises(BadPosition):
        load(value)


def test_any_order_is_read_and_the_canonical_one_is_written() -> None:
    data = copy.deepcopy(POSITION)
    data["marbles"]["A"] = ["Ah2", "p", "A9", "p"]
    position = load(data)
    assert position.to_json() == POSITION
    assert position == load(POSITION)
    assert hash(position) == hash(load(POSITION))


def test_text_order_is_by_code_points() -> None:
    data = copy.deepcopy(POSITION)
    data["marbles"]["A"] = ["A9", "A10", "p", "F1"]
    marbles = load(data).to_json()["marbles"]
    assert isinstance(marbles, dict)
    assert marbles["A"] == ["p", "A10", "A9", "F1"]


def test_a_position_is_written_as_it_can_be_read() -> None:
    position = load(POSITION)
    assert eval(repr(position), {"FastTrackGame": FastTrackGame}) == position


def test_bf_13_a_winner_of_butterfly_stands_on_its_home_hole() -> None:
    data: dict[str, Any] = {
        **copy.deepcopy(POSITION),
        "rules": "butterfly",
        "players": [["A"], ["D"]],
        "teams": [[0], [1]],
        "card": None,
        "penalty": False,
        "winner": 0,
        "marbles": {"A": ["A9", "Ah1", "Ah2", "Ah3", "Ah4"], "D": ["p", "p", "p", "p", "D9"]},
    }
    assert list(load(data).legal()) == []
    data["marbles"]["A"][0] = "A10"
    with pytest.raises(BadPosition, match="BF-13"):
        load(data)
    data["marbles"]["A"][0] = "A9"
    data["to_play"] = 1
    with pytest.raises(BadPosition, match="to_play"):
        load(data)


def test_bf_5_a_plus_stands_only_past_a_full_home_row() -> None:
    data: dict[str, Any] = {
        **copy.deepcopy(POSITION),
        "rules": "butterfly",
        "players": [["A"], ["D"]],
        "teams": [[0], [1]],
        "penalty": False,
        "marbles": {"A": ["p", "A8+", "Ah1", "Ah2", "Ah3"], "D": ["p", "p", "p", "p", "D9"]},
    }
    with pytest.raises(BadPosition, match="BF-5"):
        load(data)
    data["marbles"]["A"] = ["p"] * 5
    with pytest.raises(BadPosition, match="four holes"):
        load(data)
    data["marbles"]["A"] = ["p", "p", "p", "p", "A9"]
    data["penalty"] = 1
    with pytest.raises(BadPosition, match="penalty"):
        load(data)
