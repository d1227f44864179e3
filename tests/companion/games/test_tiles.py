"""Names of a road's spaces, and the keyboard's ways along it (RP-14, RP-77, RP-79)."""

from __future__ import annotations

import random

import pytest

from companion.games.packs import keyboard_routes
from companion.games.racepack.tiles import tile_name
from companion.words import render
from engine.board import Board
from engine.boards import board_of
from engine.games.racepack.board import board_of as board_of_track
from engine.games.racepack.generate import circuit


def long_circuit() -> Board:
    """Tiles with outer lanes and a pit row."""
    return board_of_track(
        circuit(random.Random(0), tiles=30, cars=8, walls=True, chicanes=1, wide=True, pit=True)
    )


@pytest.mark.parametrize(
    ("hole", "words"),
    [("4.1L", "Tile 4, second row, left"), ("0.0R", "Tile 0, first row, right")],
)
def test_spaces_of_tiles_have_names_for_people(hole: str, words: str) -> None:
    name = tile_name(board_of("tiles").space(hole))
    assert name is not None
    assert render(name) == words


def test_every_space_of_a_road_has_a_name_of_its_own() -> None:
    board = long_circuit()
    names = [render(name) for s in board.spaces if (name := tile_name(s)) is not None]
    assert len(set(names)) == len(names) == len(board.spaces)
    assert {"Garage 1", "Pit lane before garage 1"} <= set(names)


def test_holes_of_other_boards_have_none_here() -> None:
    assert all(tile_name(space) is None for space in board_of("hex").spaces)


def test_keys_go_along_the_lane_and_across_it() -> None:
    ways = keyboard_routes(board_of("tiles"))
    assert ways["3.1L"]["right"] == "4.0L"
    assert ways["0.0R"]["left"] == "23.1R"
    assert ways["6.0R"]["up"] == "6.0L"
    assert ways["6.0L"]["down"] == "6.0R"
    assert ways["2.0L"]["next_corner"] == "4.0L"
    assert ways["5.0L"]["previous_corner"] == "4.0L"


@pytest.mark.parametrize("board", [board_of("tiles"), long_circuit()])
def test_every_space_is_reached_by_arrows_alone(board: Board) -> None:
    ways = keyboard_routes(board)
    known, edge = {"0.0L"}, ["0.0L"]
    while edge:
        here = ways[edge.pop()]
        fresh = {here[key] for key in ("left", "right", "up", "down") if key in here} - known
        known |= fresh
        edge += fresh
    assert known == set(board.holes)
