"""A street with its lights: weight, figures, badges, what lies on what, colours apart."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from street_scenes import SCENES

from companion.lights.colours import VIEWS, contrast, distance
from companion.lights.roles import Role
from companion.model.view import HoleView
from companion_web.drawing.paint_sheet import street_sheet
from companion_web.drawing.street import POOL, home_arrow, street_svg
from engine.drawing.look import SEATS
from engine.drawing.street import CIVILIAN, Car, Column, Street
from engine.drawing.street_look import CIVILIAN_BODY, CIVILIAN_RIM, STREET_TOKENS
from engine.drawing.street_paint import mats_paint, signs_paint

LANES = (Column("lane"),) * 6
CSS = Path(__file__).resolve().parents[2] / "companion_web" / "static" / "css"


def drawn(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(SCENES[name].svg())


def lit(svg: ElementTree.Element) -> list[tuple[str, str]]:
    """Place and role of every ring, in the order of painting."""
    found = []
    for group in svg.iter("g"):
        rings = [u for u in group.findall("use") if (u.get("href") or "").startswith("#r-")]
        found += [(str(group.get("transform")), str(ring.get("href"))[3:]) for ring in rings]
    return found


@pytest.mark.parametrize("name", SCENES)
def test_a_street_is_light_enough_with_all_its_spaces_as_buttons(name: str) -> None:
    """Section 7: 24 kB at most; new mats 4 kB."""
    scene = SCENES[name]
    assert len(scene.svg().encode()) <= 24_000
    new_mats = mats_paint(scene.street) + signs_paint(scene.street)
    assert len(new_mats.encode()) <= 4_000


@pytest.mark.parametrize("name", SCENES)
def test_whatever_is_used_is_defined_once_and_nothing_is_styled_inline(name: str) -> None:
    text = SCENES[name].svg()
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text))
    assert {a or b for a, b in used} <= set(ids)
    assert "style=" not in text
    assert "<style" not in text


def test_a_car_is_two_uses() -> None:
    text = SCENES["lifted"].svg(labelled=False)
    groups = re.findall(r'<g class="ts-car[^>]*>.*?</g>', text)
    assert len(groups) == 8
    assert max(len(group) for group in groups) < 150


def test_lights_stand_on_their_spaces() -> None:
    """3O2 lies at (-1.65, -0.5) of section 2; here it is rank 3, column O1 and its neighbours."""
    assert lit(drawn("lifted")) == [
        ("translate(65 -150)", "destination"),
        ("translate(-65 -50)", "capture"),
        ("translate(165 -50)", "capture"),
        ("translate(65 -50)", "origin"),
        ("translate(65 50)", "destination"),
    ]


def test_a_figure_stands_for_the_dot_and_a_plate_under_who_is_pushed() -> None:
    text = SCENES["lifted"].svg()
    figures = re.findall(r'<text class="figure [^>]*>(\d+)<tspan[^>]*>%</tspan></text>', text)
    assert figures == ["72", "92"]
    assert text.count('href="#k-destination"') == 1, "the dot of the place without a test"
    assert text.count('href="#plate"') == 1, "a sure push has no plate"
    assert text.count('href="#rival"') == 1
    assert 'class="rival ts-seat-E"' in text


def test_a_step_tells_of_a_curb_and_a_badge_stays_with_a_car_during_the_test() -> None:
    text = SCENES["wide"].svg()
    assert text.count('href="#step"') == 1
    street = Street(LANES, cars=(Car("A", 2, 3),))
    light = HoleView("A", "destination", figure="72", badge="E")
    during = street_svg(street, {(2, 3): light}, "")
    assert 'class="rival ts-seat-E"' in during
    assert "figure" not in during, "the car covers the figure"


def test_a_token_of_the_game_has_the_look_of_its_seat() -> None:
    """With two cars each a seat's cars are ``A1`` and ``A2``; Civilians are ``c1`` to ``c8``."""
    street = Street(LANES, cars=(Car("A", 1, 1), Car(CIVILIAN, 1, 2)))
    lights = {
        (2, 1): HoleView("", "destination", figure="50", badge="A2"),
        (3, 1): HoleView("A2", "extra"),
        (3, 2): HoleView("c3", "extra"),
    }
    text = street_svg(street, lights, "", turns={(1, 1): "A2"})
    assert 'href="#y-A"' in text
    assert "A2" not in text
    assert "light role-extra seat-A" in text
    assert "light role-extra seat-civ" in text
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text))
    assert {a or b for a, b in used} <= set(re.findall(r' id="([^"]+)"', text))


def test_a_failed_test_shows_no_red_and_an_arrow_beside_both_rings() -> None:
    text = SCENES["failed"].svg()
    assert "role-wrong" not in text
    assert 'href="#b-extra"' in text
    roles = [role for _, role in lit(drawn("failed"))]
    assert roles[:2] == ["extra", "return"]
    path = home_arrow(SCENES["failed"].street, (2, 3), (3, 3))
    xs = [float(x) for x in re.findall(r"[MLQ ](-?[\d.]+) -?[\d.]+", path)]
    assert min(xs) >= 65 + 50, "right of both rings, where no car stands"


def test_the_arrow_bends_to_the_emptier_side() -> None:
    full = Street(LANES, cars=(Car("A", 2, 4), Car("B", 3, 4)))
    path = home_arrow(full, (2, 3), (3, 3))
    start = float(path[1:].split()[0])
    assert start < 65, "cars stand on its right"
    for start_spot, end_spot in (((3, 2), (3, 3)), ((3, 3), (3, 2)), ((3, 3), (2, 3))):
        assert home_arrow(full, start_spot, end_spot).count("M") == 2


