"""A car that goes elsewhere after all, once its drift was accepted (PP-5)."""

from __future__ import annotations

from typing import Any

from table_rig import Rig

from companion.model.commands import Answer, Caller
from engine.games.street_race.on_wood import CIVILIAN

CARS = {"A": "1F1", "B": "2F1", "C": "2F2"}


def race() -> Rig:
    """B stands on b5 between an empty square and C, and has the turn."""
    rig = Rig(board_kind="virtual", seed=4)
    rig.new(
        game="fhtagn",
        rules=None,
        board=None,
        players=[["A"], ["B"], ["C"]],
        options={"fast": True, "dice": "table"},
    )
    told: dict[str, Any] = rig.table._moment.position.to_json()  # type: ignore[union-attr]
    cars = [{**car, "at": CARS[car["id"]]} for car in told["cars"]]
    now = {"turn": "B", "phase": "act", "actions": 4, "cars": cars}
    rig.at({**told, **now, "ask": {"who": ["B"], "kind": "act"}})
    rig.hand = [CIVILIAN] * 8
    return rig


def test_a_free_drift_becomes_one_that_pushes_its_neighbour_pp_5() -> None:
    """B drifts to the left and rests. Then it is lifted again, so is C, and B stands on C's square.

    No light leads B back meanwhile, and what was meant is asked once the hand has been waited for.
    """
    rig = race().carry("b5", "b4").settle()
    assert rig.done() == ["drift L"]
    rig.lift("b4", "b6").put("b6", "B").settle()
    assert rig.lit("origin") == rig.lit("return") == rig.lit("wrong") == []
    rig.wait(3.0)
    ask = rig.view.ask
    assert ask is not None
    meant = next(option.id for option in ask.options if option.actions == ("drift R",))
    rig.table.command(Answer(ask.id, meant), Caller(seats=frozenset(range(3)), host=True))
    assert rig.done() == ["drift R"]
