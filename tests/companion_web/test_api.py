"""The JSON routes: what they answer, and every way in which they refuse."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.model.chart import Chart, ChartCar, ChartLap, ChartTurn, Happening
from companion.model.choices import Window
from companion.model.commands import Hint
from companion.model.hand import Hand, HeldCard, Way
from companion.model.message import Message
from companion.words import render
from companion_web.api.views import Renderer

TWO = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}


def error(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal; its message is a sentence."""
    told = answer.get_json()["error"]
    assert set(told) <= {"code", "message", "rule"}
    assert len(told["message"]) > 8
    return answer.status_code, told["code"]


def sit(script: FlaskClient, seat: int) -> dict[str, str]:
    """The header of a script that took that seat."""
    answer = script.post("/api/seats", json={"seat": seat})
    assert answer.status_code == 200
    return {"Authorization": f"Bearer {answer.get_json()['token']}"}


def test_the_view_has_the_keys_that_scripts_rely_on(script: FlaskClient) -> None:
    view = script.get("/api/table").get_json()
    assert {"seq", "seat", "position", "legal", "prompt", "reason"} <= set(view)
    assert view["seat"] is None
    assert view["reason"] is None
    assert view["position"]["marbles"] == {"A": ["p"] * 4, "D": ["p"] * 4}
    assert "card:JOKER" in view["legal"]


def test_words_stand_beside_every_message_key(script: FlaskClient) -> None:
    prompt = script.get("/api/table").get_json()["prompt"]
    assert set(prompt) == {"key", "params", "text", "support", "mood", "seat", "colour", "own"}
    assert prompt["key"] == "prompt.card"
    assert prompt["text"] == "Red, which card did you play?"
    assert prompt["support"]["text"] == "Tap it, or move."


def test_a_holder_of_a_seat_plays_a_card_and_a_move(script: FlaskClient) -> None:
    mine = sit(script, 0)
    before = script.get("/api/table").get_json()["seq"]
    card = script.post("/api/commands", json={"command": "card", "card": "6"}, headers=mine)
    assert card.status_code == 200
    assert card.get_json()["seq"] > before
    act = {"command": "act", "action": "Ap-A9"}
    assert script.post("/api/commands", json=act, headers=mine).status_code == 200
    view = script.get("/api/table", headers=mine).get_json()
    assert view["seat"] == 0
    assert view["position"]["marbles"]["A"] == ["p", "p", "p", "A9"]
    assert view["moves"][0]["message"]["text"] == "Red pen → Red 9"


def test_undo_takes_back_the_card(script: FlaskClient) -> None:
    mine = sit(script, 0)
    script.post("/api/commands", json={"command": "card", "card": "6"}, headers=mine)
    assert script.post("/api/commands", json={"command": "undo"}, headers=mine).status_code == 200
    assert script.get("/api/table").get_json()["position"]["card"] is None


def test_a_hint_is_asked_for_by_its_word_alone(script: FlaskClient, table: Any) -> None:
    """What a hint is, the table says; the way to it takes no further keys."""
    mine = sit(script, 0)
    answer = script.post("/api/commands", json={"command": "hint"}, headers=mine)
    assert answer.status_code == 409
    assert table.commands[-1][0] == Hint()
    assert table.commands[-1][1].seats == frozenset({0})
    more = {"command": "hint", "seat": 1}
    assert script.post("/api/commands", json=more, headers=mine).status_code == 400


def test_without_a_seat_nobody_acts(script: FlaskClient) -> None:
    for command in ({"command": "card", "card": "6"}, {"command": "undo"}):
        assert error(script.post("/api/commands", json=command)) == (403, "no-seat")


def test_another_seats_turn_is_not_yours(script: FlaskClient) -> None:
    other = sit(script, 1)
    answer = script.post("/api/commands", json={"command": "card", "card": "6"}, headers=other)
    assert error(answer) == (409, "not-your-turn")
    assert script.get("/api/table").get_json()["position"]["card"] is None


def test_an_illegal_action_names_its_rule_and_changes_nothing(script: FlaskClient) -> None:
    mine = sit(script, 0)
    before = script.get("/api/table").get_json()
    answer = script.post("/api/commands", json={"command": "act", "action": "X-A0"}, headers=mine)
    assert error(answer) == (409, "illegal-action")
    assert answer.get_json()["error"]["rule"] == "FT-9"
    assert script.get("/api/table").get_json() == before


