"""The editor of card sets in a real browser: a card is edited, kept, and raced with."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from engine.games.street_race.sample import SAMPLE

pytestmark = pytest.mark.needs_chromium

LOW = """[...document.querySelectorAll("button, select, input.field, .switch, summary.button")]
    .filter(e => e.offsetParent && e.getBoundingClientRect().height < 48)
    .map(e => e.outerHTML.slice(0, 80))"""
COVERED = """() => {
    const error = document.querySelector('[data-text-error]');
    const { x, y, width, height } = error.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) !== error;
}"""
"""Whether the sentence beside the text lies below something, or off the screen."""
HONEY = "[...document.querySelectorAll('.honey')].filter(e => e.offsetParent).length"


@pytest.fixture(scope="module")
def service(fresh_service: Any) -> Any:
    """Its shelf has no sets yet."""
    return fresh_service


@pytest.fixture
def page(borrow: Callable[..., Any]) -> Any:
    """A page on a phone without script errors."""
    page = borrow()
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.on("request", lambda request: failed.extend(strange(request.url)))
    yield page
    assert failed == []


def strange(url: str) -> list[str]:
    """Any address that is not this host's."""
    return [] if url.startswith(("http://127.0.0.1:", "data:")) else [url]


@pytest.mark.slow
def test_a_card_is_edited_by_keyboard_kept_and_raced_with(page: Any, service: Any) -> None:
    page.goto(service.url + "sets/new?like=sample")
    page.wait_for_selector("body[data-live]")
    page.locator('[data-row="3"]').press("Enter")
    assert page.evaluate("document.activeElement.dataset.form") == ""
    form = page.locator("[data-form]")
    form.get_by_label("Name", exact=True).fill("Aunt <b>Kate</b>")
    form.get_by_label("Copies").fill("none")
    error = form.locator('[data-error="cards/3/copies"]')
    expect(error).to_have_text("a whole number is needed, not “none”")
    expect(form.get_by_label("Copies")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[data-status]")).to_have_text("Mistakes: 1")
    page.keyboard.press("Escape")
    expect(page.locator('[data-row="3"]')).to_be_focused()
    expect(page.locator('[data-row="3"]')).to_contain_text("Aunt <b>Kate</b>")
    page.locator("[data-next]").press("Enter")
    expect(form.get_by_label("Copies")).to_be_focused()
    form.get_by_label("Copies").fill("2")
    expect(error).to_be_hidden()
    expect(page.locator("[data-status]")).to_contain_text("It can be played with.")
    page.locator('[name="name"]').fill("Kate's")
    page.keyboard.press("Enter")
    expect(page.locator("[data-saved]")).to_have_text("Saved.")
    page.locator("[data-play]").click()
    page.wait_for_url("**/new?*")
    assert page.locator('[name="data"]').input_value() == "Kate's"
    page.goto(page.url + "&count=3&step=3")
    page.locator('[data-command="new"]').click()
    page.wait_for_url("**/join")
    view = service.get("api/table")
    assert view["game"]["options"]["options"]["data_name"] == "Kate's"
    kept = service.get("api/sets/Kate's")["data"]["cards"][3]
    assert (kept["name"], kept["copies"]) == ("Aunt <b>Kate</b>", 2)
    page.goto(service.url + "new")
    assert page.locator('[name="data"]').input_value() == "Kate's"


@pytest.mark.slow
def test_a_type_is_changed_and_back_and_a_card_is_deleted_and_put_back(
    page: Any, service: Any
) -> None:
    page.goto(service.url + "sets/new?like=sample")
    page.wait_for_selector("body[data-live]")
    before = page.locator("[data-row]").count()
    page.locator('[data-row="0"]').click()
    kind = page.locator("#f-cards-0-type")
    kind.select_option("crew")
    expect(page.locator("#f-cards-0-drive")).to_be_visible()
    expect(page.locator("#f-cards-0-limit")).to_have_count(0)
    expect(page.locator('[data-error="cards/0/on"]')).to_contain_text("the trigger is missing")
    kind.select_option("action")
    expect(page.locator("#f-cards-0-limit")).to_have_value("not_leader")
    expect(page.locator("[data-status]")).to_contain_text("It can be played with.")
    page.locator('[data-do="delete"]').click()
    expect(page.locator("[data-row]")).to_have_count(before - 1)
    page.locator("[data-putback]").click()
    page.locator('[data-do="back"]').click()
    expect(page.locator("[data-row]")).to_have_count(before)
    assert json.loads(page.locator("textarea[name=text]").input_value()) == SAMPLE


@pytest.mark.slow
def test_what_no_form_can_show_is_mended_as_text(page: Any, service: Any) -> None:
    odd: dict[str, Any] = {**copy.deepcopy(SAMPLE), "racers": 5, "extra": 1}
    page.goto(service.url + "sets/new?like=sample")
    page.wait_for_selector("body[data-live]")
    page.locator("[data-as-text] summary").click()
    text = page.locator("textarea[name=text]")
    text.fill(json.dumps(odd))
    text.blur()
    expect(page.locator("[data-editor]")).to_be_hidden()
    expect(page.locator("[data-status]")).to_have_text("Mistakes: 2")
    broken = {"{": " at line 1, column 2", '{"a":\n 1 2}': " at line 2, column 4", "[x]": ""}
    for wrong, place in broken.items():
        text.fill(wrong)
        text.blur()
        said = f"This text cannot be taken over: it is no JSON{place}."
        expect(page.locator("[data-text-error]")).to_have_text(said)
    text.fill(json.dumps({**SAMPLE, "extra": 1}))
    text.blur()
    page.locator('[data-tab=""]').click()
    expect(page.locator('[data-error=""]')).to_contain_text("“extra” is an unknown key")
    page.get_by_role("button", name="Take out").first.click()
    expect(page.locator("[data-status]")).to_contain_text("It can be played with.")


def test_text_that_is_pasted_as_soon_as_it_opens_stays(page: Any, service: Any) -> None:
    page.goto(service.url + "sets/new?like=sample")
    page.wait_for_selector("body[data-live]")
    pasted = json.dumps({**SAMPLE, "cards": 7})
    page.evaluate(
        """pasted => {
            document.querySelector("[data-as-text] summary").click();
            document.querySelector("textarea[name=text]").value = pasted;
        }""",
        pasted,
    )
    text = page.locator("textarea[name=text]")
    text.dispatch_event("change")
    expect(page.locator("[data-status]")).to_contain_text("Mistakes: ")
    assert text.input_value() == pasted


@pytest.mark.parametrize(
    "cards",
    [{}, *(pytest.param(one, marks=pytest.mark.slow) for one in ([None], 7))],
    ids=["object", "nothing in it", "number"],
)
def test_a_list_that_is_none_is_told_and_its_text_stays(
    page: Any, service: Any, cards: object
) -> None:
    page.goto(service.url + "sets/new?like=sample")
    page.wait_for_selector("body[data-live]")
    page.locator("[data-as-text] summary").click()
    text, broken = page.locator("textarea[name=text]"), json.dumps({**SAMPLE, "cards": cards})
    text.fill(broken)
    text.blur()
    expect(page.locator("[data-status]")).to_contain_text("Mistakes: ")
    assert text.input_value() == broken
    page.locator("[data-next]").click()
    expect(page.locator("[data-text-error]")).to_contain_text("card")
    expect(text).to_be_focused()
    assert page.evaluate(COVERED) is False
    text.fill("[]")
    text.blur()
    page.locator("[data-next]").click()
    expect(page.locator("[data-text-error]")).to_contain_text("a set stands between { and }.")


@pytest.mark.parametrize(
    ("size", "language"),
    [((360, 640), "de-DE"), pytest.param((1440, 900), "en-GB", marks=pytest.mark.slow)],
    ids=["phone", "desktop"],
)
def test_every_part_of_the_editor_fits_and_can_be_touched(
    borrow: Callable[..., Any], service: Any, size: tuple[int, int], language: str
) -> None:
    """On the phone in German, whose words are longer."""
    page = borrow(size, locale=language)
    for path in ("sets", "sets/new?like=sample", "sets/sample"):
        page.goto(service.url + path)
        if "new" in path:
            page.wait_for_selector("body[data-live]")
            for tab in ("racers", "mats", "", "cards"):
                page.locator(f'[data-tab="{tab}"]').click()
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            page.locator('[data-row="11"]').click()
        assert page.evaluate(LOW) == []
        assert page.evaluate(HONEY) <= 1
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_set_without_a_picture_has_the_whole_width_of_a_tablet(
    borrow: Callable[..., Any], service: Any
) -> None:
    page = borrow((768, 1024), locale="de")
    page.goto(f"{service.url}sets")
    widths = """() => [".track-card", ".track-about"].map((one) =>
        document.querySelector(one).getBoundingClientRect().width)"""
    card, about = page.evaluate(widths)
    assert about > card - 64
