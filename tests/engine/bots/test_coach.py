"""The coach's reasons are true of the action, and come from what differs most."""

from __future__ import annotations

import random

import pytest
from bot_tables import first, played

from engine.bots.coach import (
    AGAIN,
    ALONG,
    FLAT,
    HOLD,
    HOME,
    KEEP,
    OUT,
    PLAIN,
    RING,
    SAFE,
    TAKE,
    Reason,
    reason,
)
from engine.game import Position
from engine.registry import REGISTRY
from engine.search import choose


def position(marbles: dict[str, list[str]], card: str | None) -> Position:
    data = {
        "game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]],
        "teams": [[0], [1]], "to_play": 0, "winner": None, "card": card, "marbles": marbles,
    }  # fmt: skip
    return REGISTRY.load(data)


def why(marbles: dict[str, list[str]], card: str, text: str) -> Reason:
    now = position(marbles, card)
    return reason(now, next(a for a in now.legal() if a.text == text))


def test_it_takes_a_marble() -> None:
    marbles = {"A": ["p", "p", "C13", "A9"], "D": ["p", "p", "p", "D5"]}
    assert why(marbles, "6", "C13-D5") == Reason(TAKE, None, "D")


def test_it_comes_home() -> None:
    marbles = {"A": ["p", "p", "B2", "A6"], "D": ["p"] * 4}
    assert why(marbles, "3", "A6-Ah2").key == HOME


def test_it_comes_out_of_the_pen() -> None:
    marbles = {"A": ["p", "p", "p", "B5"], "D": ["p"] * 4}
    assert why(marbles, "A", "Ap-A9").key == OUT


def test_the_only_move_is_not_one_of_many() -> None:
    marbles = {"A": ["p", "p", "p", "B5"], "D": ["p"] * 4}
    assert why(marbles, "2", "B5-B7").key == PLAIN


def test_moves_that_differ_little_are_much_the_same() -> None:
    marbles = {"A": ["p", "p", "E7", "B13"], "D": ["p", "p", "C5", "D13"]}
    assert why(marbles, "K", "E7-E8").key == FLAT


def test_a_better_move_is_never_called_much_the_same() -> None:
    marbles = {"A": ["p", "p", "A8", "B5"], "D": ["p"] * 4}
    now = position(marbles, "7")
    action = choose(now, "good", random.Random(0))
    assert reason(now, action).key == ALONG


def test_a_swap_sets_the_other_back() -> None:
    marbles = {"A": ["p", "p", "p", "B5"], "D": ["p", "p", "p", "D5"]}
    assert why(marbles, "J", "B5=D5").key == HOLD


def test_what_differs_most_is_told_and_no_trifle() -> None:
    """Both moves leave the same hand. Before, the grain of dust between two equal sums was told."""
    now = played(first("classic 2"), 80, random.Random(5))
    for seed in range(40):
        now = played(now, 1, random.Random(seed))
        if all(action.prelude for action in now.legal()):
            continue
        action = choose(now, "good", random.Random(seed))
        assert reason(now, action).key != KEEP


@pytest.mark.parametrize("name", ["classic 2", "classic 4", "butterfly 2", "wahoo 2", "racepack 4"])
def test_every_choice_has_a_reason_with_its_card(name: str) -> None:
    for seed in range(4):
        now = played(first(name), 15 * seed, random.Random(seed))
        action = choose(now, "good", random.Random(seed))
        told = reason(now, action)
        assert told.key in (
            TAKE, HOME, OUT, SAFE, RING, KEEP, ALONG, HOLD, AGAIN, FLAT, PLAIN,
            "hint.answers", "hint.next", *(f"hint.{part}" for part in now.terms(0)),
        )  # fmt: skip
        assert told.card == action.params.get("card", action.params.get("die"))
        assert (told.key == TAKE) <= (told.token is not None)


def test_a_reason_does_not_hang_on_hidden_cards() -> None:
    now = played(first("classic 2"), 80, random.Random(5))
    action = choose(now, "good", random.Random(1))
    assert reason(now, action) == reason(now.known_to(action.seat), action)
