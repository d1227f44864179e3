"""PP-43: every state of the toy board that people and the tracker can reach."""

from __future__ import annotations

import pytest

from companion.proof.exhaustive.check import Check
from companion.proof.exhaustive.report import STARTS, Start, lines, run
from companion.proof.exhaustive.toy import Toy
from companion.recogniser import costs


def passes(start: Start, edges: int, faults: int, at_least: int) -> None:
    """No invariant is broken, and so many states were visited at least."""
    for where, found in run(edges, faults, starts=[start]):
        assert not found.violations, "\n".join(lines(where, found, edges, faults))
        assert found.nodes >= at_least
        assert not found.cut_short


@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS, ids=str)
def test_without_faults_nothing_is_misread(start: Start) -> None:
    passes(start, 5, 0, 900)


@pytest.mark.parametrize("start", [STARTS[0], STARTS[3]], ids=str)
def test_without_faults_nothing_is_misread_in_a_short_game(start: Start) -> None:
    passes(start, 4, 0, 300)


@pytest.mark.slow
def test_without_faults_nothing_is_misread_in_a_longer_game() -> None:
    passes(STARTS[0], 6, 0, 5000)


@pytest.mark.slow
def test_with_a_fault_what_is_wrong_could_not_be_told() -> None:
    passes(STARTS[0], 3, 1, 2400)


def test_with_two_faults_what_is_wrong_could_not_be_told() -> None:
    passes(STARTS[0], 2, 2, 2400)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "edges", "faults", "at_least"),
    [
        (STARTS[0], 8, 0, 35_000),
        (STARTS[0], 4, 1, 20_000),
        (STARTS[1], 4, 1, 40_000),
        (STARTS[0], 3, 2, 30_000),
    ],
)
def test_further_bounds(start: Start, edges: int, faults: int, at_least: int) -> None:
    passes(start, edges, faults, at_least)


def test_the_check_finds_a_wrong_price(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tracker that believes that hands put down what they took last guesses swaps."""
    monkeypatch.setattr(costs, "OLDER", 9)
    toy = Toy(5)
    check = Check(toy, toy.moment("a.b.."), 4, 0, "")
    assert check.run().violations


def test_the_check_finds_lights_that_lead_in_circles(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that weighs nothing is asked for again and again."""
    monkeypatch.setattr(costs, "AGAINST", 0)
    toy = Toy(5)
    check = Check(toy, toy.moment("a.b.."), 3, 0, "")
    check.run()
    check.obey()
    assert any("circle" in name for name, _ in check.found.counted)
