"""``trackside identify`` (PP-42): it counts as doubtful exactly what the table asks (PP-3)."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli import main
from companion.games.packs import OFFERS
from companion.proof import identify
from companion.recogniser.candidates import Candidate, Options
from engine.game import Position
from engine.registry import REGISTRY

HERE = Path(__file__).resolve().parent
for folder in (HERE.parent / "table", HERE.parent.parent / "toy"):
    if str(folder) not in sys.path:
        sys.path.append(str(folder))

from table_rig import Rig  # noqa: E402
from toy_game import ToyGame  # noqa: E402

KEYS = [
    "game",
    "rules",
    "card",
    "positions",
    "actions",
    "ambiguous_by_end_state",
    "ambiguous_with_events",
]


P3 = ["p"] * 3


def fast_track(**given: Any) -> Position:
    """A position of red and yellow on the hex board."""
    data: dict[str, Any] = {
        "game": "fast_track",
        "rules": "classic",
        "board": "hex",
        "players": [["A"], ["C"]],
        "teams": [[0], [1]],
        "to_play": 0,
        "winner": None,
    }
    return REGISTRY.load(data | given)


def judged(position: Position) -> tuple[dict[str, Candidate], set[str], set[str]]:
    """The options by text, and the texts that end state and events leave in doubt."""
    options = Options(position).direct
    texts = [option.action.text for option in options]
    by_end, with_events = identify.untold(position, options)
    return (
        dict(zip(texts, options, strict=True)),
        {texts[i] for i in by_end},
        {texts[i] for i in with_events},
    )


# -------------------------------------------------------------------------------- by hand, by eye


def test_a_single_move_and_a_capture_are_never_in_doubt() -> None:
    position = fast_track(
        marbles={"A": ["p", "p", "A9", "B2"], "C": ["p", "p", "p", "A12"]}, card="3"
    )
    options, by_end, with_events = judged(position)
    assert set(options) == {"A9-A12", "B2-B5"}
    assert (by_end, with_events) == (set(), set())
    assert identify.gesture(position, options["A9-A12"]) == (
        ("A9", False),
        ("A12", False),
        ("Cp", True),
        ("A12", True),
    )
    assert identify.end_state(position, options["A9-A12"]).changed == {"A9", "A12", "Cp"}


def crossing() -> tuple[Position, set[str]]:
    """Orange and green are one player's; a seven takes either of them to either hole."""
    position = fast_track(
        players=[["A", "C"], ["B", "D"]],
        marbles={"A": [*P3, "A2"], "C": [*P3, "A4"], "B": [*P3, "C13"], "D": [*P3, "D3"]},
        to_play=1,
        card="7",
    )
    return position, {"C13-D4,D3-D5", "C13-D5,D3-D4", "D3-D4,C13-D5", "D3-D5,C13-D4"}


def test_splits_that_cross_are_told_apart_by_events_alone() -> None:
    position, four = crossing()
    options, by_end, with_events = judged(position)
    assert len({identify.end_state(position, options[text]) for text in four}) == 1
    assert four <= by_end
    assert not with_events
    assert {text for text in options if "," not in text}.isdisjoint(by_end)


def test_a_swap_leaves_the_holes_as_they_were_and_is_always_in_doubt() -> None:
    position = fast_track(
        marbles={"A": ["p", "p", "p", "A9"], "C": ["p", "p", "p", "D4"]}, card="J"
    )
    options, by_end, with_events = judged(position)
    assert identify.gesture(position, options["A9=D4"]) == (
        ("A9", False),
        ("D4", False),
        ("D4", True),
        ("A9", True),
    )
    assert by_end == with_events == {"A9=D4"}


def test_named_choices_of_one_displacement_are_in_doubt_whatever_the_order() -> None:
    start = ToyGame().new({}).apply("die:2").position
    _, by_end, with_events = judged(start)
    assert by_end == with_events == {"Ab-t1*fast", "Ab-t1*slow"}


# ------------------------------------------------------------------- what the table makes of it


def after_cards(rules: str, number: int) -> Iterator[Position]:
    """Positions of random play, each with every card whose moves hands announce."""
    ((offer, sheet),) = identify.chosen("fast_track", rules)
    begin = identify.beginner(offer, sheet)
    for position in identify.random_positions(begin, number, Random(7)):
        for prelude in (a for a in position.legal() if a.prelude):
            yield position.apply(prelude).position


