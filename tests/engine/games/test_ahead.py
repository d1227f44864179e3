"""A start for children: marbles that begin home, from the innermost hole (FT-6, BF-1, WA-1)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import BadConfig
from engine.registry import REGISTRY

CLASSIC = {"rules": "classic", "board": "hex"}


def begun(game: str, **options: Any) -> Any:
    return REGISTRY.game(game).new({"game": game, **options})


@pytest.mark.parametrize(
    ("game", "options", "marbles"),
    [
        ("fast_track", CLASSIC, {"A": ["p", "p", "Ah3", "Ah4"], "D": ["p", "p", "p", "Dh4"]}),
        ("wahoo", {}, {"A": ["p", "p", "Ah3", "Ah4"], "D": ["p", "p", "p", "Dh4"]}),
        (
            "fast_track",
            {"rules": "butterfly", "board": "hex"},
            {"A": ["p", "p", "A9", "Ah3", "Ah4"], "D": ["p", "p", "p", "D9", "Dh4"]},
        ),
    ],
    ids=["classic", "wahoo", "butterfly"],
)
def test_marbles_begin_home_from_the_innermost_hole(
    game: str, options: dict[str, Any], marbles: dict[str, list[str]]
) -> None:
    position = begun(game, **options, players=[["A"], ["D"]], ahead=[2, 1])
    data = position.to_json()
    told = {colour: sorted(there) for colour, there in data["marbles"].items()}
    assert told == {colour: sorted(there) for colour, there in marbles.items()}
    assert REGISTRY.game(game).load(data).to_json() == data
    assert position.won_by is None
    assert position.legal()


def test_of_several_colours_the_first_one_has_them() -> None:
    players = [["A", "D"], ["B", "E"]]
    data = begun("fast_track", **CLASSIC, players=players, ahead=[0, 1]).to_json()
    assert data["marbles"]["B"].count("Bh4") == 1
    home = [hole for there in data["marbles"].values() for hole in there if "h" in hole]
    assert home == ["Bh4"]


def test_nobody_ahead_is_the_start_as_ever() -> None:
    for game, options in (("fast_track", CLASSIC), ("wahoo", {})):
        told = begun(game, **options, players=[["A"], ["D"]], ahead=[0, 0])
        assert told == begun(game, **options, players=[["A"], ["D"]])


def test_dealt_hands_begin_with_marbles_ahead_too() -> None:
    position = begun("fast_track", **CLASSIC, players=[["A"], ["D"]], ahead=[1, 0], hands="virtual")
    assert position.occupancy()["Ah4"] == ("A",)


@pytest.mark.parametrize("ahead", [[1], [0, 0, 0], [3, 0], [-1, 0], [True, 0], ["1", 0], "11", 2])
@pytest.mark.parametrize("game", ["fast_track", "wahoo"])
def test_what_cannot_begin_home_is_named(game: str, ahead: Any) -> None:
    options = CLASSIC if game == "fast_track" else {}
    with pytest.raises(BadConfig, match="ahead"):
        begun(game, **options, players=[["A"], ["D"]], ahead=ahead)


@pytest.mark.parametrize(
    "game", [{"game": "racepack", "players": {"a": ["A"]}}, {"game": "fhtagn", "players": 3}]
)
def test_a_race_has_no_such_start(game: dict[str, Any]) -> None:
    with pytest.raises(BadConfig, match="ahead"):
        REGISTRY.game(game["game"]).new({**game, "ahead": [1, 0, 0]})
