"""Hands that are dealt anew, as whoever plays on from another game gets them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from recorded import GAMES, TWO, Played

from companion.play.open_game import order
from engine.errors import IllegalAction
from engine.game import OVER, Position
from engine.games.fast_track.dealt import DealtPosition
from engine.registry import REGISTRY

DEALT: dict[str, dict[str, Any]] = {
    "own decks": {**TWO, "hands": "virtual"},
    "one deck": {**TWO, "rules": "butterfly", "hands": "virtual"},
    "street": GAMES["fhtagn"],
    "fast street": {**GAMES["fhtagn"], "options": {"fast": True}},
}


def anew(position: Position, seed: int) -> Position:
    """The position with its hands dealt anew."""
    rng = random.Random(seed)
    return position.dealt_anew([order(one, rng) for one in position.held()])


def sizes(position: Position) -> list[int]:
    """How many cards each seat holds."""
    views: list[Mapping[str, Any]] = [position.view(one.number) for one in position.seats]
    return [len(view.get("hand", ())) for view in views]


@pytest.mark.parametrize("game", DEALT)
@pytest.mark.parametrize("moves", [1, 4, 9, 25, 60, 140])
def test_hands_are_as_large_as_before_and_all_that_everybody_sees_stays(
    game: str, moves: int
) -> None:
    """What was asked in the middle of an event may be asked once more, of other hands."""
    position = Played(DEALT[game]).on(moves).game.position
    if position.to_act is OVER:
        return
    made = anew(position, moves)
    assert (sizes(made), made.seats) == (sizes(position), position.seats)
    assert made.occupancy() == position.occupancy()
    assert REGISTRY.game(position.game).load(made.to_json()) == made
    held = Counter(card for one in position.held() for card in one.domain)
    assert held == Counter(card for one in made.held() for card in one.domain)
    if isinstance(position, DealtPosition) and isinstance(made, DealtPosition):
        assert made.base == position.base
        assert [stock.pile for stock in made.stocks] == [stock.pile for stock in position.stocks]


@pytest.mark.parametrize("game", ["own decks", "street"])
def test_the_hands_are_others(game: str) -> None:
    position = Played(DEALT[game]).on(9).game.position
    hands = {str([anew(position, n).view(seat).get("hand") for seat in (0, 1)]) for n in range(5)}
    assert len(hands) > 2


@pytest.mark.parametrize("game", DEALT)
def test_cards_that_are_not_there_are_refused(game: str) -> None:
    position = Played(DEALT[game]).on(9).game.position
    with pytest.raises(IllegalAction, match="not the cards"):
        position.dealt_anew([f"{position.held()[0].prefix}A A A"])


@pytest.mark.parametrize("game", ["wahoo", "racepack", "fast_track"])
def test_where_nobody_holds_cards_nothing_is_dealt(game: str) -> None:
    position = Played(GAMES[game]).on(9).game.position
    assert position.held() == ()
    assert position.dealt_anew(()) == position
    with pytest.raises(IllegalAction, match="nothing is dealt"):
        position.dealt_anew(["shuffle:0 A"])
