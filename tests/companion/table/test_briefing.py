"""Three answers for people who do not look: what can I do, where are my marbles, what happened."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from dealt_rig import WatchedRig
from race_rig import race
from table_rig import AT_TABLE, EVERYBODY, Rig, marbles, position

from companion.errors import CommandRefused
from companion.lights.layers import linear
from companion.model.briefing import Briefing
from companion.model.commands import Act, Caller, Card, Hint, Where
from companion.model.message import Message
from companion.table.beacon import BEACON_SECONDS
from companion.words import render
from hardware.ports import Look, Motion

OUT = {"A": ["A9", "B3", "Ah1"], "C": ["B8", "X"]}


def told(rig: Rig, seat: int | None) -> Briefing:
    """The answers of a seat; None: of the public."""
    found = rig.table.briefing(seat)
    assert found is not None
    return found


def words(messages: Sequence[Message], language: str = "en") -> list[str]:
    """The sentences; each is whole."""
    said = [render(message, language) for message in messages]
    assert not [one for one in said if "{" in one or "@" in one]
    return said


def red_to_play(card: str | None = "5") -> Rig:
    """Red is to move by that card; nothing is hidden."""
    rig = Rig().new()
    return rig.at(position([["A"], ["C"]], marbles(**OUT), card))


# -------------------------------------------------------------------------------------- answers


def test_where_counts_pen_and_home_and_says_how_far_each_other_marble_has_to_go() -> None:
    """Red turns in at Red 7: 84 holes are round the board, and the home row is one on."""
    rig = red_to_play()
    said = "Red: 1 in the pen, Red 9 is 83 from home, Orange 3 is 75 from home, 1 home."
    assert words(told(rig, 0).where) == [said]
    german = (
        "Rot: 1 im Lager, Rot 9 ist noch 83 vom Haus entfernt, "
        "Orange 3 ist noch 75 vom Haus entfernt, 1 daheim."
    )
    assert words(told(rig, 0).where, "de") == [german]
    other = "Yellow: 2 in the pen, Orange 8 is 14 from home, bull's eye is 9 from home."
    assert words(told(rig, 1).where) == [other]


def test_the_marbles_are_numbered_in_the_order_of_the_sentence() -> None:
    rig = red_to_play()
    spots = told(rig, 0).spots
    assert [spot.hole for spot in spots] == ["Ap1", "A9", "B3", "Ah1"]
    assert {spot.token for spot in spots} == {"A"}
    assert words([spot.message for spot in spots])[-1] == "Red home 1"
    for spot in spots:
        assert rig.view.holes[spot.hole].token == "A"


def test_a_pens_marbles_are_numbered_where_they_lie() -> None:
    """The four holes of a pen are alike: the marble that is out has left any of them."""
    rig = Rig().new()
    rig.at(position([["A"], ["C"]], marbles(A=[], C=[]), "6"))
    rig.carry("Ap1", "A9").settle()
    assert [spot.hole for spot in told(rig, 0).spots] == ["Ap2", "Ap3", "Ap4", "A9"]


def test_what_can_i_do_lists_the_moves_of_the_seat_as_they_are_read_aloud() -> None:
    rig = red_to_play()
    said = words(told(rig, 0).can)
    assert said[0] == "Red, move a glowing marble."
    assert said[1] == "2 choices:"
    assert "Orange 3 to Orange 8, takes Yellow." in said
    assert not [one for one in said if "→" in one]
    assert len(said) == 2 + len(rig.view.choices)


def test_more_than_eight_moves_are_a_number() -> None:
    rig = red_to_play("7")
    said = words(told(rig, 0).can)
    more = len(rig.view.choices) - 8
    assert more > 0
    assert said[-1] == f"And {more} more."
    assert len(said) == 2 + 8 + 1


def test_a_seat_that_waits_is_told_whose_turn_it_is_and_nothing_to_choose() -> None:
    assert words(told(red_to_play(), 1).can) == ["Red is moving."]


def test_what_happened_begins_after_the_own_last_move() -> None:
    rig = Rig().new()
    assert words(told(rig, 0).happened) == ["Nobody has played yet."]
    rig.at(position([["A"], ["C"]], marbles(A=["A9"], C=["C9"])))
    rig.act("card:3", "A9-A12", "card:2", "C9-C11")
    red, yellow = "Red, 3: Red 9 to Red 12. Yellow is next.", "Yellow, 2: Yellow 9 to Yellow 11."
    assert words(told(rig, 0).happened)[0].startswith(yellow)
    assert words(told(rig, 1).happened)[0].startswith(yellow), "the own last move, if nobody played"
    assert words(told(rig, None).happened)[0] == red


def test_a_wrong_place_is_told_with_its_reason() -> None:
    rig = red_to_play()
    rig.carry("A9", "A13").settle()
    said = words(told(rig, 0).can)
    assert said[0].startswith("Not there")


def test_a_page_that_plays_for_the_table_asks_for_whoever_is_to_move() -> None:
    """Where cards are dealt, who looks on gets all colours, and no numbers on the board."""
    rig = red_to_play()
    assert told(rig, None).seat == 0
    assert told(rig, None).spots == told(rig, 0).spots
    rig = WatchedRig(("2", "3"), 1)
    looked = told(rig, None)
    assert (looked.seat, looked.spots, looked.hand) == (None, (), False)
    assert [one.split(":")[0] for one in words(looked.where)] == ["Red", "Yellow"]


def test_without_a_game_there_is_no_answer() -> None:
    assert Rig().table.briefing(None) is None


# ---------------------------------------------------------------------------- the other games


def test_wahoo_tells_throws_and_moves() -> None:
    rig = Rig().new(game="wahoo", rules="wahoo")
    assert words(told(rig, 0).can) == ["Red, throw the die."]
    assert words(told(rig, 0).where) == ["Red: 4 in the pen."]
    rig.act(f"{rig.view.dice[0].prefix}6")
    assert words(told(rig, 0).can)[1:] == ["One choice:", "Red pen to Red 9."]
    assert words(told(rig, 1).happened) == ["Red: throws a 6."]


def test_a_race_tells_space_lap_and_place() -> None:
    rig = race()
    said = "Red: Tile 23, second row, right, on the grid, number 1 of 4."
    assert words(told(rig, 0).where) == [said]
    assert [spot.hole for spot in told(rig, 0).spots] == ["23.1R"]
    cars = race([["A", "B"], ["C", "D"]])
    assert [one.split(":")[0] for one in words(told(cars, 1).where)] == ["Yellow", "Green"]
    assert len(told(cars, 1).spots) == 2


# ------------------------------------------------------------------------------------ privacy


def public_answers(hand: Sequence[str]) -> list[bytes]:
    """The answers while that hand is held, a marble is tried, a hint is asked for."""
    rig = WatchedRig(hand, 1)
    found = [told(rig, seat) for seat in (None, 0, 1)]
    rig.tell(Hint(), Caller(frozenset({0})))
    found += [told(rig, seat) for seat in (None, 0, 1)]
    rig.carry("B3", "B6").settle()
    assert rig.table.view(0).ask is not None
    found += [told(rig, seat) for seat in (None, 0, 1)]
    return [msgspec.json.encode(one) for one in found]


def test_no_answer_differs_by_what_a_hidden_hand_holds_pp_7() -> None:
    """Neither the public ones nor the holder's own: they may be read aloud at the table."""
    rng = random.Random(3)
    assert public_answers(("3", "3", "4", "8", "J")) == public_answers(("A", "6", "7", "7", "K"))
    deck = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    first, second = (tuple(rng.sample(deck, 5)) for _ in range(2))
    assert public_answers(first) == public_answers(second)


