"""The board of a track: spaces where the tiles lie, neighbours, trays, and the painted road."""

from __future__ import annotations

import re
from itertools import pairwise
from math import dist, isclose
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from racepack_circuits import FIXED, circuits, rectangle

from engine.board import Board
from engine.boards import board_of as board_of_kind
from engine.drawing.look import RESERVE, SEATS, board_rules, symbol_path, theme_tokens
from engine.drawing.svg import board_defs, board_paint, car, coin, seat_letters, svg
from engine.errors import BadTrack
from engine.games.racepack.board import TRAYS, board_of
from engine.games.racepack.road import road
from engine.games.racepack.track import DEFAULT, Track, corners
from engine.registry import REGISTRY

NS = "{http://www.w3.org/2000/svg}"


def kinds(board: Board, kind: str) -> list[tuple[tuple[float, float], ...]]:
    return [mark.points for mark in board.scenery if mark.kind == kind]


@pytest.mark.parametrize("name", list(FIXED))
def test_spaces_lie_one_pitch_apart_in_sensor_order(name: str) -> None:
    """RP-14: the ids' order is the order of the wires."""
    board = board_of(FIXED[name])
    assert board.kind == "tiles"
    assert board.holes == road(FIXED[name]).spaces
    places = [(space.x, space.y) for space in board.spaces]
    assert len(set(places)) == len(places)
    nearest = min(dist(places[0], other) for other in places[1:])
    assert isclose(nearest, board.pitch, rel_tol=1e-9)


@pytest.mark.parametrize("name", list(FIXED))
def test_everything_drawn_lies_on_the_wood_and_the_wood_in_the_picture(name: str) -> None:
    board = board_of(FIXED[name])
    x, y, width, height = board.view_box
    assert isclose(max(width, height), 2.0)
    (left, top), (right, bottom) = board.outline[0], board.outline[2]
    assert x < left < right < x + width
    assert y < top < bottom < y + height
    room = 0.3 * board.pitch
    for mark in board.scenery:
        for px, py in mark.points:
            assert left + room <= px <= right - room, mark
            assert top + room <= py <= bottom - room, mark


def test_north_is_up_and_headings_are_degrees_from_there() -> None:
    """RP-10, RP-14: the default circuit sets out westward and then goes north."""
    board = board_of(DEFAULT)
    assert board.space("0.0L").heading == 270
    assert board.space("5.0L").heading == 0
    assert board.space("5.1L").y < board.space("5.0L").y
    assert board.space("0.1R").x < board.space("0.0R").x
    assert {space.shape for space in board.spaces} == {"square"}


def test_kinds_tell_bends_outer_lanes_and_stalls() -> None:
    """RP-16, RP-77, RP-79."""
    board = board_of(FIXED["wide and pit"])
    by_kind = {kind: [s.id for s in board.spaces if s.kind == kind] for kind in ("outer", "stall")}
    assert by_kind["stall"] == ["P1", "P3", "P5", "P7"]
    assert len(by_kind["outer"]) == 15
    assert board.space("4.0L").kind == "bend"
    assert board.space("3.0L").kind == "tile"
    assert board.space("P0").kind == "pit"


def test_neighbours_are_mutual_and_walls_part_them() -> None:
    """RP-75: 5 and 8 of the hairpin lie side by side."""
    board = board_of(FIXED["hairpin"])
    for hole, near in board.neighbours.items():
        assert all(hole in board.neighbours[other] for other in near)
    assert not any(n.startswith("8.") for n in board.neighbours["5.0R"] + board.neighbours["5.1R"])
    assert set(board.neighbours["5.0L"]) == {"4.1L", "5.0R", "5.1L"}


def test_cars_off_the_road_have_trays_without_spaces() -> None:
    """RP-4."""
    board = board_of(DEFAULT)
    for tray in TRAYS:
        assert board.places[tray].holes == ()
        assert board.places[tray].capacity == 8
    assert len(board.places) == 96 + len(TRAYS)


def test_an_unsound_track_has_no_board() -> None:
    """RP-86."""
    with pytest.raises(BadTrack):
        board_of(Track.of([]))


def test_the_physical_kind_is_the_default_circuit() -> None:
    """RP-1, RP-18: ninety-six spaces to be drilled and wired."""
    assert board_of_kind("tiles") is board_of(DEFAULT)


def test_the_road_s_edges_are_closed_lines_outside_and_inside() -> None:
    loops = kinds(board_of(DEFAULT), "road")
    assert [len(loop) for loop in loops] == [8, 8]  # eight corners on either side
    for loop in loops:
        for a, b in zip(loop, (*loop[1:], loop[0]), strict=True):
            assert isclose(a[0], b[0], abs_tol=1e-9) != isclose(a[1], b[1], abs_tol=1e-9)


@settings(max_examples=25)
@given(circuits())
def test_the_road_drawn_covers_every_space_and_nothing_else(track: Track) -> None:
    """By area: the loops with their direction enclose as many cells as there are (RP-10)."""
    board, lap = board_of(track), road(track)
    area = 0.0
    for loop in kinds(board, "road"):
        for (ax, ay), (bx, by) in zip(loop, (*loop[1:], loop[0]), strict=True):
            area += (ax * by - bx * ay) / 2
    cells = 4 * len(track)
    cells += 4 * lap.corners[0].tile if track.wide else 0
    cells += 16 if track.pit is not None else 0
    assert isclose(area / board.pitch**2, cells, rel_tol=1e-9)


