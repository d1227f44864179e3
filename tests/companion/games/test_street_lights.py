"""The street race: chances as figures, choices as lights, the wood's squares, the keys' ways."""

from __future__ import annotations

import doctest
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.street_race import chances
from companion.games.street_race.chances import (
    STEP,
    Choice,
    during_test,
    figure,
    light,
    lights,
    on_wood,
    turn_squares,
    winner_squares,
)
from companion.lights.roles import Role
from companion.model.view import HoleView
from engine.boards import board_of
from engine.games.street_race.grid import Cell

A, B, C = Cell(1, 1), Cell(2, 2), Cell(4, -1)


def against(difference: int) -> tuple[Fraction, Fraction]:
    """Shares of wins and ties of two dice, by counting."""
    rolls = [a + difference - b for a, b in product(range(1, 7), repeat=2)]
    won, tied = sum(r > 0 for r in rolls), sum(r == 0 for r in rolls)
    return Fraction(won, 36), Fraction(tied, 36)


def test_the_examples_hold() -> None:
    result = doctest.testmod(chances)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize(("difference", "win", "tie"), [(0, 42, 17), (2, 72, 11), (4, 92, 6)])
def test_figures_are_those_of_the_design(difference: int, win: int, tie: int) -> None:
    shares = against(difference)
    assert [figure(share) for share in shares] == [str(win), str(tie)]


@given(st.fractions(0, 1))
def test_a_figure_is_1_to_99_unless_it_is_exact(share: Fraction) -> None:
    shown = int(figure(share))
    assert (shown == 0) is (share == 0)
    assert (shown == 100) is (share == 1)
    assert abs(shown - 100 * share) <= Fraction(1, 2) or shown in (1, 99)


def test_a_place_without_a_test_is_a_dot() -> None:
    assert light(Choice(A)) == HoleView("", "destination")
    curb = Choice(A, curb=Fraction(2, 3))
    assert light(curb) == HoleView("", "destination", badge=STEP)


def test_a_test_is_a_figure_with_its_rival() -> None:
    win, tie = against(2)
    choice = Choice(A, tested=True, win=win, tie=tie, rival="E")
    assert light(choice) == HoleView("", "destination", figure="72", badge="E")
    assert during_test(choice, "A") == HoleView("A", "destination", figure="72", badge="E")
    number = Choice(A, tested=True, win=Fraction(1, 2))
    assert light(number) == HoleView("", "destination", figure="50")
    sure = Choice(A, tested=True)
    assert light(sure).figure == "100", "a test that cannot fail is still a test"


def test_a_push_is_pink_with_the_chance_unless_it_is_sure() -> None:
    win, tie = against(4)
    tested = Choice(A, tested=True, win=win, tie=tie, rival="C", pushed="C")
    assert light(tested) == HoleView("C", "capture", figure="92")
    assert light(Choice(A, pushed="c2")) == HoleView("c2", "capture")


def test_a_place_beyond_the_last_row_has_no_light() -> None:
    assert set(lights([Choice(A), Choice(Cell(0, 1)), Choice(Cell(8, 1))])) == {A, Cell(0, 1)}


def test_pixels_show_the_roles_on_the_ring_and_only_roles_that_exist() -> None:
    shown = lights([Choice(Cell(0, 1)), Choice(Cell(2, -1), pushed="B")])
    on = on_wood(shown, origin=2)
    assert on == {"b5": "destination", "d4": "capture"}
    assert set(on) <= set(board_of("street").holes)
    assert set(on.values()) <= {role.value for role in Role}


def test_the_turn_light_tells_where_the_street_begins() -> None:
    assert turn_squares(Cell(4, -3), 3, origin=2) == ("f2", "c1", "c8")
    assert turn_squares(None, 3, origin=0) == ("a1", "a8")
    assert turn_squares(Cell(4, -3), 4, origin=2) == ("f2",), "eight columns have no free edge"
    assert turn_squares(Cell(9, 1), 4, origin=2) == (), "the car is in the lay-by"


def test_the_winner_s_light_sweeps_up_its_column() -> None:
    squares = winner_squares(1, origin=0)
    assert squares == ("g5", "f5", "e5", "d5", "c5", "b5", "a5", "h5")
