"""`trackside rehearse`: the table in simulated time (PP-44), clause by clause of its interface."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any

import pytest

from companion.proof.rehearsal.front import answer, serve
from companion.proof.rehearsal.rehearsal import Rehearsal

NEW = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
Json = dict[str, Any]


def position(**more: Any) -> Json:
    """Red has a marble on A9, Green one on B4; Red is to play."""
    plain = {
        "game": "fast_track",
        "rules": "classic",
        "board": "hex",
        "players": [["A"], ["D"]],
        "teams": [[0], [1]],
        "marbles": {"A": ["p", "p", "p", "A9"], "D": ["p", "p", "p", "B4"]},
        "to_play": 0,
        "card": None,
        "winner": None,
    }
    return plain | more


class Script:
    """A rehearsal under test, with lines written as keyword arguments."""

    def __init__(self, **beside: Any) -> None:
        self.rehearsal = Rehearsal()
        self.first = self.line(0, new=NEW, **beside)

    def line(self, at: float, **keys: Any) -> Json:
        return self.rehearsal.line({"at": at, **keys})

    def edge(self, at: float, hole: str, full: bool, **keys: Any) -> Json:
        return self.line(at, edge=[hole, full], **keys)

    def command(self, at: float, name: str, **fields: Any) -> Json:
        seat = fields.pop("by", None)
        return self.line(at, command={"command": name, **fields}, seat=seat)

    def look(self, at: float, seat: int | None = None) -> Json:
        view: Json = self.line(at, look=True, seat=seat)["view"]
        return view

    def state(self, at: float) -> str:
        return str(self.line(at)["state"])


def texts(answer: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(row["kind"], row["text"]) for row in answer["rows"]]


def code(answer: Mapping[str, Any]) -> str:
    return str(answer["error"]["code"])


# ------------------------------------------------------------------------------------ the front


def test_every_line_has_one_answer_and_is_flushed() -> None:
    class Sink(io.BytesIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1
            super().flush()

    sink = Sink()
    serve(io.BytesIO(b'{"at":0}\n\nnonsense\n{"at":1}\n'), sink, Rehearsal())
    assert len(sink.getvalue().splitlines()) == sink.flushed == 3


@pytest.mark.parametrize(
    "line",
    [
        "", "{", "5", "[]", "null", '"at"', "{}", '{"at":"1"}', '{"at":null}', '{"at":true}',
        '{"at":-1}', '{"at":NaN}', '{"at":Infinity}', '{"at":1e999}', '{"at":2,"sing":1}',
        '{"at":2,"look":1}', '{"at":2,"seat":"0"}', '{"at":2,"edge":["A9"]}',
        '{"at":2,"edge":["A9",1]}', '{"at":2,"hand":{"do":"throw","hole":"A9"}}',
        '{"at":2,"picture":"A9"}', '{"at":2,"link":"off"}', '{"at":2,"power":true}',
        '{"at":2,"command":{}}', '{"at":2,"command":{"command":"card"}}', '{"at":2,"command":5}',
        '{"at":2,"edge":["A9",true],"link":"up"}', '{"at":2,"picture":[],"link":"down"}',
        '{"at":2,"picture":[],"edge":["A9",true]}', '{"at":2,"stamp":1}', '{"at":2,"seed":1}',
        '{"at":2,"present":[]}', '{"at":2,"board":true}', '{"at":2,"board":"virtual"}',
        '{"at":2,"edge":["A9",true],"stamp":3}', '{"at":2,"edge":["A9",true],"stamp":-1}',
        '{"at":2,"new":{}}', '{"at":2,"new":{"game":"fast_track","sing":1,"board":5}}',
        '{"at":2,"new":{"game":"fast_track"},"settings":{"debounce_ms":1}}',
        '{"at":2,"new":{"game":"fast_track"},"settings":{"dwell_ms":-1}}',
        "[" * 100_000, '{"at":2,"id":' + "[" * 100_000, '{"at":2,"\ud800":1}', b"\xff\xfe",
    ],
    ids=lambda line: repr(line[:50]),
)  # fmt: skip
def test_a_line_that_is_malformed_changes_nothing_not_even_the_time(line: str | bytes) -> None:
    script = Script()
    before = script.line(1, look=True)
    told = json.loads(answer(line, script.rehearsal))
    assert set(told) <= {"error", "id"}
    assert code(told) == "malformed"
    after = script.line(1, look=True)
    assert (after["view"], after["changed"]) == (before["view"], False)


def test_an_unknown_command_changes_nothing_not_even_the_time() -> None:
    script = Script()
    assert code(script.line(5, command={"command": "sing"})) == "unknown-command"
    assert script.state(1) == "choose_card"


@pytest.mark.parametrize("name", [None, 5, "x", [1, {"b": 2, "a": 1}], 10**40, "\ud800"])
def test_an_id_is_echoed_whatever_it_is(name: Any) -> None:
    script = Script()
    assert script.line(1, id=name)["id"] == name
    assert script.line(0, id=name)["id"] == name
    assert json.loads(answer(json.dumps({"at": 1, "id": name}), script.rehearsal))["id"] == name
    assert "id" not in script.line(1)


# ----------------------------------------------------------------------------------------- time


def test_a_lift_counts_after_twenty_milliseconds_to_the_microsecond() -> None:
    script = Script(position=position(card="5"))
    script.edge(2, "A9", False)
    assert script.state(2.019999) == "choose_move"
    assert script.state(2.02) == "lifted"


def test_a_bounce_is_no_lift() -> None:
    script = Script(position=position(card="5"))
    script.edge(2, "A9", False)
    script.edge(2.019, "A9", True)
    assert script.state(9) == "choose_move"


def test_a_stamp_is_the_devices_time() -> None:
    script = Script(position=position(card="5"))
    assert script.edge(2.015, "A9", False, stamp=2)["state"] == "choose_move"
    assert script.state(2.021) == "lifted", "the host follows the device's clock to 0.1 ms a second"
    late = script.edge(3.1, "B0", True, stamp=3)
    assert texts(late) == [("action", "A9-B0")], "it has stood long enough when it is told"


def test_what_is_due_at_a_time_has_happened_then() -> None:
    """One of PP-18's announcements is due 1.5 s after the card without effect."""
    for start in (1, 1.1, 2.3, 3.7, 1_000_000.3):
        script = Script()
        script.line(start)
        assert script.command(start, "card", card="5")["state"] == "pending"
        script.line(start + 0.02)
        assert script.state(round(start + 1.499999, 6)) == "pending"
        told = script.line(round(start + 1.5, 6))
        assert (told["state"], len(told["rows"])) == ("choose_card", 1)


def test_time_never_falls_but_for_a_new_beginning() -> None:
    script = Script()
    script.line(5)
    assert code(script.line(4.999999)) == "malformed"
    again = script.line(0, new=NEW)
    assert again == script.first