def test_the_sentence_on_top_says_whether_it_tells_of_the_own_hand() -> None:
    """Then no voice reads it: a question about held cards, a hint that names one."""
    rig = WatchedRig(("3", "3", "4", "8", "J"), 1)
    assert not rig.table.view(0).prompt.own
    rig.tell(Hint(), Caller(frozenset({0})))
    assert rig.table.view(0).hint is not None
    assert rig.table.view(0).prompt.own
    assert not rig.table.view(1).prompt.own
    rig.carry("B3", "B6").settle()
    assert render(rig.table.view(0).prompt.message) == "Was that a 3?"
    assert rig.table.view(0).prompt.own
    assert not rig.view.prompt.own
    assert words(told(rig, 0).can)[0] == "Red says which card that was."


# ----------------------------------------------------------------------------------- the lights


def shown(rig: Rig, hole: str) -> Look:
    """What the pixel of a hole shows."""
    frame = rig.table.lights()
    return frame.palette[frame.cells[rig.numbers[hole]]]


def test_the_own_holes_shine_for_four_seconds_and_no_meaning_changes() -> None:
    rig = red_to_play()
    before, lit = rig.table.lights(), {h: one.role for h, one in rig.view.holes.items()}
    honey = {hole: shown(rig, hole) for hole in ("A9", "B3")}
    assert {rig.table.lit[hole].role.value for hole in honey} == {"movable"}
    rig.table.command(Where(seat=0), AT_TABLE)
    red = Look(*linear(rig.table._moment.settings.theme.seat_colour("A")), Motion.STEADY)
    assert {hole for hole in rig.wood if shown(rig, hole) == red} == {"Ap1", "Ah1"}
    assert {hole: shown(rig, hole) for hole in honey} == honey, "what may move says so"
    assert {h: one.role for h, one in rig.view.holes.items()} == lit, "the page shows its roles"
    seq = rig.table.seq
    rig.wait(BEACON_SECONDS - 0.1)
    assert shown(rig, "Ah1") == red
    rig.wait(0.2)
    assert rig.table.lights() == before
    assert rig.table.seq == seq, "no page is told when the lights go out"


