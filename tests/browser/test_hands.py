"""Hands on the page: clicks, drags, keys and zoom, against the real service and its board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waiting import until

pytestmark = pytest.mark.needs_chromium

PHONE, DESKTOP = (360, 640), (1440, 900)
TWO = {"players": [["A"], ["D"]]}


@pytest.fixture
def table(open_page: Callable[..., Any], service: Any) -> Any:
    """A fresh game of Red and Green on a desktop page."""
    service.new(**TWO)
    return open_page(service.url, DESKTOP)


@pytest.mark.slow
def test_a_wrong_place_is_explained_and_led_back(table: Any, service: Any) -> None:
    where = table.box()
    table.card("A")
    table.role("Ap1", "movable")
    table.tap("Ap1")
    table.role("A9", "destination")
    table.tap("B5")
    table.role("B5", "wrong")
    table.role("Ap1", "return")
    reason = table.page.locator("[data-reason]")
    assert reason.get_attribute("data-rule").startswith("FT-")
    assert reason.inner_text()
    assert "…" not in reason.inner_text()
    assert table.page.locator(".arrow-line").get_attribute("d")
    assert table.box() == where
    assert service.get("api/table")["position"]["card"] == "A"
    table.tap("B5")
    table.role("Ap1", "origin")
    table.tap("Ap1")
    table.role("Ap1", "movable")
    assert table.page.locator("[data-reason]").count() == 0


@pytest.mark.slow
def test_a_tap_on_the_arrows_end_takes_the_marble_back(table: Any) -> None:
    table.card("A")
    table.role("Ap1", "movable")
    table.tap("Ap1")
    table.role("A9", "destination")
    table.tap("B5")
    table.role("Ap1", "return")
    table.tap("Ap1")
    table.role("Ap1", "movable")
    assert "B5" not in table.holes()


@pytest.mark.slow
def test_the_table_carries_back_what_undo_takes_back_and_a_tap_hurries_it(
    table: Any, service: Any
) -> None:
    table.out()
    table.page.click('[data-command="undo"]')
    table.shows("correction")
    table.role("A9", "extra")
    assert table.page.locator(".arrow-line").get_attribute("d")
    table.tap("C4")
    table.role("Ap1", "movable")
    assert "A9" not in table.holes()
    assert service.get("api/table")["position"]["marbles"]["A"] == ["p", "p", "p", "p"]


@pytest.mark.slow
def test_a_tap_while_the_table_holds_a_marble_hurries_it_too(table: Any) -> None:
    """What it holds is in nobody's hand, so a tap elsewhere does not put it there."""
    table.out()
    table.page.click('[data-command="undo"]')
    table.page.wait_for_selector('[data-hole="A9"][data-token=""]', state="attached")
    table.tap("D5")
    table.role("Ap1", "movable")
    assert not {"A9", "D5"} & set(table.holes())


@pytest.mark.slow
def test_who_lifts_the_last_move_again_has_sentence_disc_and_foot_pp_5(table: Any) -> None:
    table.out()
    table.move("5", "A9", "B0")
    table.says("Green, which card did you play?")
    table.shows("pad")
    table.tap("B0")
    table.says("Red, put it on a white light.")
    table.shows("lifted")
    assert table.page.locator("#prompt.seat-A").count() == 1
    assert table.page.locator("[data-card]").count() == 0
    assert table.page.get_by_text("The marble from Orange corner is in your hand").is_visible()
    table.reload()
    table.drawn(1)
    table.shows("lifted")
    table.tap("B0")
    table.says("Green, which card did you play?")
    table.shows("pad")


def test_a_marble_is_dragged_to_its_light(table: Any) -> None:
    table.card("A")
    table.role("Ap1", "movable")
    start, end = table.box('[data-hole="Ap1"]'), table.box('[data-hole="A9"]')
    mouse = table.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(start["x"] + 40, start["y"] + 10, steps=3)
    table.role("A9", "destination")
    assert table.page.locator(".flyers .held").count() == 1
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    mouse.up()
    table.token("A9", "A")
    table.says("play another card")
    assert table.page.locator(".flyers .held").count() == 0


def test_a_marble_dropped_on_bare_wood_goes_back(table: Any) -> None:
    table.card("A")
    table.role("Ap1", "movable")
    start, middle = table.box('[data-hole="Ap1"]'), table.box('[data-hole="X"]')
    mouse = table.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(start["x"] + 60, start["y"], steps=3)
    table.role("A9", "destination")
    mouse.move(middle["x"] + 130, middle["y"], steps=4)
    mouse.up()
    table.role("Ap1", "movable")