def test_the_ring_of_a_pushed_car_is_on_top_and_goes_round_it() -> None:
    rings = lit(drawn("failed"))
    assert rings[-1] == ("translate(189 71)scale(0.9)", "movable")


def test_the_turn_pool_lies_under_the_mover_s_car() -> None:
    text = SCENES["turn"].svg()
    assert POOL == 175
    assert 'cx="-265" cy="50" r="175" fill="url(#halo-seat-D)"' in text
    assert text.count("ts-on") == 1


def test_a_car_in_the_lay_by_is_lit_where_it_stands() -> None:
    street = Street(LANES, lay_by=(Car("A", 9), Car("B", 9)))
    text = street_svg(street, {(9, 0): HoleView("A", "movable")}, "")
    assert 'class="ts-beside" transform="translate(346 235)scale(0.62)"' in text


def test_every_space_stands_once_with_its_name() -> None:
    """The page's script makes it a button: without one it could do nothing."""
    holes = [u for u in drawn("wide").iter("rect") if u.get("data-hole")]
    assert len(holes) == 64
    names = [hole.get("data-hole") for hole in holes]
    assert names[:2] == ["b1", "c1"]
    assert len(set(names)) == 64
    assert [hole.get("tabindex") for hole in holes].count("0") == 1
    assert all(hole.get("aria-label") for hole in holes)


def test_the_street_has_what_the_page_s_script_needs_besides() -> None:
    """The focus mark, a layer for cars in flight, and what stands on each space."""
    svg = drawn("lifted")
    marks = [g for g in svg.iter("g") if g.get("class") == "focus-mark"]
    assert [mark.get("visibility") for mark in marks] == ["hidden"]
    assert [c.get("r") for c in marks[0]] == ["66", "66"]
    assert [g for g in svg.iter("g") if g.get("class") == "flyers"]
    told = {
        hole.get("data-hole"): (hole.get("data-token"), hole.get("data-role"))
        for hole in svg.iter("rect")
        if hole.get("data-hole")
    }
    assert told["d5"] == (None, "destination")
    assert told["e6"] == ("C", "capture")
    assert told["c5"] == ("B", None)
    assert told["a2"] == (None, None)


def test_a_name_cannot_break_out_of_the_picture() -> None:
    evil = '<a onload="x">'
    text = street_svg(Street(LANES, ("x",) * 6), {}, evil, label=lambda row, n: evil)
    assert "<a " not in text
    ElementTree.fromstring(text)


def test_a_civilian_is_far_from_every_seat_for_all_eyes() -> None:
    """Section 2: at least 17.0."""
    nearest = min(
        distance(CIVILIAN_BODY, seat.colour, view) for seat in SEATS.values() for view in VIEWS
    )
    assert nearest >= 17.0


def test_rims_are_seen_on_every_ground() -> None:
    dark, light = STREET_TOKENS["dark"], STREET_TOKENS["light"]
    rims = [CIVILIAN_RIM, *(seat.rim for seat in SEATS.values())]
    assert min(contrast(rim, dark["cell"]) for rim in rims) >= 3.6
    assert min(contrast(rim, light["cell"]) for rim in rims) >= 3.6
    assert contrast("#3a2412", light["walk"]) >= 8.1, "the outline on light walks"


def test_margins_can_be_read() -> None:
    for theme, wood in (("dark", "#6a4529"), ("light", "#b98a50")):
        tokens = STREET_TOKENS[theme]
        assert contrast(tokens["rank"], wood) >= 3.8
        assert contrast(tokens["plate-ink"], tokens["plate"]) >= 4.5
        assert contrast("#f0e6d6", tokens["sign"]) >= 7


def test_grounds_differ_without_colour() -> None:
    """Grey-scale tells all grounds apart: each has its own marks."""
    marks = {}
    for ground in ("lane", "walk", "chop", "blocked", "bare"):
        columns = (Column(ground), *LANES[1:5], Column(ground))
        text = mats_paint(Street(columns)) + signs_paint(Street(columns))
        marks[ground] = frozenset(
            re.findall(r'class="ts-(dash|curb|dots)|href="#(k-\w+|tool)', text)
        )
    for one, other in pairwise(sorted(marks)):
        assert marks[one] != marks[other]
    assert len(set(marks.values())) == 5


def test_a_civilian_light_is_its_rim_at_two_fifths() -> None:
    rule = re.search(
        r"\.seat-civ, #halo-seat-civ \{ --c: (#\w+);", (CSS / "street.css").read_text()
    )
    assert rule is not None
    assert contrast(rule[1], "#120a05") >= 3.0
    assert min(distance(rule[1], seat.colour) for seat in SEATS.values()) > 15


def test_a_light_about_a_civilian_has_its_own_glow() -> None:
    light = HoleView("", "missing", colour=CIVILIAN)
    text = street_svg(Street(LANES), {(2, 2): light}, "")
    assert 'id="halo-seat-civ"' in text
    assert "light role-missing seat-civ" in text


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.TURN])
def test_every_role_can_stand_on_an_empty_space_and_round_a_car(role: Role) -> None:
    cars = (Car("A", 1, 1),)
    for shown in (HoleView("A", role.value), HoleView("", role.value, colour="A")):
        text = street_svg(Street(LANES, cars=cars), {(1, 1): shown}, "")
        assert f"role-{role.value}" in text
        used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text))
        ids = set(re.findall(r' id="([^"]+)"', text))
        assert {a or b for a, b in used} <= ids


def test_the_sheet_is_what_the_engine_says() -> None:
    assert (CSS / "street_paint.css").read_text("utf-8") == street_sheet()
    assert set(STREET_TOKENS["dark"]) == set(STREET_TOKENS["light"])
    used = set(re.findall(r"var\(--ts-([\w-]+)", street_sheet()))
    assert set(STREET_TOKENS["dark"]) <= used
