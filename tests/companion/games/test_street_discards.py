"""Cards that are discarded together, told at the table in whatever order."""

from __future__ import annotations

from typing import Any

from table_rig import Rig

from companion.model.commands import Act, Caller


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
