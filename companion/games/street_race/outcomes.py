"""What came of a deed whose dice have decided: the sums, and where the car is (FF-55, FF-56)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.model.message import Message
from companion.model.step import GameStep
from engine.games.street_race import WoodPosition
from engine.games.street_race.events import Damaged, Repaired
from engine.games.street_race.pack import Car
from engine.games.street_race.play import begun
from engine.games.street_race.trying import target_number

from .dice import Decided, decided, throws
from .lines import line

TRIED: Final = frozenset({"adv", "drift", "fix", "free", "opt", "choose", "play"})
"""Verbs of deeds that a test may belong to."""


def tried(step: GameStep) -> bool:
    """Whether a test may belong to this deed."""
    return step.action.text.split(" ")[0] in TRIED


def told(deed: GameStep, steps: Sequence[GameStep]) -> tuple[Message, Message | None] | None:
    """The line of a deed with the sums of its test, and what came of it.

    ``steps``  those after it, up to the one that decided; a sum that cards have changed is left out
    """
    found = decided((deed, *steps))
    if found is None:
        return None
    assert isinstance(deed.before, WoodPosition)
    did = line(deed.before, deed.action)
    sums = _sums(deed, found)
    if sums is not None:
        mine, other = (str(one).replace("-", "−") for one in sums)
        did = Message("street.did.tested", {"a": mine, "b": other}, {"did": did})
    return did, _came(deed, found)


def _sums(deed: GameStep, found: Decided) -> tuple[int, int] | None:
    test = found.test
    if test.n is None or test.car is None:
        return None
    others = [die.sum for die in throws(found) if die.token != test.car]
    needed = others[0] if others else _needed(deed, found.step, test.car)
    return None if needed is None else (test.n, needed)


def _needed(deed: GameStep, step: GameStep, car: str) -> int:
    """The number of a test against nobody: the target number, or the own Complexity (FF-57)."""
    assert isinstance(step.before, WoodPosition)
    moment = step.before.race.moment
    mine: Car = moment.state.pack.cars[car]
    if deed.action.text.split(" ")[0] in ("adv", "free"):
        return target_number(moment.state.pack, mine)
    return begun(moment.race, moment.state).complexity(mine)


def _came(deed: GameStep, found: Decided) -> Message | None:
    step, test = found.step, found.test
    assert isinstance(deed.before, WoodPosition)
    assert isinstance(step.after, WoodPosition)
    car = test.car or ""
    now = step.after.race.moment.state.pack.cars.get(car)
    then = deed.before.race.moment.state.pack.cars.get(car)
    if now is None or then is None or not now.col:
        return None
    if test.by == "tie":
        return Message("street.came.tie")
    for kind, key in ((Repaired, "whole"), (Damaged, "hurt")):
        if any(isinstance(event, kind) and event.car == car for event in step.events):
            return Message(f"street.came.{key}")
    if now.cell == then.cell:
        return Message("street.came.stays")
    return Message("street.came.rank", {"n": str(step.after.cell(now).rank)})
