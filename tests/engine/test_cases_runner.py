"""The runner of case files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.cases import Case, Form, exact, read_cases, run_cases
from engine.errors import UnreadableCases

POSITION: dict[str, Any] = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [["A"], ["D"]],
    "teams": [[0], [1]],
    "marbles": {"A": ["p", "p", "p", "A9"], "D": ["p", "p", "p", "p"]},
    "to_play": 0,
    "card": "5",
    "winner": None,
}
AFTER = {
    **POSITION,
    "marbles": {"A": ["p", "p", "p", "B0"], "D": ["p", "p", "p", "p"]},
    "to_play": 1,
    "card": None,
}
GOOD: dict[str, Any] = {
    "position": POSITION,
    "legal": ["A9-B0"],
    "apply": "A9-B0",
    "after": AFTER,
}


def run(*cases: object) -> list[str | None]:
    return [o.failure for o in run_cases(json.dumps({"about": "", "cases": list(cases)}))]


def test_a_case_that_holds_passes() -> None:
    assert run(GOOD) == [None]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"legal": []}, "expected [] got"),
        ({"legal": ["A9-B0", "Ap-A9"]}, 'got ["A9-B0"]'),
        ({"legal": "A9-B0"}, "expected"),
        ({"after": {**AFTER, "to_play": 0}}, "expected"),
        ({"after": {**AFTER, "to_play": True}}, "expected"),
        ({"after": {**AFTER, "to_play": 1.0}}, "expected"),
        ({"apply": "A9-B1"}, "illegal-action"),
        ({"apply": 7}, "expected a text"),
        ({"position": {**POSITION, "card": "1"}}, "bad-position"),
        ({"position": 5}, "bad-position"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_a_case_that_does_not_hold_fails_with_both_sides(change: dict[str, Any], told: str) -> None:
    (failure,) = run({**GOOD, **change})
    assert failure is not None
    assert failure.startswith("expected ")
    assert " got " in failure
    assert told in failure


@pytest.mark.parametrize("key", sorted(GOOD))
def test_a_case_without_one_of_its_keys_fails(key: str) -> None:
    outcomes = run(GOOD, {name: value for name, value in GOOD.items() if name != key})
    assert outcomes[0] is None
    assert outcomes[1] is not None


def test_cases_are_named_by_id_or_by_number_from_one() -> None:
    text = json.dumps({"cases": [{**GOOD, "id": "first"}, GOOD, 5, {**GOOD, "id": 9}]})
    assert [outcome.name for outcome in run_cases(text)] == ["first", "2", "3", "9"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "5",
        '{"cases": 5}',
        '{"cases": []}',
        '{"cases": [5]}',
        '{"cases": [{"op": "sing", "expect": {}}]}',
        '{"cases": [{"position": {}, "after": NaN}]}',
        '{"cases": [{"position": {}, "after": 1e999}]}',
        '{"cases": [{"position": {}, "after": 1, "after": 2}]}',
        "[" * 100_000,
        b"\xff\xfe\xfd",
    ],
    ids=lambda text: repr(text[:30]),
)
def test_a_file_of_no_known_form_is_unreadable(text: str | bytes) -> None:
    with pytest.raises(UnreadableCases):
        read_cases(text)


def test_another_form_joins_by_its_keys() -> None:
    class Sums(Form):
        name = "sums"
        keys = frozenset({"add", "expect"})

        def recognises(self, case: Case) -> bool:
            return "add" in case

        def check(self, case: Case) -> str | None:
            numbers = case["add"]
            assert isinstance(numbers, list)
            total = sum(numbers)
            return None if total == case["expect"] else f"expected {case['expect']} got {total}"

    text = json.dumps({"cases": [{"add": [1, 2], "expect": 3}, {"add": [1], "expect": 3}]})
    assert [o.failure for o in run_cases(text, [Sums()])] == [None, "expected 3 got 1"]


def test_exact_text_tells_numbers_apart() -> None:
    assert len({exact(1), exact(1.0), exact(True), exact("1")}) == 4
    assert exact({"a": 1, "b": 2}) == exact({"b": 2, "a": 1})
