"""Who only watches a race with dealt cards hears who is doing what, as the other players do."""

from __future__ import annotations

import random
from typing import Any

import pytest
from table_rig import Rig

from companion.model.commands import Act, Caller
from companion.words import render
from companion_web.api.views import Renderer
from engine.game import CHANCE, OVER

PLAYERS = [["A"], ["B"], ["C"]]
NAMES = ["Anna", "Ben", "Cara"]
CALLS = ("put your car", "keep these cards?", "lift your car", "draw none, one or two?")


@pytest.mark.parametrize("steps", [60, pytest.param(250, marks=pytest.mark.slow)])
def test_who_watches_hears_what_the_other_players_hear_and_the_screen_for_all_calls(
    steps: int,
) -> None:
    """From the placing on, through mulligan, turns and draws."""
    rig = Rig(board_kind="none", seed=3)
    options = {"fast": True, "dice": "service"}
    rig.new(
        game="fhtagn", rules=None, board=None, players=PLAYERS, names=NAMES, options=options,
        hands="virtual",
    )  # fmt: skip
    pages, rng, called = Renderer(rig.table, render), random.Random(3), set[str]()

    def said(seat: int | None, **screen: bool) -> tuple[str, str]:
        prompt: Any = pages.shown(seat, "en", **screen).data["page"]["prompt"]
        return str(prompt["text"]), str(prompt["support"])

    for _ in range(steps):
        acting = rig.table._moment.acting  # type: ignore[union-attr]
        position: Any = rig.table._moment.position  # type: ignore[union-attr]
        if position.to_act in (CHANCE, OVER) or not acting:
            break
        others = [seat for seat in range(3) if seat not in acting]
        if len(acting) == 1:
            # The next one hears that, too.
            assert said(None) in map(said, others), position.to_json()["ask"]
            assert said(None, screen=True) == said(acting[0])
            called |= {call for call in CALLS if call in said(acting[0])[0]}
            assert not any(call in said(None)[0] for call in CALLS)
        action = rng.choice([one for one in position.legal() if one.seat == acting[0]])
        rig.table.command(Act(action.text), Caller(seats=frozenset({acting[0]})))
    assert called == set(CALLS)
