"""`trackside rehearse`: the table in simulated time (PP-44), clause by clause of its interface."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from rehearsed import NEW, Script, code, position, texts

from companion.commands.rehearse import page_shown
from companion.games.board_data import board_json
from companion.model.ports import TablePort
from companion.proof.rehearsal.clock import WALL
from companion.proof.rehearsal.front import answer, serve
from companion.proof.rehearsal.rehearsal import Rehearsal
from companion.proof.rehearsal.stage import Stage
from companion.words import render
from companion_web.api.views import Renderer

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


def test_a_script_may_wait_for_each_answer_and_the_end_of_its_lines_is_the_end(root: Path) -> None:
    words = [sys.executable, "-m", "companion.cli", "rehearse"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=root, stdin=pipe, stdout=pipe, stderr=pipe) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for line in ({"at": 0, "new": NEW}, {"at": -1}, {"at": 1, "look": True}):
            child.stdin.write(json.dumps(line).encode() + b"\n")
            child.stdin.flush()
            told = json.loads(child.stdout.readline())
            assert ("error" in told) == (line["at"] == -1)
        rest, complaints = child.communicate(timeout=60)
        assert (child.returncode, rest, complaints) == (0, b"", b"")


@pytest.mark.parametrize(
    "line",
    [
        "", "{", "5", "[]", "null", '"at"', "{}", '{"at":"1"}', '{"at":null}', '{"at":true}',
        '{"at":1e308}', '{"new":{},"at":-1}',
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
        '{"at":2,"command":{"command":"undo","steps":0}}',
        '{"at":2,"command":{"command":"undo","move":-5}}',
        '{"at":2,"command":{"command":"undo","move":0}}',
        '{"at":2,"picture":["A9","B4","A9"]}',
        '{"at":2,"new":{"game":"fast_track"},"present":["A9","A9"]}',
        '{"at":2,"command":{"command":"service","do":"sing"}}',
        '{"at":2,"command":{"command":"service","do":"colour","value":"sad"}}',
        '{"at":2,"command":{"command":"edit","marbles":{"A9":"Z"}}}',
        '{"at":2,"new":{"game":"fast_track","players":[["A"],["D"]],"names":["a","b","c"]}}',
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


def test_the_clocks_begin_at_a_fixed_moment() -> None:
    first = Script().look(0)["game"]["started"]
    assert first == Script().look(0)["game"]["started"] == WALL
    script = Script()
    script.line(60, new=NEW)
    assert script.look(60)["game"]["started"] == WALL + 60


def test_a_beginning_without_a_time_begins_at_nought() -> None:
    assert Rehearsal().line({"new": NEW}) == Script().first


def test_time_never_falls_but_for_a_new_beginning() -> None:
    script = Script()
    script.line(5)
    assert code(script.line(4.999999)) == "malformed"
    again = script.line(0, new=NEW)
    assert again == script.first


# ------------------------------------------------------------------------------------- answers


def test_an_answer_has_these_keys_and_no_others() -> None:
    script = Script()
    plain = {"at", "changed", "prompt", "rows", "state"}
    assert set(script.line(1)) == plain
    assert set(script.line(1, look=True)) == plain | {"view", "lights"}
    assert set(script.line(1, look=True, board=True)) == plain | {"view", "lights", "board"}
    assert set(script.line(1, look=False, board=False)) == plain
    refused = script.command(2, "card", card="1")
    assert set(refused) == {"at", "error"}
    assert set(refused["error"]) == {"code", "message"}
    assert set(script.line(2)["prompt"]) == {"key", "params", "text"}


def test_a_look_is_what_the_web_answers() -> None:
    script = Script(position=position())
    script.rehearsal = Rehearsal(page_shown)
    script.line(0, new=NEW, position=position(card="5"))
    script.edge(1, "A9", False)
    told = script.line(2, look=True, board=True)
    table = cast(TablePort, script.rehearsal.table)
    assert plain(told["view"]) == plain(Renderer(table, render).shown(None, "en").data)
    assert told["view"]["position"]["card"] == "5"
    drawn = table.drawing()
    assert drawn is not None
    assert plain(told["board"]) == plain(board_json(drawn, None))
    assert told["lights"]["A9"] == "origin"
    assert told["lights"]["B0"] == "destination"


def plain(value: object) -> object:
    return json.loads(json.dumps(value))


def test_rows_are_told_once_and_those_of_a_refused_line_with_the_next_answer() -> None:
    script = Script(position=position(card="5"))
    assert texts(script.first) == [("new", ""), ("edit", "")]
    script.edge(1, "A9", False)
    script.edge(2, "B0", True)
    refused = script.command(3, "card", card="1")
    assert code(refused) == "unknown-card"
    assert texts(script.line(3)) == [("action", "A9-B0")]
    assert texts(script.line(3)) == []


def test_a_refused_line_lets_its_time_pass() -> None:
    script = Script(position=position(card="5"))
    script.edge(1, "A9", False)
    assert code(script.command(1.02, "card", card="3")) == "card-played"
    assert script.look(1.02)["state"] == "lifted"
    assert code(script.line(1.01)) == "malformed"


def test_changed_tells_whether_the_public_view_differs_from_the_last_answer() -> None:
    script = Script(position=position(card="5"))
    assert script.first["changed"] is True
    assert script.line(0.5)["changed"] is False
    assert script.edge(1, "A9", False)["changed"] is False
    assert code(script.command(1.5, "card", card="3")) == "card-played"
    assert script.line(1.5)["changed"] is True, "the marble was lifted before the refused line"
    assert script.line(9)["changed"] is False


def test_seconds_that_run_down_do_not_count_as_a_change() -> None:
    script = Script()
    assert script.command(1, "card", card="5")["state"] == "pending"
    first, later = script.line(1.2, look=True), script.line(1.7, look=True)
    assert (first["view"]["pending"]["seconds"], later["view"]["pending"]["seconds"]) == (1.3, 0.8)
    assert (first["changed"], later["changed"]) == (False, False)
    assert script.line(2.5)["changed"] is True


def test_a_fault_of_ours_is_told_and_the_rehearsal_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Script()

    def broken(*_: object) -> None:
        raise RuntimeError("a fault")

    with monkeypatch.context() as patched:
        patched.setattr(Stage, "command", broken)
        assert code(script.command(1, "card", card="5")) == "internal"
    assert script.command(2, "card", card="5")["state"] == "pending"


# -------------------------------------------------------------------------------- again the same


@pytest.mark.parametrize("seeds", ["0", pytest.param("012", marks=pytest.mark.slow)])
def test_the_same_lines_give_the_same_bytes_in_every_process(root: Path, seeds: str) -> None:
    lines = [json.dumps(line) for line in some_play()]
    said = set()
    for seed in seeds:
        done = subprocess.run(
            [sys.executable, "-m", "companion.cli", "rehearse"],
            input="\n".join(lines).encode(),
            capture_output=True,
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        said.add(done.stdout)
    (only,) = said
    answers = only.splitlines()
    assert len(answers) == len(lines)
    for told in answers:
        value = json.loads(told)
        assert value.get("error", {}).get("code", "no-dice") == "no-dice", value
        assert json.dumps(value, sort_keys=True) == json.dumps(value), "keys are sorted"


def some_play() -> Iterator[dict[str, Any]]:
    """Dealt hands, drawn and thrown chance, a race, an undo, a power cut."""
    look: dict[str, Any] = {"look": True}
    dealt = {**NEW, "hands": "virtual"}
    yield {"at": 0, "new": dealt, "seed": 7, **look, "seat": 0}
    yield {"at": 1, "power": "cut"}
    yield {"at": 2, "power": "on", **look}
    yield {"at": 0, "new": {"game": "wahoo", "rules": "wahoo", "board": "hex", "players": PAIR}}
    for at in range(1, 9):
        yield {"at": at * 3, "command": {"command": "roll"}, **look}
        yield {"at": at * 3 + 2, **look}
    race = {"game": "racepack", "players": [["A", "C"], ["B", "D"]], "options": {"dice": "service"}}
    yield {"at": 0, "new": race, "board": "virtual", "seed": 3, **look}
    yield {"at": 1, "command": {"command": "roll"}, **look}


PAIR = [["A"], ["D"]]


def test_a_seed_decides_all_chance() -> None:
    def hands(seed: int) -> list[str]:
        script = Script(new={**NEW, "hands": "virtual"}, seed=seed)
        return [*script.look(1, seat=0)["hand"], *script.look(1, seat=1)["hand"]]

    assert hands(1) == hands(1)
    assert len({tuple(hands(seed)) for seed in range(5)}) == 5
