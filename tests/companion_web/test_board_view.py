"""The live board as the server draws it: elements, labels, shapes, sheets."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from drawn_shapes import shapes_of

from companion.games.packs import hole_name
from companion.model.message import Message
from companion.model.view import (
    Arrow,
    ColourView,
    GameView,
    HoleView,
    InHand,
    PlayerView,
    Prompt,
    View,
)
from companion.words import render
from companion_web.drawing.board import (
    arrow_path,
    board_svg,
    hole_label,
    names_of,
    side_number,
)
from companion_web.drawing.light_marks import BADGED, ROLES, light_defs, mark_path
from companion_web.drawing.paint_sheet import paint_sheet
from companion_web.words.table_words import with_page_words
from engine.board import Board
from engine.boards.marble import board_for

STATIC = Path(str(files("companion_web"))) / "static"
HEX, SQUARE = board_for("hex"), board_for("square")
tell = with_page_words(render, "en")
NAMES = names_of(HEX, tell)


def a_view(**changed: object) -> View:
    players = tuple(
        PlayerView(i, "", (ColourView(colour, 0, 4),), i, to_act=i == 0)
        for i, colour in enumerate("AD")
    )
    fields: dict[str, object] = {
        "seq": 1,
        "seat": None,
        "game": GameView("1", 1, "fast_track", "classic", "hex", "physical", 0.0, {}),
        "position": {},
        "legal": (),
        "prompt": Prompt(Message("prompt.card", {"p": "@colour.A"}), colour="A", seat=0),
        "players": players,
        **changed,
    }
    return View(**fields)  # type: ignore[arg-type]


def element(svg: str, hole: str) -> str:
    found = re.search(rf'<g class="hole" data-hole="{hole}".*?</g>', svg)
    assert found is not None, hole
    return found[0]


@pytest.mark.parametrize(("board", "count"), [(HEX, 133), (SQUARE, 89)])
def test_every_hole_is_an_element_with_its_data_and_a_label(board: Board, count: int) -> None:
    svg = board_svg(a_view(), board, tell)
    holes = re.findall(
        r'data-hole="([^"]+)" data-token="" data-role="" role="button" '
        r'tabindex="-?\d" aria-label="([^"]+)"',
        svg,
    )
    assert [hole for hole, _ in holes] == list(board.holes)
    assert len(holes) == count
    assert all(label.endswith(".") for _, label in holes)


def test_the_board_is_one_tab_stop() -> None:
    assert board_svg(a_view(), HEX, tell).count('tabindex="0"') == 1


def test_a_place_is_written_only_where_it_differs_from_the_hole() -> None:
    holes = {"Ap1": HoleView("A", place="Ap"), "A9": HoleView("A")}
    svg = board_svg(a_view(holes=holes), HEX, tell)
    assert 'data-place="Ap"' in element(svg, "Ap1")
    assert "data-place" not in element(svg, "A9")


@pytest.mark.parametrize(
    ("hole", "shown", "mover", "label"),
    [
        ("B2", HoleView("F", "capture"), "A", "Orange 2, Purple marble, Red takes it here."),
        ("A9", HoleView("A", "movable"), "A", "Red 9, pen exit, Red marble, may move."),
        ("D0", HoleView("", "destination"), "A", "Green corner, empty, put it here."),
        ("A7", HoleView(), "A", "Red 7, home turn, empty."),
        ("B2", HoleView("F"), "A", "Orange 2, Purple marble."),
        ("B2", HoleView(), "A", "Orange 2."),
        ("Ah3", HoleView("A"), "A", "Red home 3, Red marble."),
        ("Ap2", HoleView(), "A", "Red pen."),
    ],
)
def test_a_hole_is_read_as_name_special_marble_light(
    hole: str, shown: HoleView, mover: str, label: str
) -> None:
    assert hole_label(hole, shown, NAMES, tell, mover) == label


def test_every_role_has_words_for_its_light() -> None:
    for role in set(ROLES) - {"turn"}:
        label = hole_label("B3", HoleView("A", role, "A"), NAMES, tell, "A")
        assert "page." not in label
        assert "{" not in label
        assert label.count(",") == 2, role


def test_a_turn_light_shows_no_ring_but_the_pool_of_its_side() -> None:
    holes = {f"Ah{i}": HoleView(role="turn", colour="A") for i in range(1, 5)}
    svg = board_svg(a_view(holes=holes), HEX, tell)
    assert "<use" not in element(svg, "Ah1")
    assert 'class="ts-pool ts-on" data-pool="A"' in svg
    assert 'class="ts-pool" data-pool="D"' in svg


def test_an_empty_lit_hole_shows_its_mark_and_a_covered_one_a_badge() -> None:
    holes = {"B2": HoleView("", "wrong"), "B3": HoleView("A", "wrong")}
    svg = board_svg(a_view(holes=holes), HEX, tell)
    assert "#k-wrong" in element(svg, "B2")
    assert "#k-wrong" not in element(svg, "B3")
    assert 'data-badge="B3"' in svg
    assert 'data-badge="B2"' not in svg


def test_roles_that_have_no_inner_mark_point_at_nothing() -> None:
    holes = {"B2": HoleView("", "origin"), "B3": HoleView("", "capture")}
    svg = board_svg(a_view(holes=holes), HEX, tell)
    used = set(re.findall(r'href="#([rkb]-[a-z]+)"', svg))
    defined = set(re.findall(r'id="([rkb]-[a-z]+)"', svg))
    assert used <= defined


def test_the_shapes_of_all_lights_differ() -> None:
    drawn = shapes_of(light_defs(HEX)).items()
    rings = {name[2:]: shape for name, shape in drawn if name.startswith("r-")}
    shapes = {role: (rings[role], mark_path(role, 93)) for role in rings}
    # Movable and extra share the ring: a badge tells the second one, checked below.
    assert "extra" in BADGED
    assert "movable" not in BADGED
    assert len(set(shapes.values())) == len(shapes) - (rings["movable"] == rings["extra"])
    assert set(rings) == set(ROLES) - {"turn"}


def test_nothing_is_styled_or_scripted_inside_the_markup() -> None:
    holes = {"B2": HoleView("A", "winner", "A"), "B3": HoleView("A", "capture")}
    svg = board_svg(a_view(holes=holes, arrow=Arrow("B2", "A9")), HEX, tell)
    assert not re.search(r"\sstyle=|<style|<script|\son\w+=", svg)


def test_what_people_type_stays_text() -> None:
    holes = {"B2": HoleView('"><script>', "movable")}
    assert "<script" not in board_svg(a_view(holes=holes), HEX, tell)


def test_every_symbol_of_the_paint_can_be_turned_upright() -> None:
    svg = board_svg(a_view(), HEX, tell)
    paint = svg.split('class="ts-static"')[1].split('class="halos"')[0]
    assert paint.count('class="ts-glyph upright"') == 2
    assert paint.count('class="ts-symbol upright"') == 2
    assert not re.search(r'class="ts-(glyph|symbol)"', paint)


def test_a_seat_sees_its_own_side_marked_for_turning() -> None:
    assert ' turn-3"' in board_svg(a_view(seat=1), HEX, tell)
    assert ' turn-0"' in board_svg(a_view(), HEX, tell)
    assert side_number(SQUARE, "C") == 2


def test_unused_seats_lose_their_paint() -> None:
    svg = board_svg(a_view(), HEX, tell)
    assert 'data-side="A"' in svg
    assert 'data-side="B"' not in svg


def test_the_title_says_whose_turn_it_is() -> None:
    assert "<title>Fast Track board, Red to move</title>" in board_svg(a_view(), HEX, tell)


def test_the_marble_in_hand_names_the_taker() -> None:
    taken = {"B2": HoleView("F", "capture")}
    view = a_view(holes=taken, in_hand=(InHand("A", "A9"), InHand("D", "D9")))
    assert "Red takes it here" in element(board_svg(view, HEX, tell), "B2")


def test_an_arrow_leads_from_rim_to_rim_and_is_straight_between_neighbours() -> None:
    near = arrow_path(HEX, Arrow("A10", "A11"))
    start, middle, end = (
        tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", near)[:3]
    )
    cross = (middle[0] - start[0]) * (end[1] - start[1])
    cross -= (middle[1] - start[1]) * (end[0] - start[0])
    assert abs(cross) < 20
    assert arrow_path(HEX, Arrow("A10", "A10")) == ""
    assert arrow_path(HEX, Arrow("B2", "A9")).count("M") == 2


def test_a_hole_of_an_unknown_kind_is_named_by_its_id() -> None:
    space = HEX.space("X")
    other = type(space)("T7", "T7", "tile", None, 0.0, 0.0)
    assert render(hole_name(other)) == "T7"
    assert render(hole_name(space)) == "bull's eye"


def test_the_painted_boards_sheet_is_what_the_engine_says() -> None:
    assert (STATIC / "css" / "paint.css").read_text(encoding="utf-8") == paint_sheet()
