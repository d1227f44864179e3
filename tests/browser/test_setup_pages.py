"""Set-up, seats and the quiet pages in a real browser: live, by keyboard, at every size."""

from __future__ import annotations

import importlib.util
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion_web import WebConfig
from companion_web.server import WebServer

pytestmark = pytest.mark.needs_chromium

SIX = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [[c] for c in "ABCDEF"],
    "names": ["Anna", "", "Carla", "", "Max", ""],
}
SIZES = {"phone": (360, 640), "tablet": (768, 1024), "desktop": (1440, 900)}
PAGES = ("/new", "/new?step=2&count=6&teams=3", "/new?step=3", "/join", "/menu", "/rules")
MORE = ("/rules/fast_track/classic", "/lights", "/nope")


@pytest.fixture
def make_table() -> Callable[..., Any]:
    """Builds the web tests' ``FakeTable``; loaded by its path, as test folders are no packages."""
    name = "trackside_tests_fake_table"
    if name not in sys.modules:
        path = Path(__file__).parents[1] / "companion_web" / "fake_table.py"
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    make: Callable[..., Any] = sys.modules[name].FakeTable
    return make


@pytest.fixture
def site(make_table: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """A served table of six, its address and the table itself."""
    table = make_table(SIX)
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    server = WebServer(
        WebConfig(secret_key="a secret of the tests, long enough"), table=table, listener=listener
    )
    yield f"http://127.0.0.1:{port}", table
    server.close()


@pytest.mark.parametrize("size", SIZES)
def test_quiet_pages_fit_and_break_no_policy(
    chromium: Any, site: tuple[str, Any], size: str
) -> None:
    width, height = SIZES[size]
    context = chromium.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    for path in PAGES + MORE:
        page.goto(site[0] + path, wait_until="load")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        small = page.evaluate(
            """[...document.querySelectorAll("button, .row, select, input.field, .choice")]
               .filter(e => e.offsetParent && e.getBoundingClientRect().height < 48)
               .map(e => e.outerHTML.slice(0, 80))"""
        )
        assert not small, path
    assert [line for line in said if "404" not in line] == []
    context.close()


def test_the_first_two_steps_need_no_scrolling_on_a_phone(
    chromium: Any, make_table: Callable[..., Any], site: tuple[str, Any]
) -> None:
    site[1].position = None
    context = chromium.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    for path in ("/new", "/new?step=3&count=4"):
        page.goto(site[0] + path, wait_until="load")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), path
    context.close()


def test_the_set_up_follows_every_choice_and_starts_the_game(
    chromium: Any, site: tuple[str, Any]
) -> None:
    base, table = site
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
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
    context.close()


def test_the_steps_on_a_phone_keep_what_was_chosen(chromium: Any, site: tuple[str, Any]) -> None:
    base, table = site
    context = chromium.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.goto(base + "/new", wait_until="load")
    page.locator("label:has(#rules-stevens)").click()
    expect(page.locator("[value=stevens][checked]")).to_have_count(1)
    page.get_by_role("button", name="Who plays?").click()
    page.locator("label:has(#count-3)").click()
    expect(page.locator("[name=names]")).to_have_count(3)
    page.get_by_role("button", name="To the board").click()
    page.wait_for_selector("form.step-3")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(base + "/")
    assert table.options["rules"] == "stevens"
    assert table.options["players"] == [["A"], ["C"], ["E"]]
    context.close()


def test_an_error_takes_the_focus_to_its_field(chromium: Any, site: tuple[str, Any]) -> None:
    base, _ = site
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(base + "/new?count=2", wait_until="load")
    for field in page.locator("[name=names]").all():
        field.fill("Anna")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("#error-names")
    assert page.evaluate("document.activeElement.name") == "names"
    assert page.evaluate("document.activeElement.getAttribute('aria-invalid')") == "true"
    context.close()


def test_a_seat_that_somebody_takes_shows_at_once(chromium: Any, site: tuple[str, Any]) -> None:
    base, table = site
    context = chromium.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.goto(base + "/join", wait_until="load")
    expect(page.locator("[data-join][data-live]")).to_have_count(1)
    page.locator("label:has([value='2'])").click()
    assert page.locator("[data-sit]").inner_text() == "Sit at Carla"
    table.sit(0, "somebody")
    page.wait_for_selector("input[value='0']:disabled", state="attached")
    assert page.locator("[data-sit]").inner_text() == "Sit at Carla"
    page.locator("[data-sit]").click()
    page.wait_for_url(base + "/")
    assert table.holder(2) not in (None, "somebody")
    context.close()


def test_the_set_up_works_by_keyboard_and_without_scripts(
    chromium: Any, site: tuple[str, Any]
) -> None:
    base, table = site
    context = chromium.new_context(
        viewport={"width": 360, "height": 640}, java_script_enabled=False
    )
    page = context.new_page()
    page.goto(base + "/new?count=2&players=A&players=D", wait_until="load")
    page.locator("#rules-butterfly").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Who plays?").press("Enter")
    page.wait_for_url("**/new?**step=2**")
    page.get_by_role("button", name="To the board").press("Enter")
    page.wait_for_url("**/new?**step=3**")
    page.get_by_role("button", name="Start the game").press("Enter")
    page.wait_for_url(base + "/")
    assert table.options["rules"] == "butterfly"
    assert table.options["players"] == [["A"], ["D"]]
    context.close()
