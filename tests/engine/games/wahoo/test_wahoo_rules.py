"""Each rule of docs/rules/wahoo.md by positions set up by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from two_forms import first

from engine.cases import run_cases
from engine.errors import BadConfig, BadPosition, IllegalAction
from engine.game import CHANCE, OVER
from engine.games.wahoo import WahooGame
from engine.registry import load

GAME = WahooGame()
THROWS = ["D1", "D2", "D3", "D4", "D5", "D6"]
CASES = [
    ("WA-3 the die first", (None, "A9", ""), THROWS, "D4", (4, "A9", "", 0)),
    ("WA-3 no move", (4, "", ""), ["--"], "--", (None, "", "", 1)),
    ("WA-4 a six again", (6, "A10", "B2"), ["A10-B2", "Ap-A9"], "A10-B2", (None, "B2", "", 0)),
    ("WA-4 a six without a move again", (6, "Ah1 Ah2 Ah3 A6", ""), ["--"], "--",
     (None, "Ah1 Ah2 Ah3 A6", "", 0)),
    ("WA-5 a one", (1, "", ""), ["Ap-A9"], "Ap-A9", (None, "A9", "", 1)),
    ("WA-5 the exit is held", (6, "A9", ""), ["A9-B1", "A9-X"], "A9-B1", (None, "B1", "", 0)),
    ("WA-5 a stranger on the exit", (1, "", "A9"), ["Ap-A9"], "Ap-A9", (None, "A9", "", 1)),
    ("WA-6 past another's turn-in", (3, "D6", ""), ["D6-D9"], "D6-D9", (None, "D9", "", 1)),
    ("WA-6 into the home row", (4, "A5", ""), ["A5-Ah2"], "A5-Ah2", (None, "Ah2", "", 1)),
    ("WA-6 too far", (5, "Ah2 A7", ""), ["--"], "--", (None, "Ah2 A7", "", 1)),
    ("WA-6 on in the home row", (2, "Ah2", ""), ["Ah2-Ah4"], "Ah2-Ah4", (None, "Ah4", "", 1)),
    ("WA-7 not over one's own", (5, "C1 C3", ""), ["C3-C8"], "C3-C8", (None, "C1 C8", "", 1)),
    ("WA-7 not on one's own", (2, "C1 C3", ""), ["C3-C5"], "C3-C5", (None, "C1 C5", "", 1)),
    ("WA-7 over another's", (5, "C1", "C3"), ["C1-C6"], "C1-C6", (None, "C6", "C3", 1)),
    ("WA-7 in the home row", (3, "Ah2 A6", ""), ["--"], "--", (None, "Ah2 A6", "", 1)),
    ("WA-8 a capture", (2, "C1", "C3"), ["C1-C3"], "C1-C3", (None, "C3", "", 1)),
    ("WA-8 home is safe", (2, "D5", "Dh1 D10"), ["D5-D7"], "D5-D7", (None, "D7", "D10 Dh1", 1)),
    ("WA-9 one past a corner", (3, "B12", ""), ["B12-C1", "B12-X"], "B12-X", (None, "X", "", 1)),
    ("WA-9 from a corner by a one", (1, "C0 A9", ""), ["A9-A10", "C0-C1", "C0-X"], "C0-X",
     (None, "A9 X", "", 1)),
    ("WA-9 the own corner, too", (2, "F13", ""), ["F13-A1", "F13-X"], "F13-A1",
     (None, "A1", "", 1)),
    ("WA-9 not over one's own on the corner", (3, "B12 C0", ""), ["C0-C3"], "C0-C3",
     (None, "B12 C3", "", 1)),
    ("WA-9 not beside one's own in the centre", (3, "B12 X", ""), ["B12-C1"], "B12-C1",
     (None, "C1 X", "", 1)),
    ("WA-9 a capture in the centre", (3, "B12", "X"), ["B12-C1", "B12-X"], "B12-X",
     (None, "X", "", 1)),
    ("WA-10 only by a one", (6, "X A9", ""), ["A9-B1"], "A9-B1", (None, "B1 X", "", 0)),
    ("WA-10 to any corner without one's own", (1, "X A9 C0", "E0"),
     ["A9-A10", "C0-C1", "X-A0", "X-B0", "X-D0", "X-E0", "X-F0"], "X-E0",
     (None, "A9 C0 E0", "", 1)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case[0]))
def test_a_rule_by_a_position(stand: Any, case: Any) -> None:
    name, (die, red, purple), legal, action, (die_2, red_2, purple_2, to_play) = case
    data = {
        "id": name,
        "position": stand(die, A=red, D=purple),
        "legal": legal,
        "apply": action,
        "after": stand(die_2, A=red_2, D=purple_2, to_play=to_play),
    }
    outcomes = run_cases(json.dumps({"cases": [data]}))
    assert [one.failure for one in outcomes] == [None]


def test_wa_1_all_marbles_begin_in_their_pens_and_first_begins() -> None:
    position = GAME.new({"players": [["A"], ["C"], ["E"]], "first": 2})
    assert position.occupancy() == {"Ap": ("A",) * 4, "Cp": ("C",) * 4, "Ep": ("E",) * 4}
    assert (position.board.kind, position.to_act) == ("hex", frozenset({2}))
    square = GAME.new({"players": [["A"], ["C"]], "board": "square"})
    assert square.board.kind == "square"


def test_wa_2_four_marbles_home_win_at_once(stand: Any) -> None:
    position = load(stand(6, A="Ah2 Ah3 Ah4 A2", D="D9"))
    after, events = position.apply("A2-Ah1")
    assert [event.to_json() for event in events] == [
        {"event": "Moved", "token": "A", "from": "A2", "to": "Ah1"},
        {"event": "Won", "team": 0},
    ]
    assert (after.to_act, list(after.legal())) == (OVER, [])
    with pytest.raises(IllegalAction, match=r"the game is over \(WA-2\)"):
        after.apply("D1")


def test_wa_3_the_service_throws_or_the_player_says_the_face(stand: Any) -> None:
    told = load(stand(None, A="", D=""))
    thrown = load(stand(None, A="", D="", dice="service"))
    assert told.to_act == frozenset({0})
    assert thrown.to_act is CHANCE
    assert [a.params["die"] for a in thrown.legal()] == list("123456")
    assert {a.seat for a in thrown.legal()} == {-1}
    assert {a.seat for a in told.legal()} == {0}
    with pytest.raises(IllegalAction, match=r"the die is thrown first, D1 to D6 \(WA-3\)"):
        told.apply("Ap-A9")


def test_wa_8_a_captured_marble_goes_to_its_pen_and_does_not_stop_the_game(stand: Any) -> None:
    _, events = load(stand(2, A="C1", D="C3")).apply("C1-C3")
    assert [event.to_json() for event in events] == [
        {"event": "Moved", "token": "A", "from": "C1", "to": "C3"},
        {"event": "Captured", "token": "D", "from": "C3", "to": "Dp"},
        {"event": "TurnPassed", "to_play": 1},
    ]
    assert not events[1].blocking


WHY = [
    ((None, "A9", ""), "A9-A10", "WA-3", None, "the die is thrown before a marble moves"),
    ((4, "A9", "B1"), "B1-B5", "WA-3", None, "that is D's marble, not A's"),
    ((4, "A9", ""), "C1-C5", None, None, "no marble stands on C1"),
    ((4, "A9", ""), "A9-Z9", None, None, "this board has no hole Z9"),
    ((4, "A9", ""), "A9-Ap2", "WA-8", None, "only a captured marble goes to its pen"),
    ((4, "C9", ""), "Ap1-A9", "WA-5", None, "only a 1 or a 6 brings a marble out of its pen"),
    ((6, "C9", ""), "Ap1-A10", "WA-5", None, "from the pen a marble goes to A9 and no farther"),
    ((6, "A9", ""), "Ap1-A9", "WA-7", "A9", "your own marble stands on A9"),
    ((4, "A9 A11", ""), "A9-A13", "WA-7", "A11", "your own marble stands in the way on A11"),
    ((2, "A9 A11", ""), "A9-A11", "WA-7", "A11", "your own marble stands on A11"),
    ((4, "D6", ""), "D6-Dh3", "WA-6", None, "that home row is D's alone"),
    ((6, "A7", ""), "A7-A13", "WA-6", None,
     "the home row ends before that; the count must be exact"),
    ((4, "C1", ""), "C1-C6", "WA-6", None, "a 4 moves 4 forward, and no way of 4 ends there"),
    ((4, "C1", ""), "C1-X", "WA-9", None, "the centre is one step past a corner, by exact count"),
    ((3, "B12 X", ""), "B12-X", "WA-7", "X", "your own marble stands on X"),
    ((3, "B12 C0", ""), "B12-X", "WA-7", "C0", "your own marble stands in the way on C0"),
    ((4, "X", ""), "X-A0", "WA-10", None, "only a 1 brings a marble out of the centre"),
    ((1, "X", ""), "X-A1", "WA-10", None, "out of the centre a marble goes to a corner"),
    ((1, "X C0", ""), "X-C0", "WA-7", "C0", "your own marble stands on C0"),
]  # fmt: skip


@pytest.mark.parametrize(("there", "asked", "rule", "blocked", "because"), WHY)
def test_a_move_that_is_not_legal_is_told_why(
    stand: Any, there: Any, asked: str, rule: str | None, blocked: str | None, because: str
) -> None:
    die, red, purple = there
    told = load(stand(die, A=red, D=purple)).explain(*asked.split("-"))
    assert (told.legal, told.rule, told.blocked_by, told.because) == (False, rule, blocked, because)
    assert told.key is not None


@pytest.mark.parametrize(
    ("there", "asked", "walk", "stop"),
    [
        ((2, "A13 B1"), "A13-A9", "B0 X", None),
        ((2, "A13 B0"), "A13-A9", "B0", "B0"),
        ((2, "A13 X"), "A13-A9", "B0 B1", None),
        ((2, "A13 B1 X"), "A13-A9", "B0 B1", "B1"),
    ],
)
def test_the_count_goes_a_way_that_is_free_wa_9(
    stand: Any, there: Any, asked: str, walk: str, stop: str | None
) -> None:
    """With B1 taken a 2 still leads from A13 into the centre: nothing is in its way."""
    die, red = there
    told = load(stand(die, A=red, D="")).explain(*asked.split("-"))
    assert (" ".join(told.walk), told.stop, told.blocked_by) == (walk, stop, None)


@pytest.mark.parametrize("board", ["hex", "square"])
@pytest.mark.parametrize("frm", first(1, ["A13", "A10", "B0", "A2", "C0", "X"]))
def test_an_own_marble_that_is_named_is_the_cause_wa_7(stand: Any, board: str, frm: str) -> None:
    """Without it the marble may go there; where it ends a count, it may go nowhere with it."""
    along = [f"{side}{n}" for side in "AB" for n in range(14)]
    near = [*along, "C0", "X", "Ah1", "Ah2", "Ah4"]
    near = [hole for hole in near if hole not in (frm, "A8")]  # none of A's comes to A8
    for die in range(1, 7):
        alone = load(stand(die, board=board, A=frm, B=""))
        for other in near:
            now = load(stand(die, board=board, A=f"{frm} {other}", B=""))
            goes = {to for action in now.legal() for at, to in action.displacements if at == frm}
            for to in near:
                told, case = now.explain(frm, to), f"{die}: {frm} {other}, {frm}-{to}"
                if told.blocked_by:
                    assert (told.blocked_by, alone.explain(frm, to).legal) == (other, True), case
                elif told.stop:
                    assert (told.stop, goes) == (other, set()), case
                elif told.walk:
                    assert told.walk[-1] in goes, case


def test_what_is_legal_is_told_so_also_by_a_hole_of_the_pen(stand: Any) -> None:
    position = load(stand(6, A="C1", D=""))
    assert position.explain("Ap3", "A9").legal
    assert position.explain("C1", "C7").legal


def test_an_action_that_is_not_legal_is_refused_and_the_legal_ones_are_named(stand: Any) -> None:
    position = load(stand(5, A="A9", D=""))
    with pytest.raises(IllegalAction, match=r"'A9-A10' is not legal with a 5; legal are A9-B0"):
        position.apply("A9-A10")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": [["A"], ["D"]], "teams": [[0], [1]]}, "'teams': unknown key"),
        ({}, "players: list 2 to 6 players"),
        ({"players": [["A"]]}, "players: list 2 to 6 players"),
        ({"players": [["A"], ["A"]]}, "players: the colour A is given twice"),
        ({"players": [["A"], ["D", "E"]]}, r"\['D', 'E'\] is no list of one of A B C D E F"),
        ({"players": [["A"], ["E"]], "board": "square"}, r"\['E'\] is no list of one of A B C D"),
        ({"players": [["A"], ["D"]], "board": "tiles"}, "board: 'tiles' is none of hex, square"),
        ({"players": [["A"], ["D"]], "dice": "loaded"}, "dice: 'loaded' is none of table, service"),
        ({"players": [["A"], ["D"]], "first": 2}, "first: 2 is no number from 0 to 1"),
        ({"players": [["A"], ["D"]], "first": True}, "first: True is no number from 0 to 1"),
    ],
)
def test_options_that_do_not_fit_are_named(options: dict[str, object], said: str) -> None:
    with pytest.raises(BadConfig, match=said):
        GAME.new(options)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"card": None}, "'card': unknown key; leave it out. The keys are game, board"),
        ({"die": 7}, "die: 7 is no number from 1 to 6"),
        ({"to_play": 2}, "to_play: 2 is no number from 0 to 1"),
        ({"winner": 0}, "winner: whoever has four marbles in the home row, or null"),
        ({"marbles": {"A": ["p"] * 4}}, "marbles: name those of A D, by colour"),
        ({"marbles": {"A": ["p"] * 3, "D": ["p"] * 4}}, "marbles: A has four"),
        ({"marbles": {"A": ["p", "p", "p", "A8"], "D": ["p"] * 4}}, "A cannot stand on 'A8'"),
        ({"marbles": {"A": ["p", "p", "p", "Dh1"], "D": ["p"] * 4}}, "A cannot stand on 'Dh1'"),
        ({"marbles": {"A": ["p", "p", "p", []], "D": ["p"] * 4}}, r"A cannot stand on \[\]"),
        ({"marbles": {"A": ["p", "p", "C1", "C1"], "D": ["p"] * 4}}, "two stand on C1"),
        ({"marbles": {"A": ["p", "p", "p", "X"], "D": ["p", "p", "p", "X"]}}, "two stand on X"),
        (
            {"marbles": {"A": ["p"] * 4, "D": ["Dh1", "Dh2", "Dh3", "Dh4"]}, "winner": 1},
            "winner: the one whose turn it was has won",
        ),
    ],
)
def test_a_position_that_cannot_be_is_named(stand: Any, wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        GAME.load({**stand(4, A="", D=""), **wrong})
    with pytest.raises(BadPosition):
        GAME.load([])
