"""FF-15: traffic on the left turns wood, lights and page over, and hands are read alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from two_forms import first

from companion.proof.rehearsal.rehearsal import Rehearsal

SCENARIOS = Path(__file__).parents[2] / "data" / "scenarios"
STREETS = [
    path
    for path in sorted(SCENARIOS.glob("street_*.jsonl"))
    if "position"
    in json.loads(path.read_text().splitlines()[0])  # a new race deals to each side anew
]
Line = dict[str, Any]


def flipped(hole: str) -> str:
    """The same square of a street of six columns, seen in a mirror; the lay-by stays."""
    row, column = hole
    return hole if column in "18" else f"{row}{9 - int(column)}"


def on_the_other_side(line: Line) -> Line:
    """The same line for a table that drives on the other side."""
    line = json.loads(json.dumps(line))
    if "new" in line:
        position = line["position"]
        base = position.get("base") or {"options": {}}  # where it began, in an open window
        for options in (line["new"]["options"], position["options"], base["options"]):
            if not options.pop("mirror", False):
                options["mirror"] = True  # a position leaves out what is not chosen
        put = line["position"]["wood"]["put"]
        if put is not None:
            put[1] = flipped(put[1])
    for full in ("present", "picture"):
        if full in line:
            line[full] = sorted(flipped(hole) for hole in line[full])
    if "edge" in line:
        line["edge"][0] = flipped(line["edge"][0])
    return line


def told(path: Path, *, other: bool) -> list[Line]:
    """What the table answers to the lines of a scenario, without the views."""
    table = Rehearsal()
    answers = []
    for text in path.read_text().splitlines():
        line = json.loads(text)
        if "expect" not in line:
            answers.append(table.line(on_the_other_side(line) if other else line))
    return answers


def read(answer: Line, *, other: bool) -> Line:
    """What a table has made of the hands: its rows, its state, its sentence, its lights.

    A sentence says left or right as people see it. Which debt of a correction it tells and lights
    first goes by the order of the squares.
    """
    if "error" in answer:
        return {"error": answer["error"]["code"], "lights": {}}
    led = ("extra", "missing") if answer["state"] == "correction" else ()
    lit = answer.get("lights", {}).items()
    lights = {role if role in led else flipped(hole) if other else hole: role for hole, role in lit}
    key = answer["prompt"]["key"]
    return {
        "state": answer["state"],
        "rows": answer["rows"],
        "prompt": "" if answer["state"] == "correction" else key.removesuffix(".left"),
        "lights": lights,
    }


@pytest.mark.parametrize("path", first(5, STREETS), ids=lambda path: path.stem)
def test_a_mirrored_street_is_read_as_a_plain_one(path: Path) -> None:
    here = [read(answer, other=False) for answer in told(path, other=False)]
    there = [read(answer, other=True) for answer in told(path, other=True)]
    assert here == there
    assert any(answer["lights"] for answer in here)
