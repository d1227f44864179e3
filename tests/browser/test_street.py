"""A drawn street in a real browser, by the page's own style sheets: its sizes on every screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from street_scenes import SCENES

pytestmark = pytest.mark.needs_chromium

SHEETS = ("tokens", "base", "board", "paint", "street_paint", "street")
SHOW = """async ([sheets, svg, rolled]) => {
    await Promise.all(sheets.map((sheet) => new Promise((done) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = `/static/css/${sheet}.css`;
        link.onload = done;
        document.head.append(link);
    })));
    const box = document.createElement('div');
    box.className = 'street-box';
    box.innerHTML = svg;
    if (rolled) box.dataset.rolled = rolled;
    document.body.className = '';
    document.body.replaceChildren(box);
}"""
READ = """() => {
    const box = (of) => {
        const { x, y, width, height } = of.getBoundingClientRect();
        return { x, y, width, height };
    };
    return {
        box: box(document.querySelector('.street-box')),
        svg: box(document.querySelector('.street-box svg')),
        scrolls: document.documentElement.scrollWidth,
        holes: Object.fromEntries([...document.querySelectorAll('[data-hole]')]
            .map((hole) => [hole.dataset.hole, box(hole)])),
        lit: [...document.querySelectorAll('.light')].map(box),
    };
}"""
PHONE, TABLET, DESKTOP = (360, 640), (768, 1024), (1440, 900)

Show = Callable[..., Any]


@pytest.fixture
def show(borrow: Callable[..., Any], stage: Any) -> Show:
    """Shows a scene: ``show(name, size, theme="dark", rolled="")``; the page, and what is where."""

    def begin(
        name: str, size: tuple[int, int], theme: str = "dark", rolled: str = ""
    ) -> tuple[Any, Any]:
        page = borrow(size, theme)
        page.goto(f"{stage.url}lights")
        page.evaluate(SHOW, [list(SHEETS), SCENES[name].svg(), rolled])
        return page, page.evaluate(READ)

    return begin


@pytest.mark.parametrize(
    ("name", "size", "box", "pitch"),
    [
        ("lifted", PHONE, (344, 320), 45.6),
        ("failed", TABLET, (560, 695), 74.3),
        ("turn", DESKTOP, (648, 804), 85.9),
        ("wide", DESKTOP, (725, 711), 76.0),
        ("wide", PHONE, (352, 320), 44.0),
    ],
)
def test_the_street_has_the_size_of_the_design_on_every_screen(
    show: Show, name: str, size: tuple[int, int], box: tuple[int, int], pitch: float
) -> None:
    _, seen = show(name, size)
    assert (seen["box"]["width"], seen["box"]["height"]) == box
    assert seen["scrolls"] == size[0], "nothing scrolls sideways"
    street = SCENES[name].street
    first, below = (seen["holes"][street.hole(row, street.half)] for row in (1, 2))
    assert below["y"] - first["y"] == pytest.approx(pitch, abs=0.05)
    assert first["width"] == pytest.approx(pitch, abs=0.05)
    assert first["width"] >= 44


@pytest.mark.parametrize("name", ["lifted", "failed", "turn"])
def test_a_phone_shows_signs_and_rows_nought_to_five_and_all_lights(show: Show, name: str) -> None:
    _, seen = show(name, PHONE)
    top, height = seen["box"]["y"], seen["box"]["height"]
    rows = SCENES[name].street.letters
    for hole, box in seen["holes"].items():
        inside = top <= box["y"] and box["y"] + box["height"] <= top + height
        assert inside is (rows.index(hole[0]) <= 5), hole
    for light in seen["lit"]:
        assert top <= light["y"], "no light is cut off"
        assert light["y"] + light["height"] <= top + height + 1


def test_a_television_shows_the_street_as_large_as_it_can(show: Show) -> None:
    page, _ = show("turn", (1920, 1080))
    page.evaluate("document.body.classList.add('tv')")
    seen = page.evaluate(READ)
    assert (seen["box"]["width"], seen["box"]["height"]) == (812, 1008)
    assert seen["holes"]["c5"]["width"] == pytest.approx(107.7, abs=0.05)


def test_a_rolled_street_moves_its_rows_and_neither_signs_nor_frame(show: Show) -> None:
    page, still = show("failed", PHONE)
    before = page.locator(".signs").bounding_box()
    page.evaluate("document.querySelector('.street-box').dataset.rolled = '2'")
    rolled = page.evaluate(READ)
    pitch = still["box"]["width"] / 7.54
    moved = still["holes"]["d7"]["y"] - rolled["holes"]["d7"]["y"]
    assert moved == pytest.approx(2 * pitch, abs=0.1)
    assert rolled["box"] == still["box"]
    assert page.locator(".signs").bounding_box() == before


def test_eight_columns_close_up_on_a_phone(show: Show) -> None:
    """Section 2: no strip or margins; ranks in the left column's corners, figures without %."""
    page, seen = show("wide", PHONE)
    row = [seen["holes"][f"e{name}"] for name in SCENES["wide"].street.names]
    left = seen["box"]["x"]
    for n, hole in enumerate(row):
        assert hole["x"] == pytest.approx(left + 44 * n, abs=0.2)
    ranks = page.locator(".ts-rank")
    for n in range(ranks.count()):
        box = ranks.nth(n).bounding_box()
        assert left <= box["x"]
        assert box["x"] + box["width"] <= left + 22
    assert page.locator(".figure tspan").first.is_visible() is False
    assert page.locator(".ts-row").first.is_visible() is False


def test_both_themes_paint_the_street_and_keep_its_lights(show: Show) -> None:
    asked = """() => ['.ts-street', '.well', '.ts-plate'].map((one) =>
        getComputedStyle(document.querySelector(one)).fill)"""
    found = {}
    for theme in ("dark", "light"):
        page, _ = show("lifted", DESKTOP, theme)
        found[theme] = page.evaluate(asked)
    assert found["dark"][0] == "rgb(35, 27, 22)"
    assert found["light"][0] == "rgb(107, 90, 74)"
    assert found["dark"][1] == found["light"][1] == "rgb(18, 10, 5)"
    assert found["dark"][2] != found["light"][2]


def test_a_tap_means_the_space_and_not_what_lies_on_it(show: Show) -> None:
    page, seen = show("lifted", DESKTOP)
    for name in ("d5", "e6", "e4", "b2", "a7"):
        box = seen["holes"][name]
        at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        hit = page.evaluate("([x, y]) => document.elementFromPoint(x, y).dataset.hole", at)
        assert hit == name
