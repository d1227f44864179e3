"""What stands beside the street fits: long names, eight cards, German words, a shared screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import street_views
from msgspec.structs import replace
from two_forms import first
from waiting import until

from companion.model.choices import Window
from companion.model.message import Message
from companion.model.view import Owed

pytestmark = pytest.mark.needs_chromium

PHONE, TABLET, DESKTOP = (360, 640), (768, 1024), (1440, 900)
LOCALES = ["de-DE", pytest.param("en-GB", marks=pytest.mark.slow)]
BOTH = [PHONE, pytest.param(DESKTOP, marks=pytest.mark.slow)]
"""German words are the longer ones: where they fit, English ones are tried with the long tests."""
LONG = ("Wilhelmine-Annabel", "Maximilian-Konrads", "Bartholomäus Ludwg",
        "Friederike-Sophiaa", "Christoph-Emanuels", "Theodora-Kassandra")  # fmt: skip
SUMS = """() => [...document.querySelectorAll('.throw')].map((row) => {
    const box = (part) => row.querySelector(part).getBoundingClientRect();
    const [name, sum] = [box('.name'), box('.sum')];
    return sum.width > 0 && sum.right <= innerWidth && name.right <= sum.left;
})"""
NAMES = """() => [...document.querySelectorAll('.sheets .name')].map((name) => {
    const box = name.getBoundingClientRect(), row = name.closest('li').getBoundingClientRect();
    const number = name.closest('li').querySelector('.n').getBoundingClientRect();
    const line = parseFloat(getComputedStyle(name).fontSize);
    return box.height < 1.5 * line && box.right <= row.right
        && (box.right <= number.left || box.bottom <= number.top + 1);
})"""
CUT_NAMES = """() => [...document.querySelectorAll('.sheets .name')]
    .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.innerText)"""
CUT = """() => [...document.querySelectorAll('#foot button')].filter((key) => key.offsetWidth
    && (key.scrollWidth > key.clientWidth || key.scrollHeight > key.clientHeight + 1
        || key.getBoundingClientRect().bottom > innerHeight)).map((key) => key.innerText)"""
RUNS_OUT = """() => [...document.querySelectorAll(
    '.card-key b, .card-key small, .boxed .stat, .sheets .name, .columns span, .deed, .tile')]
    .filter((part) => {
        const [box, around] = [part, part.parentElement].map((one) => one.getBoundingClientRect());
        return box.width && (part.scrollWidth > part.clientWidth || box.right > around.right + 1);
    })
    .map((part) => part.innerText)"""
LINES = """() => [...document.querySelectorAll('.deeds > .deed')].map((key) => {
    const words = document.createRange();
    words.selectNodeContents(key.lastChild);
    return new Set([...words.getClientRects()].map((box) => Math.round(box.top))).size;
})"""
SMALL = """() => [...document.querySelectorAll('.stat, .stat *, .columns span, .deed, .sheets *')]
    .filter((part) => part.offsetWidth && part.innerText
        && parseFloat(getComputedStyle(part).fontSize) < 14)
    .map((part) => part.innerText)"""
SIT = """async seat => (await fetch('/api/seats', {method: 'POST', body: JSON.stringify({seat}),
    headers: {'Content-Type': 'application/json',
        'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content}})).status"""
KEYS = """() => [...document.querySelectorAll('#foot :is(.deed, .more)')].map((key) => {
    const { x, y, width, height } = key.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""


def named(scene: Any) -> Any:
    """The same with long names."""
    players = zip(scene.players, LONG, strict=True)
    return replace(scene, players=tuple(replace(one, name=name) for one, name in players))


@pytest.mark.slow
def test_long_names_end_in_dots_and_every_sum_stands(
    open_page: Callable[..., Any], street: Any
) -> None:
    street.table.show(named(street_views.scenes()["failed"]))
    phone, desktop = open_page(street.url, PHONE), open_page(street.url, DESKTOP)
    for page in (phone, desktop):
        page.page.wait_for_selector(".throw")
        assert page.page.evaluate(SUMS) == [True, True]
    assert desktop.page.evaluate(NAMES) == [True] * 6
    tv = open_page(street.url, DESKTOP, java_script_enabled=False).page
    tv.goto(f"{street.url}tv")
    inside = "rows => rows.every((row) => row.scrollWidth <= row.clientWidth)"
    assert tv.eval_on_selector_all(".tv-dice li", inside)


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
def test_an_open_card_of_eight_leaves_every_key_whole(
    open_page: Callable[..., Any], street: Any, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    cards = ("p01.1", "p02.1", "p04.1", "p05.1", "p11.1", "p14.1", "p17.1", "p27.1")
    monkeypatch.setitem(street_views.HANDS, "A", list(cards))
    street.table.show(street_views.scenes()["choose"])
    phone = open_page(street.url, PHONE, locale=locale).page
    desktop = open_page(street.url, DESKTOP, locale=locale).page
    for page in (phone, desktop):
        for n in range(len(cards)):
            page.click(f'[data-open="{n}"]')
            page.wait_for_selector(f'[data-play="{n}"]')
            assert page.evaluate(CUT) == [], (locale, cards[n])


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_four_action_buttons_of_a_phone_have_a_line_each(
    open_page: Callable[..., Any], street: Any, locale: str
) -> None:
    page = open_page(street.url, PHONE, locale=locale).page
    page.wait_for_selector(".deeds > .deed")
    assert page.evaluate(LINES) == [1] * 4
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("size", [PHONE, pytest.param((768, 1024), marks=pytest.mark.slow)])
def test_while_others_drive_an_open_card_leaves_the_dots_their_place(
    open_page: Callable[..., Any], street: Any, size: tuple[int, int]
) -> None:
    street.table.show(street_views.view(street_views.position(), seat=1))
    page = open_page(street.url, size, locale="de-DE").page
    page.click('[data-open="0"]')
    key, dots = (
        page.locator(f"#foot {one}").bounding_box() for one in ('[data-play="0"]', ".more")
    )
    assert key["x"] + key["width"] <= dots["x"]
    assert abs(key["y"] - dots["y"]) <= 2
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("seat", first(1, [0, None]))
@pytest.mark.parametrize("chances", first(1, [1, 0]))
def test_behind_the_dots_a_phone_has_the_signs_that_farsight_shows_ff_141(
    open_page: Callable[..., Any], street: Any, chances: int, seat: int | None
) -> None:
    """Also one whose player wants no help, and one that looks on."""
    lane = Message("street.sign.oncoming", {"n": "4+"})
    signs = (Message("street.ground.chop"), *[lane] * 6, Message("street.ground.chop"))
    scene = street_views.view(street_views.position(), seat=seat, chances=chances)
    street.table.show(replace(scene, street=replace(scene.street, coming=signs)))
    phone = open_page(street.url, PHONE, locale="de-DE").page
    phone.click(".more")
    assert phone.evaluate(CUT) == []
    phone.click('#foot [data-key="stands"]')
    phone.wait_for_selector("#foot .coming")
    assert phone.locator("#foot .coming b").all_inner_texts()[0] == "Werkstatt"
    if not chances:
        until(lambda: "Als Nächstes: Werkstatt, ↓4+" in phone.inner_text("#said"))
    box, row = (phone.locator(f"#foot {part}").bounding_box() for part in (".coming", ".push"))
    assert box["x"] + box["width"] <= PHONE[0]
    assert box["y"] + box["height"] <= row["y"]
    assert row["y"] + row["height"] <= PHONE[1]
    assert phone.evaluate(CUT) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_buttons_keep_their_places_when_a_car_is_lifted(
    open_page: Callable[..., Any], street: Any, locale: str
) -> None:
    scenes = street_views.scenes()
    street.table.show(scenes["choose"])
    page = open_page(street.url, DESKTOP, locale=locale)
    before = page.page.evaluate(KEYS)
    assert len(before) == 5
    street.table.show(scenes["lifted"])
    page.shows("tiles")
    assert page.page.evaluate(KEYS) == before
    assert page.page.evaluate(CUT) == []


def with_both_seats(
    open_page: Callable[..., Any], street: Any, size: tuple[int, int], locale: str
) -> Any:
    """A shared screen that has taken two seats, and has not been loaded again yet."""
    street.table.show(street_views.scenes()["choose"])
    page = open_page(street.url, size, locale=locale)
    assert [page.page.evaluate(SIT, seat) for seat in (0, 1)] == [200, 200]
    return page


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("size", BOTH)
def test_at_the_end_a_shared_screen_has_whole_keys_and_no_hands(
    open_page: Callable[..., Any], street: Any, size: tuple[int, int], locale: str
) -> None:
    scenes = street_views.scenes()
    page = with_both_seats(open_page, street, size, locale)
    page.reload()
    page.page.wait_for_selector("[data-key=hands]")
    street.table.show(scenes["over"])
    page.shows("over")
    assert page.page.locator("[data-key=hands]").count() == 0
    assert page.page.evaluate(CUT) == []


COVERED = """() => [...document.querySelectorAll('#foot button')].filter((key) => {
    const { x, y, width, height } = key.getBoundingClientRect();
    const seen = [0.15, 0.5, 0.85]
        .map((down) => document.elementFromPoint(x + width / 2, y + height * down));
    return width && !seen.every((part) => key.contains(part));
}).map((key) => key.innerText)"""


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("size", BOTH)
def test_on_a_shared_screen_no_key_lies_over_the_ways_of_a_lifted_car(
    open_page: Callable[..., Any], street: Any, size: tuple[int, int], locale: str
) -> None:
    """The key that leads to the hands stands below all four."""
    scenes = street_views.scenes()
    page = with_both_seats(open_page, street, size, locale)
    page.page.reload()
    for scene in ("lifted", "choose"):
        street.table.show(scenes[scene])
        page.page.wait_for_selector("[data-key=hands]")
        page.shows("tiles" if scene == "lifted" else "deeds")
        assert page.page.evaluate(COVERED) == [], scene
        assert page.page.evaluate(CUT) == [], scene


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("size", BOTH)
def test_a_question_about_cards_that_lie_face_down_leads_to_the_hands(
    open_page: Callable[..., Any], street: Any, size: tuple[int, int], locale: str
) -> None:
    street.table.show(street_views.scenes()["choose"])
    page = open_page(street.url, size, locale=locale)
    assert [page.page.evaluate(SIT, seat) for seat in (0, 1)] == [200, 200]
    page.reload()
    page.page.wait_for_selector("[data-key=hands]:not(.honey)")
    street.table.show(street_views.view(street_views.dealt(), seat=0))
    page.page.wait_for_selector("[data-key=hands].honey")
    key = page.page.inner_text("[data-key=hands]")
    assert key in page.page.inner_text("[data-support]")
    assert page.page.locator("#foot .deeds button").first.get_attribute("data-key") == "hands"
    assert page.page.evaluate(CUT) == []
    page.page.click("[data-key=hands]")
    page.page.wait_for_selector("[data-peek='0']")


ROOM = """() => {
    const panel = document.querySelector('.foot-inner').getBoundingClientRect();
    return ['.passed', '#foot .more'].map((part) =>
        panel.right - document.querySelector(part).getBoundingClientRect().right >= 14);
}"""
FIGURES = """() => [...document.querySelectorAll('.rings .figure')].map((figure) => {
    const { width } = figure.getBoundingClientRect();
    const ring = figure.parentElement.querySelector('use:not(.dark)').getBoundingClientRect();
    return width < 0.86 * ring.width;
})"""


def test_who_watches_a_window_on_a_desktop_has_the_count_and_the_dots_within_its_panel(
    open_page: Callable[..., Any], street: Any
) -> None:
    scene = street_views.scenes()["choose"]
    about = Message("street.window")
    window = Window(about, 4.0, 5.0, True, (0, 1, 2), (), covered=True)
    street.table.show(replace(scene, seat=None, window=window, held=None, legal=()))
    page = open_page(street.url, DESKTOP)
    page.shows("window")
    assert page.page.evaluate(ROOM) == [True, True]


@pytest.mark.parametrize("figure", [pytest.param("72", marks=pytest.mark.slow), "100"])
def test_a_chance_stands_within_its_ring(
    open_page: Callable[..., Any], street: Any, figure: str
) -> None:
    """Drawn by the server and, once a view has come, by the script."""
    scene = street_views.scenes()["lifted"]
    sure = {
        hole: replace(one, figure=figure) if one.figure and one.role == "destination" else one
        for hole, one in scene.holes.items()
    }
    street.table.show(replace(scene, holes=sure))
    for scripts in (False, True):
        page = open_page(street.url, java_script_enabled=scripts)
        page.page.wait_for_selector(".rings .figure")
        found = page.page.evaluate(FIGURES)
        assert found == [True] * len(found), (figure, scripts)


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
def test_beside_eight_columns_keys_numbers_and_names_are_whole(
    open_page: Callable[..., Any], street: Any, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    monkeypatch.setattr(type(street.table), "drawing", lambda _: street_views.board(4))
    street.table.show(street_views.view(street_views.wide()))
    page = open_page(street.url, locale=locale)
    for width in (1200, 1280, 1400, 1440):
        page.page.set_viewport_size({"width": width, "height": 800})
        page.reload()
        page.page.wait_for_selector("body[data-seq] .card-key")
        assert page.page.evaluate(RUNS_OUT) == [], width
        assert page.page.evaluate(SMALL) == [], width


@pytest.mark.parametrize("half", first(1, [3, 4]))
def test_a_desktop_names_everybody_whole_in_the_order_of_the_race(
    open_page: Callable[..., Any], street: Any, monkeypatch: pytest.MonkeyPatch, half: int
) -> None:
    """Sixteen letters, also beside the sign of a damaged car; a laptop showed six of them."""
    monkeypatch.setattr(type(street.table), "drawing", lambda _: street_views.board(half))
    shown = street_views.view(street_views.wide() if half == 4 else street_views.position())
    names = tuple(
        replace(one, name=long[:16]) for one, long in zip(shown.players, LONG, strict=True)
    )
    hurt = tuple(replace(sheet, hurt=True) for sheet in shown.drive.sheets)
    street.table.show(replace(shown, players=names, drive=replace(shown.drive, sheets=hurt)))
    page = open_page(street.url, (1200, 800)).page
    page.wait_for_selector("body[data-seq] .sheets .stroke")
    for size in ((1200, 800), (1280, 800), DESKTOP, (1920, 1080)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(CUT_NAMES) == [], size
        assert page.evaluate(NAMES) == [True] * 6, size


WHERE = ("oncoming_middle", "oncoming_outer", "left_bare", "right_walk", "middle")


def place(rank: int, where: str) -> Message:
    """A square by its rank, 0 for the road ahead, and its column."""
    column = {"where": f"@street.where.{where}"}
    if rank == 0:
        return Message("street.at.ahead", column)
    return Message("street.at.rank", {"n": str(rank), **column})


@pytest.mark.parametrize("language", first(1, ["de", "en"]))
def test_the_places_of_a_debt_stand_whole_in_its_row_on_a_phone(
    open_page: Callable[..., Any], street: Any, language: str
) -> None:
    page = open_page(street.url, PHONE, locale=language)
    cut = """() => [...document.querySelectorAll("#foot .row-line")].filter((row) => {
        const text = row.querySelector(".text"), box = row.getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(text);
        const said = words.getBoundingClientRect();
        return said.top < box.top || said.bottom > box.bottom || said.right > box.right;
    }).map((row) => row.innerText)"""
    failed = street_views.scenes()["failed"]
    for n, frm in enumerate(WHERE):
        to = WHERE[(n + 1) % len(WHERE)]
        lines = [(place(7, frm), place(6, to)), (place(0, frm), place(1, to))]
        debts = tuple(
            Owed("A", f"{row}4", f"{row}5", True, Message("move.go", nested={"a": a, "b": b}))
            for row, (a, b) in zip("cd", lines, strict=True)
        )
        drive = replace(failed.drive, thrown=())
        street.table.show(replace(failed, owed=debts, called_for=debts, drive=drive))
        page.drawn(street.table.seq)
        assert page.page.locator("#foot .row-line").count() == 2
        assert page.page.evaluate(cut) == []


HIDDEN_TILES = """() => {
    const list = document.querySelector('#foot .spaces');
    const { bottom, right } = list.getBoundingClientRect();
    return [...list.children].filter((tile) => {
        const box = tile.getBoundingClientRect(), text = tile.querySelector('b');
        const words = document.createRange();
        words.selectNodeContents(text);
        const said = words.getBoundingClientRect();
        return box.height < 48 || box.bottom > bottom + 1 || box.right > right + 1
            || said.right > box.right - 2 || said.top < box.top || said.bottom > box.bottom + 1;
    }).map((tile) => tile.innerText);
}"""


@pytest.mark.parametrize("language", first(1, ["de", "en"]))
@pytest.mark.parametrize("size", first(1, [PHONE, TABLET]))
@pytest.mark.parametrize("shared", [False, True])
def test_every_space_of_a_spin_out_is_in_sight(
    open_page: Callable[..., Any], street: Any, shared: bool, size: tuple[int, int], language: str
) -> None:
    """Of eight columns only where no key to the hands stands below them."""
    scene = street_views.scenes()["spin"]
    scene = replace(scene, players=tuple(replace(one, cards=5) for one in scene.players))
    page = open_page(street.url, size, locale=language)
    if shared:
        assert [page.page.evaluate(SIT, seat) for seat in (scene.seat, 0)] == [200, 200]
        page.reload()
    six = scene.drive.tiles
    for tiles in (six[:5], six) if shared else (six[:5], six, six + six[1:3]):
        street.table.show(replace(scene, drive=replace(scene.drive, tiles=tiles)))
        page.drawn(street.table.seq)
        assert page.page.locator("#foot .tile").count() == len(tiles)
        assert page.page.evaluate(HIDDEN_TILES) == [], len(tiles)
        assert page.page.locator("#foot [data-key=hands]").count() == shared
        assert page.page.evaluate(CUT) == []


@pytest.mark.parametrize("language", first(1, ["de", "en"]))
@pytest.mark.parametrize("size", first(1, [PHONE, TABLET, DESKTOP]))
def test_the_bars_of_six_hands_are_all_in_sight(
    open_page: Callable[..., Any], street: Any, size: tuple[int, int], language: str
) -> None:
    page = open_page(street.url, size, locale=language)
    assert [page.page.evaluate(SIT, seat) for seat in range(6)] == [200] * 6
    page.reload()
    page.page.click("[data-key=hands]")
    page.page.wait_for_selector("[data-peek='5']")
    assert page.page.evaluate(COVERED) == []
    assert page.page.evaluate(CUT) == []


def test_no_key_leads_to_hands_before_there_are_cards(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url)
    assert [page.page.evaluate(SIT, seat) for seat in range(4)] == [200] * 4
    page.reload()
    page.page.wait_for_selector("[data-key=hands]")
    first = street_views.GAME.new({"players": 4, "options": {}, "wood": {}})
    street.table.show(street_views.view(first))
    page.drawn(street.table.seq)
    assert page.page.locator("#foot .tile").count() == 4
    assert page.page.locator("[data-key=hands]").count() == 0


EDGE = """() => {
    const list = document.querySelector('#foot .all-moves').getBoundingClientRect();
    const row = document.querySelector('#foot .row-button:nth-child(3)').getBoundingClientRect();
    return [row.top, row.bottom, list.bottom];
}"""


@pytest.mark.parametrize("size", first(1, [PHONE, TABLET]))
def test_the_edge_of_a_third_row_shows_that_a_list_has_more(
    open_page: Callable[..., Any], street: Any, size: tuple[int, int]
) -> None:
    page = open_page(street.url, size).page
    page.click('[data-deed="swap"]')
    page.wait_for_selector('#foot [data-key="back"]')
    top, bottom, end = page.evaluate(EDGE)
    assert top + 5 <= end < bottom
    assert (
        page.evaluate("document.querySelector('#foot .row').getBoundingClientRect().bottom")
        <= size[1]
    )


EDGE_TO_EDGE = """() => [...document.querySelectorAll('#foot .row > *')].filter((key) => {
    const words = document.createRange();
    words.selectNodeContents(key);
    const [said, box] = [words, key].map((one) => one.getBoundingClientRect());
    return said.left < box.left + 4 || said.right > box.right - 4;
}).map((key) => key.innerText)"""


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("size", first(1, [PHONE, TABLET, DESKTOP]))
def test_at_the_end_words_keep_from_the_edges_of_their_keys(
    open_page: Callable[..., Any], street: Any, size: tuple[int, int], locale: str
) -> None:
    street.table.show(street_views.scenes()["over"])
    page = open_page(street.url, size, locale=locale)
    page.shows("over")
    assert page.page.locator("#foot [data-key=watch]").count() == 1
    assert page.page.evaluate(EDGE_TO_EDGE) == []
    assert page.page.evaluate(CUT) == []
