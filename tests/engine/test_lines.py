"""``trackside engine`` as it is answered, line by line (interfaces.md)."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from two_forms import few_or_many

from engine.lines import OPS, answer, serve

NEW: dict[str, Any] = {
    "id": 1,
    "op": "new",
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [["A"], ["C"]],
}


def ask(request: object) -> Any:
    return json.loads(answer(json.dumps(request)))


def start(**change: Any) -> Any:
    position = ask(NEW)["position"]
    position["marbles"]["A"] = ["p", "p", "A9", "A13"]
    return {**position, **change}


def test_new_gives_the_first_position() -> None:
    assert ask(NEW) == {
        "id": 1,
        "position": {
            "game": "fast_track",
            "rules": "classic",
            "board": "hex",
            "players": [["A"], ["C"]],
            "teams": [[0], [1]],
            "marbles": {"A": ["p"] * 4, "C": ["p"] * 4},
            "to_play": 0,
            "card": None,
            "winner": None,
        },
    }
    assert ask({**NEW, "first": 1})["position"]["to_play"] == 1
    assert ask({**NEW, "teams": [[0], [1]], "hands": "virtual"}) == ask(NEW)


def test_legal_lists_by_code_point() -> None:
    legal = ask({"id": 2, "op": "legal", "position": start()})["legal"]
    assert legal[:3] == ["card:10", "card:2", "card:3"]
    assert legal == sorted(legal)
    assert ask({"op": "legal", "position": start(card="5")})["legal"] == ["A13-B4"]


def test_a_hand_restricts_the_cards_ft_8() -> None:
    request = {"op": "legal", "position": start(), "hand": ["7", "K", "7"]}
    assert ask(request)["legal"] == ["card:7", "card:K"]
    assert ask({**request, "hand": []})["legal"] == []
    assert ask({**request, "position": start(card="5")})["legal"] == ["A13-B4"]


def test_apply_gives_position_and_events() -> None:
    answered = ask({"id": 3, "op": "apply", "position": start(card="5"), "action": "A13-B4"})
    assert list(answered) == ["id", "position", "events"]
    assert answered["events"] == [
        {"event": "Moved", "token": "A", "from": "A13", "to": "B4"},
        {"event": "TurnPassed", "to_play": 1},
    ]
    assert answered["position"]["marbles"]["A"] == ["p", "p", "A9", "B4"]


@pytest.mark.parametrize(
    ("card", "a", "c", "action", "events"),
    [
        (
            "5",
            ["p", "p", "p", "A9"],
            ["p", "p", "p", "B0"],
            "A9-B0",
            [
                {"event": "Moved", "token": "A", "from": "A9", "to": "B0"},
                {"event": "Captured", "token": "C", "from": "B0", "to": "Cp"},
                {"event": "TurnPassed", "to_play": 1},
            ],
        ),
        (
            "J",
            ["p", "p", "p", "A9"],
            ["p", "p", "p", "X"],
            "A9=X",
            [{"event": "Swapped", "a": "A9", "b": "X"}],
        ),
        (
            "4",
            ["p", "p", "B0*", "C0*"],
            ["p", "p", "p", "p"],
            "C0-p",
            [
                {"event": "SentBack", "token": "A", "from": "C0", "to": "Ap"},
                {"event": "TurnPassed", "to_play": 1},
            ],
        ),
        (
            "A",
            ["A7", "Ah2", "Ah3", "Ah4"],
            ["p", "p", "p", "p"],
            "A7-Ah1",
            [
                {"event": "Moved", "token": "A", "from": "A7", "to": "Ah1"},
                {"event": "Won", "team": 0},
            ],
        ),
    ],
)
def test_events_have_the_fields_of_the_interface(
    card: str, a: list[str], c: list[str], action: str, events: list[dict[str, Any]]
) -> None:
    position = start(card=card, marbles={"A": a, "C": c})
    assert ask({"op": "apply", "position": position, "action": action})["events"] == events


def test_explain_answers_as_the_interface_says() -> None:
    request = {"id": 5, "op": "explain", "position": start(card="5"), "from": "A9", "to": "B0"}
    told = ask(request)
    assert set(told) == {"id", "legal", "rule", "because", "blocked_by"}
    assert (told["legal"], told["rule"], told["blocked_by"]) == (False, "FT-11", "A13")
    assert ask({**request, "from": "A13", "to": "B4"}) == {"id": 5, "legal": True}
    assert ask({**request, "from": "Ap", "to": "A9"})["rule"] == "FT-12"


def test_perft_and_svg_answer() -> None:
    assert ask({"op": "perft", "position": start(), "depth": 0})["nodes"] == 1
    assert ask({"op": "perft", "position": start(), "depth": 1})["nodes"] == 14
    assert ask({"op": "svg", "position": start()})["svg"].startswith("<svg")


@pytest.mark.parametrize("name", [None, 0, -1.5, "x", [1, {"a": None}], {"b": [True]}, "\ud800"])
def test_any_json_value_is_echoed_as_id(name: object) -> None:
    assert ask({**NEW, "id": name})["id"] == name
    assert ask({"id": name, "op": "nothing"})["id"] == name


BAD: list[tuple[Any, str]] = [
    ([], "malformed"),
    (5, "malformed"),
    (None, "malformed"),
    ({}, "malformed"),
    ({"op": 5}, "malformed"),
    ({"op": None}, "malformed"),
    ({"op": "dance"}, "unknown-op"),
    ({"op": ""}, "unknown-op"),
    ({"op": "legal"}, "malformed"),
    ({"op": "legal", "position": 5}, "malformed"),
    ({"op": "legal", "position": []}, "malformed"),
    ({"op": "legal", "position": {}}, "bad-position"),
    ({"op": "legal", "position": {**start(), "extra": 1}}, "bad-position"),
    ({"op": "legal", "position": {**start(), "game": "ludo"}}, "bad-position"),
    ({"op": "legal", "position": start(card="11")}, "bad-position"),
    ({"op": "legal", "position": start(), "hand": "7K"}, "malformed"),
    ({"op": "legal", "position": start(), "hand": ["7", "11"]}, "malformed"),
    ({"op": "legal", "position": start(), "hand": [7]}, "malformed"),
    ({"op": "legal", "position": start(), "hand": [["7"]]}, "malformed"),
    ({"op": "apply", "position": start()}, "malformed"),
    ({"op": "apply", "position": start(), "action": 7}, "malformed"),
    ({"op": "apply", "position": start(), "action": "A9-B2"}, "illegal-action"),
    ({"op": "apply", "position": start(card="5"), "action": "card:5"}, "illegal-action"),
    ({"op": "apply", "position": start(card="5"), "action": "A9-B0"}, "illegal-action"),
    ({"op": "explain", "position": start(card="5"), "from": "A9"}, "malformed"),
    ({"op": "explain", "position": start(card="5"), "from": 1, "to": "A9"}, "malformed"),
    ({"op": "perft", "position": start()}, "malformed"),
    ({"op": "perft", "position": start(), "depth": "3"}, "malformed"),
    ({"op": "perft", "position": start(), "depth": -1}, "malformed"),
    ({"op": "perft", "position": start(), "depth": True}, "malformed"),
    ({"op": "perft", "position": start(), "depth": 1.5}, "malformed"),
    ({"op": "perft", "position": start(), "depth": 10**30}, "malformed"),
    ({"op": "svg"}, "malformed"),
    ({**NEW, "game": 5}, "malformed"),
    ({**NEW, "players": 5}, "malformed"),
    ({**NEW, "first": "0"}, "malformed"),
    ({**NEW, "teams": {}}, "malformed"),
    ({key: value for key, value in NEW.items() if key != "rules"}, "malformed"),
    ({**NEW, "game": "ludo"}, "bad-config"),
    ({**NEW, "rules": "house"}, "bad-config"),
    ({**NEW, "first": 9}, "bad-config"),
    ({**NEW, "players": ["A", "C"]}, "bad-config"),
    ({**NEW, "colour": "red"}, "bad-config"),
]


@pytest.mark.parametrize(("request_", "code"), BAD, ids=lambda v: json.dumps(v)[:50])
def test_what_is_wrong_gets_its_code_and_a_sentence(request_: Any, code: str) -> None:
    answered = ask(request_)
    assert answered["error"]["code"] == code
    assert len(answered["error"]["message"]) > 8
    assert set(answered) == {"id", "error"}


UNREADABLE = [
    b"{",
    b"\xff\xfe",
    b'{"id": 1, "op": "\xc3"}',
    b'{"id": NaN}',
    b'{"id": 1, "op": Infinity}',
    b'{"id": 1e999}',
    b'{"id": 1, "op": "legal", "op": "svg"}',
    b'{"id": 1, "op": "legal", "position": {"card": null, "card": "5"}}',
    b'{"id": 1' + b"0" * 400 + b"}",
    b'{"id": 1' + b"0" * 5000 + b"}",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"op": "legal"} {"op": "legal"}',
    b"\x00",
]


@pytest.mark.parametrize("line", UNREADABLE, ids=lambda line: repr(line[:20]))
def test_what_cannot_be_read_is_malformed_with_a_null_id(line: bytes) -> None:
    answered = json.loads(answer(line))
    assert answered["id"] is None
    assert answered["error"]["code"] == "malformed"


def test_deep_nesting_inside_a_request_is_survived() -> None:
    for depth in (500, 900, 990, 2000):
        nested = "[" * depth + "]" * depth
        for line in (
            f'{{"id": {nested}, "op": "dance"}}',
            f'{{"op": "legal", "position": {{"game": "fast_track", "marbles": {nested}}}}}',
            f'{{"op": "legal", "position": {nested}}}',
        ):
            assert "error" in json.loads(answer(line))


def test_answers_come_in_order_one_a_line_and_blank_lines_give_none() -> None:
    lines = [
        b"\n",
        json.dumps({**NEW, "id": "a"}).encode() + b"\r\n",
        b"  \n",
        b"?\n",
        b'{"id":"b"}',
    ]
    sink = io.BytesIO()
    serve(io.BytesIO(b"".join(lines)), sink)
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert [a["id"] for a in answers] == ["a", None, "b"]


def test_every_answer_is_flushed_at_once() -> None:
    class Sink(io.BytesIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1

    sink = Sink()
    serve(io.BytesIO(b"{}\n{}\n"), sink)
    assert sink.flushed == 2


def test_every_op_of_the_interface_is_there() -> None:
    assert list(OPS) == ["new", "legal", "apply", "explain", "perft", "odds", "svg"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)


REQUESTS = given(st.sampled_from([*OPS]), st.sampled_from(sorted(start())), VALUES)


@few_or_many(REQUESTS, 15, 150, derandomize=True, suppress_health_check=list(HealthCheck))
def test_nothing_in_a_request_brings_it_down(op: str, key: str, value: object) -> None:
    request = {**NEW, "op": op, "action": "A9-B2", "from": "A9", "to": "B2", "depth": 1}
    position = {**start(), key: value}
    answered = ask({**request, "position": position, key: value})
    assert "error" not in answered or answered["error"]["code"] != "internal-error"
    answered = ask({**NEW, "op": op, "position": value, "action": value, "depth": value})
    assert "error" not in answered or answered["error"]["code"] != "internal-error"
