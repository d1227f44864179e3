"""Tables of values: chances, learning, what ships, and what a seat may know."""

from __future__ import annotations

import random
from importlib import resources

import pytest
from bot_tables import first, played

from engine.bots.curve import win_chances
from engine.bots.learning import Played, Pupil
from engine.game import OVER
from engine.registry import REGISTRY
from engine.search import random_action
from engine.values import Values, read_values

SHIPPED = {
    f"{game}/{file.name}": f"engine.games.{game}"
    for game in ("fast_track",)
    for file in (resources.files(f"engine.games.{game}") / "values").iterdir()
}


def test_chances_are_shares_of_one_that_grow_with_the_strength() -> None:
    values = Values(("a", "b"), (0.0, 1.0))
    low, high = values.chances([[0, 0], [0, 1]])
    assert low + high == pytest.approx(1)
    assert high == pytest.approx(0.7311, abs=1e-4)


def test_a_pupil_learns_what_the_winners_had() -> None:
    pupil = Pupil((0.0, 0.0), 200)
    rng = random.Random(1)
    for _ in range(200):
        winner = int(rng.random() < 0.8)
        pupil.learn(Played([[[0], [1]]], winner))
    assert pupil.mean[1] > 0 > pupil.mean[0]
    assert Values(("a", "b"), tuple(pupil.mean)).chances([[0], [1]])[1] == pytest.approx(
        0.8, abs=0.1
    )


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_a_shipped_table_knows_every_feature(name: str) -> None:
    nothing = Values(("no such feature",), (0.5,))
    table = name.rpartition("/")[2].removesuffix(".json")
    told = read_values(SHIPPED[name], ["no such table", table], nothing).told
    assert {"rules", "board", "players", "games", "seed"} <= told.keys()


def test_a_marble_that_is_nearer_home_is_worth_more() -> None:
    values = first("classic 2").values()
    assert values is not None
    worth = dict(zip(values.names, values.weights, strict=True))
    assert worth["pen"] < worth["9"] < worth["70"] < worth["home 1"] < worth["home 4"]


def test_chances_are_told_without_a_look_at_any_hand() -> None:
    now = played(first("classic 2"), 80, random.Random(3))
    assert win_chances(now) == win_chances(now.known_to(0)) == win_chances(now.public())
    assert sum(win_chances(now) or ()) == pytest.approx(1)


@pytest.mark.parametrize("name", ["racepack 4", "wahoo 2", "fhtagn on wood"])
def test_a_game_that_counts_no_features_goes_by_its_points(name: str) -> None:
    begun = first(name)
    assert begun.values() is None
    now = played(begun, 40, random.Random(3))
    chances = win_chances(now)
    assert chances is not None
    assert sum(chances) == pytest.approx(1)
    assert chances == win_chances(now.public())
    leads = [now.public().lead(seat.number) or 0.0 for seat in now.seats]
    assert len(set(leads)) > 1, "nobody is ahead"
    assert sorted(range(len(leads)), key=chances.__getitem__) == sorted(
        range(len(leads)), key=leads.__getitem__
    )


def test_the_curve_of_many_teams_is_steeper_than_the_table_that_bots_go_by() -> None:
    players = [["A"], ["B"], ["D"], ["E"]]
    options = {"rules": "stevens", "board": "hex", "players": players, "hands": "virtual"}
    stevens = REGISTRY.game("fast_track").new(options)
    for begun, steeper in (
        (first("classic 2"), False),
        (first("classic 4"), True),
        (stevens, False),
    ):
        now = played(begun, 120, random.Random(3)).public()
        values = now.values()
        assert values is not None
        chances, table = win_chances(now) or (), values.chances(now.features())
        assert (max(chances) > max(table)) == steeper
        assert chances.index(max(chances)) == table.index(max(table))


@pytest.mark.parametrize("name", ["classic 2", "butterfly 2", "racepack 4", "wahoo 2"])
def test_nobody_has_won_or_lost_before_the_end(name: str) -> None:
    now, rng = first(name), random.Random(4)
    for _ in range(3000):
        if now.to_act is OVER:
            break
        assert all(0 < chance < 1 for chance in win_chances(now) or ())
        now = now.apply(random_action(now, rng)).position
    assert 1.0 in (win_chances(now) or ())


def test_the_winner_of_a_game_that_is_over_has_every_chance() -> None:
    data = {
        "game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]],
        "teams": [[0], [1]], "to_play": 0, "card": None, "winner": 0,
        "marbles": {"A": ["Ah1", "Ah2", "Ah3", "Ah4"], "D": ["p"] * 4},
    }  # fmt: skip
    assert win_chances(REGISTRY.load(data)) == (1.0, 0.0)
