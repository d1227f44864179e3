"""What a rehearsal's lines do to the table: beginnings, board, link, power, seats (PP-44)."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from rehearsed import NEW, Script, code, position, texts

from companion.proof.rehearsal.rehearsal import Rehearsal

DEALT = {**NEW, "hands": "virtual"}
HANDS = [["7", "K", "K", "2", "JOKER"], ["A", "A", "A", "A", "6"]]
JACK = position(card="J")
"""Red may swap its marble on A9 with Green's on B4."""


def tokens(view: dict[str, Any]) -> dict[str, str]:
    return {hole: seen["token"] for hole, seen in view["holes"].items() if "token" in seen}


def board(script: Script) -> frozenset[str]:
    """The holes that are full on the wood."""
    return script.rehearsal._stage.props.wood.full


# ------------------------------------------------------------------------------ the beginning


def test_marbles_stand_where_the_position_has_them_and_pens_fill_from_one_up() -> None:
    script = Script(position=position())
    assert script.first["state"] == "choose_card"
    assert board(script) == {"A9", "B4", "Ap1", "Ap2", "Ap3", "Dp1", "Dp2", "Dp3"}
    assert tokens(script.look(1))["B4"] == "D"


def test_a_position_keeps_its_card_and_whose_turn_it_is() -> None:
    script = Script(position=position(card="5", to_play=1))
    view = script.look(0)
    assert (view["position"], view["state"]) == (position(card="5", to_play=1), "choose_move")


def test_present_is_the_first_picture_whatever_the_position_says() -> None:
    script = Script(position=position(), present=[])
    view = script.look(1)
    assert (script.first["state"], view["position"]) == ("correction", position())
    assert {(owed["token"], owed["to"]) for owed in view["owed"]} >= {("A", "A9"), ("D", "B4")}
    stands = Script(position=position(), present=["A9", "B4", "Ap4", "Ap2", "Ap3", *DPENS])
    assert stands.first["state"] == "choose_card", "any holes of the pen will do"


def test_a_marble_that_stands_elsewhere_from_the_beginning_is_a_debt_and_no_move() -> None:
    moved = ["B0", "B4", "Ap1", "Ap2", "Ap3", *DPENS]
    for kind in ("serial", "virtual"):
        script = Script(position=position(card="5"), present=moved, board=kind)
        assert (script.first["state"], texts(script.first)[2:]) == ("correction", [])
        (owed,) = script.look(5)["owed"]
        assert (owed["token"], owed["frm"], owed["to"]) == ("A", "B0", "A9")
        script.edge(6, "B0", False)
        script.edge(7, "A9", True)
        assert script.state(9) == "choose_move"


DPENS = ["Dp1", "Dp2", "Dp3"]


def test_all_but_new_may_be_left_out_and_a_beginning_forgets_everything() -> None:
    script = Script()
    fresh = script.first
    script.command(5, "card", card="A")
    script.line(6, power="cut")
    assert script.line(0, new=NEW) == fresh
    assert script.line(3)["state"] == "choose_card"
    assert script.line(1e6, new=NEW)["rows"] == fresh["rows"], "it may begin later, too"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"new": {"game": "chess"}}, "unknown-game"),
        ({"new": {**NEW, "players": [["A"], ["A"]]}}, "bad-config"),
        ({"position": {"game": "fast_track"}}, "bad-position"),
        ({"position": position(players=[["A"], ["C"]])}, "bad-position"),
        ({"position": position(rules="stevens")}, "bad-position"),
        ({"position": position(board="square")}, "bad-position"),
        ({"present": ["Z9"]}, "unknown-hole"),
        ({"dealt": HANDS}, "bad-config"),
        ({"new": DEALT, "dealt": HANDS[:1]}, "bad-config"),
        ({"new": DEALT, "dealt": [["1"], []]}, "bad-config"),
        ({"new": DEALT, "dealt": [["7"] * 5, []]}, "bad-config"),
        ({"new": DEALT, "dealt": [["2", "3", "4", "5", "6", "7"], []]}, "bad-config"),
        ({"new": DEALT, "position": position(card="5")}, "bad-position"),
        ({"seat": 2, "look": True}, "unknown-seat"),
    ],
)
def test_a_new_that_is_refused_leaves_the_table_as_it_was(wrong: Any, told: str) -> None:
    script = Script(position=position(card="5"))
    script.edge(1, "A9", False)
    before = script.line(2, look=True)
    refused = script.line(0, **{"new": NEW, **wrong})
    assert (code(refused), set(refused)) == (told, {"at", "error"})
    after = script.line(2, look=True)
    assert (after["view"], after["state"]) == (before["view"], "lifted")
    assert code(script.line(1)) == "malformed", "its time goes on"


