"""The dice of the last test, with their sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.model.drive import Thrown
from companion.model.message import Message
from companion.model.step import GameStep
from engine.games.street_race import WoodPosition
from engine.games.street_race.events import Damaged, Repaired, Rolled, Tested
from engine.games.street_race.on_wood import token
from engine.games.street_race.pack import Car
from engine.games.street_race.play import begun

from .prompting import Player

AFTER: Final = ("die", "card", "mat", "deck", "shuffle", "noreact")
"""Verbs that follow a test without being a new deed."""


def thrown(recent: Sequence[GameStep]) -> tuple[Thrown, ...]:
    """The dice of the test that was decided last; none once somebody did something else."""
    step = _decided(recent)
    return () if step is None else throws(step)


def lost(recent: Sequence[GameStep], car: str, player: Player) -> Message | None:
    """Why a car of that player goes back: its test was lost; None if there was none, or won."""
    step = _decided(recent)
    if step is None:
        return None
    test = _test(step)
    if test.car is None or test.car[:1] != car[:1] or test.by == "win":
        return None
    if test.by == "tie":
        return Message("street.tie")
    rivals = [die.token for die in throws(step) if die.token != test.car]
    return Message("street.lost", {"q": player(rivals[0])}) if rivals else Message("street.lost.tn")


def won(recent: Sequence[GameStep], player: Player) -> Message | None:
    """What a test has brought that sends nobody back; None if none was decided just now."""
    step = _decided(recent)
    if step is None:
        return None
    test = _test(step)
    for kind, key in ((Repaired, "street.whole"), (Damaged, "street.hurt")):
        if any(isinstance(event, kind) and event.car == test.car for event in step.events):
            return Message(key, {"p": player(test.car or "")})
    return Message("street.won", {"p": player(test.car or "")}) if test.by == "win" else None


def not_won(recent: Sequence[GameStep]) -> str:
    """The car whose test was lost or tied; "" if none was."""
    step = _decided(recent)
    test = None if step is None else _test(step)
    return "" if test is None or test.by == "win" else test.car or ""


def _decided(recent: Sequence[GameStep]) -> GameStep | None:
    """The step whose die decided the last test, unless somebody did something else since."""
    for step in reversed(recent):
        if step.action.text.startswith("die ") and _is_test(step):
            return step
        if step.action.text.split(" ")[0] not in AFTER:
            return None
    return None


def _is_test(step: GameStep) -> bool:
    return any(isinstance(event, Tested) for event in step.events)


def _test(step: GameStep) -> Tested:
    return next(event for event in step.events if isinstance(event, Tested))


def throws(last: GameStep) -> tuple[Thrown, ...]:
    """The dice of the test that this step's die decided."""
    assert isinstance(last.before, WoodPosition)
    test = _test(last)
    moment = last.before.race.moment
    faces = _faces(last)
    if test.car is None or test.car not in faces or test.n is None:
        return ()
    cards = any(text.startswith("react ") for text in moment.since)
    run, rows = begun(moment.race, moment.state), []
    for car, face in faces.items():
        mine = car == test.car
        if mine:
            found: int | None = test.n
        else:
            known: Car = moment.state.pack.cars[car]
            found = None if cards else face + run.driving(known, "defend")
        rows.append(Thrown(token(car), face, found, test.by == ("win" if mine else "lose")))
    return tuple(rows)


def _faces(last: GameStep) -> dict[str, int]:
    """Car → its face, in the order of throwing: the last die, and the ones of the same test.

    The texts since the last settled state name the faces, the events say whose the last one is.
    """
    assert isinstance(last.before, WoodPosition)
    moment = last.before.race.moment
    rolled = [event for event in last.events if isinstance(event, Rolled)]
    # New traffic may follow the test at once: its dice are nobody's.
    faces = {event.car: event.n or 0 for event in rolled if event.car is not None}
    test = _test(last)
    if test.car is not None and test.car not in faces:
        dice = [text.split(" ")[1] for text in moment.since if text.startswith("die ")]
        faces = {test.car: int(dice[-1]), **faces} if dice else {}
    return faces
