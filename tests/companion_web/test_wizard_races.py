"""The set-up of a race: cars, laps, dice and the track, chosen among those that were kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.games.packs import COURSES, OFFERS
from companion.model.commands import New
from companion_web.pages.wizard import Wizard, read_wizard

COURSE = COURSES["racepack"]
DRAFT = {"tiles": [[0, 0], [1, 0]], "walls": False}


def wizard(**fields: object) -> Wizard:
    """A race's form with these values."""
    return read_wizard(MultiDict({"game": "racepack", **{k: str(v) for k, v in fields.items()}}))


def test_a_race_takes_what_is_usual() -> None:
    """RP-20, RP-23: four cars, three laps, dice that the table throws."""
    command = wizard().command(COURSE.standard())
    assert (command.game, command.board, command.hands) == ("racepack", "tiles", "physical")
    assert command.players == [["A"], ["B"], ["C"], ["D"]]
    assert command.options == {
        "laps": 3,
        "dice": "service",
        "timer": False,
        "extra_hazards": 0,
        "track": COURSE.standard(),
    }


def test_wishes_are_read_from_the_form_and_nonsense_is_bent() -> None:
    """RP-74, RP-78: values have the engine's types."""
    form = wizard(laps=5, dice="service", timer="yes", extra_hazards=4)
    assert form.wishes == {"laps": 5, "dice": "service", "timer": True, "extra_hazards": 4}
    odd = wizard(laps=99, dice="loaded", timer="perhaps", extra_hazards=3)
    assert odd.wishes == wizard().wishes


def test_a_street_race_may_have_points_spent_on_rolls() -> None:
    """FF-125: a switch of three."""
    form = read_wizard(MultiDict({"game": "fhtagn", "fourth_spend": "reroll"}))
    command = form.command(None)
    assert command.options is not None
    assert command.options["fourth_spend"] == "reroll"
    assert wizard().wishes.get("fourth_spend") is None


def test_two_cars_each_are_always_offered_and_then_three_or_four_play() -> None:
    """FF-140: with five players remembered, whoever wants two cars each is not ignored."""
    plain = read_wizard(MultiDict({"game": "fhtagn", "count": "5"}))
    assert "dual" in {wish.name for wish in plain.offered}
    assert (plain.count, plain.counts) == (5, (3, 4, 5, 6))
    OFFERS["fhtagn"].settled({**told(plain), "options": plain.command(None).options})
    dual = read_wizard(MultiDict({"game": "fhtagn", "count": "5", "dual": "yes"}))
    assert (dual.count, dual.counts, dual.wishes["dual"]) == (4, (3, 4), True)


def told(form: Wizard) -> dict[str, Any]:
    """The players of the command that the form sends."""
    return {"players": form.command(None).players}


def test_a_pool_is_offered_to_three_teams_only() -> None:
    """RP-28."""
    assert wizard(count=3, each=2).wishes["token_mode"] == "pool"
    assert wizard(count=3, each=2, token_mode="car").wishes["token_mode"] == "car"
    assert "token_mode" not in wizard(count=4, each=2).wishes


@pytest.mark.parametrize(
    ("count", "sizes"), [(2, (2,)), (3, (2,)), (4, (1, 2)), (5, (1,)), (8, (1,))]
)
def test_cars_each_are_those_of_the_rules(count: int, sizes: tuple[int, ...]) -> None:
    """RP-20."""
    form = wizard(count=count)
    assert form.offer.colours_each(form.sheet, form.board, count) == sizes
    assert len(form.colours) == count * sizes[0]


def test_other_games_have_no_wishes() -> None:
    form = read_wizard(MultiDict({"game": "fast_track", "laps": "5", "track": "Monza"}))
    assert (form.wishes, form.course, form.offer.course) == ({}, "", "")
    assert OFFERS["fast_track"].wishes("hex", 4, 1) == ()


