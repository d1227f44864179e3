"""Every game of the engine behind the tracker: calm hands are read as what they played."""

from __future__ import annotations

from typing import Any

import pytest
from game_table import GameTable
from two_forms import first

from companion.recogniser.decisions import Rest
from companion.recogniser.endings import EMPTY

GAMES: dict[str, dict[str, Any]] = {
    f"{rules}-{seats}": {
        "game": "fast_track",
        "rules": rules,
        "board": "hex",
        "players": [[colour] for colour in sorted("ACEB"[:seats])],
        "teams": [[n] for n in range(seats)],
    }
    for rules, seats in (("classic", 2), ("classic", 4), ("stevens", 4), ("butterfly", 3))
} | {
    "racepack": {
        "game": "racepack",
        "players": {name: [car] for name, car in zip("1234", "ABCD", strict=True)},
        "ranking": ["1", "2", "3", "4"],
        "laps": 1,
        "hazards": ["6.0L", "11.0R", "16.1L", "21.0R"],
    },
    "wahoo": {"game": "wahoo", "board": "hex", "players": [["A"], ["C"]]},
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", first(1, range(2)))
def test_calm_hands_are_read_as_what_they_played_i0(game: str, seed: int) -> None:
    table = GameTable(GAMES[game], seed)
    for _ in range(150):
        if table.over:
            break
        table.turn()
        table.settle()
        assert isinstance(table.decision, Rest), table.played[-4:]
        believed = table.state.committed[-1].position
        assert believed == table.game.number(table.position), table.played[-4:]
    assert table.state.passed + len(table.state.committed) > 50


def test_pens_are_groups_and_the_rest_are_places_of_one_hole() -> None:
    table = GameTable(GAMES["classic-2"], 1)
    game = table.game
    assert game.holes == len(table.position.board.holes)
    assert {game.names[n][1] for n in range(game.exact, game.holes)} == {"p"}
    assert len(game.wood(game.number(table.position))) == game.exact
    own = game.welcome[game.numbers["Cp1"]]
    assert own == bytes((game.token("C"),))
    assert game.welcome[game.numbers["A1"]] == b""
    assert set(game.near[game.numbers["Cp1"]]) == {game.numbers[f"Cp{n}"] for n in (2, 3, 4)}
    assert game.numbers["A2"] in game.near[game.numbers["A1"]]


def test_an_end_of_a_card_not_named_begins_with_the_card_pp_7() -> None:
    table = GameTable(GAMES["classic-2"], 1)
    game = table.game
    first = game.number(table.position)
    ends = game.ends(first)
    assert ends
    for wood, paths in ends.items():
        assert wood != game.wood(first)
        for path in paths:
            card, move = path
            assert card.text.startswith("card:")
            assert not card.moves
            assert move.moves
    assert game.told(first, "card:A") is not None
    assert game.told(first, "A1-A2") is None


def test_cars_that_close_up_are_owed_afterwards_pp_17() -> None:
    """RP: when a car has left the grid, those behind it close up; no hand announces that."""
    table = GameTable(GAMES["racepack"], 0)
    for _ in range(40):
        before = table.game.number(table.position)
        ends = table.game.ends(before)
        table.turn()
        after = table.game.number(table.position)
        moved = sum(
            a != b for a, b in zip(table.game.wood(before), table.game.wood(after), strict=True)
        )
        if moved > 2:
            break
    else:
        pytest.fail("no car closed up in forty turns")
    for wood, paths in ends.items():
        if paths[0][-1].position == after:
            there = table.game.wood(before)
            assert sum(a != b for a, b in zip(there, wood, strict=True)) == 2
            assert wood.count(EMPTY) == there.count(EMPTY)
