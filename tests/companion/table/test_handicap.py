"""A start for children at the table: marbles ahead, and what a game again keeps (FT-6, WA-1)."""

from __future__ import annotations

from typing import Any

import pytest
from table_rig import AT_TABLE, Rig

from companion.errors import CommandRefused
from companion.games.packs import PACKS
from companion.model.commands import Again, New
from companion.play.results import result
from engine.registry import REGISTRY


def test_marbles_ahead_lie_home_on_the_board_and_are_told() -> None:
    rig = Rig().new(options={"ahead": [0, 2]})
    assert {rig.table.expected_tokens().get(hole) for hole in ("Ch4", "Ch3")} == {"C"}
    players = rig.table.view(None).players
    assert [(one.ahead, one.colours[0].home) for one in players] == [(0, 0), (2, 2)]
    record = rig.journal.current()
    assert record is not None
    told = result(REGISTRY, PACKS.of("fast_track"), record)
    assert [seat.ahead for seat in told.seats] == [0, 2]


def test_the_same_game_again_keeps_both() -> None:
    rig = Rig(board_kind="none").new(help=["none", "hint"], options={"ahead": [0, 1]})
    game = rig.table._moment.game
    assert game is not None
    data = game.position.to_json()
    home = {**data["marbles"], "A": ["Ah1", "Ah2", "Ah3", "Ah4"]}  # type: ignore[dict-item]
    rig.at({**data, "marbles": home, "winner": 0})
    rig.table.command(Again(), AT_TABLE)
    assert rig.view.assistance == "none"
    assert [one.ahead for one in rig.view.players] == [0, 1]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"help": ["much"]}, "help cannot be 'much'"),
        ({"help": ["", "", "hint"]}, "more levels than seats"),
        ({"options": {"ahead": [3, 0]}}, "0 to 2 marbles"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(fields: dict[str, Any], said: str) -> None:
    rig = Rig()
    game = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
    with pytest.raises(CommandRefused, match=said):
        rig.table.command(New(**{**game, **fields}), AT_TABLE)
    assert rig.table.game_id is None
