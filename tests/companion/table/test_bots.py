"""Bots have seats: which ones, by what level, by what name, and who may sit there."""

from __future__ import annotations

from typing import Any

import pytest
from table_rig import AT_TABLE, Rig, restarted

from companion.errors import CommandRefused
from companion.model.commands import New
from companion.words import render

GAMES: list[dict[str, Any]] = [
    {"game": "fast_track", "rules": "classic", "hands": "virtual", "players": [["A"], ["D"]]},
    {"game": "wahoo", "rules": None, "players": [["A"], ["D"]]},
    {"game": "racepack", "rules": None, "board": None, "players": [["A", "C"], ["B", "D"]]},
    {"game": "fhtagn", "rules": None, "board": None, "players": [["A"], ["B"], ["C"]]},
]


@pytest.mark.parametrize("fields", GAMES, ids=lambda fields: str(fields["game"]))
def test_a_restart_keeps_the_bots_of_every_game(fields: dict[str, Any]) -> None:
    """Level and name of a bot stand in the row of the new game."""
    rig = Rig().new(**fields, bots=["", "good"], names=["Anna", "HAL"])
    for table in (rig, restarted(rig)):
        person, bot, *_ = table.view.players
        assert (person.bot, person.name) == ("", "Anna")
        assert (bot.bot, bot.name, bot.taken) == ("good", "", True)
        assert bot.called is not None
        assert render(bot.called) == {"D": "Green bot", "B": "Orange bot"}[bot.colours[0].colour]


def test_nobody_sits_down_on_the_seat_of_a_bot() -> None:
    """The other seat is free as ever."""
    rig = Rig().new(hands="virtual", bots=["", "middle"])
    with pytest.raises(CommandRefused, match="A bot plays on this seat"):
        rig.table.sit(1, "anna")
    rig.table.sit(0, "anna")
    assert rig.table.holder(0) == "anna"


@pytest.mark.parametrize(
    ("fields", "code", "said"),
    [
        ({"bots": ["", "grand"]}, "malformed", "bots\\[1\\]: 'grand' is no level"),
        ({"bots": ["", "", "good"]}, "malformed", "more bots than players"),
        ({"bots": ["good"], "hands": "physical"}, "bad-config", "cards of paper"),
    ],
)
def test_wrong_bots_are_named(fields: dict[str, Any], code: str, said: str) -> None:
    """And the game that is open goes on."""
    rig = Rig().new()
    number = rig.view.game
    wanted = {"game": "fast_track", "rules": "classic", "board": "hex", "hands": "virtual"}
    with pytest.raises(CommandRefused, match=said) as refused:
        rig.table.command(New(players=[["A"], ["D"]], **(wanted | fields)), AT_TABLE)
    assert refused.value.code == code
    assert rig.view.game == number
