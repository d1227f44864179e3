"""Simulated hands at Wahoo: a game of one die on wood that another game uses, too (PP-40)."""

from __future__ import annotations

import random

import pytest

from companion.games.packs import OFFERS
from companion.proof.people import Job, checked, run
from companion.proof.people.games import game_of, random_games


@pytest.mark.parametrize(
    ("gestures", "seed"),
    [(30, 6), *(pytest.param(n, 7, marks=pytest.mark.slow) for n in (80, 150))],
)
def test_nothing_is_wrong_illegal_or_stuck_in_a_short_game_pp_40(gestures: int, seed: int) -> None:
    tally = run(checked(Job("wahoo", None, None, gestures, seed)))
    assert tally.told == []
    assert tally.gestures["all"] == gestures
    assert tally.gestures["late_pen"] > 0  # somebody was taken


def test_games_are_drawn_on_both_boards_with_both_kinds_of_dice() -> None:
    draw = random_games("wahoo", "wahoo", None)
    games = [draw(random.Random(seed)) for seed in range(40)]
    assert {game["board"] for game in games} == {"hex", "square"}
    assert {game["options"]["dice"] for game in games} == {"table", "service"}
    assert {game["first"] for game in games} >= {0, 1, 2}
    assert {len(game["players"]) for game in games} == {2, 3, 4, 5, 6}


def test_a_rule_sheet_tells_its_game() -> None:
    assert game_of(None) == next(iter(OFFERS)) == "fast_track"
    assert [game_of(rules) for rules in ("stevens", "race", "wahoo")] == [
        "fast_track",
        "racepack",
        "wahoo",
    ]
