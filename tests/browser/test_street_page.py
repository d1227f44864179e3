"""The street on the table page: drawn alike by script and server, its sizes, the rolling ring."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import street_views
from msgspec.structs import replace
from waiting import until

from companion.model.view import HoleView

pytestmark = pytest.mark.needs_chromium

READ = """() => {
    const value = (text) => text.replace(/-?[0-9]*\\.?[0-9]+/g, (n) => ` ${Number(n).toFixed(1)}`)
        .replace(/\\s+/g, ' ').trim();
    const told = (part) => {
        if (part.getAttribute('visibility') === 'hidden') return '';
        const says = [...part.attributes]
            .filter(({ name }) => !['data-at', 'id'].includes(name))
            .map(({ name, value: is }) => name === 'class'
                ? `class ${is.trim().split(/\\s+/).sort().join(' ')}` : `${name} ${value(is)}`);
        const inner = [...part.children].map(told).join('');
        return `<${part.tagName} ${says.sort().join('; ')}>${inner || part.textContent}</>`;
    };
    const layers = ['.halos', '.rings', '.cars', '.over', '.arrow', '.mats', '.signs', '.margins'];
    return {
        ...Object.fromEntries(layers.map((layer) => [layer,
            [...document.querySelector(`#board ${layer}`).children].map(told).sort()])),
        holes: Object.fromEntries([...document.querySelectorAll('[data-hole]')].map((hole) =>
            [hole.dataset.hole, [hole.dataset.token ?? '', hole.dataset.role ?? '',
                hole.getAttribute('y'), hole.getAttribute('aria-label')]])),
        title: document.querySelector('#board title').textContent,
    };
}"""
PHONE, TABLET, DESKTOP = (360, 640), (768, 1024), (1440, 900)
SCENES = [
    pytest.param({"choose", "lifted", "over"}, id="some"),
    pytest.param(set(), id="all", marks=pytest.mark.slow),
]


def test_every_space_is_a_button_for_whoever_has_scripts(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url, DESKTOP).page
    told = page.eval_on_selector_all(
        "#board [data-hole]",
        "all => all.map(one => [one.getAttribute('role'), one.classList.contains('hole'),"
        " one.getAttribute('tabindex')].join(' '))",
    )
    assert set(told) == {"button true 0", "button true -1"}
    assert told.count("button true 0") == 1


@pytest.mark.parametrize("chosen", SCENES)
def test_script_and_server_draw_every_moment_alike(
    borrow: Callable[..., Any], open_page: Callable[..., Any], street: Any, chosen: set[str]
) -> None:
    page = open_page(street.url, DESKTOP)
    bare = borrow(DESKTOP, java_script_enabled=False)
    for name, scene in street_views.scenes().items():
        if chosen and name not in chosen:
            continue
        street.table.show(scene)
        bare.goto(street.url)
        served = bare.evaluate(READ)
        page.drawn(street.table.seq)
        # The script fetches other mats from the server.
        page.page.wait_for_function(
            f"mats => JSON.stringify(({READ})()['.mats']) === mats",
            arg=json.dumps(served[".mats"], separators=(",", ":"), ensure_ascii=False),
        )
        for part, shown in page.page.evaluate(READ).items():
            assert shown == served[part], (name, part)


@pytest.mark.parametrize(
    ("size", "box"),
    [
        (PHONE, (344, 320)),
        pytest.param(TABLET, (560, 695), marks=pytest.mark.slow),
        pytest.param(DESKTOP, (648, 804), marks=pytest.mark.slow),
    ],
)
def test_the_street_stands_still_in_the_design_s_size(
    open_page: Callable[..., Any], street: Any, size: tuple[int, int], box: tuple[int, int]
) -> None:
    page = open_page(street.url, size)
    first = page.box("#board")
    assert (first["width"], first["height"]) == pytest.approx(box, abs=1.5)
    for scene in street_views.scenes().values():
        street.table.show(scene)
        page.drawn(street.table.seq)
        assert page.box("#board") == first
        assert page.page.evaluate("document.documentElement.scrollWidth") == size[0]


@pytest.mark.parametrize(("size", "box"), [(PHONE, (352, 320)), (DESKTOP, (725, 711))])
def test_a_street_of_eight_columns_has_the_design_s_size_and_all_its_lights(
    stage: Any,
    open_page: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    box: tuple[int, int],
) -> None:
    monkeypatch.setattr(type(stage.table), "drawing", lambda _: street_views.board(4))
    moment = street_views.wide()
    stage.table.show(street_views.view(moment, lifted="e5"))
    page = open_page(stage.url, size)
    page.drawn(stage.table.seq)
    seen = page.box("#board")
    assert (seen["width"], seen["height"]) == pytest.approx(box, abs=1.5)
    assert page.page.evaluate("document.documentElement.scrollWidth") == size[0]
    lights = {hole: shown.role for hole, shown in street_views.holes(moment, "e5").items()}
    lit = [hole for hole, role in lights.items() if role in ("destination", "capture")]
    assert len(lit) == 4
    for hole in lit:
        light = page.box(f'[data-hole="{hole}"]')
        assert light["width"] >= 43.9
        assert seen["y"] <= light["y"]
        assert light["y"] + light["height"] <= seen["y"] + seen["height"] + 1
        assert 0 <= light["x"] <= size[0] - light["width"] + 1


def test_the_last_moves_stand_below_a_wide_street_where_there_is_room(
    stage: Any, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(stage.table), "drawing", lambda _: street_views.board(4))
    moves = tuple(street_views.line(n, "B", "street.did.ahead") for n in range(8, 0, -1))
    stage.table.show(street_views.view(street_views.wide(), moves=moves))
    page = open_page(stage.url, DESKTOP)
    street, panel = page.box("#board"), page.box(".moves-panel")
    assert (panel["x"], panel["width"]) == pytest.approx((street["x"], street["width"]), abs=1)
    assert panel["y"] >= street["y"] + street["height"] + 8
    assert panel["y"] + panel["height"] <= DESKTOP[1] - 24
    rows = [box for row in page.page.locator(".lines li").all() if (box := row.bounding_box())]
    shown = page.box(".moves-panel .lines")
    right, low = shown["x"] + shown["width"], shown["y"] + shown["height"]
    seen = [box for box in rows if box["x"] < right and box["y"] < low]
    assert len(seen) == 4, "two columns of two"
    assert all(box["y"] + box["height"] <= low for box in seen), "each is whole"
    page.page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.box(".moves-panel")["x"] > page.box("#board")["x"] + page.box("#board")["width"]


def test_the_ring_rolls_at_rest_only_and_squares_keep_their_rows_letters(
    open_page: Callable[..., Any], street: Any
) -> None:
    """Section 2: a new front rank moves no figure; letters, numbers and cars roll together."""
    page = open_page(street.url, DESKTOP)
    moment = street_views.position(origin=1)
    lifted = street_views.view(moment, lifted="d5")
    street.table.show(lifted)
    page.drawn(street.table.seq)
    rows = "[...document.querySelectorAll('.margins .ts-row')].map(row => row.textContent).join('')"
    assert page.page.evaluate(rows) == "bcdefgha", "a car is in a hand"
    before = page.box('[data-hole="c6"]')["y"]
    street.table.show(street_views.view(moment))
    page.drawn(street.table.seq)
    assert page.page.evaluate(rows) == "abcdefgh"
    pitch = page.box("#board")["width"] / 7.54
    assert page.box('[data-hole="c6"]')["y"] - before == pytest.approx(pitch, abs=0.5)
    paired = """() => [...document.querySelectorAll('[data-hole]')].every((hole) =>
        hole.dataset.hole[0] === 'abcdefgh'[(Number(hole.getAttribute('y')) + 400) / 100])"""
    assert page.page.evaluate(paired)


def test_taps_right_after_the_street_rolled_are_not_meant(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url, DESKTOP, clocked=True)
    page.stop_clock()
    street.table.show(street_views.view(street_views.position(origin=1)))
    page.drawn(street.table.seq)
    page.tap("d5")
    assert street.table.lifts == []
    page.later(301)
    page.tap("d5")
    lifts = until(lambda: street.table.lifts, lambda: page.prompt)
    assert [lift[:2] for lift in lifts] == [("lift", "d5")]


def test_a_phone_looks_at_a_light_that_lies_far_behind(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url, PHONE)
    far = street_views.position(at={**street_views.AT, "F": "7F2"}, turn="F")
    street.table.show(street_views.view(far, seat=5))
    page.drawn(street.table.seq)
    frame, car = page.box("#board"), page.box('[data-hole="a6"]')
    assert car["y"] + car["height"] <= frame["y"] + frame["height"] + 0.5
    street.table.show(street_views.scenes()["choose"])
    page.drawn(street.table.seq)
    assert page.box('[data-hole="b5"]')["y"] > frame["y"]


def test_keys_lead_over_the_street_and_from_car_to_car(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url, DESKTOP)
    page.page.focus('[data-hole="e5"]')
    asked = "document.activeElement.dataset.hole"
    ways = [("ArrowUp", "d5"), ("ArrowLeft", "d4"), ("ArrowLeft", "d3"), ("ArrowDown", "e3"),
            ("Home", "c5"), ("PageDown", "c6"), ("PageUp", "c5"), ("End", "e5")]  # fmt: skip
    for key, hole in ways:
        page.page.keyboard.press(key)
        assert page.page.evaluate(asked) == hole, key
    page.page.focus('[data-hole="b5"]')
    page.page.keyboard.press("ArrowUp")
    assert page.page.evaluate(asked) == "b5", "nothing wraps"


@pytest.mark.slow
def test_the_street_tells_a_light_s_chance_as_a_figure(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url)
    street.table.show(street_views.scenes()["lifted"])
    page.drawn(street.table.seq)
    figures = page.page.locator("#board .figure").all_text_contents()
    assert [text.replace("%", "") for text in figures] == ["58", "92"]
    holes = {**street_views.scenes()["lifted"].holes, "d5": HoleView("", "destination")}
    street.table.show(replace(street_views.scenes()["lifted"], holes=holes))
    page.drawn(street.table.seq)
    assert page.page.locator("#board .figure").count() == 1
