"""Tiles and lights of the street, tapped: once, twice, and before the page knows of the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import street_views
from msgspec.structs import replace
from waiting import until

from companion.model.view import HoleView, InHand

pytestmark = pytest.mark.needs_chromium

DESKTOP = (1440, 900)
SCENES = street_views.scenes()


def moved(street: Any, page: Any, more_than: int) -> list[tuple[str, str]]:
    """What the page's hand did, once it has done more than that: lift or put, and the hole."""
    until(lambda: len(street.table.lifts) > more_than, lambda: page.prompt)
    return [lift[:2] for lift in street.table.lifts]


def test_tapping_a_tile_puts_the_lifted_car(open_page: Callable[..., Any], street: Any) -> None:
    page = open_page(street.url)
    street.table.show(SCENES["lifted"])
    page.shows("tiles")
    ways = page.page.evaluate(
        "[...document.querySelectorAll('.tile')].map((tile) => tile.dataset.toward ?? '')"
    )
    assert ways == ["ahead", "back", "left", "right"]
    said = " ".join(page.page.inner_text('[data-toward="right"]').split())
    assert said == "Right 92 % tie 6 %"


@pytest.mark.parametrize(
    ("key", "hole"),
    [
        ("w", "d5"),
        pytest.param("s", "f5", marks=pytest.mark.slow),
        pytest.param("a", "e4", marks=pytest.mark.slow),
        pytest.param("d", "e6", marks=pytest.mark.slow),
    ],
)
def test_with_a_car_lifted_four_keys_put_it_ahead_back_and_to_the_sides(
    open_page: Callable[..., Any], street: Any, key: str, hole: str
) -> None:
    page = open_page(street.url)
    street.table.show(SCENES["lifted"])
    page.shows("tiles")
    page.page.focus('[data-hole="e5"]')
    page.page.keyboard.press(key)
    until(lambda: ("put", hole) in moved(street, page, 0), lambda: page.prompt)


def test_a_tile_that_is_pressed_twice_puts_its_car_once(
    open_page: Callable[..., Any], street: Any
) -> None:
    street.table.show(SCENES["lifted"])
    page = open_page(street.url, clocked=True)
    page.shows("tiles")
    page.stop_clock()  # this scene never tells of the put: the page would stop waiting for it
    page.page.click('[data-toward="back"]')
    page.page.click('[data-toward="back"]')
    page.tap("d5")
    assert moved(street, page, 2) == [("put", "f5"), ("lift", "f5"), ("put", "d5")]
    assert street.table.commands == []


def test_a_tile_pressed_again_does_nothing_while_a_slow_board_still_hears_of_it(
    open_page: Callable[..., Any], street: Any
) -> None:
    """However late its answer is: the car that stands is not lifted a second time."""
    page = open_page(street.url, DESKTOP, clocked=True)
    held: list[Any] = []
    page.page.route("**/api/hands", lambda route: held.append(route))
    with page.page.expect_request("**/api/hands"):
        page.page.click('[data-toward="back"]')
    page.later(5000)
    page.page.click('[data-toward="back"]')
    held[0].continue_()
    page.page.unroute("**/api/hands")
    page.tap("e6")
    assert moved(street, page, 2) == [
        ("lift", "e5"), ("put", "f5"), ("lift", "e6")
    ]  # fmt: skip


@pytest.mark.slow
def test_a_tile_of_a_car_that_still_stands_lifts_and_puts_it(
    open_page: Callable[..., Any], street: Any
) -> None:
    """Tapping is putting, so that no arrow has to lead the car there afterwards."""
    page = open_page(street.url, DESKTOP, clocked=True)
    page.stop_clock()
    page.page.click('[data-toward="back"]')
    page.page.click('[data-toward="back"]')
    assert moved(street, page, 1) == [("lift", "e5"), ("put", "f5")]
    street.table.lifts.clear()
    street.table.show(SCENES["place"])
    page.drawn(street.table.seq)
    page.page.click(".spaces .tile")
    until(lambda: street.table.lifts, lambda: page.prompt)
    tile = SCENES["place"].drive.tiles[0]
    assert [lift[:2] for lift in street.table.lifts] == [("put", tile.hole)]
    assert street.table.commands == []


