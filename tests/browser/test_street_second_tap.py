"""Another tile or light of the street, tapped before the page has heard of the first one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import street_views
from msgspec.structs import replace
from waiting import until

from companion.model.view import HoleView

pytestmark = pytest.mark.needs_chromium

DESKTOP = (1440, 900)
SCENES = street_views.scenes()


@pytest.fixture
def street(stage: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The stage with a street, at the moment when a car or a card is chosen."""
    monkeypatch.setattr(type(stage.table), "drawing", lambda _: street_views.board())
    stage.table.show(SCENES["choose"])
    return stage


def test_another_tile_right_after_takes_the_car_from_where_it_was_just_put(
    open_page: Callable[..., Any], street: Any
) -> None:
    """The view does not tell of it yet. A rival in the way is lifted as from the place before."""
    page = open_page(street.url, DESKTOP)
    page.page.click('[data-toward="back"]')
    page.page.click('[data-toward="right"]')
    until(lambda: len(street.table.lifts) > 4, lambda: page.prompt)
    went = [("lift", "e5"), ("put", "f5"), ("lift", "f5"), ("lift", "e6"), ("put", "e6")]
    assert [lift[:2] for lift in street.table.lifts] == went


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
    until(lambda: len(street.table.lifts) > 3, lambda: page.prompt)
    assert [lift[:2] for lift in street.table.lifts[2:3]] == [("lift", "e5")]


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
