"""What chance may bring, and what a good bot makes of the answer to it."""

from __future__ import annotations

import random

import pytest
from bot_tables import STARTS, first, played

from engine.bots.expecting import CLOSELY, Expectation, expected, faces
from engine.bots.outlook import Outlook
from engine.bots.rule_of_thumb import of_events, score_of
from engine.game import CHANCE, OVER, Position
from engine.registry import REGISTRY
from engine.search import random_action

P = "p"


def butterfly(card: str | None, red: list[str], green: list[str]) -> Position:
    """Red to play that card of the common deck."""
    return REGISTRY.game("fast_track").load(
        {
            "game": "fast_track", "rules": "butterfly", "board": "hex", "to_play": 0, "card": card,
            "players": [["A"], ["D"]], "teams": [[0], [1]], "winner": None, "penalty": False,
            "marbles": {"A": red, "D": green},
        }
    )  # fmt: skip


def test_a_common_deck_brings_each_card_as_often_as_it_has_it_bf_2() -> None:
    lots = butterfly(None, ["A9", P, P, P, P], ["D9", P, P, P, P]).lots()
    assert sum(lots.values()) == 54
    assert {action.params["card"]: n for action, n in lots.items()}["JOKER"] == 2


def test_nothing_comes_while_somebody_chooses_or_from_a_hand() -> None:
    assert butterfly("4", ["B3", P, P, P, P], ["D9", P, P, P, P]).lots() == {}
    assert first("classic 2").lots() == {}


def test_a_die_brings_each_face_alike_wa_3() -> None:
    assert list(first("wahoo 2").lots().values()) == [1] * 6


def test_the_answer_is_the_best_that_the_other_can_do() -> None:
    """Worked out anew by brute force: every card, every move after it, the mean of Red's chance."""
    now = butterfly("5", ["B3", "C2", P, P, P], ["B5", P, P, P, P])
    values = now.values()
    assert values is not None
    choices = list(now.legal())
    told = Outlook(now, 0, values).answered(now, choices)
    assert len(choices) > 1
    for action, chance in zip(choices, told, strict=True):
        after = now.apply(action).position
        total = 0.0
        for lot, share in after.lots().items():
            drawn = after.apply(lot).position
            ends = [drawn.apply(answer).position for answer in drawn.legal()]
            chances = [values.chances(end.features()) for end in ends]
            total += share * min(red for red, _ in chances)
        assert abs(chance - total / 54) < 1e-9


def test_without_features_the_score_after_the_answer_counts() -> None:
    now = REGISTRY.game("wahoo").load(
        {
            "game": "wahoo", "board": "hex", "dice": "service", "players": [["A"], ["D"]],
            "to_play": 0, "die": 3, "winner": None,
            "marbles": {"A": ["B3", "C4", P, P], "D": ["B1", P, P, P]},
        }
    )  # fmt: skip
    choices = list(now.legal())
    assert len(choices) == 2
    for action in choices:
        after, events = now.apply(action)
        total = of_events(now, 0, events)
        for lot in after.lots():
            thrown = after.apply(lot).position
            answers = [thrown.apply(answer) for answer in thrown.legal()]
            total += min(of_events(thrown, 0, e) + score_of(p, 0) for p, e in answers) / 6
        assert abs(Expectation(0).of(now, action, 1) - total) < 1e-9


def test_of_cards_that_come_only_one_is_looked_at() -> None:
    """A pile of a hundred cards would be played through, though no card is known."""
    now, rng, drawn = first("fhtagn on wood"), random.Random(1), 0
    for _ in range(120):
        if now.to_act is CHANCE and now.chance() is None:
            drawn += len(now.legal()) > 1
            assert len(list(faces(now))) == 1
        now = now.apply(random_action(now, rng)).position
    assert drawn > 5


@pytest.mark.parametrize("name", STARTS)
def test_a_game_knows_without_a_list_whether_somebody_chooses(name: str) -> None:
    now, rng = first(name), random.Random(2)
    for _ in range(80):
        if now.to_act is OVER:
            break
        assert now.chooses == Position.chooses.fget(now)  # type: ignore[attr-defined]
        now = now.apply(random_action(now, rng)).position


def test_only_the_best_few_are_looked_at_closely_and_come_first() -> None:
    now = played(first("racepack 4"), 60, random.Random(4))
    while len(now.distinct()) <= CLOSELY or not now.chooses:
        now = played(now, 1, random.Random(4))
    choices = list(now.distinct())
    seat = choices[0].seat
    glance = expected(now, choices, closely=False)
    close = expected(now, choices, closely=True)
    order = sorted(range(len(choices)), key=lambda n: -glance[n])
    assert min(close[n] for n in order[:CLOSELY]) >= max(close[n] for n in order[CLOSELY:])
    assert close[order[0]] == Expectation(seat, 300 // CLOSELY).of(now, choices[order[0]], 2)
