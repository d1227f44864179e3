"""Races with cards thrown together at random: whatever they say, the rules hold (FF-155)."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st
from street_any_cards import content, moving
from street_sound import check
from street_table import GAME, loaded
from two_forms import few_or_many

from engine.game import OVER
from engine.games.street_race.position import StreetPosition
from engine.search import random_action

MOST, LONGEST = 1500, 150
"""A race goes so far; an event that answers itself by abilities for ever is left."""


SEEDED = given(st.integers(0, 10**9), st.integers(3, 6), st.booleans())


@few_or_many(SEEDED, 3, 20, derandomize=True)
def test_whatever_the_cards_say_the_rules_hold_ff_155(seed: int, players: int, dual: bool) -> None:
    rng = random.Random(seed)
    data = content(rng)
    options = {"dual": True} if dual else {"farsight": True}
    seated = min(players, 4) if dual else players
    position = GAME.new({"players": seated, "options": options, "data": data})
    for number in range(MOST):
        assert isinstance(position, StreetPosition)
        if position.to_act is OVER or len(position.moment.since) > LONGEST:
            break
        if number % 40 == 0:
            back = loaded(position.to_json(), data)
            assert back == position
            assert [a.text for a in back.legal()] == [a.text for a in position.legal()]
            position.odds()
        position = position.apply(random_action(position, rng)).position
        if not position.moment.since:  # type: ignore[attr-defined]
            check(position)


@few_or_many(given(st.integers(0, 10**9), st.booleans()), 2, 40, derandomize=True)
def test_cards_that_move_cars_in_the_middle_of_a_move_leave_each_a_place_ff_73(
    seed: int, dual: bool
) -> None:
    rng = random.Random(seed)
    data = content(rng, moving)
    position = GAME.new({"players": 3, "options": {"dual": dual}, "data": data})
    for _ in range(400):
        assert isinstance(position, StreetPosition)
        if position.to_act is OVER or len(position.moment.since) > LONGEST:
            break
        likely = [a for a in position.legal() if a.text.startswith(("react", "adv", "drift"))]
        chosen = rng.choice(likely) if likely and rng.random() < 0.6 else None
        position = position.apply(chosen or random_action(position, rng)).position
        if not position.moment.since:  # type: ignore[attr-defined]
            check(position)