def test_a_key_too_many_in_a_position_is_named_with_what_to_do() -> None:
    script = Script()
    refused = script.line(0, new=NEW, position=position(note=1))
    assert code(refused) == "bad-position"
    assert refused["error"]["message"] == "'note': unknown key; leave it out"


def test_dealt_names_the_hands_and_the_rest_is_drawn() -> None:
    script = Script(new=DEALT, dealt=HANDS)
    assert [script.look(1, seat=s)["hand"] for s in (0, 1)] == [
        ["2", "7", "K", "K", "JOKER"],
        ["A", "A", "A", "A", "6"],
    ]
    part = Script(new=DEALT, dealt=[["7"], []])
    hand = part.look(1, seat=0)["hand"]
    assert "7" in hand
    assert len(hand) == 5


def test_a_position_and_dealt_hands_go_together() -> None:
    script = Script(new=DEALT, position=position(), dealt=HANDS)
    view = script.look(1, seat=0)
    assert view["position"]["marbles"] == position()["marbles"]
    assert view["hand"] == ["2", "7", "K", "K", "JOKER"]
    assert script.first["state"] == "choose_card"


def test_the_settings_are_the_tables() -> None:
    script = Script(settings={"said_ms": 200, "assistance": "none"})
    assert script.look(0.5)["assistance"] == "none"
    assert script.command(1, "card", card="5")["state"] == "pending"
    assert script.state(1.199999) == "pending"
    assert script.state(1.2) == "choose_card"
    seven = position(card="7")
    quick, slow = (Script(position=seven, settings={"dwell_ms": ms}) for ms in (200, 600))
    for one in (quick, slow):
        one.edge(1, "A9", False)
        one.edge(2, "B0", True)
    assert [one.state(2.239999) for one in (quick, slow)] == ["lifted", "lifted"]
    assert [one.state(2.24) for one in (quick, slow)] == ["wrong", "lifted"]
    assert slow.state(2.64) == "wrong"


@pytest.mark.parametrize(
    "settings",
    [
        {"theme": "x"},
        {"dwell_ms": "1"},
        {"assistance": "all"},
        {"claim_seconds": -1},
        {"counted": 1},
    ],
)
def test_other_settings_are_malformed(settings: dict[str, Any]) -> None:
    assert code(Rehearsal().line({"at": 0, "new": NEW, "settings": settings})) == "malformed"


# ------------------------------------------------------------------------------ hands and board


def test_on_the_virtual_board_the_hand_says_which_marble_it_puts() -> None:
    for kind, state in (("virtual", "choose_card"), ("serial", "ask")):
        script = Script(position=JACK, board=kind)
        for at, do, hole, token in (
            (1, "lift", "A9", None), (2, "lift", "B4", None),
            (3, "put", "A9", "D"), (4, "put", "B4", "A"),
        ):  # fmt: skip
            hand = {"do": do, "hole": hole} | ({} if token is None else {"token": token})
            assert "error" not in script.line(at, hand=hand)
        assert script.state(6) == state, kind
        assert script.look(6)["board"] == kind


def test_the_hand_may_say_what_nobody_owns_and_the_views_name() -> None:
    street = {"game": "fhtagn", "players": [["A"], ["B"], ["C"]]}
    script = Script(new=street, board="virtual")
    for at, token in ((1, "civ"), (2, "A")):
        put = {"do": "put", "hole": "d4", "token": token}
        assert "error" not in script.line(at, hand=put), token
        script.line(at + 0.5, hand={"do": "lift", "hole": "d4"})
    wrong = script.line(3, hand={"do": "put", "hole": "d4", "token": "D"})
    assert code(wrong) == "no-such-token"


def test_a_virtual_board_is_set_out_when_a_game_begins_on_it() -> None:
    script = Script(position=position(), board="virtual")
    told = script.command(1, "new", **{**NEW, "players": [["B"], ["E"]]})
    assert told["state"] == "choose_card"
    assert board(script) == {f"{colour}p{n}" for colour in "BE" for n in range(1, 5)}


def test_a_real_board_stays_as_it_is_when_a_game_begins_on_it() -> None:
    script = Script(position=position())
    before = board(script)
    assert script.command(1, "new", **NEW)["state"] == "correction"
    assert board(script) == before
    assert code(script.command(2, "new", **{**NEW, "board": "square"})) == "wrong-board"


def test_a_picture_tells_all_holes_at_once() -> None:
    script = Script(position=position(card="5"))
    told = script.line(1, picture=["B0", "B4", "Ap1", "Ap2", "Ap3", *DPENS])
    assert texts(script.line(2)) == [("action", "A9-B0")] or texts(told) == [("action", "A9-B0")]


