"""Whole games of every profile by simulated hands: the table plays what the hands meant.

On the way everything that it says is looked at.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from said import check_words
from table_rig import Rig, clumsy, play_game

from companion.model.states import TableState

GAMES = [
    ("classic", "hex", [["A"], ["C"]], None),
    ("classic", "square", [["A"], ["B"], ["C"], ["D"]], [[0, 2], [1, 3]]),
    ("classic", "hex", [["A", "D"], ["B", "E"]], None),
    ("stevens", "hex", [["A"], ["C"], ["E"]], None),
    ("butterfly", "hex", [["A"], ["D"]], None),
]


def anything(_: Any, legal: list[Any], rng: random.Random) -> Any:
    """Any legal action, all alike."""
    return rng.choice(legal)


def of_games(numbers: set[int], *more: str) -> list[Any]:
    """All games; those of other numbers are played with the long tests."""
    return [
        pytest.param(*game, *more, marks=[] if number in numbers else [pytest.mark.slow])
        for number, game in enumerate(GAMES)
    ]


OPEN = of_games({4}, "physical")
DEALT = of_games(set(), "virtual")


@pytest.mark.parametrize(("rules", "board", "players", "teams", "hands"), [*OPEN, *DEALT])
def test_a_whole_game_is_played_to_its_end_by_hands(
    rules: str, board: str, players: list[list[str]], teams: Any, hands: str
) -> None:
    rng, listener, heard = random.Random(11), random.Random(5), set[str]()
    rig = Rig(seed=4).new(
        rules=rules, board=board, players=players, teams=teams, hands=hands, names=["Anna"]
    )

    def overheard(_: Any, legal: list[Any], rng: random.Random) -> Any:
        prompt = rig.view.prompt.message.key
        if prompt not in heard or listener.random() < 0.15:
            check_words(rig.view)
            check_words(rig.table.view(listener.randrange(len(players))))
        heard.add(prompt)
        return rng.choice(legal)

    play_game(rig, rng, overheard)
    check_words(rig.view)
    assert rig.table.state is TableState.OVER
    assert any(player.winner for player in rig.view.players)
    again = Rig(journal=rig.journal)
    again.table.resume()
    assert again.view.position == rig.view.position
    assert again.table.state is TableState.OVER


@pytest.mark.parametrize(("rules", "board", "players", "teams"), of_games(set()))
def test_clumsy_hands_still_play_what_they_meant_pp_2_pp_4_pp_5_pp_8(
    rules: str, board: str, players: list[list[str]], teams: Any
) -> None:
    rng = random.Random(5)
    kinds: Counter[str] = Counter()

    def hands(rig: Rig, action: Any, rng: random.Random) -> None:
        kinds[clumsy(rig, action, rng)] += 1

    rig = Rig(seed=5).new(rules=rules, board=board, players=players, teams=teams)
    play_game(rig, rng, anything, most=260, hands=hands)
    assert len(kinds) >= 6
