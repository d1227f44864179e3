"""What came of a deed whose dice have decided: the sums, and where the car is (FF-55, FF-56)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from companion.games.scenery import Outcome, Rolls
from companion.model.message import Message
from companion.model.step import GameStep
from engine.games.street_race import WoodPosition
from engine.games.street_race.events import Damaged, Repaired, Rolled, Tested
from engine.games.street_race.moment import Moment
from engine.games.street_race.on_wood import CIVILIAN, token
from engine.games.street_race.pack import Car
from engine.games.street_race.play import begun
from engine.games.street_race.trying import target_number

from .dice import Decided, decides, faces_of, follows, throws
from .lines import SPLIT, Called, line

TRIED: Final = frozenset({"adv", "drift", "fix", "free", "opt", "choose", "play"})
"""Verbs of deeds that a test may belong to."""
ADVANCES: Final = ("adv", "free")
"""Those of them whose test against nobody is one of driving (FF-53)."""
CALM: Final = frozenset({"damage", "repair", "style", "draw", "action", "advance"})
"""What cards do that brings no Fixit test."""


class Own(NamedTuple):
    """A test that a deed brought its own car: how many steps tell it, and how it went."""

    steps: int
    found: Decided


def told(deed: GameStep, steps: Sequence[GameStep], who: Called) -> Outcome | None:
    """The line of a deed with the sums of its own car's tests, and what came of them.

    A drift onto a curb may have two. A sum that cards have changed is left out.
    ``steps``  those after it, up to the next deed; ``who`` names players and cars
    """
    tests = _own(deed, steps)
    if not tests:
        return None
    assert isinstance(deed.before, WoodPosition)
    did = line(deed.before, deed.action, who)
    since = 0
    for test in tests:
        sums = _sums(deed, steps[since : test.steps], test.found)
        since = test.steps
        if sums is not None:
            mine, other = (str(one).replace("-", "−") for one in sums)
            did = Message("street.did.tested", {"a": mine, "b": other}, {"did": did})
    return Outcome(did, _came(deed, tests[-1].found), tests[-1].steps)


def rolls(steps: Sequence[GameStep], who: Called) -> Rolls | None:
    """The line of the first step's die: new traffic in one line, every car under its own disc.

    A start of a turn has dice of many cars (FF-43, FF-101), and none is of whoever has the turn.
    """
    first = _die(steps[0])
    if first is None:
        return None
    if first.car is None:
        wave = list(takewhile(lambda die: die is not None and die.car is None, map(_die, steps)))
        faces = SPLIT.join(str(die.n) for die in wave if die is not None)
        return Rolls("", "", Message("street.did.traffic", {"n": faces}), None, len(wave))
    racer = token(first.car) != CIVILIAN
    whose = (first.car, who(first.car)) if racer else ("", "")
    fixit = _fixit(steps)
    kind = "" if racer else ".civilian"
    if fixit is None:
        return Rolls(*whose, Message(f"street.did.die{kind}", {"n": str(first.n)}), None, 1)
    total, needed, came = fixit
    sums = {"a": str(total).replace("-", "−"), "b": str(needed)}
    return Rolls(*whose, Message(f"street.did.fixit{kind}", sums), came, 1)


def _die(step: GameStep) -> Rolled | None:
    return next((event for event in step.events if isinstance(event, Rolled)), None)


def _fixit(steps: Sequence[GameStep]) -> tuple[int, int, Message | None] | None:
    """Sum, number and end of a Fixit test by the first step's die alone; None for another test.

    The test of an advance has a single die, too. Without a deed before it only a card starts one.
    """
    first, since = _die(steps[0]), _moment(steps[0]).since
    if any(text.startswith(("play ", "react ")) for text in since):
        return None
    for n, step in enumerate(steps):
        if n and (_die(step) is not None or not follows(step)):
            return None
        if not decides(step):
            continue
        test = next(event for event in step.events if isinstance(event, Tested))
        if first is None or test.car != first.car or test.n is None or test.car is None:
            return None
        moment = _moment(steps[0])
        car, run = moment.state.pack.cars.get(test.car), begun(moment.race, moment.state)
        # Steps on the wood have tokens: any Civilian is CIVILIAN, and one is as complex as another.
        needed = run.complexity(car) if car else moment.race.content.civilian_complexity
        hurt = any(isinstance(one, Damaged) and one.car == test.car for one in step.events)
        return test.n, needed, Message("street.came.hurt") if hurt else None
    return None


def _own(deed: GameStep, steps: Sequence[GameStep]) -> list[Own]:
    """The tests of the deed's own car, from the first die after it.

    A Civilian or a pushed car may be tested first (FF-65), new mats bring tests of their own
    (FF-43), and new traffic throws dice (FF-101): all that is nothing that the car has tried.
    """
    whose, own = _car(deed), list[Own]()
    if whose is None:
        return own
    for n, step in enumerate(steps):
        traffic = any(isinstance(one, Rolled) and one.car is None for one in step.events)
        if step.action.text.startswith("mat ") or traffic:
            break
        if not decides(step):
            continue
        found = Decided(step, faces_of((deed, *steps[: n + 1])))
        car = found.test.car or ""
        if car != whose and (len(whose) > 1 or car[:1] != whose):
            break
        whose = car
        own.append(Own(n + 1, found))
    return own


def _car(deed: GameStep) -> str | None:
    """The car that a deed is about; its player, if a card says which of two; None for no deed."""
    assert isinstance(deed.before, WoodPosition)
    verb, *words = deed.action.text.split(" ")
    if verb not in TRIED:
        return None
    race = deed.before.race.moment.race
    if verb == "choose":
        return words[0]
    player = race.players[deed.action.seat]
    if not race.options.dual or verb == "play":
        return player
    return next((word for word in words if word in race.models), player)


def _sums(deed: GameStep, steps: Sequence[GameStep], found: Decided) -> tuple[int, int] | None:
    test = found.test
    if test.n is None or test.car is None:
        return None
    if len(found.faces) > 1:
        others = [die.sum for die in throws(found) if die.token != token(test.car)]
        needed = others[0] if others else None
    else:
        needed = _needed(deed, steps, test.car)
    return None if needed is None else (test.n, needed)


def _needed(deed: GameStep, steps: Sequence[GameStep], car: str) -> int | None:
    """The number of a test against nobody: the target number, or the own Complexity (FF-57).

    A window before the dice has said it. Else the deed must tell which of the two it is.
    """
    for step in reversed(steps):
        ask = _moment(step).ask
        about = None if ask is None else ask.about
        if about is not None and about.target is not None and about.cars[:1] == (car,):
            return about.target
    moment = _moment(steps[-1])
    mine: Car = moment.state.pack.cars[car]
    number = target_number(moment.state.pack, mine)
    complexity = begun(moment.race, moment.state).complexity(mine)
    verb, *words = deed.action.text.split(" ")
    if verb in ADVANCES:
        return number
    card = moment.race.content.by_copy.get(words[0]) if verb == "play" else None
    effects = {effect.op for effect in card.do} if card is not None else set[str]()
    if "advance" not in effects:
        return complexity
    return number if effects <= CALM or number == complexity else None


def _moment(step: GameStep) -> Moment:
    assert isinstance(step.before, WoodPosition)
    return step.before.race.moment


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
