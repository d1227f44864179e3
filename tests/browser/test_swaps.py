"""A jack's swap on the virtual board: a hand that names its marble is not asked (PP-3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.needs_chromium


@pytest.fixture
def table(open_page: Callable[..., Any], service: Any) -> Any:
    """A fresh game of Red and Green on a desktop page."""
    service.new(players=[["A"], ["D"]])
    return open_page(service.url, (1440, 900))


def jack(table: Any, card: str = "J") -> None:
    """Red is to swap: a Red marble stands on Red 11, a Green one on Green 11."""
    table.out()
    table.move("2", "A9", "A11")
    table.says("Green")
    table.out("D")
    table.move("2", "D9", "D11")
    table.says("Red")
    table.card(card)
    table.role("A11", "movable")


def second_red(table: Any) -> None:
    """As ``jack``, and another Red marble stands on Red 9."""
    jack(table, "A")
    table.role("Ap2", "movable")
    table.tap("Ap2")
    table.role("A9", "destination")
    table.tap("A9")
    table.token("A9", "A")
    table.shows("pad")
    table.card("J")
    table.role("A9", "movable")


def swapped(table: Any, service: Any) -> None:
    """The marbles changed places, on the page and in the game, and nobody was asked."""
    table.says("Red, play another card.")
    assert table.holes()["A11"][0] == "D"
    assert table.holes()["D11"][0] == "A"
    marbles = service.get("api/table")["position"]["marbles"]
    assert "D11" in marbles["A"]
    assert "A11" in marbles["D"]


def watch(page: Any) -> None:
    """From now on keep every question, and every token that the swap's two holes show."""
    page.evaluate(
        """() => {
            window.asked = [];
            window.drawn = {A11: [], D11: []};
            new MutationObserver(() => {
                if (document.querySelector('[data-foot="ask"]')) {
                    window.asked.push(document.querySelector('[data-prompt]').innerText);
                }
                for (const [hole, seen] of Object.entries(window.drawn)) {
                    const { token } = document.querySelector(`[data-hole="${hole}"]`).dataset;
                    if (seen.at(-1) !== token) seen.push(token);
                }
            }).observe(document.body, {subtree: true, childList: true, attributes: true});
        }"""
    )


def test_a_swap_is_two_taps_and_no_question_pp_3(table: Any, service: Any) -> None:
    jack(table)
    watch(table.page)
    table.tap("A11")
    table.role("D11", "destination")
    table.tap("D11")
    swapped(table, service)
    assert table.page.evaluate("window.asked") == []
    assert table.page.evaluate("window.drawn") == {"A11": ["A", "", "D"], "D11": ["D", "", "A"]}


@pytest.mark.slow
def test_a_swap_is_one_drag_and_no_question_pp_3(table: Any, service: Any) -> None:
    jack(table)
    watch(table.page)
    start, end = table.box('[data-hole="A11"]'), table.box('[data-hole="D11"]')
    mouse = table.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(start["x"] + 40, start["y"] - 10, steps=3)
    table.role("D11", "destination")
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    mouse.up()
    swapped(table, service)
    assert table.page.evaluate("window.asked") == []


@pytest.mark.slow
def test_the_partner_may_be_lifted_first_and_the_foot_says_so_pp_3(
    table: Any, service: Any
) -> None:
    jack(table)
    table.tap("D11")
    table.role("A11", "destination")
    table.shows("lifted")
    assert table.page.get_by_text("The marble from Green 11 is in your hand").is_visible()
    table.reload()
    table.shows("lifted")
    assert table.page.get_by_text("The marble from Green 11 is in your hand").is_visible()
    table.tap("A11")
    swapped(table, service)


@pytest.mark.slow
def test_a_swap_of_a_program_that_names_the_marbles_is_not_asked_pp_3(
    table: Any, service: Any
) -> None:
    jack(table)
    for hole in ("A11", "D11"):
        service.post("api/hands", {"do": "lift", "hole": hole})
    service.post("api/hands", {"do": "put", "hole": "D11", "token": "A"})
    service.post("api/hands", {"do": "put", "hole": "A11", "token": "D"})
    swapped(table, service)


@pytest.mark.slow
def test_a_swap_of_a_program_that_does_not_is_asked_and_drawn_as_unknown_pp_3(
    table: Any, service: Any
) -> None:
    jack(table)
    for hole in ("A11", "D11"):
        service.post("api/hands", {"do": "lift", "hole": hole})
    table.token("D11", "")
    watch(table.page)
    for hole in ("A11", "D11"):  # the marble lifted last is put first
        service.post("api/hands", {"do": "put", "hole": hole})
    # Both holes are full again, and the sensors cannot tell: asked, never guessed.
    table.says("Which marble is on Red 11?")
    assert (table.holes()["A11"], table.holes()["D11"]) == (("?", "ask"), ("?", "ask"))
    assert table.page.evaluate("window.drawn.D11.includes('D')") is False
    table.page.locator("[data-option]", has_text="Green").click()
    swapped(table, service)