def test_a_new_game_needs_no_seat_and_frees_all_seats(script: FlaskClient) -> None:
    mine = sit(script, 0)
    answer = script.post("/api/commands", json={"command": "new", **TWO, "hands": "virtual"})
    assert answer.status_code == 200
    view = script.get("/api/table", headers=mine).get_json()
    assert view["game"]["hands"] == "virtual"
    assert view["seat"] is None
    refused = script.post("/api/commands", json={"command": "undo"}, headers=mine)
    assert error(refused) == (403, "no-seat")


def test_a_wrong_configuration_is_named(script: FlaskClient) -> None:
    wrong = {"command": "new", **TWO, "players": [["A"], ["A"]]}
    answer = script.post("/api/commands", json=wrong)
    assert error(answer) == (400, "bad-config")


MALFORMED: list[tuple[bytes, str, str]] = [
    (b"", "malformed", "empty"),
    (b"{", "malformed", "no JSON"),
    (b"[1]", "malformed", "an array"),
    (b"7", "malformed", "a number"),
    (b"null", "malformed", "null"),
    (b'"x"', "malformed", "a text"),
    (b"\xff\xfe{}", "malformed", "no JSON"),
    (b"[" * 20000, "malformed", ""),
    (b"{}", "malformed", "`command` is missing"),
    (b'{"command": 5}', "malformed", "a number"),
    (b'{"command": "fly"}', "unknown-command", "fly"),
    (b'{"command": "card"}', "malformed", "card"),
    (b'{"command": "card", "card": 7}', "malformed", "card"),
    (b'{"command": "card", "card": "7", "seat": 0}', "malformed", "seat"),
    (b'{"command": "undo", "steps": "one"}', "malformed", "steps"),
    (b'{"command": "undo", "steps": true}', "malformed", "steps"),
    (b'{"command": "new", "game": "fast_track", "players": [["A"], [5]]}', "malformed", "players"),
    (b'{"command": "act", "action": NaN}', "malformed", "no JSON"),
    (
        rb'{"command": "card", "card": "\ud800"}',
        "malformed",
        "column 29: a text has half a character",
    ),
    (rb'{"command": "\ud83d"}', "malformed", "half a character"),
    (b'{"command": "undo", "command": "pause"}', "malformed", "'command' is there twice"),
    (b'{"command": "new", "hands": {"a": 1, "a": 2}}', "malformed", "'a' is there twice"),
]


@pytest.mark.parametrize(("body", "code", "part"), MALFORMED)
def test_malformed_json_is_refused_naming_what_is_wrong(
    script: FlaskClient, body: bytes, code: str, part: str
) -> None:
    before = script.get("/api/table").data
    answer = script.post("/api/commands", data=body, content_type="application/json")
    assert error(answer) == (400, code)
    assert part in answer.get_json()["error"]["message"]
    assert script.get("/api/table").data == before


@given(
    st.binary(max_size=200) | st.text(max_size=100).map(lambda s: f'{{"command":{s!r}}}'.encode())
)
@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_body_whatever_breaks_the_table(script: FlaskClient, body: bytes) -> None:
    for path in ("/api/commands", "/api/seats", "/api/hands"):
        answer = script.post(path, data=body, content_type="application/json")
        assert error(answer)[0] == 400


@pytest.mark.parametrize(
    ("path", "data", "status", "code"),
    [
        ("/api/seats", {"seat": "0"}, 400, "malformed"),
        ("/api/seats", {"seat": True}, 400, "malformed"),
        ("/api/seats", {"seat": 0, "pin": 1}, 400, "malformed"),
        ("/api/seats", {"seat": 9}, 404, "unknown-seat"),
        ("/api/seats", {"seat": -1}, 404, "unknown-seat"),
        ("/api/hands", {"do": "throw", "hole": "A9"}, 400, "malformed"),
        ("/api/hands", {"do": "lift"}, 400, "malformed"),
        ("/api/hands", {"do": "lift", "hole": "A9"}, 409, "empty-hole"),
        ("/api/hands", {"do": "put", "hole": "Ap1"}, 409, "full-hole"),
        ("/api/hands", {"do": "put", "hole": "A9"}, 409, "nothing-in-hand"),
        ("/api/hands", {"do": "lift", "hole": "Z1"}, 404, "unknown-hole"),
    ],
)
def test_seats_and_hands_refuse_by_name(
    script: FlaskClient, path: str, data: dict[str, object], status: int, code: str
) -> None:
    assert error(script.post(path, json=data)) == (status, code)


