"""Cards that are discarded together, told in whatever order, and cards that run out."""

from __future__ import annotations

from typing import Any

import pytest
from table_rig import Rig

from companion.games.street_race.lines import line
from companion.model.commands import Act, Caller
from companion.words import render
from engine.action import Action
from engine.games.street_race.on_wood import WoodPosition
from engine.games.street_race.sample import SAMPLE


def test_cards_discarded_in_another_order_stand_in_the_log_as_they_are_offered() -> None:
    rig = Rig(board_kind="none", seed=4)
    cars = [["A"], ["B"], ["C"]]
    rig.new(game="fhtagn", rules=None, board=None, players=cars, options={"fast": True})
    told: dict[str, Any] = rig.table._moment.position.to_json()  # type: ignore[union-attr]
    spaces = {"A": "1F1", "B": "2F1", "C": "2F2"}
    held = ["p01.1", "p02.1", "p03.2"]
    told["cars"] = [{**car, "at": spaces[car["id"]]} for car in told["cars"]]
    told["pile"] = [card for card in told["pile"] if card not in held]
    told["hands"] = {"A": held, "B": [], "C": []}
    rig.at({**told, "turn": "A", "phase": "discard", "ask": None})
    rig.table.command(Act("disc p03.2 p01.1"), Caller(seats=frozenset({0})))
    assert rig.done() == ["disc p01.1 p03.2"]
    assert rig.view.position["hands"]["A"] == 1


@pytest.mark.parametrize(
    ("left", "below", "took"),
    [
        (0, "No card is left to draw.", "finds no card to draw"),
        (1, "One card is left to draw.", "draws the last card"),
        (2, None, "draws two cards"),
    ],
)
def test_whoever_draws_is_told_when_pile_and_discards_run_out_ff_136(
    left: int, below: str | None, took: str
) -> None:
    """An own set has so few cards that the hands hold nearly all of them."""
    few = [{**card, "copies": 1} for card in SAMPLE["cards"][: 15 + left]]
    rig = Rig(board_kind="none", seed=4)
    options = {"fast": True, "data": {**SAMPLE, "set": "few", "cards": few}}
    cars = [["A"], ["B"], ["C"]]
    rig.new(game="fhtagn", rules=None, board=None, players=cars, options=options)
    told: dict[str, Any] = rig.table._moment.position.to_json()  # type: ignore[union-attr]
    spaces = {"A": "1F1", "B": "2F1", "C": "2F2"}
    cards = [*told["pile"], *(card for hand in told["hands"].values() for card in hand)]
    told["cars"] = [{**car, "at": spaces[car["id"]]} for car in told["cars"]]
    told["hands"] = {"A": cards[:3], "B": cards[3:9], "C": cards[9:15]}
    told["pile"] = cards[15:]
    ask = {"who": ["A"], "kind": "take"}
    rig.at({**told, "turn": "A", "phase": "draw", "ask": ask})
    support = rig.view.prompt.support
    assert (None if support is None else render(support)) == below
    before = rig.table._moment.position
    assert isinstance(before, WoodPosition)
    assert render(line(before, Action(0, "take 2"), str)) == took
    rig.table.command(Act("take 2"), Caller(seats=frozenset({0})))
    assert rig.done()[0] == "take 2"
    assert rig.view.position["hands"]["A"] == 3 + left
