"""Data files of the owner's own: the list, taking in by file or text, keeping, choosing."""

from __future__ import annotations

import copy
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.intake import DATA_BYTES
from companion.model.commands import New
from engine.games.street_race.sample import SAMPLE, TEXT

OURS: dict[str, Any] = {**copy.deepcopy(SAMPLE), "set": "ours"}
WRONG: dict[str, Any] = {**copy.deepcopy(OURS), "actions": 0}
WRONG["cards"][3]["copies"] = 0
NEW = {"game": "fhtagn", "count": "3", "names": ["", "", ""], "board": "street"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the app keeps its data files, with a sound one and a draft."""
    folder = tmp_path / "sets"
    folder.mkdir()
    (folder / "Ours.json").write_text(json.dumps(OURS))
    (folder / "Half done.json").write_text(json.dumps(WRONG))
    return folder


@pytest.fixture
def app(table: Any, make_app: Callable[..., Flask], folder: Path) -> Flask:
    """The app with that folder, and a file named by the settings."""
    return make_app(table, sets_folder=folder, own_data={"fhtagn": {**OURS, "set": "house"}})


def take_in(browser: Any, text: str = "", file: bytes | None = None, **fields: str) -> Any:
    data: dict[str, Any] = {"csrf_token": browser.csrf, "text": text, **fields}
    if file is not None:
        data["file"] = (io.BytesIO(file), "Kate's own+set.json")
    return browser.client.post("/sets/import", data=data, content_type="multipart/form-data")


def names(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.iterdir())


def test_the_list_offers_to_play_with_sound_sets_only(browser: Any) -> None:
    page = browser.get("/sets").text
    offered = [part.split('"')[0] for part in page.split("data=")[1:] if "new?game" not in part[:9]]
    assert [one for one in offered if one in ("sample", "settings", "Ours", "Half%20done")] == [
        "sample",
        "settings",
        "Ours",
    ]
    assert "Mistakes: 2" in page
    assert "card 4, p04: copies: a number from 1 to 999 is needed, not 0" in page
    assert "/sets/sample/delete" not in page
    assert "/sets/Ours/delete" in page


def test_a_file_of_the_list_tells_every_mistake_and_can_be_taken_along(browser: Any) -> None:
    page = browser.get("/sets/Half done").text
    assert "card 4, p04: copies: a number from 1 to 999 is needed, not 0" in page
    assert "actions: a number from 1 to 99 is needed, not 0" in page
    along = browser.get("/sets/Half done/file")
    assert json.loads(along.data) == WRONG
    assert browser.get("/sets/Nowhere").status_code == 404
    assert "There is no Nowhere here any more." in browser.get("/sets/Nowhere").text


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ({"text": TEXT, "name": "Typed"}, "Typed"),
        ({"text": TEXT}, "My set"),
        ({"file": b"\xef\xbb\xbf" + TEXT.encode()}, "Kate's own set"),
        ({"text": json.dumps(WRONG)}, "My set"),
    ],
)
def test_a_file_or_text_is_kept_and_shown_a_draft_too(
    browser: Any, folder: Path, told: dict[str, Any], kept: str
) -> None:
    answer = take_in(browser, **told)
    assert answer.status_code == 303
    assert kept in names(folder)
    page = browser.get(answer.headers["Location"]).text
    assert ("Mistakes: 2" in page) == ("WRONG" in page or "not 0" in page)


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"text": "{"}, "line 1, column 2: this is no JSON"),
        ({"text": "[1]"}, "data: an object is needed, not [1]"),
        ({"text": '{"set": "a", "set": "b"}'}, "is there twice in one object; keep one"),
        ({"text": '{"set": "\\ud800"}'}, "line 1, column 9: a text has half a character"),
        ({"text": '{"actions": 1e999}'}, "a number that is too large"),
        (
            {"text": '{"about": "NaN",\n "actions": NaN}'},
            "line 2, column 13: NaN is no number that JSON knows",
        ),
        ({"file": b"\xff\xfe"}, "is no text in UTF-8"),
        ({"text": " "}, "Choose a file, or paste its text."),
        ({"text": TEXT, "name": "a/b"}, "spaces: no /"),
        ({"text": TEXT, "name": "ours"}, "There is a Ours already."),
        ({"text": TEXT, "name": "Sample"}, "This set stays as it is"),
    ],
)
def test_what_cannot_be_kept_says_why_and_nothing_is_lost(
    browser: Any, folder: Path, told: dict[str, Any], says: str
) -> None:
    answer = take_in(browser, **told)
    assert answer.status_code >= 400 or 'role="alert"' in answer.text
    assert says in answer.text.replace("&#39;", "'")
    assert names(folder) == ["Half done", "Ours"]
    if told.get("text", "").strip():
        assert answer.text.split("<textarea")[1].split(">", 1)[1].split("<")[0].strip()


def test_a_set_that_was_changed_elsewhere_is_replaced_only_when_told(
    browser: Any, folder: Path
) -> None:
    fields = {"text": TEXT, "name": "Ours", "csrf_token": browser.csrf, "seen": "0" * 16}
    answer = browser.client.post("/sets/save", data=fields, content_type="multipart/form-data")
    assert answer.status_code == 409
    assert json.loads((folder / "Ours.json").read_text())["set"] == "ours"
    fields["replace"] = "1"
    browser.client.post("/sets/save", data=fields, content_type="multipart/form-data")
    assert json.loads((folder / "Ours.json").read_text())["set"] == "sample-night-market"


# -------------------------------------------------------------------------------- choosing it


def test_the_set_up_offers_every_set_and_the_one_of_the_settings_first(browser: Any) -> None:
    page = browser.get("/new?game=fhtagn").text
    options = page.split('name="data"')[1].split("</select>")[0]
    assert [part.split('"')[0] for part in options.split('value="')[1:]] == [
        "sample",
        "settings",
        "Half done",
        "Ours",
    ]
    assert 'value="settings" selected' in options
    assert 'name="data"' not in browser.get("/new?game=racepack").text


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("sample", {"data": None, "data_name": "sample"}),
        ("settings", {}),
        ("Ours", {"data": OURS, "data_name": "Ours"}),
    ],
)
def test_the_chosen_set_goes_with_the_new_game(
    browser: Any, table: Any, name: str, options: dict[str, Any]
) -> None:
    browser.submit("/new", {**NEW, "data": name})
    command = next(one for one, _ in reversed(table.commands) if isinstance(one, New))
    told = {k: v for k, v in (command.options or {}).items() if k in ("data", "data_name")}
    assert told == options


def test_the_cards_of_a_second_set_go_with_the_new_game(
    browser: Any, table: Any, folder: Path
) -> None:
    """FF-142. Two sets that share ids do not go together, and the page says so."""
    more = {**copy.deepcopy(OURS), "set": "more"}
    more["cards"] = [{**card, "id": f"z{card['id']}"} for card in more["cards"][:2]]
    (folder / "More.json").write_text(json.dumps(more))
    answer = browser.submit("/new", {**NEW, "data": "Ours", "data_more": "sample"})
    assert answer.status_code == 400
    assert "do not go together: second file: cards: p01 is in both sets" in answer.text
    browser.submit("/new", {**NEW, "data": "Ours", "data_more": "More"})
    command = next(one for one, _ in reversed(table.commands) if isinstance(one, New))
    assert command.options is not None
    assert command.options["data"] == [OURS, more]
    assert (command.options["data_name"], command.options["data_more"]) == ("Ours", "More")


def test_a_set_with_mistakes_begins_no_game(browser: Any, table: Any) -> None:
    before = len(table.commands)
    answer = browser.submit("/new", {**NEW, "data": "Half done"})
    assert answer.status_code == 400
    assert "This set cannot be played with yet. Mistakes: 2." in answer.text
    assert 'href="/sets/Half%20done"' in answer.text
    assert browser.submit("/new", {**NEW, "data": "Gone"}).status_code == 400
    assert len(table.commands) == before


def test_the_field_of_a_file_says_what_is_measured(browser: Any) -> None:
    """It said 64 KiB, refused from 60 on, and `trackside data` says 60."""
    field = re.search(r'data-most="(\d+)" data-large="([^"]+)"', browser.get("/sets").text)
    assert field is not None
    assert int(field[1]) == DATA_BYTES
    assert field[2] == "This file is larger than the 60 KiB that the table reads."


# ------------------------------------------------------------------------------------- the JSON


def test_the_editor_asks_for_every_mistake_with_its_place(browser: Any) -> None:
    told = browser.post("/api/sets/look", {"data": WRONG}).get_json()
    assert [(one["short"], one["path"]) for one in told["mistakes"]] == [
        ("a number from 1 to 999 is needed, not 0", ["cards", 3, "copies"]),
        ("a number from 1 to 99 is needed, not 0", ["actions"]),
    ]
    assert not told["sound"]
    assert browser.post("/api/sets/look", {"data": OURS}).get_json()["notes"]