def test_a_move_is_made_by_keyboard_alone(table: Any, service: Any) -> None:
    keys = table.page.keyboard
    first = '[data-hole][tabindex="0"]'
    table.page.locator(first).focus()
    focus = "document.activeElement.dataset.hole"
    keys.press("a")
    table.role("Ap1", "movable")
    keys.press("n")
    lifted = table.page.evaluate(focus)
    assert lifted.startswith("Ap")
    mark = table.page.locator(".focus-mark")
    assert mark.get_attribute("visibility") == "visible"
    keys.press("Enter")
    table.role("A9", "destination")
    assert table.page.evaluate(focus) == lifted
    assert table.page.get_by_text("A Red marble is in your hand").is_visible()
    keys.press("n")
    assert table.page.evaluate(focus) == "A9"
    keys.press(" ")
    table.token("A9", "A")
    assert table.page.evaluate(focus) == "A9"
    table.says("play another card")
    keys.press("5")
    table.role("A9", "movable")
    keys.press("Enter")
    table.role("A9", "origin")
    keys.press("Escape")
    table.role("A9", "movable")
    keys.press("u")
    table.shows("pad")
    assert service.get("api/table")["position"]["card"] is None


@pytest.mark.slow
def test_the_live_text_names_the_places_once_and_never_the_single_lights(table: Any) -> None:
    # What waits by the real clock would be said later on, too: the page's own clock cannot stop it.
    table.page.wait_for_function("() => document.getElementById('said').textContent")
    table.clock()
    table.card("A")
    table.page.wait_for_function(
        "() => !document.querySelector('[data-prompt]').innerText.includes('which card')"
    )
    table.role("Ap1", "movable")  # so it was before the card, too
    table.later(5000)  # whatever was to be said before was said
    table.page.locator('[data-hole="Ap1"]').focus()
    table.page.evaluate(
        """() => {
            window.heard = [];
            const said = document.getElementById('said');
            new MutationObserver(() => window.heard.push(said.textContent))
                .observe(said, {childList: true});
        }"""
    )
    table.page.keyboard.press("Enter")
    table.role("A9", "destination")
    table.page.wait_for_function("() => window.heard.length > 0")
    table.later(5000)
    heard = table.page.evaluate("window.heard")
    assert heard == ["Red, put it on a white light. One place: Red 9."]


@pytest.mark.slow
def test_arrows_follow_the_ways_of_the_board(table: Any) -> None:
    keys = table.page.keyboard
    table.page.locator('[data-hole="A6"]').focus()
    seen = []
    ways = "ArrowRight ArrowUp ArrowUp ArrowDown ArrowDown ArrowLeft"
    for key in (*ways.split(), "PageUp", "ArrowUp", "ArrowDown", "Home", "End"):
        keys.press(key)
        seen.append(table.page.evaluate("document.activeElement.dataset.hole"))
    assert seen == ["A7", "Ah1", "Ah2", "Ah1", "A7", "A6", "B0", "X", "A0", "A9", "Ah4"]
    assert table.page.locator('[data-hole][tabindex="0"]').count() == 1


def test_shortcuts_can_be_switched_off(table: Any) -> None:
    table.page.click("#menu summary")
    table.page.click("[data-shortcuts]")
    table.page.keyboard.press("Escape")
    table.page.locator('[data-hole="A6"]').focus()
    before = table.requests()
    table.page.keyboard.press("a")
    assert table.requests() == before
    assert table.foot == "pad"


def test_the_list_of_all_moves_is_a_full_equal_of_the_board(table: Any, service: Any) -> None:
    table.card("A")
    table.role("Ap1", "movable")
    table.page.keyboard.press("Tab")
    table.page.locator(".skip").focus()
    table.page.keyboard.press("Enter")
    table.shows("list")
    focused = "document.activeElement.dataset.action"
    assert table.page.evaluate(focused) == "Ap-A9"
    table.page.keyboard.press("Enter")
    table.page.wait_for_selector('[data-hole="A9"]:not([data-role=""])', state="attached")
    assert "A9" in service.get("api/table")["position"]["marbles"]["A"]