def test_while_the_link_is_down_the_wood_changes_and_nothing_is_told() -> None:
    script = Script(position=position(card="5"))
    assert script.line(1, link="down")["prompt"]["key"] == "link.lost"
    assert script.look(1)["link"] == "down"
    script.edge(2, "A9", False)
    script.line(3, hand={"do": "put", "hole": "B0"})
    quiet = script.line(9)
    assert (quiet["state"], quiet["rows"], quiet["changed"]) == ("choose_move", [], False)
    script.line(10, link="up")
    assert script.look(12)["position"]["marbles"]["A"] == ["p", "p", "p", "B0"]


def test_a_picture_with_the_link_replaces_the_wood() -> None:
    script = Script(position=position())
    script.line(1, link="down")
    script.edge(2, "A9", False)
    script.line(3, link="up", picture=["A9", "B4", "Ap1", "Ap2", "Ap3", *DPENS])
    assert script.state(4) == "choose_card"


def test_a_link_may_be_told_again_as_it_is() -> None:
    script = Script(position=position())
    assert script.line(1, link="up")["changed"] is False
    assert script.line(2, link="down")["changed"] is True
    assert script.line(3, link="down")["changed"] is False
    assert script.line(4, link="up", picture=["A9", "B4", *DPENS, "Ap2", "Ap3", "Ap4"])["changed"]
    assert script.state(5) == "choose_card", "any holes of the pen will do"


def test_a_hole_that_does_not_exist_changes_nothing() -> None:
    script = Script()
    for keys in (
        {"edge": ["Z1", True]},
        {"hand": {"do": "put", "hole": "Z1"}},
        {"picture": ["A1", "Z1"]},
        {"link": "up", "picture": ["Z1"]},
    ):
        refused = script.line(5, **keys)
        assert (code(refused), "at" in refused) == ("unknown-hole", False)
    assert code(script.line(5, hand={"do": "put", "hole": "A1", "token": "X"})) == "no-such-token"
    assert script.line(1)["state"] == "choose_card"


def test_before_any_game_there_is_no_board() -> None:
    rehearsal = Rehearsal()
    assert rehearsal.line({"at": 0, "look": True, "board": True})["board"] is None
    assert code(rehearsal.line({"at": 1, "edge": ["A9", True]})) == "no-game"
    assert code(rehearsal.line({"at": 1, "command": {"command": "undo"}})) == "no-game"
    assert rehearsal.line({"at": 2, "command": {"command": "new", **NEW}})["state"] == "choose_card"
    assert rehearsal.line({"at": 3, "edge": ["Ap1", False]})["at"] == 3


# ----------------------------------------------------------------------------------- the power


def test_after_a_power_cut_the_table_is_built_anew_from_its_journal() -> None:
    script = Script(position=position(card="5"))
    script.edge(1, "A9", False)
    script.edge(2, "B0", True)
    assert texts(script.line(2.04)) == [("action", "A9-B0")]
    assert script.line(3, power="cut")["state"] == "choose_card"
    on = script.line(9, power="on", look=True)
    assert (on["state"], on["rows"], on["view"]["link"]) == ("choose_card", [], "up")
    assert on["view"]["notice"]["key"] == "notice.resumed"
    assert on["view"]["position"]["marbles"]["A"] == ["p", "p", "p", "B0"]
    assert texts(script.command(10, "undo")) == [("undo", "1")]


def test_without_power_nothing_happens_by_itself_and_commands_are_refused() -> None:
    script = Script()
    assert script.command(1, "card", card="5")["state"] == "pending"
    dark = script.line(1.2, power="cut", look=True)
    assert (dark["state"], dark["lights"]) == ("pending", {})
    refused = script.command(1.3, "undo")
    assert (code(refused), refused["at"]) == ("no-power", 1.3)
    for keys in ({"link": "up"}, {"link": "down"}, {"power": "cut"}):
        assert code(script.line(1.4, **keys)) == "no-power"
    later = script.line(60)
    assert (later["state"], later["rows"], later["changed"]) == ("pending", [], False)
    assert script.line(61, power="on")["state"] == "pending"
    assert script.state(62.499999) == "pending"
    assert script.state(62.5) == "choose_card"


def test_a_power_cut_takes_the_edges_and_the_gesture_in_the_air() -> None:
    script = Script(position=position(card="5"))
    script.edge(1, "A9", False)
    script.line(2, power="cut")
    script.edge(3, "A9", True)
    assert script.line(4, power="on")["state"] == "choose_move"
    script.edge(5, "A9", False)
    script.line(5.01, power="cut")
    script.line(6, power="on", picture=["A9", "B4", "Ap1", "Ap2", "Ap3", *DPENS])
    assert script.state(7) == "choose_move"