def test_a_taken_seat_is_refused_to_others_and_kept_by_its_holder(script: FlaskClient) -> None:
    mine = sit(script, 0)
    assert error(script.post("/api/seats", json={"seat": 0})) == (409, "seat-taken")
    assert script.post("/api/seats", json={"seat": 0}, headers=mine).status_code == 200


def test_leaving_frees_the_seat(script: FlaskClient) -> None:
    mine = sit(script, 0)
    assert script.delete("/api/seats", headers=mine).status_code == 200
    assert script.post("/api/seats", json={"seat": 0}).status_code == 200


def test_the_list_of_seats_says_which_are_yours(script: FlaskClient) -> None:
    mine = sit(script, 1)
    seats = script.get("/api/seats", headers=mine).get_json()["seats"]
    assert [(s["seat"], s["taken"], s["yours"]) for s in seats] == [
        (0, False, False),
        (1, True, True),
    ]
    assert [s["colours"] for s in seats] == [["A"], ["D"]]


def test_hands_lift_put_back_and_move(script: FlaskClient) -> None:
    def hand(**wish: str) -> Any:
        return script.post("/api/hands", json=wish)

    def put_from(origin: str, hole: str) -> Any:
        return script.post("/api/hands", json={"do": "put", "hole": hole, "from": origin})

    mine = sit(script, 0)
    script.post("/api/commands", json={"command": "card", "card": "6"}, headers=mine)
    assert hand(do="lift", hole="Ap1").status_code == 200
    assert script.get("/api/table").get_json()["holes"]["A9"]["role"] == "destination"
    assert error(hand(do="put", hole="A9", token="D")) == (409, "no-such-token")
    assert hand(do="put", hole="B3").status_code == 200
    wrong = script.get("/api/table").get_json()
    assert wrong["reason"]["rule"].startswith("FT-")
    assert set(wrong["reason"]) == {
        "rule",
        "text",
        "key",
        "params",
        "detail",
        "blocked_by",
        "why",
        "walk",
        "ends",
        "told",
    }
    assert wrong["holes"]["B3"]["role"] == "wrong"
    assert hand(do="lift", hole="B3").status_code == 200
    assert hand(do="lift", hole="Dp1").status_code == 200
    assert error(put_from("Dp2", "Dp1")) == (409, "no-such-token")
    assert put_from("Dp1", "Dp1").status_code == 200
    assert hand(do="put", hole="A9", token="A").status_code == 200
    assert script.get("/api/table").get_json()["position"]["marbles"]["A"][-1] == "A9"


def test_a_real_board_has_no_virtual_hands(make_table: Any, make_app: Any) -> None:
    script = make_app(make_table(TWO, board="serial")).test_client(use_cookies=False)
    answer = script.post("/api/hands", json={"do": "lift", "hole": "Ap1"})
    assert error(answer) == (409, "no-virtual-board")


def test_the_board_is_drawn_from_its_data(script: FlaskClient) -> None:
    board = script.get("/api/board").get_json()
    assert board["kind"] == "hex"
    assert len(board["spaces"]) == 133
    assert board["places"]["Ap"]["holes"] == ["Ap1", "Ap2", "Ap3", "Ap4"]
    assert board["routes"]["A13"]["right"] == "B0"
    assert board["own"] is None
    assert script.get("/api/board", headers=sit(script, 1)).get_json()["own"] == "D"


def test_a_hand_is_for_its_holder_and_its_length_tells_nothing(
    script: FlaskClient, table: Any
) -> None:
    own = sit(script, 1)
    assert error(script.get("/api/hand?seat=1", headers=own)) == (409, "no-hand")
    table.dealt = Hand(1, (HeldCard("7", "7"),), (Way("card:7", (0,), Message("move.none")),))
    for path, header in (("seat=1", {}), ("seat=0", own), ("", own)):
        assert error(script.get(f"/api/hand?{path}", headers=header)) == (403, "forbidden")
    answer = script.get("/api/hand?seat=1", headers=own)
    assert answer.headers["Cache-Control"] == "no-store"
    told = answer.get_json()
    assert [(card["card"], card["label"]) for card in told["cards"]] == [("7", "7")]
    assert told["ways"][0]["cards"] == [0]
    assert not told["fill"].strip()
    table.dealt = Hand(1)
    assert len(script.get("/api/hand?seat=1", headers=own).data) == len(answer.data)