def test_a_tile_says_why_its_car_goes_nowhere_while_another_one_is_in_the_hand(
    open_page: Callable[..., Any], street: Any
) -> None:
    """A pushed car that was lifted with the own one still tells nothing: the own one was put."""
    page = open_page(street.url, DESKTOP, clocked=True)
    moved = SCENES["lifted"]
    rival = InHand("C", "e6")
    street.table.show(replace(moved, in_hand=(rival,)))
    page.drawn(street.table.seq)
    page.page.click('[data-toward="back"]')
    page.says("Put the other car down first.")
    street.table.show(replace(moved, in_hand=(rival, *moved.in_hand)))
    page.drawn(street.table.seq)
    page.stop_clock()  # this scene never tells of the put: the page would stop waiting for it
    page.page.click('[data-toward="back"]')
    page.page.click('[data-toward="back"]')
    until(lambda: street.table.lifts, lambda: page.prompt)
    assert "Put the other car" not in page.prompt
    assert [lift[:2] for lift in street.table.lifts] == [("put", "f5")]
    assert street.table.commands == []


@pytest.mark.slow
def test_another_tile_right_after_takes_the_car_from_where_it_was_just_put(
    open_page: Callable[..., Any], street: Any
) -> None:
    """The view does not tell of it yet. A rival in the way is lifted as from the place before."""
    page = open_page(street.url, DESKTOP, clocked=True)
    page.stop_clock()
    page.page.click('[data-toward="back"]')
    page.page.click('[data-toward="right"]')

    def waited() -> bool:
        """It waits for a while for the table to feel that the rival's hole is empty."""
        page.later(200)
        return len(street.table.lifts) > 4

    until(waited, lambda: page.prompt)
    went = [("lift", "e5"), ("put", "f5"), ("lift", "f5"), ("lift", "e6"), ("put", "e6")]
    assert moved(street, page, 4) == went


def test_a_car_that_another_hand_has_moved_on_since_is_taken_from_where_it_stands(
    open_page: Callable[..., Any], street: Any
) -> None:
    """It was led home by somebody else as soon as it had been put."""
    scene = SCENES["choose"]
    car = scene.holes["e5"]
    page = open_page(street.url, DESKTOP)
    page.page.click('[data-toward="back"]')
    until(lambda: len(street.table.lifts) > 1, lambda: page.prompt)
    gone = {hole: what for hole, what in scene.holes.items() if hole != "e5"}
    for holes in ({**gone, "f5": car}, scene.holes):
        street.table.show(replace(scene, holes=holes))
        page.drawn(street.table.seq)
    page.page.click('[data-toward="left"]')
    assert moved(street, page, 3)[2:3] == [("lift", "e5")]


@pytest.mark.parametrize("by", ["tile", "light"])
def test_a_second_place_at_the_start_moves_the_same_car_on(
    open_page: Callable[..., Any], street: Any, by: str
) -> None:
    """The next car has its own turn, and does not come out of the box by a tap too many."""
    place = SCENES["place"]
    first, second = place.drive.tiles[:2]
    lit = {tile.hole: HoleView(role="destination") for tile in (first, second)}
    street.table.show(replace(place, holes={**place.holes, **lit}))
    page = open_page(street.url, DESKTOP)
    if by == "tile":
        page.page.dblclick(".spaces .tile:nth-child(1)")
        page.page.click(".spaces .tile:nth-child(2)")
    else:
        page.tap(first.hole)
        page.tap(second.hole)
    until(lambda: len(street.table.lifts) > 2, lambda: page.prompt)
    there, on, own = first.hole, second.hole, first.of
    assert street.table.lifts == [("put", there, own), ("lift", there, None), ("put", on, own)]
