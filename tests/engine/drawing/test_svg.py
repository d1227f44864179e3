"""The drawn board: right places, right paint, no outside references, the same every time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import dist
from xml.etree import ElementTree

import pytest

from engine.action import Action
from engine.board import Board, Place, Space
from engine.boards.marble import GEOMETRY, SIDES, board_for
from engine.drawing.look import (
    PLAIN,
    RESERVE,
    SEATS,
    board_rules,
    look_of,
    number,
    symbol_path,
    theme_tokens,
)
from engine.drawing.svg import board_defs, board_paint, hole_xy, svg, title_of, view_box
from engine.game import CHANCE, OVER, Applied, Explanation, Position, Seat, ToAct
from engine.registry import REGISTRY

THEMES = ("dark", "light")
NS = "{http://www.w3.org/2000/svg}"
MARBLES = {"A": ["p", "p", "A9", "Ah2"], "C": ["p", "p", "p", "X"], "E": ["p", "p", "p", "D0*"]}


def position(**more: object) -> Position:
    data: dict[str, object] = {
        "game": "fast_track",
        "rules": "classic",
        "board": "hex",
        "players": [["A"], ["C"], ["E"]],
        "teams": [[0], [1], [2]],
        "marbles": MARBLES,
        "to_play": 0,
        "card": "7",
        "winner": None,
    }
    return REGISTRY.load({**data, **more})


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def marbles(text: str) -> list[tuple[str, tuple[float, float]]]:
    """Seat letter and centre of every drawn marble."""
    found = []
    tokens = parsed(text).find(f"{NS}g[@class='ts-tokens']")
    assert tokens is not None
    for group in tokens:
        x, y = re.findall(r"-?[\d.]+", group.attrib["transform"])
        inner = group[0].attrib["class"]
        found.append((inner[-1], (float(x), float(y))))
    return found


def test_the_view_boxes_are_those_of_the_design() -> None:
    assert view_box(board_for("hex")) == "-1000 -926 2000 1852"
    assert view_box(board_for("square")) == "-776 -776 1552 1552"


def test_every_marble_is_drawn_in_its_hole_and_the_pen_fills_in_order() -> None:
    board = board_for("hex")
    drawn = marbles(svg(position()))
    assert Counter(seat for seat, _ in drawn) == {"A": 4, "C": 4, "E": 4}
    expected = [("A", hole) for hole in ("Ap1", "Ap2", "A9", "Ah2")]
    expected += [("C", hole) for hole in ("Cp1", "Cp2", "Cp3", "X")]
    expected += [("E", hole) for hole in ("Ep1", "Ep2", "Ep3", "D0")]
    for seat, hole in expected:
        assert (seat, hole_xy(board, hole)) in drawn, hole


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_equal_positions_are_drawn_as_the_same_text(theme: str) -> None:
    again = REGISTRY.load(position().to_json())
    assert svg(position(), theme) == svg(again, theme)


def test_a_picture_stands_alone_without_outside_reference_or_script() -> None:
    text = svg(position())
    assert "<script" not in text
    assert "href" not in text
    assert not re.search(r"\son\w+=", text)
    assert text.count("http") == 1  # the name space
    assert not re.search(r"url\((?!#ts-)", text)
    for used in re.findall(r"url\(#([\w-]+)\)", text):
        assert f'id="{used}"' in text
    for used in re.findall(r"var\((--ts-[\w-]+)\)", text):
        assert f"{used}:" in text


def test_the_pieces_for_the_page_carry_classes_only() -> None:
    board = board_for("hex")
    markup = board_defs(board) + board_paint(board, "ABC")
    assert "style" not in markup
    seat_colours = {look.colour for look in SEATS.values()}
    assert not any(colour in markup for colour in seat_colours)
    rules = board_rules()
    for name in {c for group in re.findall(r'class="([^"]+)"', markup) for c in group.split()}:
        if name not in ("ts-static", "ts-wood"):
            assert f".{name}" in rules, name


def test_seats_that_nobody_plays_lose_paint_badge_and_symbol() -> None:
    tree = parsed(svg(position()))
    painted = [g.attrib["data-side"] for g in tree.iter(f"{NS}g") if "data-side" in g.attrib]
    assert painted == ["A", "C", "E"]
    pools = [c.attrib["data-pool"] for c in tree.iter(f"{NS}circle") if "data-pool" in c.attrib]
    assert pools == ["A", "C", "E"]
    bare = [r for r in tree.iter(f"{NS}rect") if "ts-bare" in r.attrib["class"]]
    assert len(bare) == 2 * 3


def test_only_the_seat_to_act_has_a_lit_pool() -> None:
    tree = parsed(svg(position(to_play=1)))
    lit = [c.attrib["data-pool"] for c in tree.iter(f"{NS}circle") if "ts-on" in c.get("class", "")]
    assert lit == ["C"]


def test_the_title_says_whose_move_it_is() -> None:
    assert title_of(position()) == "Fast Track board, Red to move"
    assert "<title>Fast Track board, Yellow to move</title>" in svg(position(to_play=1))
    home = ["Ah1", "Ah2", "Ah3", "Ah4"]
    over = position(marbles={**MARBLES, "A": home}, winner=0, card=None)
    assert title_of(over) == "Fast Track board, the game is over"
    options = {"rules": "butterfly", "board": "hex", "players": [["A"], ["D"]], "hands": "virtual"}
    shuffling = REGISTRY.game("fast_track").new(options)
    assert title_of(shuffling) == "Fast Track board, waiting for chance"


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_a_turned_board_puts_the_chosen_side_at_the_bottom(kind: str) -> None:
    board = board_for(kind)
    for turn, side in enumerate(SIDES[kind]):
        for name in ("7", "0", "p3"):
            there = pytest.approx(hole_xy(board, f"A{name}"), abs=0.11)
            assert hole_xy(board, f"{side}{name}", turn) == there
    assert hole_xy(board, "X", 2) == (0, 0)


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_the_wood_reaches_at_least_so_far_beyond_every_hole(kind: str) -> None:
    board, geometry = board_for(kind), GEOMETRY[kind]
    limit = geometry.apothem - 0.777
    for space in board.spaces:
        for side in range(geometry.sides):
            x, y = geometry.point(side, 1, 0)
            along = (space.x * x + space.y * y) / (board.pitch**2)
            assert along <= limit + 1e-3, space.id


def test_the_picture_is_small_enough_for_the_page() -> None:
    assert len(svg(position()).encode()) < 60_000
    assert len(board_paint(board_for("hex"), "ABCDEF").encode()) < 45_000


def test_numbers_are_short_and_never_minus_nought() -> None:
    assert [number(v) for v in (-0.01, 0.05, -1.0, 12.34)] == ["0", "0.1", "-1", "12.3"]
    assert not re.search(r"(?<![\d.])-0(?![\d.])", board_paint(board_for("hex"), "ABCDEF"))


@pytest.mark.parametrize("seat", list(SEATS))
def test_every_symbol_keeps_to_its_half_height(seat: str) -> None:
    path = symbol_path(seat, 20)
    x = y = high = wide = 0.0
    for command, args in re.findall(r"([MLHhVvaz])([^MLHhVvaz]*)", path):
        values = [float(v) for v in re.findall(r"-?[\d.]+", args)]
        if command in "ML":
            x, y = values
        elif command == "H":
            x = values[0]
        elif command == "h":
            x += values[0]
        elif command == "v":
            y += values[0]
        elif command == "a":
            high, wide = max(high, values[0]), max(wide, values[0])
            x, y = x + values[5], y + values[6]
        high, wide = max(high, abs(y)), max(wide, abs(x))
    assert 12 <= high <= 20
    assert wide <= 20.1


def test_every_seat_has_its_own_colour_and_symbol() -> None:
    assert len({look.colour for look in SEATS.values()}) == len(SEATS) == 6
    assert len({look.symbol for look in SEATS.values()}) == 6
    assert len({symbol_path(seat, 20) for seat in SEATS}) == 6
    assert look_of("?") is PLAIN
    assert symbol_path("?", 20) not in {symbol_path(seat, 20) for seat in (*SEATS, *RESERVE)}


def test_both_themes_name_the_same_tokens() -> None:
    for road in (False, True):
        dark, light = (re.findall(r"(--ts-[\w-]+):", theme_tokens(t, road)) for t in THEMES)
        assert dark == light
    with pytest.raises(KeyError):
        theme_tokens("sepia")


class Grid(Position):
    """Two cars on a row of squares and one in a tray without sensors."""

    def __init__(self, to_act: ToAct) -> None:
        self._to_act = to_act
        row = [Space(f"{i}", f"{i}", "tile", None, i / 5, 0.0, 90.0, "square") for i in range(4)]
        places = {s.id: Place(s.id, "tile", None, (s.id,), 2) for s in row}
        places["out"] = Place("out", "tray", None, (), 9)
        self._board = Board("tiles", tuple(row), places, 0.2, (-0.2, -0.2, 1, 0.4))

    @property
    def game(self) -> str:
        return "grid_race"

    @property
    def to_act(self) -> ToAct:
        return self._to_act

    @property
    def seats(self) -> tuple[Seat, ...]:
        return (Seat(0, ("A",), 0), Seat(1, ("F",), 1))

    @property
    def board(self) -> Board:
        return self._board

    def legal(self) -> Sequence[Action]:
        return ()

    def apply(self, action: Action | str) -> Applied:
        raise NotImplementedError

    def occupancy(self) -> Mapping[str, tuple[str, ...]]:
        return {"2": ("A",), "out": ("F",)}

    def explain(self, frm: str, to: str) -> Explanation:
        return Explanation(True)

    def to_json(self) -> dict[str, object]:
        return {}


def test_a_board_of_squares_is_drawn_with_cars_and_its_trays_are_named() -> None:
    text = svg(Grid(frozenset((0, 1))))
    tree = parsed(text)
    squares = [r.attrib["d"] for r in tree.iter(f"{NS}path") if r.get("class") == "ts-square"]
    assert squares[0].count("M") == 4
    assert "h124" in squares[0]  # 0.86 of 200 less the rounding on both sides
    assert marbles(text) == [("A", (400.0, 0.0))]
    assert "<desc>Beside the board: out: F</desc>" in text
    assert "<title>Grid Race board, Red and Purple to move</title>" in text
    assert "rotate(90)" in text


@pytest.mark.parametrize("acting", [CHANCE, OVER])
def test_no_pool_is_lit_when_no_seat_acts(acting: ToAct) -> None:
    assert 'ts-on"' not in svg(Grid(acting))


def test_marbles_of_neighbouring_holes_do_not_touch() -> None:
    board = board_for("hex")
    one, other = hole_xy(board, "A1"), hole_xy(board, "A2")
    assert dist(one, other) > 2 * 0.41 * 93
