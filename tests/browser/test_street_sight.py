"""What a street shows besides its cars: rank 8, the lead, chances without a board's hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import street_views
from msgspec.structs import replace
from two_forms import first
from waiting import until

from companion.model.drive import Thrown
from companion.model.message import Message
from companion.model.view import HoleView, InHand, Owed

pytestmark = pytest.mark.needs_chromium

PHONE, DESKTOP = (360, 640), (1440, 900)
SEEN = """sel => [...document.querySelectorAll(sel)]
    .filter((part) => part.getAttribute('visibility') !== 'hidden').length"""


def test_the_first_row_is_rank_8_while_a_car_stands_there_ff_35(
    open_page: Callable[..., Any], street: Any
) -> None:
    """A row of the wood is one row: nobody on rank 8 seems to lead."""
    page = open_page(street.url, DESKTOP)
    assert [page.page.evaluate(SEEN, sel) for sel in (".ts-caret", ".ts-wraps")] == [1, 0]
    far = street_views.position(at={**street_views.AT, "F": "8F2"})
    street.table.show(street_views.view(far))
    page.drawn(street.table.seq)
    assert [page.page.evaluate(SEEN, sel) for sel in (".ts-caret", ".ts-wraps")] == [0, 1]
    assert page.page.text_content(".ts-wraps") == "8"
    label = page.page.get_attribute('[data-hole="b6"]', "aria-label")
    assert label == "Rank 8, outer lane, Fritz."


def test_a_phone_shows_the_car_that_is_to_be_lifted_then_where_it_goes_pp_17(
    open_page: Callable[..., Any], street: Any
) -> None:
    """Lights at both ends of the ring do not fit on it. How far it looks behind is said on top."""
    page = open_page(street.url, PHONE)
    moment = street_views.position()
    shown = street_views.holes(moment)
    for hole in shown:
        shown[hole] = replace(shown[hole], role="")
    lights = {"a4": HoleView("civ", "extra", colour="civ"), "b4": HoleView("", "missing")}
    said = Message("street.civ.come")
    owed = Owed("civ", "a4", "b4", True, said)
    debt = street_views.view(moment, holes={**shown, **lights}, owed=(owed,))
    street.table.show(replace(debt, prompt=replace(debt.prompt, message=said, support=None)))
    page.drawn(street.table.seq)
    frame, car = page.box("#board"), page.box('[data-hole="a4"]')
    assert frame["y"] <= car["y"]
    assert car["y"] + car["height"] <= frame["y"] + frame["height"] + 0.5
    assert page.page.inner_text("[data-support]") == "Lead: 2 ranks up"
    lights["a4"] = HoleView("", "")
    held = (InHand("civ", "a4"),)
    street.table.show(replace(debt, holes={**shown, **lights}, in_hand=held))
    page.drawn(street.table.seq)
    assert page.box('[data-hole="b4"]')["y"] >= frame["y"]


def test_new_traffic_is_lit_where_its_rank_is_pp_17(
    open_page: Callable[..., Any], street: Any
) -> None:
    """Debts that come with a new front roll the street before any hand moves, none does later."""
    page = open_page(street.url, DESKTOP)
    rows = "[...document.querySelectorAll('.margins .ts-row')].map(row => row.textContent).join('')"
    owed = (Owed("civ", "", "b4", True, Message("street.wave")),)
    street.table.show(street_views.view(street_views.position(origin=1), owed=owed))
    page.drawn(street.table.seq)
    assert page.page.evaluate(rows) == "abcdefgh"
    street.table.show(street_views.view(street_views.position(origin=0), owed=owed))
    page.drawn(street.table.seq)
    assert page.page.evaluate(rows) == "abcdefgh", "hands are paying what was owed before"
    page.page.dispatch_event("body", "pointerdown")
    more = (*owed, Owed("civ", "", "b3", True, Message("street.wave")))
    street.table.show(street_views.view(street_views.position(origin=0), owed=more))
    page.drawn(street.table.seq)
    assert page.page.evaluate(rows) == "abcdefgh", "a finger is down"
    page.page.dispatch_event("body", "pointerup")
    assert page.page.evaluate(rows) == "habcdefg", "new traffic came besides, and no hand has it"


def test_a_car_makes_room_while_the_pushed_one_waits_in_the_hand_pp_17(
    open_page: Callable[..., Any], street: Any
) -> None:
    """A tap on it lifts it. It was taken for the place where the waiting car should go."""
    page = open_page(street.url, PHONE)
    scene = street_views.view(street_views.position())
    owed = Owed("civ", "e4", "", True, Message("street.civ.off"))
    holes = {**scene.holes, "e4": HoleView("civ", "extra", colour="civ")}
    waits = (InHand("C", "e6"),)
    street.table.show(
        replace(scene, holes=holes, owed=(owed,), in_hand=waits, choices=(), legal=())
    )
    page.drawn(street.table.seq)
    page.tap("e4")
    lifts = until(lambda: street.table.lifts, lambda: page.prompt)
    assert [lift[:2] for lift in lifts] == [("lift", "e4")]


@pytest.mark.parametrize("tapped", first(1, ['[data-hole="f6"]', '[data-toward="back"]']))
def test_a_pushed_car_pushes_on_by_one_tap_ff_75(
    open_page: Callable[..., Any], street: Any, tapped: str
) -> None:
    """Both cars move. Only the Civilian was lifted, and put back by the next tap: nobody got on."""
    page = open_page(street.url, PHONE)
    street.table.show(street_views.pushed(civs={"c1": ("4F2", "F")}))
    page.drawn(street.table.seq)
    page.page.click(tapped)
    until(lambda: len(street.table.lifts) > 1, lambda: street.table.lifts)
    assert [lift[:3] for lift in street.table.lifts] == [("lift", "f6", None), ("put", "f6", "C")]


def test_the_car_that_a_light_calls_for_is_put_before_one_that_may_go_there_next_pp_17(
    open_page: Callable[..., Any], street: Any
) -> None:
    """Both are in the hand. The other one was put there, was led away, and so in a circle."""
    page = open_page(street.url, PHONE)
    scene = street_views.view(street_views.position())
    empty = {hole: what for hole, what in scene.holes.items() if hole not in ("d5", "e5")}
    owed = (
        Owed("B", "", "d5", True, Message("correction.on")),
        Owed("A", "", "e5", True, Message("correction.on")),
    )
    choice = replace(scene.choices[0], moves=(("e5", "d5"),))
    street.table.show(
        replace(
            scene,
            state="correction",
            holes={**empty, "d5": HoleView("", "missing", colour="B")},
            owed=owed,
            in_hand=(InHand("B", "d5"), InHand("A", "e5")),
            choices=(choice,),
        )
    )
    page.drawn(street.table.seq)
    page.tap("d5")
    assert until(lambda: street.table.lifts, lambda: page.prompt) == [("put", "d5", "B")]


def test_a_car_that_is_picked_beside_a_board_of_wood_shows_its_chances(
    open_page: Callable[..., Any], street: Any
) -> None:
    scene = street_views.view(street_views.position(), board="serial")
    moves = {"adv": "d5", "drift R": "e6", "drift B": "f5"}
    choices = tuple(
        replace(choice, moves=(("e5", moves[choice.action]),))
        for choice in scene.choices
        if choice.action in moves
    )
    game = replace(scene.game, board="street") if scene.game else None
    street.table.show(replace(scene, choices=choices, game=game))
    page = open_page(street.url, DESKTOP)
    page.tap("e5")
    page.role("d5", "destination")
    figures = page.page.locator("#board .figure").all_text_contents()
    assert sorted(figures) == ["58%", "92%"]
    assert page.page.locator("#board .rival").count() == 1


def test_the_own_car_stands_in_its_panel_by_its_name(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url, DESKTOP)
    assert page.page.inner_text(".own-panel h2") == "Your car · Tin Comet"
    assert page.page.locator("#own-car .stat").all_inner_texts() == [
        "3 Speed (0)",
        "5 Complexity (6)",
    ]
    assert page.page.locator("#own-car .empty", has_text="free").count() == 3
    street.table.show(street_views.view(street_views.position(turn="C"), seat=None))
    page.drawn(street.table.seq)
    assert page.page.inner_text(".own-panel h2") == "Carla · Old Lightning"
    assert page.page.locator(".own-panel h2 .hurt").count() == 1


def test_dice_stand_by_a_car_that_is_led_back_not_by_one_that_was_pushed(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url, PHONE)
    lost = street_views.failed()
    street.table.show(lost)
    page.drawn(street.table.seq)
    assert page.page.locator("#foot .throw").count() == 2
    won = (Thrown("A", 6, 9, won=True), Thrown("E", 1, 3, won=False))
    pushed = Owed("E", "d6", "d7", True, Message("street.back"))
    assert lost.drive is not None
    street.table.show(replace(lost, drive=replace(lost.drive, thrown=won), owed=(pushed,)))
    page.drawn(street.table.seq)
    assert page.page.locator("#foot .throw").count() == 0
    assert page.page.is_visible("#foot .row-line")


def test_a_tie_s_minus_lies_over_the_wrench_beside_it(
    open_page: Callable[..., Any], street: Any
) -> None:
    """The damage comes after the light; it is seen by the torn nose, too."""
    page = open_page(street.url)
    lost = street_views.failed()
    street.table.show(lost)
    page.drawn(street.table.seq)
    tie = street_views.WORDS.scenery.street(street_views.position(dmg=("A", "C", "E")))
    street.table.show(replace(lost, street=tie))
    page.drawn(street.table.seq)
    assert page.page.locator(".over [href='#broken']").count() == 3
    over = page.page.locator(".over > *").evaluate_all(
        "all => all.map(one => one.matches('[href=\"#broken\"]') ? 'wrench' : 'sign')"
    )
    assert over == sorted(over, reverse=True), "all signs come after all wrenches"
