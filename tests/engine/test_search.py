"""Hints and bots: always legal, seeded alike, and not blind to a win."""

from __future__ import annotations

import random

import pytest

from engine.action import Action
from engine.errors import IllegalAction
from engine.game import CHANCE, OVER, Position
from engine.games.fast_track.worth import progress, score
from engine.registry import REGISTRY
from engine.search import hint, random_action, shuffled, worth

DATA: dict[str, object] = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [["A"], ["D"]],
    "teams": [[0], [1]],
    "marbles": {"A": ["p", "A7", "Ah3", "Ah4"], "D": ["p", "p", "D2", "D9"]},
    "to_play": 0,
    "card": None,
    "winner": None,
}


def position(**more: object) -> Position:
    return REGISTRY.load({**DATA, **more})


def hinted(now: Position, seed: int = 1) -> str:
    return hint(now, random.Random(seed)).text


def test_a_hint_wins_when_it_can() -> None:
    marbles = {"A": ["A7", "Ah2", "Ah3", "Ah4"], "D": ["p", "p", "D2", "D9"]}
    now = position(marbles=marbles)
    assert hinted(now) in ("card:A", "card:JOKER", "card:J", "card:Q", "card:K")
    now = now.apply("card:A").position
    assert hinted(now) == "A7-Ah1"


def test_a_hint_takes_a_marble_rather_than_walking_by() -> None:
    marbles = {"A": ["p", "p", "E2", "A9"], "D": ["p", "p", "p", "B1"]}
    now = position(marbles=marbles, card="6", rules="classic")
    assert {"A9-B1", "E2-E8"} < {a.text for a in now.legal()}
    assert hinted(now) == "A9-B1"


def test_a_hint_looks_through_the_card_to_its_move() -> None:
    now = position()
    action = hint(now, random.Random(1))
    assert action.prelude
    moves = now.apply(action).position.legal()
    best = max(worth(now.apply(action).position, move) for move in moves)
    assert worth(now, action) == pytest.approx(best)
    for other in now.legal():
        assert worth(now, other) <= best + 1e-9


def test_equal_generators_give_equal_hints_and_games() -> None:
    for seed in range(3):
        games = []
        for _ in range(2):
            rng, now, texts = random.Random(seed), position(), []
            for _ in range(30):
                if now.to_act is OVER:
                    break
                action = hint(now, rng)
                texts.append(action.text)
                now = now.apply(action).position
            games.append(texts)
        assert games[0] == games[1]


@pytest.mark.parametrize("rules", ["classic", "stevens", "butterfly"])
def test_bots_end_a_game_with_dealt_cards(rules: str) -> None:
    options = {"rules": rules, "board": "hex", "players": [["A"], ["D"]], "hands": "virtual"}
    now, rng = REGISTRY.game("fast_track").new(options), random.Random(8)
    for _ in range(3000):
        if now.to_act is OVER:
            break
        action = random_action(now, rng) if now.to_act is CHANCE else hint(now, rng)
        now = now.apply(action).position
    assert now.to_act is OVER


def test_a_careful_player_beats_a_random_one() -> None:
    wins = 0
    for seed in range(6):
        options = {
            "rules": "classic",
            "board": "hex",
            "players": [["A"], ["D"]],
            "hands": "virtual",
        }
        now, rng = REGISTRY.game("fast_track").new(options), random.Random(seed)
        while now.to_act is not OVER:
            careful = now.to_act == frozenset((0,))
            action = hint(now, rng) if careful else random_action(now, rng)
            now = now.apply(action).position
        wins += now.to_json()["winner"] == 0
    assert wins >= 5


def test_nobody_to_act_means_no_hint_and_no_action() -> None:
    over = position(marbles={"A": ["Ah1", "Ah2", "Ah3", "Ah4"], "D": ["p"] * 4}, winner=0)
    with pytest.raises(IllegalAction, match="over"):
        random_action(over, random.Random(1))
    with pytest.raises(IllegalAction, match="no hint"):
        hint(over, random.Random(1))
    with pytest.raises(IllegalAction, match="Seat 1"):
        hint(position(), random.Random(1), seat=1)


def test_random_actions_reach_every_legal_one() -> None:
    now, rng = position(), random.Random(2)
    seen = {random_action(now, rng).text for _ in range(400)}
    assert seen == {action.text for action in now.legal()}


def test_a_shuffle_keeps_the_cards_and_moves_them() -> None:
    cards = [str(i) for i in range(20)]
    once = shuffled(cards, random.Random(1))
    assert sorted(once) == sorted(cards)
    assert once != cards
    assert once == shuffled(cards, random.Random(1))
    first = {shuffled(["x", "y", "z"], random.Random(s))[0] for s in range(30)}
    assert first == {"x", "y", "z"}


def test_progress_grows_along_the_way_home() -> None:
    way = ["A9", "A13", "B0", "B5", "C3", "F7", "F13", "A0", "A3", "A7", "Ah1", "Ah4"]
    values = [progress(place, "A", "ABCDEF") for place in ["Ap", *way]]
    plain = [v for place, v in zip(["Ap", *way], values, strict=True) if place != "B0"]
    assert plain == sorted(plain)
    # the ring's first corner is worth more than the hole after it; A8 lies behind the start
    assert values[3] > values[4]
    assert progress("A8", "A", "ABCDEF") <= progress("A9", "A", "ABCDEF")


def test_the_score_counts_partners_in_and_others_out() -> None:
    teams = {
        "players": [["A"], ["B"], ["D"], ["E"]],
        "teams": [[0, 2], [1, 3]],
        "marbles": {
            "A": ["p"] * 4,
            "B": ["p"] * 4,
            "D": ["p", "p", "p", "D9"],
            "E": ["p"] * 4,
        },
    }
    now = position(**teams)
    assert score(now, 0) == score(now, 2) > 0
    assert score(now, 1) == score(now, 3) < 0


def test_what_a_seat_does_is_measured_for_that_seat() -> None:
    now = position(card="4")
    back: Action = next(a for a in now.legal() if a.text == "A7-A3")
    assert worth(now, back) < score(now, 0)
