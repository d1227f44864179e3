"""Pages of tracks without scripts: reading, keeping, files taken in and along, asking first."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from saved_tracks import DRAFT, SOUND


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the app keeps its tracks, with a sound one and a draft."""
    folder = tmp_path / "tracks"
    folder.mkdir()
    (folder / "Monza.json").write_text(json.dumps(SOUND))
    (folder / "Half way.json").write_text(json.dumps(DRAFT))
    return folder


@pytest.fixture
def app(table: Any, make_app: Callable[..., Flask], folder: Path) -> Flask:
    """The app with that folder."""
    return make_app(table, tracks_folder=folder)


def names(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.iterdir())


def take_in(browser: Any, text: str, file: str, **fields: str) -> Any:
    data = {"file": (io.BytesIO(text.encode()), file), "csrf_token": browser.csrf, **fields}
    return browser.client.post("/tracks/import", data=data, content_type="multipart/form-data")


def test_the_list_shows_pictures_and_offers_a_race_on_sound_tracks_only(browser: Any) -> None:
    page = browser.get("/tracks").text
    assert page.count('class="track-picture"') == 3
    assert "Eight Corners" in page
    races = [part.split('"')[0] for part in page.split('href="/new?')[1:]]
    assert [race.split("track=")[1] for race in races] == ["default", "Monza"]
    assert "Draft" in page
    assert "The road is open: tile 4 does not reach tile 0." in page
    assert "/tracks/default/delete" not in page


def test_a_broken_or_stray_file_is_told_on_the_list(browser: Any, folder: Path) -> None:
    (folder / "Bad.json").write_text("{")
    (folder / "a+b.json").write_text("{}")
    page = browser.get("/tracks").text
    assert "Bad.json cannot be read" in page
    assert "a+b.json" in page
    assert browser.get("/tracks/Bad").status_code == 400
    assert "Bad.json cannot be read" in browser.get("/tracks/Bad").text
    assert "Delete Bad?" in browser.get("/tracks/Bad/delete").text


def test_a_track_is_read_without_scripts(browser: Any) -> None:
    """Its picture with the order of driving, and every problem in words."""
    page = browser.get("/tracks/Half way").text
    assert page.count('class="ts-count"') == 5
    assert "19 more to lay: a circuit has 24 tiles." in page
    assert "Yes: every rule for circuits is kept." in browser.get("/tracks/Monza").text
    assert browser.get("/tracks/Nowhere").status_code == 404
    assert "There is no Nowhere here any more." in browser.get("/tracks/Nowhere").text


@pytest.mark.parametrize(
    "path",
    ["/tracks/new", "/tracks/new?like=Monza", "/tracks/new?surprise=1&tiles=28&walls=1"],
)
def test_the_editor_begins_with_nothing_a_copy_or_by_chance(browser: Any, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 200
    tiles = answer.text.count('class="ts-count"')
    assert tiles == {"/tracks/new": 0, "/tracks/new?like=Monza": 24}.get(path, 28)


def test_wishes_nobody_can_meet_are_told(browser: Any) -> None:
    answer = browser.get("/tracks/new?surprise=1&tiles=25")
    assert answer.status_code == 400
    assert "even number of tiles" in answer.text
    german = browser.get("/tracks/new?surprise=1&tiles=25", headers={"Accept-Language": "de"})
    assert "Eine ausgeloste Strecke hat eine gerade Zahl von Teilen, 24 bis 48." in german.text


def test_keeping_by_form_asks_before_it_replaces(browser: Any, folder: Path) -> None:
    fields = {"track": json.dumps(DRAFT), "name": "monza"}
    asked = browser.submit("/tracks/save", fields)
    assert asked.status_code == 409
    assert "There is a Monza already." in asked.text
    assert 'name="replace"' in asked.text
    assert asked.text.count('class="ts-count"') == 5
    assert json.loads((folder / "Monza.json").read_text()) == SOUND
    done = browser.submit("/tracks/save", {**fields, "replace": "1"})
    assert (done.status_code, done.location) == (303, "/tracks/Monza")
    assert json.loads((folder / "Monza.json").read_text()) == DRAFT


def test_a_name_that_cannot_be_is_told_under_its_field(browser: Any, folder: Path) -> None:
    answer = browser.submit("/tracks/save", {"track": json.dumps(SOUND), "name": "../x"})
    assert answer.status_code == 409
    assert 'aria-invalid="true"' in answer.text
    assert names(folder) == ["Half way", "Monza"]


def test_a_track_goes_out_as_a_file_and_comes_in_again(browser: Any, folder: Path) -> None:
    file = browser.get("/tracks/Monza/file")
    assert "attachment" in file.headers["Content-Disposition"]
    assert "Monza.json" in file.headers["Content-Disposition"]
    taken = take_in(browser, file.text, "Monza.json")
    assert taken.status_code == 409
    again = take_in(browser, file.text, "../tracks/Friday +1.json")
    assert (again.status_code, again.location) == (303, "/tracks/Friday%201")
    assert json.loads((folder / "Friday 1.json").read_text()) == SOUND
    named = take_in(browser, file.text, "Monza.json", name="Mine")
    assert named.location == "/tracks/Mine"
    assert browser.get("/tracks/default/file").get_json() == SOUND


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "Odd.json cannot be read: line 1, column 2: this is no JSON"),
        ('{"tiles": [[0, 0.3]]}', "Odd.json is no track: Tile 0 of the track lies at 0.3"),
        ('{"tiles": [], "cars": 3}', "Odd.json is no track: A track has no key"),
        ("[]", "Odd.json is no track: A track is"),
    ],
)
def test_a_file_that_is_no_track_is_named_with_what_is_wrong(
    browser: Any, folder: Path, text: str, sentence: str
) -> None:
    answer = take_in(browser, text, "Odd.json")
    assert answer.status_code == 400
    assert sentence in answer.text.replace("&#39;", "'")
    assert names(folder) == ["Half way", "Monza"]


