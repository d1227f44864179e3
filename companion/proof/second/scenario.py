"""Scenarios: one case as a file for ``trackside rehearse --check``, cut while it still fails."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from companion.proof.rehearsal.rehearsal import Rehearsal

from .case import Case
from .talk import Line

LEAD: Final = 1.0
"""Seconds between the beginning and the first line of a shortened case."""


def text(played: Case, lines: Sequence[Line]) -> str:
    """The case as lines of JSON. The last line expects what people meant.

    Where the table rests with colours that are not there, it expects a question.
    If it goes alike when begun at the last rest before its finding, all before is left out.
    """
    end: Line = {"at": round(played.talk.at, 6), "look": True, "seat": played.people.seat()}
    finding = played.report.finding
    asks = finding is not None and finding.colours
    meant = {"view": {"position": played.memory.json(played.memory.now)}}
    whole = [*lines, end]
    short = _since_the_last_rest(played, whole)
    if finding is not None and short and _alike(short, whole):
        whole = short
    expected: Line = {"expect": {"state": "ask"} if asks else meant}
    return "".join(f"{json.dumps(line)}\n" for line in (*whole, expected))


def _since_the_last_rest(played: Case, lines: Sequence[Line]) -> list[Line]:
    """The lines after the last rest, begun there; none where that cannot be set up."""
    rests = played.rests
    wood, hand = rests.last
    if played.people.dealt or hand or rests.rested_at == 0.0:
        return []
    begin = {
        "at": 0.0,
        "new": dict(played.start.new),
        "position": played.memory.json(played.memory.meant[played.memory.rested].position),
        "present": sorted(wood),
        "seed": played.report.seed,
    }
    back = rests.rested_at - LEAD
    later = [line for line in lines if line["at"] > round(rests.rested_at, 6)]
    return [begin, *({**line, "at": round(line["at"] - back, 6)} for line in later)]


def _alike(short: Sequence[Line], whole: Sequence[Line]) -> bool:
    """Whether the later lines are answered alike: the same states, refusals and last position."""
    later = len(short) - 1
    return _answers(short)[-later:] == _answers(whole)[-later:]


def _answers(lines: Sequence[Line]) -> list[object]:
    """State, refusal and position of each answer."""
    table = Rehearsal()
    found: list[object] = []
    for line in lines:
        answer = table.line(line)
        position = answer.get("view", {}).get("position")
        found.append((answer.get("state"), answer.get("error", {}).get("code"), position))
    return found
