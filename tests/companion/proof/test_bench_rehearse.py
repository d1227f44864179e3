"""The script of the bench plays on: no answer is a fault of ours."""

from __future__ import annotations

import json

import pytest

from companion.proof import bench_rehearse


@pytest.mark.parametrize("game", list(bench_rehearse.games()), ids=lambda game: game["game"])
def test_a_script_that_answers_as_it_likes_meets_no_fault(
    game: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With this seed it moves a car on, answers at random and spends tokens of a race."""
    codes: list[str] = []
    inner = bench_rehearse.answer

    def answer(line: str, rehearsal: bench_rehearse.Rehearsal) -> str:
        told = inner(line, rehearsal)
        codes.append(json.loads(told).get("error", {}).get("code", ""))
        return told

    monkeypatch.setattr(bench_rehearse, "answer", answer)
    bench_rehearse.Player(game, 1, None).play(600)
    assert len(codes) >= 600
    assert "internal" not in codes
