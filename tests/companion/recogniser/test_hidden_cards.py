"""What a hidden hand holds is in no candidate and in no story (PP-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.recogniser.candidates import Options, options
from companion.recogniser.game_endings import GameEndings
from companion.wood.seating import seat
from engine.game import Position
from engine.games.fast_track.dealt import DECK
from engine.registry import REGISTRY, load

OPTIONS = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["C"]]}


def held(cards: Sequence[str]) -> Position:
    """Red is to name a card, and holds these."""
    new = REGISTRY.game("fast_track").new(OPTIONS | {"hands": "virtual"})
    stocks = [
        {
            "deck": list((Counter(DECK) - Counter(hand)).elements()),
            "pile": [],
            "hand": list(hand),
            "owed": 0,
        }
        for hand in (cards, ("3", "8", "J", "K", "A"))
    ]
    marbles = {"A": ["p", "A5", "B3", "E11"], "C": ["p", "p", "p", "B8"]}
    return load({**new.to_json(), "marbles": marbles, "dealt": stocks})


A_THREE, MANY = held(["3"]), held(["A", "4", "6", "9"])


def test_the_hands_differ() -> None:
    assert A_THREE != MANY
    assert A_THREE.legal() != MANY.legal()


def test_what_may_be_announced_is_the_same_whatever_is_held() -> None:
    """Both where it is looked up, and where it is worked out."""
    assert options(A_THREE) is options(MANY)
    assert len(Options(MANY).inferred) > len(Options(MANY).direct) == 0
    assert Options(A_THREE).inferred == Options(MANY).inferred
    assert {one.prelude for one in Options(A_THREE).inferred} > {A_THREE.legal()[0]}


def test_a_story_stands_at_the_same_position_whatever_is_held() -> None:
    game = GameEndings(seat(REGISTRY.game("fast_track").seating, A_THREE.board), A_THREE)
    assert game.number(A_THREE) == game.number(MANY)
    assert game.ends(game.number(A_THREE)) == game.ends(game.number(MANY))
