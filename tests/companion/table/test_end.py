"""The end of a game: places, the same game again, and a win that was misread."""

from __future__ import annotations

import random
from typing import Any

import pytest
from dealt_rig import stock
from table_rig import AT_TABLE, EVERYBODY, Rig, position

from companion.errors import CommandRefused
from companion.games.marble_wood import holes_to_go
from companion.model.commands import Act, Again, Caller, Close, Undo
from companion.words import render

P = "p"
NEAR = {"A": ["Ah2", "Ah3", "Ah4", "F13"], "C": ["Ch3", "Ch4", "C6", P], "D": [P] * 4, "E": [P] * 4}
SEATS = [["A"], ["C"], ["D"], ["E"]]


def won(rig: Rig, out: dict[str, list[str]] = NEAR, **more: Any) -> Rig:
    """Red brings the last marble home with a 9."""
    rig.new(players=[[colour] for colour in out], **more)
    rig.at(position([[colour] for colour in out], out))
    return rig.card("9").carry("F13", "Ah1").settle()


def test_places_go_by_marbles_home_then_by_holes_to_go_and_equals_share_one() -> None:
    rig = won(Rig(), names=["Anna", "", "", ""])
    assert (rig.state, rig.said) == ("over", "Anna wins!")
    assert rig.support == "A 9 brings the last marble home."
    assert render(rig.view.prompt.support, "de") == "Mit einer 9 ist alles daheim."  # type: ignore[arg-type]
    told = [(one.seat, one.place, one.home, render(one.note)) for one in rig.view.places]
    assert told == [
        (0, 1, 4, "all home"),
        (1, 2, 2, "one on the way"),
        (2, 3, 0, "4 in the pen"),
        (3, 3, 0, "4 in the pen"),
    ]


def test_with_as_many_home_the_shorter_way_decides() -> None:
    out = {"A": NEAR["A"], "C": ["Ch4", "C7", P, P], "D": ["Dh4", "D6", P, P]}
    rig = won(Rig(), out)
    assert [one.seat for one in rig.view.places] == [0, 1, 2]
    _, second, third = rig.view.places
    assert third.left == second.left + 1


def test_a_marble_goes_by_the_track_from_the_pen_and_by_its_corner_from_the_middle() -> None:
    def left(*marbles: str) -> int:
        full = ["Ah1", "Ah2", "Ah3", "Ah4"][len(marbles) :]
        rig = Rig(board_kind="none").new()
        rig.at(position([["A"], ["C"]], {"A": [*marbles, *full], "C": [P] * 4}))
        assert rig.table._moment.position is not None
        return holes_to_go(rig.table._moment.position, "A")

    assert (left("A7"), left("A6"), left("A0"), left("X")) == (1, 2, 8, 9)
    assert (left("A9"), left(P)) == (83, 84)
    assert left("A7", "A6") == 1 + 2 + 1


def test_again_begins_the_same_game_and_leads_the_marbles_back_on_wood() -> None:
    rig = won(Rig(board_kind="serial"), names=["Anna", "Ben", "Cem", ""])
    rig.table.sit(1, "phone")
    with pytest.raises(CommandRefused, match="Take a seat first"):
        rig.table.command(Again(), AT_TABLE)
    stood = dict(rig.wood)
    before = rig.view.game
    rig.table.command(Again(), Caller(frozenset({1})))
    game = rig.view.game
    assert before is not None
    assert game is not None
    assert (game.options, game.id != before.id) == (before.options, True)
    assert rig.table.holder(1) == "phone"
    assert rig.state == "correction"
    for hole, token in stood.items():
        if hole[1] != "p":
            free = next(n for n in range(1, 5) if f"{token}p{n}" not in rig.wood)
            rig.carry(hole, f"{token}p{free}").settle()
    assert rig.state == "choose_card"


def test_again_makes_the_names_fit_that_a_game_of_before_has() -> None:
    rig = won(Rig(), names=["Anna", "Ben", "Cem", ""])
    game = rig.table._moment.game
    assert game is not None
    game.options = {**game.options, "names": ["Anna-Maria Magdalena", "anna", "ANNA", "Red"]}
    rig.table.command(Again(), EVERYBODY)
    assert rig.view.game is not None
    assert rig.view.game.options["names"] == ["Anna-Maria Magdal…", "anna", "ANNA (2)", "Red (2)"]


def test_again_cuts_again_and_waits_for_the_end() -> None:
    rig = Rig(board_kind="none").new(options={"cut": True}, names=["Anna", "Ben"])
    with pytest.raises(CommandRefused, match="still goes on"):
        rig.table.command(Again(), EVERYBODY)
    rig.at(position([["A"], ["C"]], {"A": NEAR["A"], "C": [P] * 4}))
    rig.card("9").act("F13-Ah1")
    rig.table.command(Again(), EVERYBODY)
    assert rig.view.game is not None
    assert rig.view.game.options["cut"]
    assert "begins." in rig.support


def finished(*bots: str) -> Rig:
    """A game with dealt cards that red has just won, played by bots of these levels."""
    rig = Rig(board_kind="none").new(hands="virtual", bots=list(bots))
    stocks = [stock(["9", "2", "3", "4", "5"], random.Random(n)) for n in range(2)]
    rig.at(position([["A"], ["C"]], {"A": NEAR["A"], "C": [P] * 4}, dealt=stocks))
    host = Caller(seats=frozenset({0}), table=False, host=True)
    if bots[0]:
        while rig.state != "over":
            rig.clock.t += 1.0
            rig.table.tick()
    else:
        rig.card("9", host)
        rig.table.command(Act("F13-Ah1"), host)
    assert rig.state == "over"
    return rig


def test_where_bots_have_all_seats_anybody_takes_a_wrong_win_back() -> None:
    """Only the win: nobody else's move stands before it. Before, "Take a seat first." was said."""
    rig = finished("good", "good")
    rig.table.command(Undo(), AT_TABLE)
    assert (rig.state, rig.marbles()["F13"]) == ("choose_move", "A")


def test_whoever_may_begin_anew_takes_a_wrong_win_back_and_nothing_else() -> None:
    rig = finished("", "")
    rig.table.sit(0, "anna")
    with pytest.raises(CommandRefused, match="Take a seat first"):
        rig.table.command(Undo(), AT_TABLE)
    max_ = Caller(frozenset({1}), table=False)
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Undo(move=1), max_)
    assert refused.value.code == "not-your-play"
    rig.table.command(Undo(), max_)
    assert rig.state == "choose_move"
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Undo(), max_)


def test_a_game_that_is_over_is_closed_by_whoever_may_begin_it_anew() -> None:
    rig = finished("good", "good")
    rig.table.command(Close(), AT_TABLE)
    assert rig.view.game is None
    rig = finished("", "")
    rig.table.sit(0, "anna")
    with pytest.raises(CommandRefused, match="Take a seat first"):
        rig.table.command(Close(), AT_TABLE)


def test_a_game_that_has_just_begun_is_not_closed_for_the_one_before_it() -> None:
    """A night ends, and somebody begins the next game in the same moment."""
    rig = finished("good", "good")
    rig.table.command(Again(), AT_TABLE)
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Close(over=True), Caller(host=True))
    assert refused.value.code == "not-over"
    assert rig.view.game is not None


def test_a_wrong_win_is_taken_back_with_one_command() -> None:
    rig = won(Rig())
    rig.table.command(Undo(), AT_TABLE)
    assert rig.state == "correction"
    assert rig.view.places == ()
    rig.carry("Ah1", "F13").settle()
    assert rig.state == "choose_move"
