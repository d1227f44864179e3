"""The script of the bench plays on in every game: it makes actions, and nothing is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.proof import bench_rehearse


@pytest.mark.parametrize("lines", [120, pytest.param(600, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", list(bench_rehearse.games()), ids=lambda game: game["game"])
def test_a_script_that_answers_as_it_likes_plays_and_is_never_refused(
    game: dict[str, object], lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With this seed it moves a car on, answers at random and spends tokens of a race."""
    answers: list[dict[str, Any]] = []
    inner = bench_rehearse.answer

    def answer(line: str, rehearsal: bench_rehearse.Rehearsal) -> str:
        told = inner(line, rehearsal)
        answers.append(json.loads(told))
        return told

    monkeypatch.setattr(bench_rehearse, "answer", answer)
    bench_rehearse.Player(game, 1, None).play(lines)
    assert len(answers) >= lines
    assert [answer["error"] for answer in answers if "error" in answer] == []
    played = sum(row["kind"] == "action" for answer in answers for row in answer["rows"])
    assert played > len(answers) / 10, "a bench of a script that hardly plays counts nothing"
