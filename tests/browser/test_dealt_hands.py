"""Dealt cards on the page: one browser holds both seats, looks at hands face down, and plays."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from two_forms import first
from waiting import until

from engine.boards.marble import board_for

pytestmark = pytest.mark.needs_chromium

PLACES = board_for("hex").places
SIT = """async seat => (await fetch('/api/seats', {method: 'POST', body: JSON.stringify({seat}),
    headers: {'Content-Type': 'application/json',
        'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content}})).status"""

LEFT_AND_PRESSED = """() => {
    document.activeElement.blur();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
}"""
"""A key that comes before anything that waits for the focus to have gone; keys go first."""
ANOTHER_TAB = """() => {
    Object.defineProperty(document, 'hidden', {value: true, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
    delete document.hidden;
}"""


def view_of(page: Any) -> Any:
    """What this browser may see now."""
    return page.page.evaluate("async () => (await fetch('/api/table')).json()")


def lit(page: Any, place: str, *roles: str) -> str:
    """A hole of that place with one of these lights."""
    wanted = ",".join(
        f'[data-hole="{hole}"][data-role="{role}"]'
        for hole in PLACES[place].holes
        for role in roles
    )
    hole: str = page.met("sought => document.querySelector(sought)?.dataset.hole", wanted)
    return hole


def settled(page: Any, before: Any) -> Any:
    """The view after what was just done has come to rest.

    A card that moves nothing and plays again leads back to the same position, so moves count too.
    """

    def stand(view: Any) -> tuple[Any, ...]:
        return view["position"], [move["number"] for move in view["moves"]]

    def rested() -> Any:
        view = view_of(page)
        return view if stand(view) != stand(before) and not view["pending"] else None

    view = until(rested, lambda: page.page.inner_text("main"))
    page.drawn(view["seq"])
    return view


def take_both_seats(page: Any) -> None:
    """This browser holds the cards of both."""
    assert [page.page.evaluate(SIT, seat) for seat in (0, 1)] == [200, 200]
    page.reload()
    page.drawn(1)


def chosen(page: Any) -> list[str]:
    """The held cards that are shown as chosen."""
    found: list[str] = page.page.evaluate(
        """[...document.querySelectorAll('[data-held].chosen, .peek-card.chosen')]
        .map(card => card.dataset.card ?? card.dataset.number)"""
    )
    return found


def hand_of(page: Any, seat: int) -> Any:
    """A hand as this browser fetches it to look at it."""
    return page.page.evaluate("async seat => (await fetch(`/api/hand?seat=${seat}`)).json()", seat)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["classic", "butterfly"])
def test_cards_are_played_from_the_hand_turn_by_turn(
    open_page: Callable[..., Any], service: Any, rules: str
) -> None:
    service.new(players=[["A"], ["D"]], rules=rules, hands="virtual")
    page = open_page(service.url, (1440, 900))
    take_both_seats(page)
    rng = random.Random(11)
    played = moved = 0
    seats: set[int] = set()
    view = view_of(page)
    page.drawn(view["seq"])
    for _ in range(60):
        if moved >= 6 and len(seats) == 2:
            break
        seats.add(view["seat"])
        if view["position"]["card"] is None:
            assert (view["hand"], chosen(page)) == (None, [])
            cards = hand_of(page, view["seat"])["cards"]
            best = max(range(len(cards)), key=lambda i: cards[i]["moves"] or 0)
            page.page.click(f'[data-number="{best}"]')
            page.page.click('[data-key="play"]')
            played += 1
        else:
            ways = [c for c in view["choices"] if c["moves"] and "=" not in c["action"]]
            if ways:
                for frm, to in rng.choice(ways)["moves"]:
                    page.tap(lit(page, frm, "movable"))
                    page.tap(lit(page, to, "destination", "capture", "pen"))
                moved += 1
        view = settled(page, view)
    assert seats == {0, 1}
    # Classic seats choose from five; butterfly draws one card, and that one is played (BF-2).
    assert (played > 3) == (rules == "classic")
    assert moved >= 6


def test_a_card_stays_chosen_in_this_hand_only(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """Where the next hand had as many cards, one of them came chosen: one tap played it."""
    hand = scenes.HAND
    key, position = hand.pad[0], {"turn": 1}
    other = tuple(msgspec.structs.replace(key, value=rank, label=rank) for rank in "34578")
    again = msgspec.structs.replace(hand, position={"turn": 2})
    stage.table.show(msgspec.structs.replace(hand, position=position))
    page = open_page(stage.url, (360, 640))
    for following in (msgspec.structs.replace(hand, pad=other, position=position), again):
        page.page.click('[data-held="1"]')
        assert chosen(page) == ["J"]
        stage.table.show(stage.table.shown)
        page.drawn(stage.table.seq)
        assert chosen(page) == ["J"]
        stage.table.show(following)
        page.drawn(stage.table.seq)
        assert chosen(page) == []
        stage.table.show(msgspec.structs.replace(hand, position=position))
        page.drawn(stage.table.seq)
    assert stage.table.commands == []


@pytest.mark.slow
def test_a_shared_screen_shows_cards_only_while_they_are_held(
    open_page: Callable[..., Any], service: Any
) -> None:
    """Release, blur and another tab hide them; a card that was slid to is chosen face down."""
    service.new(players=[["A"], ["D"]], names=["Anna", "Max"], hands="virtual", first=0)
    page = open_page(service.url, (360, 640))
    take_both_seats(page)
    shown, faces = page.page, page.page.locator(".peek-card .face-up")
    page.says("Anna, hold to see your cards.")
    labels = [card["label"] for card in hand_of(page, 0)["cards"]]
    read_aloud = hand_of(page, 0)["cards"][0]["said"]["text"]
    bar = shown.locator(".peek-hold")

    def hidden() -> None:
        shown.wait_for_selector(".peek-card .face-up", state="detached")
        assert not set(shown.locator(".peek-cards").inner_text().split())

    for hide in (
        shown.mouse.up,
        lambda: shown.evaluate("dispatchEvent(new Event('blur'))"),
        lambda: shown.evaluate(ANOTHER_TAB),
    ):
        bar.hover()
        shown.mouse.down()
        faces.first.wait_for()
        assert [one.split()[0] for one in faces.all_inner_texts()] == labels
        hide()
        hidden()
        shown.mouse.up()
    assert chosen(page) == []

    bar.hover()
    shown.mouse.down()
    faces.first.wait_for()
    shown.locator(".peek-card").nth(3).hover()
    page.says("Chosen. Let go, then play it.")
    shown.mouse.up()
    hidden()
    assert chosen(page) == ["3"]

    bar.focus()
    shown.evaluate(LEFT_AND_PRESSED)
    faces.first.wait_for()
    shown.keyboard.up(" ")
    hidden()
    bar.focus()
    shown.keyboard.press("2")
    assert chosen(page) == ["1"]
    shown.locator("[data-read]").focus()
    shown.keyboard.press("Enter")
    faces.first.wait_for()
    until(lambda: f"1: {read_aloud}" in shown.inner_text("#said"))
    shown.keyboard.press("Escape")
    hidden()
    assert read_aloud not in shown.inner_text("#said"), "the screen may be somebody else's now"
    shown.click("[data-key=more]")
    shown.click("[data-ask=can]")
    assert "Anna, choose a card." in shown.inner_text(".answer")
    assert "Read my cards" not in shown.inner_text("#foot"), "this screen has no such key"
    shown.click("[data-key=back]")
    before = view_of(page)
    shown.click('[data-key="play"]')
    settled(page, before)
    assert chosen(page) == []


@pytest.mark.parametrize("hands", first(1, ["none", "virtual"]))
def test_a_tap_on_what_a_chosen_card_could_do_says_to_play_it_first(
    open_page: Callable[..., Any], stage: Any, scenes: Any, hands: str
) -> None:
    stage.table.show(msgspec.structs.replace(scenes.HAND, board=hands))
    page = open_page(stage.url, (1440, 900))
    page.page.click('[data-held="0"]')
    page.role("E9", "destination")
    page.tap("E9")
    page.page.wait_for_function(
        "() => document.querySelector('[data-support]').textContent"
        " === 'Play the 6 first, then move.'"
    )
    page.page.click('[data-held="1"]')
    page.page.click('[data-held="0"]')
    assert "White lights" in page.page.inner_text("[data-support]")
    assert stage.table.commands == []