# ---------------------------------------------------------------------------------- on the page


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Tracks: a sound one and a draft."""
    folder = tmp_path / "tracks"
    folder.mkdir()
    ring = COURSE.read({"tiles": [[x, 0] for x in range(3, 0, -1)] + RING})
    assert COURSE.flaws(ring) == ()
    (folder / "Ring.json").write_text(json.dumps(ring))
    (folder / "Half way.json").write_text(json.dumps(DRAFT))
    return folder


RING: list[list[int]] = (
    [[0, y] for y in range(6)]
    + [[x, 6] for x in range(6)]
    + [[6, y] for y in range(6, 0, -1)]
    + [[x, 0] for x in range(6, 3, -1)]
)


@pytest.fixture
def app(table: Any, make_app: Callable[..., Flask], folder: Path) -> Flask:
    """The app with that folder."""
    return make_app(table, tracks_folder=folder)


def sent(table: Any) -> New | None:
    """The last command, where it starts a race."""
    command = table.commands[-1][0]
    return command if isinstance(command, New) and command.game == "racepack" else None


def test_the_set_up_of_a_race_speaks_of_no_marbles(browser: Any) -> None:
    pages = {g: browser.get(f"/new?game={g}").text for g in ("fast_track", "fhtagn")}
    titles = {g: page.split('<summary class="button">')[1] for g, page in pages.items()}
    assert titles["fast_track"].startswith("Marbles ahead, help<")
    assert titles["fhtagn"].startswith("Help<")
    assert "marbles" not in pages["fhtagn"]


def test_the_form_lists_kept_tracks_and_drafts_cannot_be_chosen(browser: Any) -> None:
    page = browser.get("/new?game=racepack").text
    assert '<option value="default" selected>Eight Corners</option>' in page
    assert '<option value="Ring">Ring</option>' in page
    assert '<option value="Half way" disabled>Half way (Draft)</option>' in page
    assert 'href="/tracks"' in page
    assert 'name="hands" value="physical"' in page


def test_the_chosen_track_is_the_preview_and_goes_with_the_command(
    browser: Any, table: Any, folder: Path
) -> None:
    plain, ring = (
        browser.get(f"/new?game=racepack&track={name}").text.split("<figure")[1]
        for name in ("default", "Ring")
    )
    assert plain != ring
    browser.submit("/new", {"game": "racepack", "track": "Ring", "laps": "2"})
    command = sent(table)
    assert command is not None
    assert command.options is not None
    assert command.options["track"] == json.loads((folder / "Ring.json").read_text())
    assert command.options["laps"] == 2


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"track": "Half way"}, "This track is a draft: mend it before the race."),
        ({"track": "Nowhere"}, "There is no Nowhere here any more."),
        ({"track": "Ring", "count": "8"}, "8 cars need 2 straight tiles before the line."),
    ],
)
def test_a_track_that_cannot_be_raced_on_is_told_under_its_field(
    browser: Any, table: Any, folder: Path, fields: dict[str, str], sentence: str
) -> None:
    """RP-11, RP-12: nothing is started."""
    if fields.get("count"):
        tiles = COURSE.read(json.loads((folder / "Ring.json").read_text()))["tiles"]
        turned = {"tiles": tiles[2:] + tiles[:2], "walls": False}
        while COURSE.refusal(turned, 8) is None or COURSE.flaws(turned):
            turned["tiles"] = turned["tiles"][1:] + turned["tiles"][:1]
        (folder / "Ring.json").write_text(json.dumps(turned))
    before = len(table.commands)
    answer = browser.submit("/new", {"game": "racepack", **fields})
    assert answer.status_code == 400
    assert sentence in answer.text
    assert 'id="error-track"' in answer.text
    assert len(table.commands) == before


@pytest.mark.parametrize("game", ["racepack", "fhtagn", "wahoo"])
def test_without_wood_the_table_throws_the_dice_unless_people_say_otherwise(game: str) -> None:
    page, board = (
        {wish.name: wish for wish in form_of(game, wood).offered} for wood in (False, True)
    )
    assert (page["dice"].values, page["dice"].usual) == (("service", "table"), "service")
    assert form_of(game, wood=False).wishes["dice"] == "service"
    assert form_of(game, wood=False, dice="table").wishes["dice"] == "table"
    if game != "fhtagn":  # its dice are special ones
        assert (board["dice"].values, board["dice"].usual) == (("table", "service"), "table")


def form_of(game: str, wood: bool, **fields: str) -> Wizard:
    """The form of that game, at a real board or without one."""
    return read_wizard(MultiDict({"game": game, **fields}), wood=wood)
