"""PP-43: every state of the toy board that people and the tracker can reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import ModuleType

import pytest

from companion.proof.exhaustive.check import Check
from companion.proof.exhaustive.report import STARTS, Start, lines, run
from companion.proof.exhaustive.toy import Toy
from companion.proof.exhaustive.world import FAULTS
from companion.recogniser import costs, deciding, pruning, shared_debts, tracker
from companion.recogniser.at_rest import at_dwell, waited
from companion.recogniser.edges import followers
from companion.recogniser.endings import EMPTY, Log
from companion.recogniser.facts import Edge
from companion.recogniser.hypothesis import Hypothesis
from companion.recogniser.lifting import Priced
from companion.recogniser.options import Option
from companion.recogniser.outcomes import outcomes
from companion.recogniser.outlook import Board
from companion.recogniser.pruning import within
from companion.recogniser.shared_debts import owed
from companion.recogniser.state import Owed, Patience, State, price, replace


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


EVERY_FAULT = "".join(FAULTS)


def kept_cheapest(
    board: Board, stories: Sequence[Priced], dwelt: bool = False, accepted: Log | None = None
) -> tuple[Priced, ...]:
    """Stories pruned too hard: none dearer than the cheapest is kept."""
    kept = within(board, stories, dwelt, accepted)
    least = min(map(price, kept))
    return tuple(one for one in kept if price(one) == least)


def guessed(state: State) -> tuple[Hypothesis, ...]:
    """Likely is only the cheapest story: the table guesses instead of asking."""
    return (min(state.stories, key=price)[0],)


def but_the_first(board: Board, voices: Sequence[Hypothesis]) -> tuple[Option, ...]:
    """A question without its first answer."""
    return outcomes(board, voices)[1:]


def standing_already(board: Board, h: Hypothesis) -> frozenset[Owed]:
    """Debts that name the marble which is missing as the one that stands there."""
    return frozenset(Owed(one.hole, one.wants, one.wants) for one in owed(board, h))


def from_afar(board: Board, state: State, edge: Edge, levels: bytes) -> Iterator[Priced]:
    """Whatever is put may have come out of any full hole, though its sensor told nothing."""
    for h, cost in followers(board, state, edge, levels):
        yield h, cost
        far = set(range(board.exact)) - {edge.hole, *board.near[edge.hole]}
        for n in far if edge.full and h.wood[edge.hole] != EMPTY else ():
            if h.wood[n] != EMPTY and levels[n] == 1:
                yield h._replace(wood=h.wood[:n] + bytes((EMPTY,)) + h.wood[n + 1 :]), cost


def waited_anew(state: State) -> State:
    """A wait that begins anew whenever the clock is looked at."""
    over = state.patience is not Patience.WAITING
    return replace(state, patience=Patience.WAITING) if over else waited(state)


def dearer_at_rest(board: Board, state: State) -> State:
    """Each dwell makes every story dearer, also one that tells nothing new."""
    after = at_dwell(board, state)
    paid = tuple((h, cost + state.dwelt) for h, cost in after.stories)
    return replace(after, stories=paid)


@pytest.mark.parametrize(
    ("module", "name", "broken", "bounds", "reported"),
    [
        (deciding, "likely", guessed, (4, ""), ["I0 committed what was not played"]),
        (
            *(deciding, "likely", guessed, (2, EVERY_FAULT)),
            [
                "I1 committed what a likely story denies",
                "I3 at rest, but a likely story says something else",
                "I9 at rest, but the wood differs",
                "I10 wrong at rest",
            ],
        ),
        (pruning, "within", kept_cheapest, (3, ""), ["I2 the truth is lost"]),
        (deciding, "outcomes", but_the_first, (4, ""), ["I4 the truth is not among the options"]),
        (
            *(shared_debts, "owed", standing_already, (2, EVERY_FAULT)),
            ["I4 a light names a colour that does not stand there"],
        ),
        (
            *(tracker, "followers", from_afar, (2, "")),
            ["I6 a marble has left a hole whose sound sensor did not change"],
        ),
        (
            *(tracker, "waited", waited_anew, (1, "")),
            ["I7 Waited with nothing new changes what is known"],
        ),
        (
            *(tracker, "at_dwell", dearer_at_rest, (1, "")),
            ["I7 Dwell with nothing new changes what is known"],
        ),
    ],
    ids=["I0", "I1, I3, I9, I10", "I2", "I4 options", "I4 lights", "I6", "I7 wait", "I7 dwell"],
)
def test_the_check_names_the_invariants_that_a_broken_tracker_breaks(
    module: ModuleType,
    name: str,
    broken: Callable[..., object],
    bounds: tuple[int, str],
    reported: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toy, (edges, kinds) = Toy(5), bounds
    monkeypatch.setattr(module, name, broken)
    found = Check(toy, toy.moment("a.b.."), edges, bool(kinds), kinds).run()
    assert {fault for fault, _ in found.counted}.issuperset(reported)


def nothing_owed(board: Board, h: Hypothesis) -> frozenset[Owed]:
    """Lights that never call for anything."""
    return frozenset()


def in_vain(state: State) -> State:
    """A wait that nothing ends."""
    return state


def unheard(board: Board, state: State, option: Option | None, *, wood: bool) -> Iterator[Priced]:
    """Answers that nobody listens to."""
    return iter(state.stories)


@pytest.mark.parametrize(
    ("module", "name", "broken", "edges"),
    [
        (costs, "AGAINST", 0, 3),
        (shared_debts, "owed", nothing_owed, 2),
        (tracker, "waited", in_vain, 2),
        (tracker, "after_answer", unheard, 3),
    ],
    ids=["answers weigh nothing", "no light", "no end of waiting", "answers unheard"],
)
def test_the_check_finds_who_does_as_told_and_comes_to_no_rest_i5(
    module: ModuleType, name: str, broken: object, edges: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = Toy(5)
    monkeypatch.setattr(module, name, broken)
    check = Check(toy, toy.moment("a.b.."), edges, 0, "")
    check.run()
    check.obey()
    assert "I5 a circle" in {fault for fault, _ in check.found.counted}
