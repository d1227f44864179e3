"""Scenarios: what a person would want of the table, as files of rehearsal lines (docs/rehearse.md).

They were written from the rules and from PP-1 … PP-18 alone, without a look at the reader. Those
that the present reader fails are named with the finding that they show.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.proof.rehearsal.rehearsal import Rehearsal

SCENARIOS = Path(__file__).parents[2] / "data" / "scenarios"
KNOWN: Mapping[str, str] = {
    "a1_question_outlives_the_next_marble": "A1: the next marble drops the question",
    "a2_marble_on_a_hole_of_seven_rounds_ago": "A2: seven rounds are taken back unasked",
    "a8_slide_with_20_ms_of_overlap": "A8: a correction with a marble that does not exist",
    "a8_slide_with_30_ms_of_overlap": "A8: a correction with a marble that does not exist",
    "a9_card_named_in_the_dwell_ends_it": "A9: the card named in the dwell is refused",
    "a9_fast_play_after_a_capture": "A9: the card named after a capture is refused",
    "a9_fast_play_by_hand_alone_after_a_capture": "A9: fast play after a capture is led back",
    "a9_move_before_its_card_into_a_hole_set_aside": "A9: nobody asks about the hole set aside",
    "a9_six_marbles_out_at_once_and_all_holes_full_again": "A9: all is well with unknown colours",
    "trap_three_steps_back_are_asked_for": "A2: three turns are taken back unasked",
}
"""Scenarios that fail today, by name; each is a finding of the tracker's issue."""


def within(wanted: object, found: object) -> bool:
    """Whether all that is wanted is found; an object may hold more than is wanted."""
    if isinstance(wanted, Mapping):
        return isinstance(found, Mapping) and all(
            key in found and within(value, found[key]) for key, value in wanted.items()
        )
    return wanted == found


def misses(lines: list[dict[str, Any]]) -> list[str]:
    """What a scenario expects and the table does not show."""
    table = Rehearsal()
    answer: Mapping[str, Any] = {}
    wrong = []
    for line in lines:
        if "expect" not in line:
            answer = table.line(line)
            continue
        for key, value in line["expect"].items():
            found = answer.get(key)
            if not (within(value, found) if key == "view" else found == value):
                prompt = (answer.get("prompt") or {}).get("text", answer.get("error"))
                wrong.append(f"at {answer.get('at')} s ({prompt}): {key} is not {value}")
    return wrong


def named(path: Path) -> Any:
    """A parameter of the test; one that fails today is a known misread."""
    reason = KNOWN.get(path.stem)
    marks = (
        [] if reason is None else [pytest.mark.xfail(strict=True, reason=f"known misread {reason}")]
    )
    return pytest.param(path, id=path.stem, marks=marks)


@pytest.mark.parametrize("path", [named(path) for path in sorted(SCENARIOS.glob("*.jsonl"))])
def test_the_table_does_what_people_want(path: Path) -> None:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert any("expect" in line for line in lines)
    assert misses(lines) == []


def test_every_known_misread_is_a_scenario() -> None:
    assert KNOWN.keys() <= {path.stem for path in SCENARIOS.glob("*.jsonl")}


def test_a_scenario_that_wants_something_else_is_missed() -> None:
    new = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
    lines = [{"at": 0, "new": new}, {"expect": {"state": "over"}}]
    (miss,) = misses(lines)
    assert "state is not over" in miss