@pytest.mark.slow
def test_crowded_lights_on_a_phone_lead_to_the_zoom(
    open_page: Callable[..., Any], service: Any
) -> None:
    service.new(**TWO)
    page = open_page(service.url, PHONE)
    page.out()
    page.card("K")
    page.role("A9", "movable")
    page.tap("A9")
    page.token("A9", "")
    page.tap("A10")
    page.token("A10", "A")
    page.shows("pad")
    page.card("A")
    page.role("Ap3", "movable")
    page.role("A10", "movable")
    where = page.box("#board")
    page.tap("A10")
    page.says("tap the exact hole.")
    assert page.box("#board") == where
    wide = page.box('[data-hole="A10"] .hit')["width"]
    assert wide >= 30
    page.page.keyboard.press("Escape")
    page.page.locator('[data-hole="A10"]').focus()
    page.page.keyboard.press("Escape")
    page.says("move a glowing marble")
    page.tap("A10")
    page.says("tap the exact hole.")
    page.tap("A10")
    page.role("A10", "origin")
    assert page.page.locator("body.zoomed").count() == 0


def test_a_capture_is_two_taps_and_the_victim_goes_to_its_glowing_pen(
    table: Any, service: Any
) -> None:
    table.out()
    table.move("5", "A9", "B0")
    table.token("B0", "A")
    table.says("Green")
    table.out("D")
    for rank, frm, to in (("K", "D9", "D10"), ("K", "D10", "D11")):
        table.move(rank, frm, to)
        table.token(to, "D")
        table.shows("pad")
    table.move("3", "D11", "E0")
    table.says("Red")
    table.card("3")
    table.role("B0", "movable")
    table.tap("B0")
    table.role("E0", "capture")
    table.tap("E0")
    table.token("E0", "A")
    pens = table.page.wait_for_selector('[data-role="pen"]', state="attached")
    table.tap(pens.get_attribute("data-hole"))
    table.page.wait_for_selector('[data-role="pen"]', state="detached")
    view = service.get("api/table")
    assert view["position"]["marbles"]["D"] == ["p", "p", "p", "p"]
    assert view["in_hand"] == []


def take_or_swap(scenes: Any) -> Any:
    """A Jack: Red on its corner's way may take the Purple marble or change places with it."""
    import msgspec

    from companion.model.choices import Choice
    from companion.model.view import HoleView

    def choice(action: str, *moves: tuple[str, str], takes: tuple[str, ...] = ()) -> Choice:
        return Choice(action, 0, moves, {}, scenes.text(action), takes)

    return msgspec.structs.replace(
        scenes.SCENES["move"],
        choices=(
            choice("A9-B3", ("A9", "B3"), takes=("F",)),
            choice("A9=B3", ("A9", "B3"), ("B3", "A9")),
        ),
        holes=scenes.lit(A9=HoleView("A", "movable"), B3=HoleView("F", "capture")),
    )


@pytest.mark.slow
def test_where_a_jack_may_take_or_swap_the_page_asks_which(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(take_or_swap(scenes))
    page = open_page(stage.url, DESKTOP)
    page.role("B3", "capture")
    page.tap("A9")
    page.tap("B3")
    page.shows("list")
    page.says("Two ways lead there.")
    until(lambda: stage.table.lifts)
    assert stage.table.lifts == [("lift", "A9", None)]
    page.page.click('[data-action="A9=B3"]')
    until(lambda: len(stage.table.lifts) >= 4, lambda: stage.table.lifts)
    assert stage.table.lifts[1:] == [
        ("lift", "B3", None),
        ("put", "B3", "A"),
        ("put", "A9", "F"),
    ]


@pytest.mark.slow
def test_the_victim_may_be_lifted_before_the_marble_that_takes_it(table: Any, service: Any) -> None:
    table.out()
    table.move("5", "A9", "B0")
    table.says("Green")
    table.out("D")
    table.move("5", "D9", "E0")
    table.says("Red")
    table.card("3")
    table.role("B0", "movable")
    table.tap("E0")
    table.token("E0", "")
    table.tap("B0")
    table.token("B0", "")
    table.tap("E0")
    table.token("E0", "A")
    pen = table.page.wait_for_selector('[data-role="pen"]', state="attached")
    table.tap(pen.get_attribute("data-hole"))
    table.page.wait_for_selector('[data-role="pen"]', state="detached")
    assert service.get("api/table")["position"]["marbles"]["A"][-1] == "E0*"
