"""Games by name."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.errors import BadPosition, EngineError, UnknownGame
from engine.games.fast_track import FastTrackGame
from engine.registry import REGISTRY, Registry, game, games, load


def test_the_games_are_an_explicit_list() -> None:
    assert games() == ("fast_track", "racepack", "wahoo", "fhtagn")
    assert game("fast_track").profiles == ("classic", "stevens", "butterfly")
    assert game("fast_track").seating == "identity"


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(UnknownGame, match="'ludo'"):
        game("ludo")
    with pytest.raises(LookupError):
        game("ludo")


def test_a_registry_can_hold_other_games() -> None:
    class Other(FastTrackGame):
        name = "other"

    both = Registry((FastTrackGame(), Other()))
    assert both.names == ("fast_track", "other")
    assert both.game("other").name == "other"
    assert REGISTRY.names == ("fast_track", "racepack", "wahoo", "fhtagn")


OPTIONS: dict[str, dict[str, Any]] = {
    "fast_track": {"rules": "classic", "board": "hex", "players": [["A"], ["D"]]},
    "fhtagn": {"players": 3},
    "racepack": {"players": {"a": ["a1", "a2"], "b": ["b1", "b2"]}, "ranking": ["a", "b"]},
    "wahoo": {"players": [["A"], ["D"]]},
}


@pytest.mark.parametrize("name", REGISTRY.names)
def test_a_key_too_many_or_too_few_is_named_with_what_to_do(name: str) -> None:
    data = game(name).new(OPTIONS[name]).to_json()
    load(data)
    with pytest.raises(BadPosition, match=r"'note'.* unknown key; leave it out"):
        load({**data, "note": 1})
    needed = "cars" if name == "racepack" else "players"  # a race plays without named players
    with pytest.raises(BadPosition, match=rf"\b{needed}\b") as refused:
        load({key: value for key, value in data.items() if key != needed})
    assert "unknown" not in str(refused.value)


@pytest.mark.parametrize("value", [None, [], "x", {}, {"game": 5}, {"game": ["fast_track"]}])
def test_a_position_of_no_game_is_a_bad_position(value: object) -> None:
    with pytest.raises(BadPosition):
        load(value)


def test_all_public_names_are_there() -> None:
    for name in engine.__all__:
        assert hasattr(engine, name)


def test_every_error_is_also_the_builtin_it_resembles() -> None:
    leaves = EngineError.__subclasses__()
    assert leaves
    for leaf in leaves:
        assert issubclass(leaf, ValueError | LookupError), leaf
        assert leaf.code != EngineError.code, leaf
