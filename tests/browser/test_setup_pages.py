"""Set-up, seats and the quiet pages in a real browser: live, by keyboard, at every size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import ANY

import pytest
from by_path import module_of
from playwright.sync_api import ViewportSize, expect
from two_forms import first

pytestmark = pytest.mark.needs_chromium

SIX = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [[c] for c in "ABCDEF"],
    "names": ["Anna", "", "Carla", "", "Max", ""],
}
SIZES = ((360, 640), (768, 1024), (1440, 900))
PAGES = ("/new", "/new?step=2&count=6&teams=3", "/new?step=3", "/join", "/menu", "/rules")
MORE = ("/rules/fast_track/classic", "/lights", "/nope")


@pytest.fixture
def make_table() -> Callable[..., Any]:
    """Builds the web tests' ``FakeTable``."""
    make: Callable[..., Any] = module_of("companion_web/fake_table").FakeTable
    return make


@pytest.fixture
def site(make_table: Callable[..., Any], house: Any) -> Iterator[tuple[str, Any]]:
    """A served table of six, its address and the table itself."""
    house.begin(make_table(SIX))
    yield house.url.rstrip("/"), house.table
    house.end()


@pytest.mark.slow
def test_quiet_pages_fit_and_break_no_policy(
    borrow: Callable[..., Any], site: tuple[str, Any]
) -> None:
    page = borrow()
    said: list[str] = []

    def heard(message: Any) -> None:
        said.append(getattr(message, "text", None) or str(message))

    page.on("console", heard)
    page.on("pageerror", heard)
    for path in PAGES + MORE:
        page.goto(site[0] + path, wait_until="load")
        for width, height in SIZES:
            page.set_viewport_size(ViewportSize(width=width, height=height))
            fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert fits, (path, width)
            small = page.evaluate(
                """[...document.querySelectorAll("button, .row, select, input.field, .choice")]
                   .filter(e => e.offsetParent && e.getBoundingClientRect().height < 48)
                   .map(e => e.outerHTML.slice(0, 80))"""
            )
            assert not small, (path, width)
    page.remove_listener("console", heard)
    page.remove_listener("pageerror", heard)
    assert [line for line in said if "404" not in line] == []