def test_a_hand_that_begins_comes_first() -> None:
    rig = red_to_play()
    rig.table.command(Where(seat=0), AT_TABLE)
    rig.lift("B3")
    assert shown(rig, "A9") != shown(rig, "B8")
    assert rig.table.lit["B8"].role.value == "capture"
    assert rig.table.lit["B8"].look is None
    assert "A9" not in rig.table.lit
    rig.put("B3")
    assert shown(rig, "Ap1") == shown(rig, "Ah1"), "put back, they shine for the rest of the time"
    assert shown(rig, "Ah1").motion is Motion.STEADY


def test_who_asks_second_puts_out_nobodys_lights() -> None:
    rig = red_to_play()
    dark = rig.table.lights()
    rig.table.command(Where(seat=0), AT_TABLE)
    rig.wait(1)
    rig.table.command(Where(seat=1), AT_TABLE)
    red, yellow = (
        Look(*linear(rig.table._moment.settings.theme.seat_colour(token)), Motion.STEADY)
        for token in "AC"
    )
    assert (shown(rig, "Ah1"), shown(rig, "X")) == (red, yellow)
    rig.wait(BEACON_SECONDS - 0.9)
    assert (shown(rig, "Ah1") == red, shown(rig, "X")) == (False, yellow), "each for its own time"
    rig.wait(1)
    assert rig.table.lights() == dark


def test_only_who_sits_there_has_a_seats_marbles_lit() -> None:
    rig = WatchedRig(("2", "3"), 1)
    for caller, seat, code in (
        (Caller(), 0, "no-seat"),
        (Caller(frozenset({1})), 0, "not-your-seat"),
    ):
        with pytest.raises(CommandRefused) as refused:
            rig.table.command(Where(seat=seat), caller)
        assert (refused.value.code, refused.value.status) == (code, 403)
    before = rig.table.lights()
    rig.table.command(Where(), Caller(frozenset({1})))
    assert rig.table.lights() != before
    rig.table.command(Card("2"), Caller(frozenset({0})))
    rig.table.command(Act(rig.table.view(0).choices[0].action), Caller(frozenset({0})))
    assert rig.table._referee.beacon.due is None, "play has gone on"


# -------------------------------------------------------------------------- whatever is played

SHEETS = [
    {"rules": "classic", "board": "square"},
    {"rules": "stevens", "players": [["A"], ["C"], ["E"]]},
    {"rules": "butterfly", "players": [["A"], ["B"], ["D"]]},
    {"game": "wahoo", "rules": "wahoo", "players": [["A"], ["B"], ["D"]]},
]


@pytest.mark.parametrize("sheet", SHEETS, ids=["square", "stevens", "butterfly", "wahoo"])
def test_every_marble_is_told_once_and_every_sentence_is_whole(sheet: dict[str, Any]) -> None:
    """Pen, way and home together are all marbles of a seat, at every moment of some turns."""
    rng = random.Random(5)
    rig = Rig(board_kind="none").new(**sheet)
    for _ in range(40):
        moment = rig.table._moment
        assert moment.position is not None
        legal = moment.position.legal()
        rig.table.command(Act(rng.choice(legal).text), EVERYBODY)
        for seat in moment.position.seats:
            answers = told(rig, seat.number)
            tokens = [t for held in moment.position.occupancy().values() for t in held]
            assert len(answers.spots) == sum(tokens.count(colour) for colour in seat.colours)
            holes = [spot.hole for spot in answers.spots]
            assert len(set(holes)) == len(holes)
            for language in ("en", "de"):
                assert words([*answers.can, *answers.where, *answers.happened], language)
