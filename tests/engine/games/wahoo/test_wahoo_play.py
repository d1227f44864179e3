"""Whole games of Wahoo: they end, they fit the board, they replay; a slow reading agrees."""

from __future__ import annotations

import importlib
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from two_forms import few_or_many

from engine.bots.curve import win_chances
from engine.game import CHANCE, OVER, Position
from engine.games.wahoo.position import WahooPosition
from engine.perft import perft
from engine.record import Record, closed, replay
from engine.registry import REGISTRY, load
from engine.search import LEVELS, choose, hint, random_action

sys.path.append(str(Path(__file__).parents[2] / "oracle"))
naive = importlib.import_module("naive_wahoo")

TABLES = st.sampled_from(
    [
        {"players": [["A"], ["D"]]},
        {"players": [["A"], ["C"], ["E"]]},
        {"players": [["A"], ["B"], ["D"], ["E"]], "dice": "service"},
        {"players": [["A"], ["B"], ["C"], ["D"], ["E"], ["F"]]},
        {"players": [["A"], ["C"]], "board": "square"},
        {"players": [["A"], ["B"], ["C"], ["D"]], "board": "square", "dice": "service"},
    ]
)
MOST = 20_000
"""Actions after which a random game would count as endless; the longest seen has some 6,000."""


def game(options: dict[str, Any], seed: int, actions: int = MOST) -> tuple[Record, list[Position]]:
    """A random game to its end or to so many actions, and its positions."""
    rng = random.Random(seed)
    record = Record({"game": "wahoo", **options})
    position = REGISTRY.game("wahoo").new(record.options)
    positions = [position]
    while position.to_act is not OVER and len(positions) <= actions:
        assert len(positions) < MOST, "this game does not end"
        action = random_action(position, rng)
        record = record.then(action)
        position = position.apply(action).position
        positions.append(position)
    return record, positions


def check(position: Position) -> None:
    """Four marbles a colour, none two in a hole, no more in a place than it has room for."""
    standing = position.occupancy()
    places = position.board.places
    counts = {seat.colours[0]: 0 for seat in position.seats}
    for place, tokens in standing.items():
        assert len(tokens) <= places[place].capacity, place
        assert places[place].side in (None, *tokens) or places[place].kind not in ("home", "pen")
        for token in tokens:
            counts[token] += 1
    assert set(counts.values()) == {4}
    assert load(position.to_json()) == position


@few_or_many(given(TABLES, st.integers(0, 10**6)), 2, 7)
def test_a_random_game_ends_fits_the_board_and_replays_as_the_same_text(
    options: dict[str, Any], seed: int
) -> None:
    record, positions = game(options, seed)
    for position in positions:
        check(position)
    text = closed(record, REGISTRY).to_text()
    again = replay(Record.from_text(text), REGISTRY)
    assert again.final == positions[-1]
    assert closed(Record.from_text(text), REGISTRY).to_text() == text


@few_or_many(given(TABLES, st.integers(0, 10**6)), 2, 7)
def test_a_slow_reading_of_the_rules_offers_the_same_and_goes_the_same_way(
    options: dict[str, Any], seed: int
) -> None:
    record, positions = game(options, seed)
    slow = naive.world(positions[0].to_json())
    for position, entry in zip(positions, record.entries, strict=False):
        assert {action.text for action in position.legal()} == naive.actions(slow)
        slow = naive.after(slow, entry.text)
        assert naive.over(slow) == (position.apply(entry.text).position.to_act is OVER)
    assert slow == naive.world(positions[-1].to_json())


@given(TABLES, st.integers(0, 10**6), st.integers(0, 300))
@settings(max_examples=7)
def test_a_slow_count_of_sequences_comes_out_the_same(
    options: dict[str, Any], seed: int, at: int
) -> None:
    position = game(options, seed, at)[1][-1]
    slow = naive.world(position.to_json())
    assert [perft(position, d) for d in range(4)] == [naive.count(slow, d) for d in range(4)]


@pytest.mark.parametrize("seed", range(3))
def test_who_follows_hints_beats_who_plays_at_random(seed: int) -> None:
    rng = random.Random(seed)
    won = 0
    for number in range(6):
        position = REGISTRY.game("wahoo").new({"players": [["A"], ["D"]], "dice": "service"})
        clever = number % 2
        while position.to_act is not OVER:
            wise = position.to_act is not CHANCE and clever in position.to_act
            action = hint(position, rng) if wise else random_action(position, rng)
            position = position.apply(action).position
        won += position.to_json()["winner"] == clever
    assert won >= 5


def test_a_lead_says_more_the_less_of_the_way_is_left(stand: Any) -> None:
    """And what nobody can take says more than the same steps on the round."""

    def chance(**marbles: str) -> float:
        return (win_chances(load(stand(None, **marbles))) or ())[0]

    early = chance(A="A13", D="D9")
    late = chance(A="Ah2 Ah3 Ah4 A13", D="Dh2 Dh3 Dh4 D9")
    assert 0.5 < early < late < 1
    assert chance(A="A7", D="D9") + 0.05 < chance(A="Ah1", D="D9")
    assert chance(A="X", D="D9") < chance(A="A0", D="D9")


def test_bots_choose_by_the_score_and_not_by_the_win_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    _, positions = game({"players": [["A"], ["D"]], "dice": "service"}, 5, 200)
    asked = [now for now in positions if isinstance(now.to_act, frozenset) and now.to_act]

    def choices() -> list[str]:
        return [
            choose(now, level, random.Random(n)).text
            for n, now in enumerate(asked)
            for level in LEVELS
        ]

    before = choices()
    monkeypatch.setattr(WahooPosition, "lead", lambda _, seat: -1000.0 * seat)
    monkeypatch.setattr(WahooPosition, "steepness", 7.0)
    assert choices() == before
    assert (win_chances(asked[0]) or ())[0] == 1
