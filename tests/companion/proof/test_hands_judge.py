"""The judge of simulated gestures counts what the table had heard when it decided (PP-40)."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from companion.proof.people.felt import Ear
from companion.proof.people.intent import intend
from companion.proof.people.outcome import Outcome
from companion.proof.people.people import Step
from companion.proof.people.person import Person
from companion.proof.people.pty_world import CopiedJournal
from companion.proof.people.trace import Trace
from companion.proof.people.world import SimulatedWorld
from companion.table.table import Table
from engine.registry import REGISTRY
from hardware.ports import HoleChange, SensorEvent, Snapshot

OPTIONS: dict[str, Any] = {
    "game": "fast_track",
    "rules": "stevens",
    "board": "hex",
    "players": [["E"], ["F"]],
}
START: dict[str, Any] = {
    **OPTIONS,
    "teams": [[0], [1]],
    "marbles": {"E": ["p", "p", "p", "X"], "F": ["p", "p", "p", "F9"]},
    "to_play": 1,
    "card": None,
    "winner": None,
}
WOOD = {**{f"{c}p{n}": c for c in "EF" for n in (1, 2, 3)}, "X": "E", "F9": "F"}


class Scripted(Person):
    """Hands that do just these steps, and follow the lights after them."""

    script: tuple[Step, ...] = ()

    def _run(self, steps: Iterable[Step]) -> bool:
        return super()._run(self.script)


def played(*script: tuple[str, str, str, float]) -> Outcome:
    """Yellow means F9-A1 with a six; what came of these lifts and puts, each with its pause."""
    world = SimulatedWorld(OPTIONS, 5)
    world.journal.append("edit", "", {"position": START})
    world.link.board.world.set_out(WOOD, (), world.now())
    world.power_cut(1.0, laid_anew=True)
    world.judge.catch_up()
    start = world.judge.position
    assert start == REGISTRY.load(START)
    six = next(a for a in start.legal() if a.text == "card:6")
    action = next(a for a in start.apply(six).position.legal() if a.text == "F9-A1")
    person = Scripted(world, random.Random(2))
    steps: list[Step] = []
    for do, hole, token, pause in script:
        steps += [Step(do, hole, token), Step("wait", value=pause)]
    person.script = tuple(steps)
    return person.make(intend(start, six, action), set())


def counted(pause: float) -> tuple[tuple[str, str, str, float], ...]:
    """Yellow counts past the bull's eye, whose marble another hand lifts and puts back.

    To the sensors yellow may have gone there just as well, and the marble that is still out was
    captured; yellow's next touch comes ``pause`` seconds after the first beyond it.
    """
    return (
        ("lift", "F9", "F", 0.46),
        ("lift", "X", "E", 0.17),
        ("put", "X", "E", 0.05),
        ("put", "F11", "F", 0.16),
        ("lift", "F11", "F", pause),
        ("put", "F12", "F", 0.16),
        ("lift", "F12", "F", 0.1),
        ("put", "Ah4", "F", 1.0),
    )


def heard(monkeypatch: pytest.MonkeyPatch, pause: float) -> tuple[Outcome, list[str]]:
    """The outcome, and the judge's questions of the sensors' word, as holes in order."""
    asked: list[str] = []
    felt = Trace.felt

    def noted(wood: Any, hand: Any, told: Any) -> Trace:
        asked.append(" ".join(f"{hole}{'+' if there else '-'}" for hole, there in told))
        return felt(wood, hand, told)

    monkeypatch.setattr(Trace, "felt", noted)
    return played(*counted(pause)), asked


def test_a_put_that_no_contact_had_told_when_the_table_decided_is_not_held_against_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seed 232004 of stevens: it was put down within the debounce before the dwell was over."""
    told, asked = heard(monkeypatch, 0.355)
    assert (told.wrong, told.stuck, told.indistinguishable) == (0, 0, 1), told.told
    assert asked == ["F9- X- X+ F11+ F11-"]