def test_a_race_is_charted_with_its_words(script: FlaskClient, table: Any) -> None:
    assert error(script.get("/api/chart")) == (409, "no-chart")
    spun = Happening("spun", "B", 0, Message("news.spun", {"c": "@colour.B"}))
    table.race_chart = Chart(
        laps=3,
        over=False,
        cars=(ChartCar("A", 0, "Anna", 0, 1), ChartCar("B", 1, "", 0, 0)),
        turns=(ChartTurn(1, Message("chart.round", {"n": "1"}), ("A", "B"), 1, (spun,)),),
        by_lap=(ChartLap(1, Message("chart.lap", {"n": "1"}), ("A",)),),
    )
    told = script.get("/api/chart").get_json()
    assert set(told) == {"laps", "over", "cars", "turns", "by_lap"}
    assert told["cars"][0] == {"token": "A", "seat": 0, "name": "Anna", "place": 0, "laps": 1}
    turn = told["turns"][0]
    assert (turn["round"], turn["order"], turn["laps"]) == (1, ["A", "B"], 1)
    assert turn["label"]["text"] == "Round 1"
    assert turn["events"][0]["kind"] == "spun"
    assert turn["events"][0]["message"]["text"] == "Orange spins out"
    assert told["by_lap"][0]["order"] == ["A"]


def test_what_runs_down_is_told_anew_though_the_state_is_the_same(table: Any) -> None:
    """Whoever reloads in the middle of a claim window sees what is left of it (RP-44)."""
    view = table.view(None)

    def shown(seconds: float) -> Any:
        window = Window(Message("prompt.claim"), seconds, 10.0, True, (0,), ())
        made = msgspec.structs.replace(view, window=window)
        table.view = lambda audience: made
        return renderer.shown(None, "en")

    renderer = Renderer(table, render)
    first = shown(10.0)
    assert shown(10.0) is first
    assert shown(6.0).data["window"]["seconds"] == 6.0


def test_without_a_game_there_is_no_board(make_table: Any, make_app: Any) -> None:
    script = make_app(make_table()).test_client(use_cookies=False)
    assert error(script.get("/api/board")) == (409, "no-game")
    assert script.get("/api/table").get_json()["game"] is None
    assert error(script.post("/api/seats", json={"seat": 0})) == (409, "no-game")


def test_health_is_ready_only_when_it_can_be_played(table: Any, script: FlaskClient) -> None:
    ready = script.get("/health")
    assert ready.status_code == 200
    assert ready.get_json() == {"status": "ready", "board": "virtual", "link": "up", "game": "1"}
    table.status = "starting"
    assert script.get("/health").status_code == 503


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not-found"),
        ("GET", "/api/commands", 405, "method-not-allowed"),
        ("PUT", "/api/table", 405, "method-not-allowed"),
    ],
)
def test_unknown_ways_are_refused_as_json(
    script: FlaskClient, method: str, path: str, status: int, code: str
) -> None:
    answer = script.open(path, method=method, json={})
    assert error(answer) == (status, code)
    if status == 405:
        assert answer.headers["Allow"]


def test_only_json_is_read_and_not_too_much_of_it(script: FlaskClient) -> None:
    form = script.post("/api/commands", data={"command": "undo"})
    assert error(form) == (415, "unsupported-type")
    text = script.post("/api/commands", data=b'{"command":"undo"}', content_type="text/plain")
    assert error(text) == (415, "unsupported-type")
    large = script.post(
        "/api/commands",
        data=b'{"command":"' + b"x" * 70_000 + b'"}',
        content_type="application/json",
    )
    assert error(large) == (413, "too-large")


def test_a_crash_is_told_without_its_inside(
    table: Any, script: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(audience: int | None) -> None:
        raise RuntimeError("inside")

    monkeypatch.setattr(table, "view", broken)
    answer = script.get("/api/table")
    assert error(answer) == (500, "internal")
    assert "inside" not in answer.text
