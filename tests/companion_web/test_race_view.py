"""What the page makes of a race's view: its order, its podium and its pools."""

from __future__ import annotations

import msgspec
import pytest
from page_scenes import raced, scenes

from companion.words import render
from companion_web.api.views import page_of


def test_a_race_is_told_row_by_row() -> None:
    race = raced("over").race
    assert race is not None
    assert [step.n for step in race.podium] == [2, 1, 3]
    assert [step.place for step in race.podium] == ["2nd", "1st", "3rd"]
    noted = {row.note: row.noted for row in race.order}
    assert noted["1st"] == "acting"
    spun = raced("spun").race
    assert spun is not None
    assert any("is-spun" in row.looks for row in spun.order)
    assert all(row.lap_label for row in spun.order)


@pytest.mark.parametrize(
    ("runners", "pooled", "looks"),
    [(4, False, ""), (5, False, "many"), (4, True, "pooled"), (5, True, "many pooled")],
)
def test_many_runners_and_shared_tokens_have_a_layout_of_their_own(
    runners: int, pooled: bool, looks: str
) -> None:
    scene = scenes()["pools"]
    race = scene.race
    assert race is not None
    race = msgspec.structs.replace(
        race, order=race.order[:runners], pools=race.pools if pooled else ()
    )
    shown = page_of(msgspec.structs.replace(scene, race=race), None, render, "en").race
    assert shown is not None
    assert len(shown.order) == runners
    assert shown.looks == looks


def test_while_claims_are_asked_for_nobody_is_to_move() -> None:
    race, claiming = raced("go").race, raced("claim").race
    assert race is not None
    assert claiming is not None
    assert "to move" in {row.note for row in race.order}
    assert "to move" not in {row.note for row in claiming.order}


def test_shared_tokens_stand_beside_their_player_and_cars_have_colours_for_names() -> None:
    race = raced("pools").race
    assert race is not None
    assert race.pools[0].coins.startswith("Tokens left: ")
    assert {row.name for row in race.order} <= {
        "Red",
        "Orange",
        "Yellow",
        "Green",
        "Blue",
        "Purple",
    }