@pytest.mark.parametrize("pause", [0.25, 0.30])
def test_a_put_that_was_told_before_the_table_decided_is_held_against_a_table_that_is_deaf(
    monkeypatch: pytest.MonkeyPatch, pause: float
) -> None:
    """It has heard of F12 like everybody, and commits as if it had not."""
    f12 = list(REGISTRY.load(START).board.holes).index("F12")
    missed: list[HoleChange] = []
    sensors = Table.sensors

    def deaf(self: Table, event: SensorEvent) -> None:
        if isinstance(event, HoleChange) and event.hole == f12 and event.present and not missed:
            missed.append(event)
        else:
            sensors(self, event)

    monkeypatch.setattr(Table, "sensors", deaf)
    told, asked = heard(monkeypatch, pause)
    assert len(missed) == 1
    assert (told.wrong, told.indistinguishable) == (1, 0)
    assert asked
    assert all(word.startswith("F9- X- X+ F11+ F11- F12+") for word in asked)


@pytest.mark.parametrize("touched", [0.37, 0.39, 0.41, 0.45])
def test_a_touch_that_is_taken_for_a_move_is_wrong_whether_its_lift_was_told_or_not(
    monkeypatch: pytest.MonkeyPatch, touched: float
) -> None:
    """It stood there, marble for marble, when the dwell was over or a moment before."""
    verdicts: list[bool] = []

    def look(person: Scripted) -> None:
        person.grip.wait(1.0)
        made = person.world.judge.made
        assert made is not None
        assert made[1].text == "F9-X", "the touch was taken for a move"
        verdicts.append(person.verdict.may_be_read_so(person.world.judge.announced))

    monkeypatch.setattr(Scripted, "_follow", look)
    touch = ("put", "X", "F", touched), ("lift", "X", "F", 0.3)
    played(("lift", "X", "E", 0.3), ("lift", "F9", "F", 0.3), *touch, ("put", "A1", "F", 1.0))
    assert verdicts == [False]


@pytest.mark.parametrize(("seconds", "rested"), [(0.3, False), (0.8, True)])
def test_a_marble_that_lies_through_a_power_cut_rests_as_long_pp_40(
    seconds: float, rested: bool
) -> None:
    """Butterfly seed 304003: it lay for 2.4 s where a move may end; that is no touch any more."""
    person = Person(SimulatedWorld(OPTIONS, 5), random.Random(2))
    person.grip.hand(Step("lift", "Fp1", "F"))
    person.grip.hand(Step("put", "F9", "F"))
    lying = dict(person.world.wood)
    person._happen(Step("power", value=seconds))
    person.grip.hand(Step("lift", "F9", "F"))
    assert person.grip.now.stood == ([lying] if rested else [])


def test_chance_and_what_is_set_aside_are_no_decisions() -> None:
    ear = Ear()
    ear.hear([Snapshot((True, True), 0.0)])
    ear.hear([HoleChange(0, False, 1.0)])
    ear.row_written("action")
    ear.hear([HoleChange(1, False, 1.1)])
    for kind in ("chance", "aside", "sit"):
        ear.row_written(kind)
        assert ear.decided == (1, 1)
    for kind in ("undo", "edit", "action"):
        ear.row_written(kind)
        assert ear.decided == (2, 2)


def test_the_real_journal_tells_the_judge_of_its_decisions(tmp_path: Path) -> None:
    ear = Ear()
    journal = CopiedJournal(tmp_path / "journal.db", [], ear)
    journal.open_game(OPTIONS, {})
    ear.hear([Snapshot((True, True), 0.0)])
    ear.hear([HoleChange(0, False, 1.0)])
    journal.append("action", "card:6", {"seat": 0})
    journal.close()
    assert ear.decided == (1, 1)


def test_what_is_heard_at_once_may_be_decided_upon_one_by_one() -> None:
    ear = Ear()
    ear.hear([Snapshot((True, True, True), 0.0)])
    ear.row_written("action")
    assert ear.decided == (0, 0)
    ear.hear([HoleChange(0, False, 1.0)])
    ear.row_written("action")
    assert ear.decided == (1, 1)
    ear.hear([HoleChange(1, False, 2.0), HoleChange(2, False, 2.0)])
    ear.hear([HoleChange(2, False, 2.1)])
    ear.row_written("action")
    assert ear.decided == (2, 3)
    ear.hear([Snapshot((True, True, True), 3.0)])
    ear.row_written("action")
    assert ear.decided == (6, 6), "a picture is taken whole"