def unknown(table: Any, service: Any, *order: str) -> None:
    """Both marbles of the swap were lifted and put back unsaid: nobody knows which is which.

    ``order``  the holes as they are filled; the marble of Green 11 was lifted last
    """
    for hole in ("A11", "D11"):
        service.post("api/hands", {"do": "lift", "hole": hole})
        table.token(hole, "")  # felt: a slow board overlooks what is put back at once
    for hole in order:
        service.post("api/hands", {"do": "put", "hole": hole})
    table.says("Which marble is on Red 11?")
    table.page.keyboard.press("Escape")


def believed(table: Any) -> None:
    """The page has heard from the table by now which marbles are, or may be, in the hand."""
    now = table.page.evaluate("performance.now()")
    table.page.wait_for_function("now => performance.now() > now + 1000", arg=now)


def wood(service: Any) -> tuple[dict[str, str], list[dict[str, str]]]:
    """What the swap's holes really hold, and the virtual hand."""
    with service.board() as board:
        state = board.state()
    tokens = {hole: token for hole, token in state["tokens"].items() if hole[1] != "p"}
    return tokens, state["hand"]


@pytest.mark.slow
@pytest.mark.parametrize("slowly", [False, True])
def test_a_marble_that_nobody_knows_is_lifted_and_put_back_pp_3(
    table: Any, service: Any, slowly: bool
) -> None:
    jack(table)
    unknown(table, service, "D11", "A11")
    for hole in ("A11", "D11"):
        table.tap(hole)
        table.token(hole, "")
        if slowly:
            believed(table)
        table.tap(hole)
        table.page.wait_for_selector(f'[data-hole="{hole}"]:not([data-token=""])', state="attached")
    assert table.page.locator("[data-reason]").count() == 0
    table.says("Which marble is on Red 11?")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "first", "second"),
    [
        (("D11", "A11"), "D11", "A11"),
        pytest.param(("D11", "A11"), "A11", "D11", marks=pytest.mark.slow),
        pytest.param(("A11", "D11"), "A11", "D11", marks=pytest.mark.slow),
        pytest.param(("A11", "D11"), "D11", "A11", marks=pytest.mark.slow),
    ],
)
def test_two_marbles_that_nobody_knows_are_swapped_by_two_taps_and_no_question_pp_3(
    table: Any, service: Any, order: tuple[str, str], first: str, second: str
) -> None:
    """With both in the hand the table knows them, however they stood."""
    jack(table)
    unknown(table, service, *order)
    table.tap(first)
    table.role(second, "destination")
    believed(table)
    watch(table.page)
    table.tap(second)
    swapped(table, service)
    assert table.page.evaluate("window.asked") == []
    assert wood(service) == ({"A11": "D", "D11": "A"}, [])


@pytest.mark.slow
def test_who_holds_a_marble_that_nobody_knows_takes_it_back_with_escape(
    table: Any, service: Any
) -> None:
    """The table may guess that it belongs into the hole that is full."""
    jack(table)
    unknown(table, service, "A11", "D11")
    table.tap("A11")
    table.token("A11", "")
    believed(table)
    table.page.keyboard.press("Escape")
    table.says("Which marble is on Red 11?")
    assert wood(service) == ({"A11": "D", "D11": "A"}, [])


@pytest.mark.slow
def test_who_told_the_wrong_colour_is_not_left_with_the_marble_in_the_hand(
    table: Any, service: Any
) -> None:
    """The page shows a question mark, so the answer is a guess; the marble moves all the same."""
    jack(table)
    unknown(table, service, "A11", "D11")
    table.page.locator("[data-option]", has_text="Red").click()
    table.role("A11", "movable")
    table.tap("A11")
    table.role("A12", "destination")
    table.tap("A12")
    table.token("A12", "A")
    table.says("Red, play another card.")
    assert "A12" in service.get("api/table")["position"]["marbles"]["A"]
    assert wood(service) == ({"A12": "D", "D11": "A"}, [])


@pytest.mark.slow
def test_a_marble_that_nobody_knows_goes_where_another_stands_and_that_to_its_hole(
    table: Any, service: Any
) -> None:
    """Of two in the hand the one that nobody knows is put first, though it was lifted first."""
    second_red(table)
    unknown(table, service, "D11", "A11")
    table.tap("D11")
    table.role("A9", "destination")
    believed(table)
    table.tap("A9")
    table.says("What was played?")
    assert wood(service) == ({"A9": "D", "A11": "A", "D11": "A"}, [])


@pytest.mark.slow
def test_no_second_marble_is_lifted_beside_one_that_nobody_knows(table: Any, service: Any) -> None:
    second_red(table)
    unknown(table, service, "D11", "A11")
    table.tap("A11")
    table.token("A11", "")
    believed(table)
    table.tap("A9")
    table.says("Swap two colours")
    assert wood(service) == ({"A9": "A", "D11": "D"}, [{"token": "A", "from": "A11"}])