CUT_CHOICES = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll("select:not([data-seat]):not([data-course])")]
        .filter((one) => one.offsetParent)
        .flatMap((one) => {
            const { font, paddingLeft, paddingRight } = getComputedStyle(one);
            pen.font = font;
            const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 18;
            return [...one.options].map(({ text }) => [one.name, text, pen.measureText(text).width])
                .filter(([, , width]) => width > room + 1);
        });
}"""
"""Choices whose words do not fit into their field, beside the arrow."""


@pytest.mark.parametrize("language", first(1, ["de", "en"]))
def test_the_words_of_every_choice_fit_into_their_field(
    borrow: Callable[..., Any], site: tuple[str, Any], language: str
) -> None:
    page = borrow(locale=language)
    for path in ("/new?step=2&count=6", "/new?step=2&game=racepack", "/players"):
        page.goto(site[0] + path, wait_until="load")
        for width, height in SIZES:
            page.set_viewport_size(ViewportSize(width=width, height=height))
            page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
            assert page.evaluate(CUT_CHOICES) == [], (path, width)


def test_the_first_two_steps_need_no_scrolling_on_a_phone(
    borrow: Callable[..., Any], make_table: Callable[..., Any], site: tuple[str, Any]
) -> None:
    page = borrow((360, 640))
    fits = "document.documentElement.scrollHeight <= innerHeight"
    for players in ("count=3", "count=4", "count=4&teams=2"):
        page.goto(f"{site[0]}/new?step=2&{players}", wait_until="load")
        assert page.evaluate(fits), f"{players}, while a game is open"
    assert page.locator(".step-name").inner_text() == "Who plays"
    assert page.locator("#step-2").bounding_box() == {"x": ANY, "y": ANY, "width": 1, "height": 1}
    site[1].position = None
    for path in ("/new", "/new?step=3&count=4"):
        page.goto(site[0] + path, wait_until="load")
        assert page.evaluate(fits), path


MANY = (
    "step=2&count=6&teams=3",
    "step=2&count=5",
    "step=2&count=6&game=fhtagn",
    "step=2&count=5&game=fhtagn",
    "step=2&count=8&game=racepack",
    "step=1&game=fhtagn",
    "step=3&count=6&game=fhtagn",
)
HIDDEN = """() => {
    const key = [...document.querySelectorAll(".wizard .honey")].find((one) => one.offsetParent);
    const { top, bottom } = key.getBoundingClientRect();
    const { x, y, width, height } = document.activeElement.getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    const cut = [...document.querySelectorAll(".wizard :is(.face, .button, .small, legend)")]
        .filter((one) => one.offsetParent && one.clientWidth > 1)
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent);
    const away = bottom > innerHeight || top < 0 || !seen?.closest(".wizard, .bar, a, button");
    const under = seen?.closest(".go") && !document.activeElement.closest(".go");
    return { away, under: Boolean(under), cut };
}"""
"""Whether the way on is out of sight or lies over what has the focus, and which words are cut."""


@pytest.mark.parametrize("query", first(3, MANY))
def test_the_way_on_is_in_sight_however_many_play(
    borrow: Callable[..., Any], site: tuple[str, Any], query: str
) -> None:
    """Whatever does not fit is scrolled below it, and comes into sight with the focus."""
    page = borrow((360, 640), locale="de")
    page.goto(f"{site[0]}/new?{query}", wait_until="load")
    fine = {"away": False, "under": False, "cut": []}
    page.locator(".wizard :is(input:not([type=hidden]), select, button):visible").first.focus()
    fields = page.locator(".wizard :is(input:not([type=hidden]), select, summary, button):visible")
    for _ in range(fields.count()):
        assert page.evaluate(HIDDEN) == fine, query
        page.keyboard.press("Tab")
    fits = "document.documentElement.scrollHeight <= innerHeight"
    site[1].position = None
    for players in ("count=5", "count=6&rules=butterfly", "count=6&game=fhtagn"):
        page.goto(f"{site[0]}/new?step=2&{players}", wait_until="load")
        assert page.evaluate(fits), players


def test_the_set_up_follows_every_choice_and_starts_the_game(
    borrow: Callable[..., Any], site: tuple[str, Any]
) -> None:
    base, table = site
    page = borrow((1440, 900))
    page.goto(base + "/new", wait_until="load")
    assert page.locator("[name=names]").count() == 6
    page.locator("[name=names]").first.fill("Anna B.")
    page.locator("label:has(#count-2)").click()
    expect(page.locator("[name=names]")).to_have_count(2)
    assert page.locator("[name=names]").first.input_value() == "Anna B."
    badges = "document.querySelectorAll('.preview .ts-badge').length"
    assert page.evaluate(badges) == 2
    # Two seats that want one colour change places.
    page.locator("[data-seat]").first.select_option("D")
    expect(page.locator("[name=names]").nth(1)).to_have_value("Anna B.")
    values = [field.input_value() for field in page.locator("[data-seat]").all()]
    assert values == ["A", "D"]
    page.locator("label:has(#hands-virtual)").click()
    expect(page.locator("#hands-virtual")).to_be_checked()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(base + "/join")
    assert table.options["players"] == [["A"], ["D"]]
    assert table.options["names"] == ["", "Anna B."]
    assert table.options["hands"] == "virtual"


@pytest.mark.slow
def test_the_steps_on_a_phone_keep_what_was_chosen(
    borrow: Callable[..., Any], site: tuple[str, Any]
) -> None:
    base, table = site
    page = borrow((360, 640))
    page.goto(base + "/new", wait_until="load")
    page.locator("label:has(#rules-stevens)").click()
    expect(page.locator("[value=stevens][checked]")).to_have_count(1)
    page.get_by_role("button", name="Who plays?").click()
    page.locator("label:has(#count-3)").click()
    expect(page.locator("[name=names]")).to_have_count(3)
    page.get_by_role("button", name="To the board").click()
    page.wait_for_selector("form.step-3")
    page.get_by_role("button", name="Start the game").click()
    page.locator("[data-key=cut-for-us]").click()  # cards of paper are cut before the game
    page.wait_for_url(base + "/")
    assert table.options["rules"] == "stevens"
    assert table.options["players"] == [["A"], ["C"], ["E"]]


def test_back_leads_one_step_back_and_a_reload_keeps_what_was_chosen(
    borrow: Callable[..., Any], site: tuple[str, Any]
) -> None:
    page = borrow((360, 640))
    page.goto(site[0] + "/new", wait_until="load")
    page.get_by_role("button", name="Who plays?").click()
    page.wait_for_selector("form.step-2")
    page.locator("[name=names]").first.fill("Ida")
    page.get_by_role("button", name="To the board").click()
    page.wait_for_selector("form.step-3")
    page.go_back(wait_until="load")
    page.wait_for_selector("form.step-2")
    expect(page.locator("[name=names]").first).to_have_value("Ida")
    page.locator("label:has(#count-3)").click()
    expect(page.locator("[name=names]")).to_have_count(3)
    page.locator("[name=names]").last.fill("Uwe")
    page.evaluate("location.hash = 'main'")  # as the link does that skips the menu
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    expect(page.locator("[name=names]").last).to_have_value("Uwe")
    page.reload(wait_until="load")
    page.wait_for_selector("form.step-2")
    expect(page.locator("[name=names]")).to_have_count(3)
    expect(page.locator("[name=names]").first).to_have_value("Ida")


def test_an_error_takes_the_focus_to_its_field(
    borrow: Callable[..., Any], site: tuple[str, Any]
) -> None:
    base, _ = site
    page = borrow((1440, 900))
    page.goto(base + "/new?count=2", wait_until="load")
    for field in page.locator("[name=names]").all():
        field.fill("Anna")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("#error-names")
    page.wait_for_function("() => document.activeElement.name === 'names'")
    assert page.evaluate("document.activeElement.getAttribute('aria-invalid')") == "true"


def joining(borrow: Callable[..., Any], base: str) -> Any:
    """The page on which a seat is taken, once it hears of others."""
    page = borrow((360, 640))
    page.goto(base + "/join", wait_until="load")
    expect(page.locator("[data-join][data-live]")).to_have_count(1)
    return page


def test_a_seat_that_somebody_takes_shows_at_once(
    borrow: Callable[..., Any], site: tuple[str, Any]
) -> None:
    base, table = site
    page = joining(borrow, base)
    page.locator("label:has([value='2'])").click()
    assert page.locator("[data-sit]").inner_text() == "Sit at Carla"
    table.sit(0, "somebody")
    page.wait_for_selector("input[value='0']:disabled", state="attached")
    assert page.locator("[data-sit]").inner_text() == "Sit at Carla"
    page.locator("[data-sit]").click()
    page.wait_for_url(base + "/")
    assert table.holder(2) not in (None, "somebody")


def test_a_seat_that_somebody_took_is_given_up_and_no_other_one_is_chosen_instead(
    borrow: Callable[..., Any], site: tuple[str, Any]
) -> None:
    """A tap on its way to "Sit at …" must not sit down elsewhere."""
    base, table = site
    page = joining(borrow, base)
    page.locator("label:has([value='2'])").click()
    table.sit(2, "somebody")
    expect(page.get_by_role("alert")).to_have_text("This seat was just taken.")
    expect(page.locator("[name=seat]:checked")).to_have_count(0)
    expect(page.locator("[data-sit]")).to_have_text("Sit down")
    page.locator("[data-sit]").click()
    expect(page.get_by_role("alert")).to_have_text("Tap a free seat first.")
    assert table.holder(2) == "somebody"


def test_an_answer_that_comes_late_does_not_undo_a_newer_one(
    borrow: Callable[..., Any], site: tuple[str, Any]
) -> None:
    base, table = site
    page = joining(borrow, base)
    held: list[Any] = []
    page.route("**/join", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/join"):
        table.sit(0, "somebody")
    early = page.request.get(base + "/join").text()
    table.sit(1, "somebody")
    both = page.locator("input[value='0']:disabled, input[value='1']:disabled")
    expect(both).to_have_count(2)
    with page.expect_response("**/join"):
        held[0].fulfill(content_type="text/html", body=early)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(both).to_have_count(2)


def test_the_set_up_works_by_keyboard_and_without_scripts(
    borrow: Callable[..., Any], site: tuple[str, Any]
) -> None:
    base, table = site
    page = borrow((360, 640), java_script_enabled=False)
    page.goto(base + "/new?count=2&players=A&players=D", wait_until="load")
    page.locator("#rules-butterfly").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Who plays?").press("Enter")
    page.wait_for_url("**/new?**step=2**")
    page.get_by_role("button", name="To the board").press("Enter")
    page.wait_for_url("**/new?**step=3**")
    page.get_by_role("button", name="Start the game").press("Enter")
    page.wait_for_url(base + "/join")
    assert table.options["rules"] == "butterfly"
    assert table.options["players"] == [["A"], ["D"]]


@pytest.mark.parametrize("by_key", first(1, [False, True]))
def test_a_press_that_meets_the_answer_of_an_earlier_choice_still_counts(
    borrow: Callable[..., Any], site: tuple[str, Any], by_key: bool
) -> None:
    base, table = site
    page = borrow((1440, 900))
    page.goto(base + "/new", wait_until="load")
    held: list[Any] = []
    page.route("**/new?*", lambda route: held.append(route))
    with page.expect_request("**/new?*"):
        page.locator("label:has(#hands-virtual)").click()
    start = page.get_by_role("button", name="Start the game")
    if by_key:
        start.focus()
        page.keyboard.down("Space")
    else:
        start.hover()
        page.mouse.down()
    with page.expect_response("**/new?*"):
        held[0].continue_()
    if by_key:
        page.keyboard.up("Space")
    else:
        page.mouse.up()
    page.wait_for_url(base + "/join")
    assert table.options["hands"] == "virtual"
