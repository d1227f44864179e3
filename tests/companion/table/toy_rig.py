"""The toy game on the rig, and how to answer by what an option reads."""

from __future__ import annotations

from typing import Any

from table_rig import AT_TABLE, Rig
from toy_game import ToyGame, ToyPosition

from companion.model.commands import Answer
from engine.registry import Registry

REGISTRY = Registry((ToyGame(),))


def begun(seed: int = 1, **fields: Any) -> Rig:
    """A toy game, perhaps from another position, with its board set out."""
    rig = Rig(registry=REGISTRY, seed=seed)
    rig.new(game="toy", rules=None, board=None, players=None)
    if fields:
        rig.at(ToyPosition(**fields).to_json())
    return rig


def choose(rig: Rig, text: str) -> None:
    """Answer the open question with the option that reads like that."""
    ask = rig.view.ask
    assert ask is not None
    moment = rig.table._moment
    assert moment.showing is not None
    for option, match in zip(ask.options, moment.showing.matches, strict=False):
        if match.candidate is not None and match.candidate.action.text.endswith(text):
            rig.table.command(Answer(ask.id, option.id), AT_TABLE)
            return
    raise AssertionError((text, ask))
