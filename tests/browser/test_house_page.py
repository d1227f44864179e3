"""House rules in a real browser: turned by keyboard, refused in a pair, saved, and played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.needs_chromium

LOW = """["button", "input.field", ".choice", ".house-row .switch", ".rule-link", "a.button"]
    .flatMap(one => [...document.querySelectorAll(`main ${one}`)])
    .filter(e => e.offsetParent && e.getBoundingClientRect().height < 48)
    .map(e => e.outerHTML.slice(0, 80))"""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SAVE = '[data-do="save"]'


@pytest.fixture(scope="module")
def service(fresh_service: Any) -> Any:
    """It keeps no houses yet."""
    return fresh_service


def test_a_switch_is_turned_by_keyboard(borrow: Callable[..., Any], service: Any) -> None:
    page = borrow()
    page.goto(service.url + "house/change?game=fast_track&rules=classic")
    assert page.evaluate(LOW) == []
    assert page.evaluate(WIDE) <= 0
    page.locator("#switch-jack_swaps").press("Space")
    expect(page.locator("[data-changed]")).to_have_text("Classic · 1 changed")
    expect(page.locator("#switch-jack_swaps")).to_be_focused()


@pytest.mark.slow
def test_switches_are_turned_by_keyboard_and_a_house_is_saved_and_played(
    borrow: Callable[..., Any], service: Any
) -> None:
    page = borrow()
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.goto(service.url + "new?count=2&names=Anna&names=Max&first=0")
    page.locator('[data-do="rules"]').press("Enter")
    page.wait_for_url("**/house/change?*")
    assert page.evaluate(LOW) == []
    assert page.evaluate(WIDE) <= 0
    swap, five = page.locator("#switch-jack_swaps"), page.locator("#switch-five_marbles")
    row = page.locator('[data-switch="jack_swaps"]')
    expect(row).to_contain_text("A Jack may swap")
    swap.press("Space")
    expect(page.locator("[data-changed]")).to_have_text("Classic · 1 changed")
    expect(swap).to_be_focused()
    expect(row.locator(".differs")).to_be_visible()
    expect(row.locator(".when-off")).to_be_visible()
    expect(row.locator(".when-on")).to_be_hidden()
    five.press("Space")
    clash = page.locator('[data-switch="corners_first"] [data-clash]')
    expect(clash).to_contain_text("Five marbles and Corner first exclude each other.")
    expect(page.locator("[data-says]")).to_contain_text("exclude each other")
    page.locator("#name").press("Enter")
    expect(page.locator("#switch-starts_on_exit")).to_be_focused()
    assert service.get("api/house")["houses"] == []
    five.press("Space")
    expect(page.locator("[data-clash]")).to_have_count(0)
    # With a look that fails, what stands on the page does not keep anybody from saving.
    five.press("Space")
    clash.wait_for()
    page.route("**/house/look?*", lambda route: route.abort())
    five.press("Space")
    page.locator("#name").fill("Grandma’s")
    page.locator(SAVE).press("Enter")
    page.wait_for_url("**/new?*")
    expect(page.locator('[value="house/Grandma’s"]')).to_be_checked()
    names = page.locator('[name="names"]')
    assert [names.nth(n).input_value() for n in range(2)] == ["Anna", "Max"]
    page.goto(page.url + "&step=3")
    page.locator('[data-command="new"]').click()
    page.wait_for_url("**/join")
    view = service.get("api/table")
    assert view["position"]["switches"] == {"jack_swaps": False}
    assert view["game"]["options"]["options"]["house"] == "Grandma’s"
    assert failed == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [(360, 640), (768, 1024), (1440, 900)])
def test_the_page_works_without_scripts_and_in_german(
    chromium: Any, service: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    name = f"Haus {size[0]}"
    context = chromium.new_context(
        java_script_enabled=False, locale="de-DE", viewport={"width": size[0], "height": size[1]}
    )
    try:
        page = context.new_page()
        page.goto(service.url + "house/new?game=fast_track&sheet=stevens")
        page.locator("#name").fill(name)
        page.locator("#switch-corners_first").press("Space")
        page.locator('[data-switch="corners_first"] .differs').wait_for()
        page.locator(SAVE).click()
        expect(page.locator('[role="alert"]')).to_contain_text(
            "Ecke zuerst je Farbe und Ecke zuerst (aus) schließen sich aus."
        )
        expect(page.locator(".house-row.clashes")).to_have_count(2)
        page.locator("#switch-duty_by_colour").press("Space")
        page.get_by_role("button", name="Prüfen").click()
        expect(page.locator("[data-clash]")).to_have_count(0)
        assert page.locator("#name").input_value() == name
        page.locator(SAVE).click()
        page.wait_for_url("**/house")
        expect(page.locator(f'[data-house-name="{name}"]')).to_contain_text("Stevens · 2 geändert")
        assert service.get(f"api/house/{name.replace(' ', '%20')}")["switches"] == {
            "corners_first": False,
            "duty_by_colour": False,
        }
    finally:
        context.close()
