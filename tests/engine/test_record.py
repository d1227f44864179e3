"""A game as text: it round-trips, it replays, and says which line is wrong."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.action import CHANCE_SEAT, Action
from engine.errors import BadRecord
from engine.game import CHANCE, OVER, Position
from engine.record import Entry, Record, closed, replay, steps
from engine.registry import REGISTRY
from engine.search import random_action

OPTIONS: dict[str, object] = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [["A"], ["D"]],
}


def played(seed: int, length: int, **more: object) -> tuple[Record, list[Position]]:
    """A random game of that many actions, and its positions."""
    rng = random.Random(seed)
    record = Record({**OPTIONS, **more})
    position = REGISTRY.game("fast_track").new(record.options)
    positions = [position]
    while position.to_act is not OVER and len(record.entries) < length:
        action = random_action(position, rng)
        record = record.then(action)
        position = position.apply(action).position
        positions.append(position)
    return record, positions


TEXT = """\
trackside record 1
{"board":"hex","game":"fast_track","players":[["A"],["D"]],"rules":"classic"}
0 card:6
0 Ap-A9
0 card:7
0 A9-B2
1 card:K
1 --
"""


def test_a_record_reads_as_it_is_written() -> None:
    record = Record.from_text(TEXT)
    assert record.options == OPTIONS
    assert record.entries[1] == Entry(0, "Ap-A9")
    assert record.to_text() == TEXT
    final = replay(record, REGISTRY).final
    assert final.occupancy()["B2"] == ("A",)
    assert final.to_act == frozenset((1,))


@pytest.mark.parametrize("rules", ["classic", "stevens", "butterfly"])
@pytest.mark.parametrize("hands", ["physical", "virtual"])
def test_a_random_game_replays_position_for_position(rules: str, hands: str) -> None:
    record, positions = played(4, 160, rules=rules, hands=hands)
    record = closed(record, REGISTRY)
    read = Record.from_text(record.to_text())
    assert read == record
    again, final = replay(read, REGISTRY)
    assert list(again) == positions
    assert final == positions[-1]
    events = [step.events for step in steps(read, REGISTRY)]
    assert len(events) == len(record.entries)
    assert any(events)


def test_chance_has_lines_of_its_own() -> None:
    record, _ = played(1, 5, hands="virtual")
    lines = record.to_text().split("\n")
    assert lines[2].startswith("chance shuffle:0 ")
    assert lines[3].startswith("chance shuffle:1 ")
    assert lines[4].startswith("0 card:")


def test_a_game_may_be_taken_up_from_a_position() -> None:
    record, positions = played(2, 60)
    middle = Record({"position": positions[30].to_json()}, record.entries[30:])
    assert replay(middle, REGISTRY).final == positions[-1]


def test_a_viewer_gets_all_good_moves_before_the_bad_one() -> None:
    record = Record.from_text(TEXT.replace("A9-B2", "A9-B3"))
    walk = steps(record, REGISTRY)
    assert [next(walk).line for _ in range(3)] == [3, 4, 5]
    with pytest.raises(BadRecord, match="Line 6") as caught:
        next(walk)
    assert caught.value.line == 6


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (("record 1", "record 2"), 1),
        (('{"board"', '["board"'), 2),
        (('"game":"fast_track",', ""), 2),
        (("fast_track", "ludo"), 2),
        (('"hex"', '"round"'), 2),
        (("0 card:6", "card:6"), 3),
        (("0 card:6", "00 card:6"), 3),
        (("0 card:6", "² card:6"), 3),
        (("0 card:6", "0 "), 3),
        (("0 card:6", ""), 3),
        (("0 card:6", "1 card:6"), 3),
        (("0 card:6", "chance card:6"), 3),
        (("0 Ap-A9", "0 Ap-A9\tx"), 4),
        (("0 Ap-A9", "0 Ap-A10"), 4),
        (("1 --\n", "1 --\nfinal 7\n"), 9),
        (("1 --\n", "1 --\nfinal {}\n"), 9),
        (("1 --\n", "1 --\nfinal {\n"), 9),
    ],
)
def test_a_bad_line_is_named(change: tuple[str, str], line: int) -> None:
    with pytest.raises(BadRecord, match=f"[Ll]ine {line}") as caught:
        replay(Record.from_text(TEXT.replace(*change)), REGISTRY)
    assert caught.value.line == line


@pytest.mark.parametrize("text", ["", "trackside record 1", "trackside record 1\n"])
def test_a_record_that_breaks_off_at_the_head_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match=r"ine [12]"):
        Record.from_text(text)


@pytest.mark.parametrize("odd", ["NaN", "1e999", '1,"odd":2'])
def test_json_that_would_be_bent_is_a_bad_line(odd: str) -> None:
    for text in (
        TEXT.replace('{"board"', f'{{"odd":{odd},"board"', 1),
        TEXT + f'final {{"odd":{odd}}}\n',
    ):
        with pytest.raises(
            BadRecord, match=r"^Line \d: (the key 'odd'|column \d+: (NaN|1e999)) is "
        ):
            Record.from_text(text)


def test_deep_nonsense_is_a_bad_line_and_no_crash() -> None:
    with pytest.raises(BadRecord, match="Line 2"):
        Record.from_text("trackside record 1\n" + "[" * 200_000 + "\n")


def test_line_ends_of_other_systems_are_read_alike() -> None:
    assert Record.from_text(TEXT.replace("\n", "\r\n")) == Record.from_text(TEXT)
    assert Record.from_text(TEXT[:-1]) == Record.from_text(TEXT)


def test_an_action_that_does_not_fit_on_a_line_is_not_written() -> None:
    record = Record(OPTIONS).then(Action(0, "card:A\n1 card:K"))
    with pytest.raises(BadRecord, match="does not fit") as caught:
        record.to_text()
    assert caught.value.line == 3


def test_a_shuffle_of_wrong_cards_does_not_replay() -> None:
    record, _ = played(1, 3, hands="virtual")
    wrong = Record(record.options, (Entry(CHANCE_SEAT, "shuffle:0 A A A"), *record.entries[1:]))
    with pytest.raises(BadRecord, match=r"Line 3.*54"):
        replay(wrong, REGISTRY)


words = st.text(string.ascii_letters + string.digits + " :=-*,→é", min_size=1, max_size=12)
entries = st.builds(Entry, st.integers(-1, 999), words)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@settings(deadline=None, max_examples=60)
@given(
    options=st.dictionaries(st.text(max_size=4), values, max_size=4),
    made=st.lists(entries, max_size=6),
    final=st.none() | st.dictionaries(st.text(max_size=3), values, max_size=2),
)
def test_any_record_round_trips(
    options: dict[str, object], made: list[Entry], final: dict[str, object] | None
) -> None:
    record = Record(options, tuple(made), final)
    text = record.to_text()
    assert Record.from_text(text) == record
    assert Record.from_text(text).to_text() == text


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10_000), rules=st.sampled_from(["classic", "stevens", "butterfly"]))
def test_any_game_replays_to_the_same_end(seed: int, rules: str) -> None:
    record, positions = played(seed, 40, rules=rules, hands="virtual")
    assert replay(Record.from_text(record.to_text()), REGISTRY).final == positions[-1]
    waits_for_chance = positions[-1].to_act is CHANCE
    assert waits_for_chance == (positions[-1].chance() is not None)
