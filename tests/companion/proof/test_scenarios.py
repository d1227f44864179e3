"""Scenarios: what a person would want of the table, as files of rehearsal lines (docs/rehearse.md).

They were written from the rules and from PP-1 … PP-18 alone, without a look at the reader. Those
that the present reader fails are named with the finding that they show.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from guiding import Guide

from companion.cli import main
from companion.model.view import View
from companion.proof.rehearsal.scenario import run_scenario
from companion_web.api.feet import foot_kind
from engine.board import Board
from engine.errors import UnreadableCases

SCENARIOS = Path(__file__).parents[2] / "data" / "scenarios"
KNOWN: Mapping[str, str] = {}
"""Scenarios that fail today, by name: findings of the fourth people (docs/findings.md)."""


def named(path: Path) -> Any:
    """A parameter of the test; one that fails today is a known misread."""
    reason = KNOWN.get(path.stem)
    marks = (
        [] if reason is None else [pytest.mark.xfail(strict=True, reason=f"known misread {reason}")]
    )
    return pytest.param(path, id=path.stem, marks=marks)


class Feet:
    """What stands at the foot of the page in each look.

    ``above_others``  sentences of a correction that stood above the foot of something else; after
                      the end its keys stay, whatever is bumped
    """

    def __init__(self) -> None:
        self.above_others: list[tuple[str, str]] = []

    def page(self, view: View, board: Board | None) -> dict[str, Any]:
        """The name of the foot, as ``view.page.foot``."""
        foot = foot_kind(view)
        if view.prompt.mood == "correction" and foot not in ("correction", "over"):
            self.above_others.append((view.prompt.message.key, foot))
        return {"foot": foot}


@pytest.mark.parametrize("path", [named(path) for path in sorted(SCENARIOS.glob("*.jsonl"))])
def test_the_table_does_what_people_want(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    feet, guide = Feet(), Guide(monkeypatch)
    outcomes = run_scenario(path.read_bytes(), feet.page)
    assert [f"{one.name}: {one.failure}" for one in outcomes if one.failure is not None] == []
    assert feet.above_others == []
    assert guide.moments
    assert guide.faults == []


def test_every_known_misread_is_a_scenario() -> None:
    assert KNOWN.keys() <= {path.stem for path in SCENARIOS.glob("*.jsonl")}


def test_the_findings_name_scenarios_that_are_there(root: Path) -> None:
    findings = (root / "docs" / "findings.md").read_text("utf-8")
    named = set(re.findall(r"`(?!test_)([a-z0-9]+(?:_[a-z0-9]+){3,})`", findings))
    assert len(named) > 50
    assert named <= {path.stem for path in SCENARIOS.glob("*.jsonl")}


NEW = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
BEGIN = {"at": 0, "new": NEW, "look": True}


def failures(*lines: object) -> list[tuple[str, str | None]]:
    outcomes = run_scenario("\n".join(map(json.dumps, lines)).encode())
    return [(one.name, one.failure) for one in outcomes]


@pytest.mark.parametrize(
    "expected",
    [
        {"state": "choose_card", "changed": True},
        {"rows": [{"kind": "new", "text": ""}]},
        {"at": 0, "error": None},
        {"lights": {"Ah1": "turn", "Ah2": "turn", "Ah3": "turn", "Ah4": "turn"}},
        {"view": {"position": {"to_play": 0}, "players": [{"seat": 0}, {"seat": 1}]}},
        {"view": {"ask": None}},
    ],
)
def test_an_expectation_that_holds_passes(expected: dict[str, Any]) -> None:
    assert failures(BEGIN, {"expect": expected}) == [("1", None)]


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ({"state": "over"}, 'expected state "over" got "choose_card"'),
        ({"changed": 1}, "expected changed 1 got true"),
        ({"rows": []}, 'expected rows [] got [{"kind":"new","text":""}]'),
        ({"lights": {"Ah1": "turn"}}, 'expected lights {"Ah1":"turn"} got {'),
        ({"prompt": {"key": "prompt.card"}}, 'expected prompt {"key":"prompt.card"} got {'),
        ({"view": {"position": {"to_play": 1}}}, "expected view.position.to_play 1 got 0"),
        ({"view": {"players": [{"seat": 0}]}}, 'expected view.players [{"seat":0}] got [{'),
        ({"view": {"sing": 1}}, "expected view.sing 1 got null"),
        ({"board": {}}, "expected board {} got none"),
        ({"error": {"code": "malformed"}}, 'expected error {"code":"malformed"} got none'),
        ({"sate": "over"}, "expected only keys of an answer got sate"),
        ({}, "expected an object of an answer's keys got {}"),
        (5, "expected an object of an answer's keys got 5"),
    ],
)
def test_an_expectation_that_does_not_hold_fails_with_both_sides(
    expected: object, told: str
) -> None:
    ((name, failure),) = failures(BEGIN, {"expect": expected})
    assert name == "1"
    assert failure is not None
    assert failure.startswith(told)


def test_outcomes_are_named_by_id_or_by_number_from_one() -> None:
    same = {"expect": {"state": "choose_card"}}
    named = [
        name for name, _ in failures(BEGIN, same, {**same, "id": "b"}, {**same, "id": 7}, same)
    ]
    assert named == ["1", "b", "7", "4"]
    assert failures({**BEGIN, "id": "begun"}, same) == [("begun", None)]


def test_an_expectation_stands_alone_and_after_an_answer() -> None:
    first, other = failures({"expect": {"at": 0}}, BEGIN, {"at": 1, "expect": {"at": 1}})
    assert first == ("1", "expected an answer before this line got none")
    assert other == ("2", "expected only expect and id got at")


def test_a_line_that_is_not_understood_fails_unless_that_is_expected() -> None:
    wrong, refused = {"at": 1, "sing": 2}, {"at": 1, "command": {"command": "undo"}}
    state = {"expect": {"error": None}}
    assert failures(BEGIN, refused, {"at": 2}, state) == [("1", None)]
    (broken, _) = failures(BEGIN, wrong, {"at": 2}, state)
    assert broken[0] == "line 2"
    assert (broken[1] or "").startswith("expected an answer got malformed: ")
    known = {"code": "unknown-hole", "message": "There is no hole 'Z9'."}
    edge = {"at": 1, "edge": ["Z9", True]}
    assert failures(BEGIN, edge, {"expect": {"error": known}}) == [("1", None)]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"at":0}', '{"expect":1}\nno', b"\xff\n"])
def test_a_file_without_expectations_or_with_other_lines_is_unreadable(text: str | bytes) -> None:
    with pytest.raises(UnreadableCases):
        run_scenario(text if isinstance(text, bytes) else text.encode())


def test_check_prints_as_cases_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def file(name: str, *lines: object) -> str:
        (tmp_path / name).write_text("\n".join(map(json.dumps, lines)), "utf-8")
        return str(tmp_path / name)

    good = file("good", BEGIN, {"expect": {"state": "choose_card"}})
    bad = file("bad", BEGIN, {"expect": {"at": 0}}, {"expect": {"state": "over"}})
    none = file("none", BEGIN)
    said = []
    for files in ((good,), (good, bad), (good, none), (good, bad, "nowhere")):
        status = main(["rehearse", "--check", *files])
        out, err = capsys.readouterr()
        said.append((status, out.splitlines(), bool(err)))
    fail = 'FAIL 2: expected state "over" got "choose_card"'
    assert said == [
        (0, ["1 passed, 0 failed"], False),
        (1, [fail, "2 passed, 1 failed"], False),
        (2, ["1 passed, 0 failed"], True),
        (2, [fail, "2 passed, 1 failed"], True),
    ]