def test_what_is_wrong_with_a_track_is_told_in_german_too(browser: Any) -> None:
    fields = {"track": '{"tiles": [[0, 0.3]]}', "name": "Odd", "csrf_token": browser.csrf}
    told = browser.client.post("/tracks/save", data=fields, headers={"Accept-Language": "de"})
    assert told.status_code == 400
    assert "Teil 0 der Strecke liegt bei 0.3; Orte sind ganze oder halbe Zahlen" in told.text


def test_why_a_broken_track_cannot_be_read_is_told_in_german_too(
    browser: Any, folder: Path
) -> None:
    (folder / "Bad.json").write_text("{")
    (folder / "Big.json").write_text(" " * 70_000)
    (folder / "Odd.json").write_bytes(b"\xff")
    told = browser.client.get("/tracks", headers={"Accept-Language": "de"}).text
    assert "Bad.json ist nicht zu lesen: Zeile 1, Spalte 2: das ist kein JSON" in told
    assert "Big.json ist nicht zu lesen: es ist größer als 64 KiB" in told
    assert "Odd.json ist nicht zu lesen: das ist kein Text in UTF-8: Byte 1" in told


def test_no_file_at_all_and_one_that_is_too_large(browser: Any) -> None:
    assert "Choose a file first." in take_in(browser, "", "").text
    assert take_in(browser, " " * 70_000, "Big.json").status_code == 413


def test_forms_need_the_csrf_value_and_with_a_pin_a_seat(
    table: Any,
    make_app: Callable[..., Flask],
    make_browser: Callable[..., Any],
    folder: Path,
) -> None:
    browser = make_browser(make_app(table, tracks_folder=folder, host_pin="2580"))
    assert browser.client.post("/tracks/Monza/delete").status_code == 403
    assert browser.submit("/tracks/Monza/delete", {}).status_code == 403
    assert browser.submit("/tracks/save", {"track": "{}", "name": "x"}).status_code == 403
    page = browser.get("/tracks/Monza").text
    assert "data-keep" not in page.replace("data-keeper", "")
    assert "/host?next=/tracks" in page
    assert names(folder) == ["Half way", "Monza"]
    browser.submit("/host", {"pin": "2580", "next": "/tracks"})
    assert browser.submit("/tracks/Monza/delete", {}).status_code == 303


def test_names_of_people_stay_text(browser: Any, folder: Path) -> None:
    """A title that looks like markup comes in as a plain name, and pages escape what is refused."""
    answer = take_in(browser, json.dumps(SOUND), "<b>x.json")
    assert answer.location == "/tracks/b%20x"
    odd = browser.submit("/tracks/save", {"track": json.dumps(SOUND), "name": "<script>"})
    assert "<script>" not in odd.text.replace('<script type="', "")


def test_the_set_up_of_a_race_leads_there(browser: Any) -> None:
    """Bar and menu do not: only races have tracks."""
    assert browser.get("/menu").text.count('href="/tracks"') == 0
    assert browser.get("/new?game=racepack").text.count('href="/tracks"') == 1
