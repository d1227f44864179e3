"""Seating: place ↔ hole by identity, order and ring."""

from __future__ import annotations

import pytest

from companion.wood.seating import identity, order, ring, seat
from engine.boards.marble import board_for

BOARD = board_for("square")


def test_identity_keeps_groups_together() -> None:
    seats = identity(BOARD)
    assert seats.holes["Ap"] == ("Ap1", "Ap2", "Ap3", "Ap4")
    assert seats.places["Ap3"] == "Ap"
    assert seats.places["X"] == "X"


def test_order_lays_places_on_holes_one_by_one() -> None:
    seats = order(BOARD, ["s1", "s2", "s3"])
    assert [seats.places[hole] for hole in BOARD.holes[:4]] == ["s1", "s2", "s3", ""]
    assert seats.holes["s2"] == (BOARD.holes[1],)


def test_a_ring_begins_at_its_origin_and_wraps() -> None:
    count = len(BOARD.holes)
    seats = ring(BOARD, ["s1", "s2", "s3"], count - 2)
    assert seats.holes["s1"] == (BOARD.holes[-2],)
    assert seats.holes["s3"] == (BOARD.holes[0],)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        order(BOARD, [str(i) for i in range(90)])
    with pytest.raises(ValueError, match="origin"):
        ring(BOARD, ["s1"], 89)
    with pytest.raises(ValueError, match="not identity"):
        seat("spiral", BOARD)


def test_a_game_names_its_own_kind() -> None:
    assert seat("identity", BOARD).places["Ap1"] == "Ap"
    assert seat("order", BOARD).holes["Ap"]


def test_distance_is_that_of_the_drawing() -> None:
    seats = identity(BOARD)
    assert seats.distance("A1", "A2") == pytest.approx(BOARD.pitch, rel=1e-6)