@settings(max_examples=25)
@given(circuits())
def test_every_circuit_can_be_painted_and_no_line_has_a_piece_without_length(track: Track) -> None:
    """Also where a wall ends (RP-75) and where tiles meet at a corner only."""
    board = board_of(track)
    assert "nan" not in board_paint(board, ())
    for mark in board.scenery:
        for a, b in pairwise(mark.points):
            assert dist(a, b) > 0.1 * board.pitch, mark


@pytest.mark.parametrize("name", list(FIXED))
def test_every_corner_has_its_kerb_and_its_number(name: str) -> None:
    """RP-13."""
    board, bends = board_of(FIXED[name]), corners(FIXED[name])
    assert len(kinds(board, "kerb")) == len(bends)
    texts = [mark.text for mark in board.scenery if mark.text]
    stalls = 4 if FIXED[name].pit is not None else 0
    assert texts[: len(bends)] == [str(corner.no) for corner in bends]
    assert len(texts) == len(bends) + stalls


def test_numbers_keep_off_each_other_and_off_the_road() -> None:
    board = board_of(DEFAULT)
    labels = [mark.points[0] for mark in board.scenery if mark.kind == "label"]
    assert len(labels) == 8
    for i, one in enumerate(labels):
        assert all(dist(one, other) > 0.7 * board.pitch for other in labels[:i])
        assert all(dist(one, (s.x, s.y)) > board.pitch for s in board.spaces)


def test_walls_stand_where_road_lies_along_road_without_a_way_across() -> None:
    """RP-75, RP-77: the hairpin's wall is two pitches long; other tracks have none."""
    hairpin = board_of(FIXED["hairpin"])
    assert sum(dist(a, b) for a, b in kinds(hairpin, "wall")) / hairpin.pitch == pytest.approx(2)
    for name, track in FIXED.items():
        if not track.walls:
            assert kinds(board_of(track), "wall") == [], name


def test_the_line_spans_the_road_and_the_outer_lanes() -> None:
    """RP-10, RP-77, RP-79."""
    for name, width in (("default", 2), ("wide", 4), ("pit on the line", 3)):
        board = board_of(FIXED[name])
        ((a, b),) = kinds(board, "start")
        assert dist(a, b) / board.pitch == pytest.approx(width), name
    board = board_of(DEFAULT)
    ((a, b),) = kinds(board, "start")
    between = (board.space("0.0L").x + board.space("23.1L").x) / 2
    assert a[0] == b[0] == pytest.approx(between)


def test_a_bracket_marks_every_grid_place_and_stall() -> None:
    """RP-22, RP-77."""
    assert len(kinds(board_of(DEFAULT), "box")) == 8
    assert len(kinds(board_of(rectangle(pit=11)), "box")) == 8 + 4


@pytest.mark.parametrize("name", list(FIXED))
def test_the_painted_board_is_small_and_every_class_has_its_rule(name: str) -> None:
    board = board_of(FIXED[name])
    markup = board_defs(board) + board_paint(board, ()) + car("A", 90, 0) + coin("hazard-up", 90)
    assert len(markup.encode()) < 45_000
    assert "style" not in markup
    rules = board_rules(road=True)
    plain = ("ts-static", "ts-wood", "ts-shine", "ts-marble")  # paint in attributes, or none
    for used in {c for group in re.findall(r'class="([^"]+)"', markup) for c in group.split()}:
        if used not in plain:
            assert f".{used}" in rules, used
    tokens = theme_tokens("dark", road=True)
    for used in re.findall(r"var\((--ts-[\w-]+)\)", rules):
        assert f"{used}:" in tokens + rules, used


def race(**more: object) -> object:
    """Four cars on the default circuit, two coins on it."""
    cars = {"A": "23.1R", "B": "5.0L", "G": "18.1L", "H": None}
    data = {
        "game": "racepack",
        "players": {name: [name] for name in cars},
        "cars": {
            name: {"at": at} if at else {"at": None, "spun": 7, "seq": 1}
            for name, at in cars.items()
        },
        "hazards": [{"at": "6.0L", "up": False}, {"at": "12.1R", "up": True}],
        **more,
    }
    return REGISTRY.load(data)


def test_a_race_is_drawn_with_its_cars_along_the_road_and_its_coins() -> None:
    position = race()
    tree = ElementTree.fromstring(svg(position))
    tokens = tree.find(f"{NS}g[@class='ts-tokens']")
    coins = tree.find(f"{NS}g[@class='ts-coins']")
    assert tokens is not None
    assert coins is not None
    turned = {
        group[0].attrib["class"][-1]: group[0][0].attrib["transform"] for group in list(tokens)
    }
    assert turned == {"A": "rotate(270)", "B": "rotate(0)", "G": "rotate(180)"}
    assert [c.attrib["class"] for c in coins.iter(f"{NS}circle")] == [
        *("ts-coin ts-on", "ts-coin", "ts-coin-mark"),
    ]
    assert "<desc>Beside the board: spun: H</desc>" in svg(position)
    assert len(svg(position).encode()) < 60_000


def test_cars_with_names_take_the_look_of_their_player() -> None:
    """RP-80: any ids; a picture needs colours all the same."""
    position = REGISTRY.game("racepack").new(
        {"players": {"Ann": ["x", "y"], "Bob": ["z", "w"]}, "ranking": ["Ann", "Bob"]}
    )
    assert seat_letters(position) == {"x": "A", "y": "A", "z": "B", "w": "B"}


def test_eight_cars_have_eight_colours_and_symbols() -> None:
    looks = [*SEATS.values(), *RESERVE.values()]
    assert len({look.colour for look in looks}) == 8
    assert len({symbol_path(letter, 20) for letter in (*SEATS, *RESERVE)}) == 8