def test_power_that_is_on_cannot_come_back() -> None:
    script = Script()
    assert code(script.line(1, power="on")) == "unchanged"
    assert script.line(1)["state"] == "choose_card"


# ----------------------------------------------------------------------------------- the seats


def test_with_open_cards_nobody_needs_a_seat_and_a_seat_acts_for_itself() -> None:
    script = Script()
    assert code(script.command(1, "card", card="A", by=1)) == "not-your-turn"
    assert "error" not in script.command(1, "card", card="A", by=0)
    assert "error" not in script.command(2, "act", action="Ap-A9")
    assert script.look(3)["players"][0]["taken"] is False, "it is held without being asked for"
    assert code(script.command(3, "card", card="A", by=2)) == "unknown-seat"


def test_with_dealt_hands_a_seat_sees_and_plays_its_own() -> None:
    script = Script(new=DEALT, dealt=HANDS)
    assert (script.look(1)["hand"], script.look(1)["seat"]) == (None, None)
    assert script.look(1, seat=1)["hand"] == ["A", "A", "A", "A", "6"]
    for name, fields in (("card", {"card": "7"}), ("undo", {}), ("close", {}), ("keep", {})):
        assert code(script.command(2, name, **fields)) == "no-seat", name
    assert code(script.command(2, "card", card="A", by=0)) == "not-in-hand"
    assert texts(script.command(3, "card", card="K", by=0)) == [("action", "card:K")]


def test_a_seat_may_be_named_on_a_line_that_does_not_need_it() -> None:
    script = Script()
    assert script.edge(1, "Ap1", False, seat=None)["at"] == 1
    assert code(script.edge(1, "Ap1", False, seat=9)) == "unknown-seat"


def test_a_rehearsal_knows_no_game_to_play_on_from() -> None:
    """As over HTTP, where the history has none of that name."""
    script = Script()
    refused = script.command(1, "play_on", game="x", move=1)
    assert (code(refused), refused["error"]["message"]) == (
        "no-such-game", "There is no game 'x' here."
    )  # fmt: skip
    assert refused["at"] == 1


def test_service_mode_can_be_rehearsed() -> None:
    script = Script()
    assert script.command(1, "service", do="chase")["state"] == "service"
    assert code(script.command(2, "card", card="A")) == "service"
    assert script.command(3, "service", do="end")["state"] == "choose_card"


# ------------------------------------------------------------------------------ claims and dice


def test_a_claim_window_shuts_at_its_moment() -> None:
    """RP-44: whoever is still asked after ``claim_seconds`` has passed."""
    script = Script(new=RACE, position=CORNER, settings={"claim_seconds": 3})
    script.command(1, "act", action="F2")
    script.line(2, picture=sorted(script.rehearsal.table.expected_tokens()))
    script.command(3, "act", action="D3")
    window = script.look(4)["window"]
    assert (window["seconds"], window["of"], window["running"]) == (2.0, 3.0, True)
    assert script.look(5.999999)["window"] is not None
    assert script.look(6)["window"] is None


RACE = {
    "game": "racepack",
    "players": [["A"], ["B"], ["C"], ["D"]],
    "setup": False,
    "options": {"dice": "table"},
}
CORNER = {
    "game": "racepack",
    "options": {"dice": "table"},
    "turn": {"car": "A"},
    "cars": {"A": {"at": "3.1R"}, "B": {"at": "20.0L"}, "C": {"at": "20.0R"}, "D": {"at": "21.0L"}},
}
"""Red before a corner, which it can enter at 2; the others are far behind."""


def test_time_in_small_steps_changes_nothing() -> None:
    """I7 as far as a script sees it: looking and waiting in between lead to the same end."""
    end = []
    for step in (None, 0.037, 0.001):
        script = Script(position=position(card="7"))
        marks: list[tuple[float, dict[str, Any]]] = [
            (1, {"edge": ["A9", False]}),
            (1.2, {"edge": ["B0", True]}),
            (1.9, {"edge": ["B4", False]}),
            (2.4, {"edge": ["B4", True]}),
        ]
        rows: list[tuple[str, str]] = []
        now = 0.0
        for at, keys in [*marks, (4.0, {"look": True})]:
            while step is not None and now + step < at:
                now = round(now + step, 6)
                rows += texts(script.line(now))
            now = at
            told = script.line(at, **copy.deepcopy(keys))
            rows += texts(told)
        told["view"].pop("seq")
        end.append((rows, told["view"], told["state"]))
    assert end[0] == end[1] == end[2]
