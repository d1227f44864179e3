"""Moments in the middle of an event: rules go on once, and are played anew for another answer."""

from __future__ import annotations

import random

import pytest

from engine.game import OVER, Applied, Position
from engine.games.street_race import StreetPosition
from engine.registry import load
from engine.search import random_action

from .street_table import new


def told(found: Applied) -> tuple[object, ...]:
    return found.position.to_json(), [event.to_json() for event in found.events]


def answers(position: Position, rng: random.Random) -> list[str]:
    """Two answers, the first of them twice."""
    if position.chance() is not None:
        first = other = random_action(position, rng)
    else:
        first, other = rng.choices([action.text for action in position.legal()], k=2)
    return [first, other, first]


@pytest.mark.parametrize("open_windows", [False, True])
def test_every_answer_in_an_event_leads_to_the_same_as_the_event_played_from_its_base(
    open_windows: bool,
) -> None:
    rng, position, compared = random.Random(5), new(3, open_windows=open_windows), 0
    for _ in range(180):
        assert isinstance(position, StreetPosition)
        if position.to_act is OVER:
            break
        if position.moment.since and rng.random() < 0.3:
            before = position.to_json()
            for text in answers(position, rng):
                assert told(position.apply(text)) == told(load(before).apply(text))
                assert position.to_json() == before
                compared += 1
        position = position.apply(random_action(position, rng)).position
    assert compared > 30


def test_equal_positions_have_the_same_hash_and_unequal_ones_differ() -> None:
    rng, position, seen = random.Random(2), new(3), set[Position]()
    for _ in range(60):
        same = load(position.to_json())
        assert (same, hash(same)) == (position, hash(position))
        assert position not in seen
        seen.add(position)
        position = position.apply(random_action(position, rng)).position