def perform(position: Position, candidate: Candidate) -> Rig:
    """That gesture by simulated hands on the whole table, without a pause, then stillness."""
    data: Any = position.to_json()
    fields = {key: data[key] for key in ("rules", "board", "players", "teams")}
    rig = Rig().new(**fields).at(data)
    places = position.board.places
    for place, present in identify.gesture(position, candidate):
        holes = places[place].holes
        if present:
            rig.put(next(hole for hole in holes if hole not in rig.wood))
        else:
            rig.lift(next(hole for hole in holes if hole in rig.wood))
    return rig.settle()


@pytest.mark.parametrize(
    ("rules", "positions"),
    [
        ("classic", 5),
        *(pytest.param(r, 10, marks=pytest.mark.slow) for r in ("classic", "stevens", "butterfly")),
    ],
)
def test_the_table_asks_what_is_in_doubt_and_reads_the_rest_pp_3(
    rules: str, positions: int
) -> None:
    rng, read, asked = Random(3), 0, 0
    for position in after_cards(rules, positions):
        options, _, with_events = judged(position)
        for text in rng.sample(sorted(options), min(2, len(options))):
            rig = perform(position, options[text])
            if text in with_events:
                assert rig.view.ask is not None, (text, position.to_json())
                assert rig.done() == []
                asked += 1
            else:
                assert rig.done() == [text], position.to_json()
                assert rig.view.ask is None
                read += 1
    assert read > 4 * positions
    assert (asked > 0) == (rules != "butterfly")  # butterfly's jack swaps nothing (BF-13)


def test_what_only_the_order_tells_is_asked_where_the_order_is_lost_pp_3() -> None:
    position, four = crossing()
    rig = Rig().new(players=[["A", "C"], ["B", "D"]]).at(dict(position.to_json()))
    rig.lift("C13", "D3").put("D5").put("D4").settle()
    assert rig.view.ask is not None
    assert len(rig.view.ask.options) >= 2
    assert rig.done() == []
    assert four <= judged(position)[1]


# -------------------------------------------------------------------------------------- the command


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Run the command and read its one object."""

    def run(*words: str) -> Any:
        assert main(["identify", *words, "--json"]) == 0
        out, err = capsys.readouterr()
        assert (err, out.count("\n")) == ("", 1)
        return json.loads(out)

    return run


def test_the_rows_are_those_of_the_interface(printed: Callable[..., Any]) -> None:
    data = printed("--rules", "classic", "--positions", "5", "--seed", "9")
    assert list(data) == ["trackside", "command", "machine", "seed", "seconds", "results"]
    assert (data["command"], data["seed"]) == ("identify", 9)
    rows = data["results"]
    assert " ".join(row["card"] for row in rows) == "A 2 3 4 5 6 7 8 9 10 J Q K JOKER"
    for row in rows:
        assert list(row) == KEYS
        assert (row["game"], row["rules"], row["positions"]) == ("fast_track", "classic", 5)
        assert 0 <= row["ambiguous_with_events"] <= row["ambiguous_by_end_state"] <= row["actions"]


def test_the_same_seed_counts_the_same_and_another_does_not(printed: Callable[..., Any]) -> None:
    def rows(seed: str) -> list[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = printed("--positions", "4", "--seed", seed)["results"]
        return found

    assert rows("2") == rows("2") != rows("3")
    sheets = {sheet.name for offer in OFFERS.values() for sheet in offer.rules}
    assert {row["rules"] for row in rows("2")} == sheets


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--game", "chess"], "'chess'; known are fast_track"),
        (["--rules", "house"], "'house'; known are classic, stevens, butterfly"),
        (["--positions", "0"], "--positions takes a number from 1 up, not 0"),
    ],
)
def test_what_cannot_be_counted_is_named(
    words: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["identify", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert named in err


def test_for_people_it_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["identify", "--rules", "butterfly", "--positions", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == KEYS


@pytest.mark.slow
def test_the_table_in_the_docs_is_what_the_command_prints(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (root / "docs" / "identifiability.md").read_text(encoding="utf-8")
    (words,) = re.findall(r"^trackside (identify .*--markdown)$", page, re.MULTILINE)
    assert main(words.split()) == 0
    assert capsys.readouterr().out in page
