"""The dice of the last test, with their sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from companion.model.drive import Thrown
from companion.model.message import Message
from companion.model.step import GameStep
from engine.games.street_race import WoodPosition
from engine.games.street_race.events import Damaged, Repaired, Rolled, Tested
from engine.games.street_race.on_wood import CIVILIAN, token
from engine.games.street_race.pack import Car
from engine.games.street_race.play import begun

from .prompting import Player

AFTER: Final = ("die", "card", "mat", "deck", "shuffle", "noreact")
"""Verbs that follow a test without being a new deed."""
WITHIN: Final = (*AFTER, "react")
"""Verbs between a deed and the end of its test."""


class Decided(NamedTuple):
    """A test that was decided: the step that did it, and the faces of its dice by their cars.

    With windows the last pass decides it, long after the last die.
    """

    step: GameStep
    faces: Mapping[str, int]

    @property
    def test(self) -> Tested:
        """How it went."""
        return next(event for event in self.step.events if isinstance(event, Tested))


def decides(step: GameStep) -> bool:
    """Whether this step decided a test."""
    return any(isinstance(event, Tested) for event in step.events)


def follows(step: GameStep) -> bool:
    """Whether this step goes on with a deed before it."""
    return step.action.text.split(" ")[0] in WITHIN


def decided(recent: Sequence[GameStep]) -> Decided | None:
    """The last test, unless somebody did something else since."""
    for n in reversed(range(len(recent))):
        if decides(recent[n]):
            return Decided(recent[n], faces_of(recent[: n + 1]))
        if recent[n].action.text.split(" ")[0] not in AFTER:
            return None
    return None


def faces_of(steps: Sequence[GameStep]) -> dict[str, int]:
    """Car → its face, in the order of throwing; a die that was thrown again counts as it lies.

    New traffic may follow the test at once: its dice are nobody's.
    """
    found: list[Rolled] = []
    for step in reversed(steps):
        if step is not steps[-1] and decides(step):
            break
        rolled = [one for one in step.events if isinstance(one, Rolled) and one.car is not None]
        found = [*rolled, *found]
        if step.action.text.split(" ")[0] not in WITHIN:
            break
    return {one.car: one.n or 0 for one in found if one.car is not None}


def thrown(recent: Sequence[GameStep]) -> tuple[Thrown, ...]:
    """The dice of the test that was decided last; none once somebody did something else."""
    found = decided(recent)
    return () if found is None else throws(found)


def _of_a_player(recent: Sequence[GameStep]) -> Decided | None:
    """The last test, if a player's car made it: nobody is told how a Civilian fared."""
    found = decided(recent)
    return None if found is None or token(found.test.car or "") == CIVILIAN else found


def lost(recent: Sequence[GameStep], car: str, player: Player) -> Message | None:
    """Why a car of that player goes back: its test was lost; None if there was none, or won."""
    found = _of_a_player(recent)
    if found is None:
        return None
    test = found.test
    if test.car is None or test.car[:1] != car[:1] or test.by == "win":
        return None
    if test.by == "tie":
        return Message("street.tie")
    rivals = [die.token for die in throws(found) if die.token != test.car]
    return Message("street.lost", {"q": player(rivals[0])}) if rivals else Message("street.lost.tn")


def won(recent: Sequence[GameStep], player: Player) -> Message | None:
    """What a test has brought that sends nobody back; None if none was decided just now."""
    found = _of_a_player(recent)
    if found is None:
        return None
    step, test = found.step, found.test
    for kind, key in ((Repaired, "street.whole"), (Damaged, "street.hurt")):
        if any(isinstance(event, kind) and event.car == test.car for event in step.events):
            return Message(key, {"p": player(test.car or "")})
    return Message("street.won", {"p": player(test.car or "")}) if test.by == "win" else None


def not_won(recent: Sequence[GameStep]) -> str:
    """The player's car whose test was lost or tied; "" if none was."""
    found = _of_a_player(recent)
    return "" if found is None or found.test.by == "win" else found.test.car or ""


def throws(found: Decided) -> tuple[Thrown, ...]:
    """The dice of a test with their sums."""
    assert isinstance(found.step.before, WoodPosition)
    test, faces = found.test, found.faces
    moment = found.step.before.race.moment
    if test.car is None or test.car not in faces or test.n is None:
        return ()
    cards = any(text.startswith("react ") for text in moment.since)
    run, rows = begun(moment.race, moment.state), []
    for car, face in faces.items():
        mine = car == test.car
        if mine:
            total: int | None = test.n
        else:
            known: Car = moment.state.pack.cars[car]
            total = None if cards else face + run.driving(known, "defend")
        rows.append(Thrown(token(car), face, total, test.by == ("win" if mine else "lose")))
    return tuple(rows)
