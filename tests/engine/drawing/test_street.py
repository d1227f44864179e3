"""A drawn street: the coordinates of the design, its grounds, signs, cars and margins."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from xml.etree import ElementTree

import pytest

from engine.drawing.street import (
    CIVILIAN,
    GROUNDS,
    SIGN_Y,
    STREET_BOTTOM,
    STREET_TOP,
    Car,
    Column,
    Street,
    row_y,
)
from engine.drawing.street_cars import (
    broken_paint,
    cars_paint,
    lay_by_paint,
    lay_by_spots,
    place,
)
from engine.drawing.street_look import STREET_TOKENS, street_rules, street_tokens
from engine.drawing.street_paint import (
    fade_paint,
    margins_paint,
    mats_paint,
    signs_paint,
    street_box,
    street_defs,
    wood_paint,
)

LANE = Column("lane")
PLAIN = Street((LANE,) * 6)


def street(*grounds: str, **more: object) -> Street:
    return Street(tuple(Column(ground) for ground in grounds), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["street", "street_cars"])
def test_the_examples_of_a_module_hold(name: str) -> None:
    result = doctest.testmod(import_module(f"engine.drawing.{name}"))
    assert result.attempted > 0
    assert result.failed == 0


def test_columns_and_rows_lie_as_the_design_says() -> None:
    """``Fd`` x = g/2 + d - 1/2, ``Od`` mirrored; rank r: y = r - 3.5; 3O2 = (-1.65, -0.5)."""
    for half in (3, 4):
        wide = Street((LANE,) * (2 * half))
        for d in range(1, half + 1):
            assert wide.x(half + d - 1) == pytest.approx(0.15 + d - 0.5)
            assert wide.x(half - d) == pytest.approx(-(0.15 + d - 0.5))
    assert (PLAIN.x(1), row_y(3)) == pytest.approx((-1.65, -0.5))
    assert (SIGN_Y, STREET_TOP, STREET_BOTTOM) == (-4.47, -4.04, 4.0)


@pytest.mark.parametrize(("half", "size"), [(3, (7.54, 9.36)), (4, (9.54, 9.36))])
def test_the_wood_is_as_large_as_the_design_says(half: int, size: tuple[float, float]) -> None:
    wide = Street((LANE,) * (2 * half))
    x, y, width, height = wide.view_box
    assert (width, height) == pytest.approx(size)
    assert (x, y, y + height) == pytest.approx((-size[0] / 2, -5.0, 4.36))
    assert street_box(wide).split()[2:] == [f"{100 * width:g}", "936"]


def test_a_pitch_has_the_pixels_of_the_design() -> None:
    """p = 45.6 on a phone, 74 at 768, 85.9 at 1440; eight columns at 1440: 725 wide, 711 high."""
    _, _, narrow, height = PLAIN.view_box
    _, _, wide, _ = Street((LANE,) * 8).view_box
    assert [round(width / narrow, 1) for width in (344, 560, 648)] == [45.6, 74.3, 85.9]
    assert [round(width / narrow * height) for width in (560, 648, 812)] == [695, 804, 1008]
    assert round(725 / wide * height) == 711


def test_squares_and_signs_have_their_sizes() -> None:
    defs = street_defs(PLAIN)
    assert '<rect id="sq" x="-43" y="-43" width="86" height="86" rx="14"/>' in defs
    assert '<rect id="sign" x="-43" y="-26" width="86" height="52"' in defs
    assert 'transform="translate(-265 -447)"' in signs_paint(PLAIN)


def test_a_column_of_each_ground_is_used_once_a_column() -> None:
    drawn = street("bare", "blocked", "lane", "lane", "lane", "walk")
    text = mats_paint(drawn)
    assert re.findall(r'href="#k-(\w+)" x="(-?\d+)"', text) == [
        ("bare", "-265"),
        ("blocked", "-165"),
        ("lane", "-65"),
        ("lane", "65"),
        ("lane", "165"),
        ("walk", "265"),
    ]
    defs = street_defs(drawn)
    assert "k-chop" not in defs, "only what is there is defined"
    lane = defs[defs.index('<g id="k-lane">') :]
    assert lane[: lane.index("</g>")].count("<use") == 8


def test_lines_lie_between_columns() -> None:
    text = mats_paint(street("chop", "lane", "lane", "lane", "lane", "walk"))
    assert re.findall(r'class="ts-(?!street)(\w+) [^>]* d="M(-?[\d.]+)', text) == [
        ("dots", "-215"),
        ("dash", "-115"),
        ("dash", "115"),
        ("curb", "217"),
        ("brass", "-6.3"),
    ]


def test_no_mans_land_is_bare_wood_without_a_sign_and_without_street() -> None:
    drawn = street("bare", "walk", "lane", "lane", "walk", "bare")
    assert signs_paint(drawn).count("#sign") == 4
    assert "H-201Q-215" in mats_paint(drawn), "the asphalt begins at the walk"
    assert "ts-sq" not in mats_paint(drawn)


def test_a_median_takes_the_place_of_the_centreline() -> None:
    bare, stone = mats_paint(PLAIN), mats_paint(Street(PLAIN.columns, median=True))
    assert ("ts-brass" in bare, "ts-median" in bare) == (True, False)
    assert ("ts-brass" in stone, "ts-median" in stone) == (False, True)


def test_the_finish_lies_before_the_road_ahead() -> None:
    text = mats_paint(Street(PLAIN.columns, finish=True))
    boxes = re.findall(
        r'class="ts-finish[^"]*" x="(-?[\d.]+)" y="(-?[\d.]+)" width="([\d.]+)"', text
    )
    assert boxes == [("-315", "-312.5", "315"), ("0", "-312.5", "315")]
    assert "ts-finish" not in mats_paint(PLAIN)


def test_signs_tell_the_way_of_travel_and_the_number() -> None:
    lanes = (Column("lane", 5), Column("lane", None), Column("lane", 4), Column("lane", 6))
    text = signs_paint(Street(lanes))
    assert re.findall(r">(\d\+)<", text) == ["5+", "4+", "6+"]
    assert text.count("rotate(180)") == 2, "oncoming lanes point down"


def test_a_flipped_street_has_its_oncoming_lanes_on_the_right() -> None:
    lanes = tuple(Column("lane", n) for n in (6, 5, 5, 4))
    drawn = signs_paint(Street(lanes, mirror=True))
    turned = [sign for sign in drawn.split("<g ")[1:] if "rotate(180)" in sign]
    assert [re.findall(r">(\d)\+<", sign) for sign in turned] == [["5"], ["4"]]


def test_a_space_is_named_by_the_wood() -> None:
    """The page, the table and the sensors call it alike, whatever rank it is."""
    drawn = Street(PLAIN.columns, tuple("234567"), "bcdefgha")
    assert [drawn.hole(row, 0) for row in range(8)] == [f"{letter}2" for letter in "bcdefgha"]


def test_cars_stand_on_their_spaces_and_a_pushed_one_lies_on_top() -> None:
    """Both 84 %, the mover at (-.25, -.19), the pushed one at (.24, .21), tilted by 16°."""
    by, out = Car("A", 4, 4, pushed="by"), Car("B", 4, 4, pushed="out")
    assert place(PLAIN, Car("A", 3, 1)) == "translate(-165 -50)"
    assert place(PLAIN, by) == "translate(140 31)scale(0.84)"
    assert place(PLAIN, out) == "translate(189 71)rotate(16)scale(0.84)"
    text = cars_paint(Street(PLAIN.columns, cars=(out, by)))
    assert text.index("ts-seat-A") < text.index("ts-seat-B")


def test_damage_and_direction_are_shapes() -> None:
    cars = (
        Car("A", 1, 0),
        Car("B", 1, 1, hurt=True),
        Car(CIVILIAN, 1, 2),
        Car(CIVILIAN, 1, 3, True),
    )
    drawn = Street(PLAIN.columns, cars=cars)
    assert re.findall(r'href="#(car|hurt|civ-\w+)"', cars_paint(drawn)) == [
        "car",
        "hurt",
        "civ-up",
        "civ-down",
    ]
    assert 'x="-198" y="-283"' in broken_paint(drawn), "the wrench is at the upper left"
    assert broken_paint(drawn).count("<use") == 1
    defs = street_defs(drawn)
    assert 'id="y-A"' in defs
    assert "y-civ" not in defs


def test_the_lay_by_is_small_with_the_true_rank_and_takes_the_letter_s_place() -> None:
    drawn = Street(PLAIN.columns, letters="efghabcd", lay_by=(Car("A", 9), Car("B", 8)))
    assert [(car.token, x, y) for car, x, y in lay_by_spots(drawn)] == [
        ("B", 346.0, 250.0),
        ("A", 346.0, 350.0),
    ]
    text = lay_by_paint(drawn)
    assert text.count("scale(0.62)") == 2
    assert re.findall(r">(\d)</text>", text) == ["8", "9"]
    letters = re.findall(r">([a-h])</text>", margins_paint(drawn))
    assert letters == list("efghab"), "c and d are under the two cars"


def test_many_cars_in_the_lay_by_stay_on_the_wood() -> None:
    drawn = Street(PLAIN.columns, lay_by=tuple(Car("A", 9) for _ in range(14)))
    assert all(-400 <= y <= 360 for _, _, y in lay_by_spots(drawn))


def test_ranks_end_with_the_last_racer_and_the_street_fades_behind() -> None:
    text = margins_paint(Street(PLAIN.columns, last=5))
    assert re.findall(r">(\d)</text>", text) == ["1", "2", "3", "4", "5"]
    assert 'class="ts-fade ts-l" x="-315" y="200"' in fade_paint(Street(PLAIN.columns, last=5))
    assert text.count("ts-far") == 2, "the letters of two rows are faint"
    assert "ts-plate" in text
    assert "ts-caret" in text
    whole = fade_paint(Street(PLAIN.columns, last=7))
    assert whole.count('height="0"') == 2, "no shade where the last row has the last racer"


def test_the_letters_are_those_of_the_ring() -> None:
    text = margins_paint(Street(PLAIN.columns, letters="bcdefgha"))
    found = re.findall(r'class="ts-row.*?y="(-?[\d.]+)">([a-h])<', text)
    assert "".join(letter for _, letter in found) == "bcdefgha"
    assert [float(y) for y, _ in found] == [100 * row_y(row) + 9 for row in range(8)]


@pytest.mark.parametrize("ground", GROUNDS)
def test_every_piece_is_sound_and_carries_classes_only(ground: str) -> None:
    drawn = street(ground, "lane", "lane", "lane", "lane", ground, finish=True, median=True)
    pieces = [street_defs(drawn), wood_paint(drawn), mats_paint(drawn), margins_paint(drawn)]
    text = f'<svg viewBox="{street_box(drawn)}">{"".join(pieces)}{signs_paint(drawn)}</svg>'
    ElementTree.fromstring(text)
    assert "style" not in text
    assert not re.search(r'(?:fill|stroke)="#', text)


def test_the_rules_know_every_class_that_paints() -> None:
    rules = street_rules()
    for name in ("street", "cell", "walk", "chop", "curb", "dots", "median", "stud", "plate"):
        assert f".ts-{name}" in rules
    for theme in STREET_TOKENS:
        assert street_tokens(theme).count(":") == len(STREET_TOKENS[theme])
