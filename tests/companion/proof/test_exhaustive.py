"""PP-43: every state of the toy board that people and the tracker can reach."""

from __future__ import annotations

import pytest

from companion.proof.exhaustive.check import Check
from companion.proof.exhaustive.report import STARTS, lines, run
from companion.proof.exhaustive.toy import Toy
from companion.recogniser import costs


@pytest.mark.parametrize("start", STARTS)
def test_without_faults_nothing_is_misread(start: object) -> None:
    for where, found in run(edges=5, faults=0, starts=[start]):  # type: ignore[list-item]
        assert not found.violations, "\n".join(lines(where, found, 5, 0))
        assert found.nodes > 1000
        assert not found.cut_short


def test_the_check_finds_a_wrong_price(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tracker that believes in any order of hands guesses swaps, and is caught."""
    monkeypatch.setattr(costs, "OLDER", 9)
    toy = Toy(5)
    found = Check(toy, toy.moment("a.b.."), 4, 0, "").run()
    assert found.violations
