"""``trackside match``: rows as scripts read them, every game, the same seed twice, bad options."""

from __future__ import annotations

import json
from typing import Any

import pytest
from two_forms import first

from companion.cli import main
from companion.proof.bots.match import Score, bounds

KEYS = [
    "name", "game", "rules", "players", "a", "b", "games", "won_a", "share_a", "low95", "high95",
    "p99_ms", "calibration",
]  # fmt: skip


def matched(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["match", *words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["command"] == "match"
    (row,) = told["results"]
    assert list(row) == KEYS
    found: dict[str, Any] = row
    return found


@pytest.mark.parametrize(
    ("game", "players"),
    first(2, [("fast_track", 2), ("wahoo", 4), ("racepack", 4), ("fhtagn", 3)], unpacked=True),
)
def test_a_match_of_every_game_is_told_as_a_row(
    game: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--game", game, "--players", str(players), "--bots", "hint,random", "--games", "2")
    row = matched(capsys, *words)
    assert (row["game"], row["players"], row["games"]) == (game, players, 2)
    assert (row["a"], row["b"]) == ("hint", "random")
    assert row["share_a"] == row["won_a"] / 2
    assert row["low95"] <= row["share_a"] <= row["high95"]
    assert row["p99_ms"] > 0
    assert 0 <= row["calibration"] <= 1


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_over_any_processes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("--game", "wahoo", "--bots", "random,greedy", "--games", "12", "--seed", "5")
    one, two = matched(capsys, *words), matched(capsys, *words, "--jobs", "2")
    assert one | {"p99_ms": 0} == two | {"p99_ms": 0}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--game", "go"), "game: there is no 'go'"),
        (("--game", "wahoo", "--rules", "odd"), "rules: no sheet 'odd'"),
        (("--game", "wahoo", "--players", "9"), "players: 9 cannot play this; 2, 3, 4, 5, 6 can."),
        (("--game", "wahoo", "--bots", "good,clever"), "bots: there is no 'clever'"),
        (("--game", "wahoo", "--bots", "good"), "bots: name two"),
        (("--game", "wahoo", "--games", "3"), "games: an even number"),
        (("--game", "wahoo", "--jobs", "0"), "jobs: a number from 1 on"),
    ],
)
def test_bad_options_are_named(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *words]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.slow
def test_a_beginner_of_a_race_wins_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--game", "racepack", "--bots", "middle,beginner", "--games", "40", "--seed", "5")
    assert 24 <= matched(capsys, *words)["won_a"] < 40


def test_calibration_is_the_mean_distance_of_what_was_told_from_what_came() -> None:
    score = Score()
    for winner in (0, 0, 0, 1):
        score.told((0.62, 0.38), winner)
    assert score.calibration == pytest.approx(0.13)
    assert bounds(0, 10)[0] == pytest.approx(0.0)
