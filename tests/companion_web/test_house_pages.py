"""The pages of house rules: every switch a row, what clashes is named and not kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from flask import Flask

from companion.games.house import House
from companion.games.packs import OFFERS
from companion_web.pages.wizard_rules import chosen_rules, rules_of
from engine.games.fast_track.switches import SWITCHES

SWAPLESS = 'game = "fast_track"\nsheet = "classic"\n[switches]\njack_swaps = false\n'
CLASSIC = [name for name, on in SWITCHES.sheets["classic"].items() if on]
FORM = {"game": "fast_track", "sheet": "classic", "was": "classic", "name": "Ours"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "house_rules"
    folder.mkdir()
    return folder


@pytest.fixture
def app(table: Any, make_app: Callable[..., Flask], folder: Path) -> Flask:
    return make_app(table, house_folder=folder)


def on(*names: str, off: tuple[str, ...] = ()) -> list[str]:
    """The boxes that are ticked: classic with these on, and those off."""
    return [*(name for name in CLASSIC if name not in off), *names]


def row(page: str, name: str) -> str:
    return page.split(f'data-switch="{name}"')[1].split("data-switch=")[0]


def test_a_sheet_opens_with_every_switch_its_sentence_and_its_rule(browser: Any) -> None:
    page = browser.get("/house/new?game=fast_track&sheet=butterfly").text
    for one in SWITCHES.all:
        said = row(page, one.name)
        assert (" checked" in said) == SWITCHES.sheets["butterfly"][one.name]
        assert f">{one.rules[0]}</a>" in said
        assert "when-on" in said
        assert "when-off" in said
    assert page.count("data-switch=") == len(SWITCHES.all)
    assert 'value="Our house"' in page
    # Only the group that has such words says what they mean.
    lines = re.findall(r'</legend>\n<p class="small">(.*)</p>', page)
    assert [line.split(" (")[0] for line in lines] == ["A marble is fast"]


def test_a_house_is_saved_chosen_in_the_set_up_and_played(
    browser: Any, folder: Path, table: Any
) -> None:
    saved = browser.submit(
        "/house/save",
        {**FORM, "switches": on(off=("jack_swaps",)), "back": "count=2&names=&rules=x"},
    )
    assert saved.status_code == 303
    assert "jack_swaps = false" in (folder / "Ours.toml").read_text()
    where = saved.headers["Location"]
    assert where == "/new?game=fast_track&rules=house%2FOurs&count=2&names="
    page = browser.get(where).text
    assert 'value="house/Ours" id="rules-house-1" data-live checked' in page
    assert "Classic · 1 changed" in page
    began = browser.submit("/new", {"rules": "house/Ours", "count": "2", "first": "0"})
    assert began.status_code == 303
    command = table.commands[-1][0]
    assert command.rules == "classic"
    assert command.options == {"house": "Ours", "switches": {"jack_swaps": False}}


def test_a_pair_that_excludes_each_other_is_named_outlined_and_not_saved(
    browser: Any, folder: Path
) -> None:
    boxes = on("five_marbles", "starts_on_exit", off=("several_colours",))
    answer = browser.submit("/house/save", {**FORM, "switches": boxes})
    assert answer.status_code == 409
    assert "Five marbles and Corner first exclude each other." in answer.text
    assert 'role="alert"' in answer.text
    for name in ("five_marbles", "corners_first"):
        head = answer.text.split(f'data-switch="{name}"')[0].rsplit("<div", 1)[1]
        assert "clashes" in head
        assert 'aria-invalid="true" aria-describedby="clash-0"' in row(answer.text, name)
    assert 'aria-invalid="true"' not in row(answer.text, "jack_swaps")
    assert list(folder.iterdir()) == []
    # Looking says the same and keeps nothing, also in German and for a switch that is off.
    query = "/house/look?game=fast_track&sheet=classic&was=classic&name=Ours"
    query += "".join(f"&switches={name}" for name in on("five_marbles"))
    german = browser.get(query, headers={"Accept-Language": "de"}).text
    assert "Fünf Murmeln und Eine beginnt draußen (aus) schließen sich aus." in german
    assert list(folder.iterdir()) == []


def test_another_sheet_begins_with_all_that_it_says(browser: Any) -> None:
    query = "/house/look?game=fast_track&sheet=stevens&was=classic&name=Ours&switches=penalty"
    page = browser.get(query).text
    for name, is_on in SWITCHES.sheets["stevens"].items():
        assert (" checked" in row(page, name)) == is_on
    assert "Stevens · as on the sheet" in page


def test_a_house_is_changed_renamed_copied_and_deleted(browser: Any, folder: Path) -> None:
    (folder / "Ours.toml").write_text(SWAPLESS)
    page = browser.get("/house/Ours").text
    mark = page.split('name="seen" value="')[1].split('"')[0]
    changed = {**FORM, "of": "Ours", "seen": mark, "switches": on(off=("jack_swaps", "mark_binds"))}
    assert browser.submit("/house/save", changed).status_code == 303
    assert "mark_binds = false" in (folder / "Ours.toml").read_text()
    again = browser.submit("/house/save", changed)
    assert again.status_code == 409
    assert "Somebody else has changed Ours meanwhile." in again.text
    assert 'name="replace"' in again.text
    assert browser.submit("/house/save", {**changed, "replace": "Ours"}).status_code == 303
    copied = browser.get("/house/new?like=Ours").text
    assert 'value="Ours copy"' in copied
    assert " checked" not in row(copied, "jack_swaps")
    assert browser.submit("/house/Ours/rename", {"name": "Theirs"}).status_code == 303
    assert [path.name for path in folder.iterdir()] == ["Theirs.toml"]
    assert "stay as they are" in browser.get("/house/Theirs/delete").text
    assert browser.submit("/house/Theirs/delete", {}).status_code == 303
    assert list(folder.iterdir()) == []
    assert browser.get("/house/Theirs").status_code == 404


def test_a_name_is_needed_and_a_taken_one_asked_about(browser: Any, folder: Path) -> None:
    (folder / "Ours.toml").write_text(SWAPLESS)
    for name, says in (("", "Give it a name"), ("../up", "spaces"), ("ours", "already")):
        answer = browser.submit("/house/save", {**FORM, "name": name, "switches": on()})
        assert answer.status_code == 409
        assert says in answer.text
    assert (folder / "Ours.toml").read_text() == SWAPLESS


def test_damaged_files_stand_in_the_list_with_what_is_wrong_and_are_not_offered(
    browser: Any, folder: Path
) -> None:
    (folder / "Odd.toml").write_text(SWAPLESS + "jokers = 3\n")
    (folder / "Clash.toml").write_text(SWAPLESS + "five_marbles = true\n")
    (folder / "Good.toml").write_text(SWAPLESS)
    (folder / "-x.toml").write_text(SWAPLESS)
    page = browser.get("/house").text
    assert "Odd.toml holds no house rules: switches: “jokers” is no switch" in page
    assert "Five marbles and Corner first exclude each other." in page
    assert "The file -x.toml has a name that nobody can choose" in page
    offered = browser.get("/new?game=fast_track").text
    assert 'value="house/Good"' in offered
    assert 'value="house/Clash"' not in offered
    assert "Some house rules cannot be used." in offered
    assert browser.get("/house/Clash").status_code == 200
    assert browser.get("/house/Odd").status_code == 409
    assert browser.get("/new?rules=house/Clash").status_code == 200
    assert sorted(path.name for path in folder.iterdir()) == [
        "-x.toml",
        "Clash.toml",
        "Good.toml",
        "Odd.toml",
    ]


def test_the_set_up_leads_to_the_page_and_takes_along_what_is_chosen(
    browser: Any, folder: Path
) -> None:
    asked = "game=fast_track&rules=stevens&names=Anna"
    told = browser.submit("/house/change", dict(parse_qsl(asked)))
    assert (told.status_code, told.location) == (303, f"/house/change?{asked}"), "no secret stays"
    page = browser.get(told.location).text
    assert f'name="back" value="{asked.replace("&", "&amp;")}"' in page
    assert 'id="sheet-stevens" checked' in page
    (folder / "Ours.toml").write_text(SWAPLESS)
    page = browser.get("/house/change?game=fast_track&rules=house/Ours&count=3").text
    assert 'name="of" value="Ours"' in page
    assert " checked" not in row(page, "jack_swaps")
    assert browser.get("/house/change?rules=house/Theirs").status_code == 404


def test_only_who_may_begin_a_game_keeps_house_rules(
    table: Any, make_app: Callable[..., Flask], make_browser: Any, folder: Path
) -> None:
    table.sit(0, "somebody")
    stranger = make_browser(
        make_app(table, house_folder=folder, host_pin="4711"), address="10.0.0.9"
    )
    assert stranger.submit("/house/save", {**FORM, "switches": on()}).status_code == 403
    assert 'data-do="save"' not in stranger.get("/house/new").text
    assert list(folder.iterdir()) == []


def test_programs_keep_look_at_and_list_house_rules(
    script: Any, folder: Path, browser: Any
) -> None:
    rules = {"game": "fast_track", "sheet": "classic", "switches": {"jack_swaps": False}}
    kept = browser.client.put("/api/house/Ours", json=rules, headers={"X-CSRFToken": browser.csrf})
    assert kept.status_code == 200, kept.text
    assert script.get("/api/house/Ours").get_json() == {
        "name": "Ours", "mark": kept.get_json()["mark"], **rules, "clashes": [],
    }  # fmt: skip
    five = {**rules, "switches": {"five_marbles": True}}
    looked = script.post("/api/house/look", json=five).get_json()
    assert len(looked["clashes"]) == 3
    refused = browser.client.put(
        "/api/house/Five", json=five, headers={"X-CSRFToken": browser.csrf}
    )
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (409, "house-clash")
    assert "exclude each other" in refused.get_json()["error"]["message"]
    german = browser.client.put(
        "/api/house/Five",
        json=five,
        headers={"X-CSRFToken": browser.csrf, "Accept-Language": "de"},
    ).get_json()["error"]["message"]
    assert "schließen sich aus" in german
    assert "exclude" not in german
    both = {**rules, "switches": {"bullseye_any_route": True}}
    for language, advice in (("en", "urn one of the two"), ("de", "eins von beiden")):
        said = browser.client.put(
            "/api/house/Both",
            json=both,
            headers={"X-CSRFToken": browser.csrf, "Accept-Language": language},
        ).get_json()["error"]["message"]
        assert said.count(advice) == 1, "it says once what to do"
    odd = script.post("/api/house/look", json={**rules, "switches": {"jokers": True}})
    assert (odd.status_code, odd.get_json()["error"]["code"]) == (400, "bad-house")
    (folder / "Odd.toml").write_text("colour = 1\n")
    listed = script.get("/api/house").get_json()["houses"]
    assert [(one["name"], one["sound"]) for one in listed] == [("Odd", False), ("Ours", True)]
    assert "Odd.toml" in listed[0]["broken"]
    answer = browser.client.post(
        "/api/house/look",
        json={"game": "fast_track", "sheet": "nope"},
        headers={"X-CSRFToken": browser.csrf, "Accept-Language": "de"},
    )
    assert answer.get_json()["error"]["message"].startswith("sheet: „nope“ ist keins von classic")
    (folder / "Odd.toml").write_text("colour = 1\n")
    page = browser.client.get("/house", headers={"Accept-Language": "de"}).text
    assert "„colour“: diesen Schlüssel gibt es nicht; es gibt game, sheet, switches." in page
    (folder / "Odd.toml").write_text("colour 1\n")
    listed = browser.client.get("/api/house", headers={"Accept-Language": "de"}).get_json()
    assert "Zeile 1, Spalte 8: das ist kein TOML" in listed["houses"][0]["broken"]


def checked_rules(page: str) -> list[str]:
    """The values of the field ``rules`` that are chosen on the page."""
    boxes = page.split('name="rules" value="')[1:]
    return [box.split('"')[0] for box in boxes if " checked" in box.split(">")[0]]


@pytest.mark.parametrize(
    ("language", "says"), [("en", "is gone or can no longer"), ("de", "gibt es nicht mehr")]
)
def test_a_house_that_is_gone_by_the_start_is_refused_and_nothing_begins(
    browser: Any, folder: Path, table: Any, language: str, says: str
) -> None:
    (folder / "Clash.toml").write_text(SWAPLESS + "five_marbles = true\n")
    before = len(table.commands)
    head = {"Accept-Language": language}
    for house in ("Ours", "Clash"):
        form = {"rules": f"house/{house}", "count": "2", "first": "cut", "hands": "physical"}
        for told in (form, {**form, "first": "0", "told": ["5", "K"]}):
            answer = browser.client.post(
                "/new", data={**told, "csrf_token": browser.csrf}, headers=head
            )
            assert answer.status_code == 400
            assert says in answer.text
            assert house in answer.text.split('id="error-rules"')[1].split("</p>")[0]
        looked = browser.get(f"/new?rules=house/{house}&count=2", headers=head)
        assert looked.status_code == 200
        assert says in looked.text
        assert checked_rules(looked.text) == ["classic"]
    assert len(table.commands) == before
    assert says not in browser.get("/new?game=wahoo&rules=house/Ours", headers=head).text


LAST = {"house": "Ours", "switches": {"jack_swaps": False}}


def test_the_set_up_after_a_game_keeps_its_switches_whatever_became_of_the_file(
    folder: Path,
) -> None:
    offer = OFFERS["fast_track"]
    ours = House("Ours", "fast_track", "classic", {"jack_swaps": False})
    told = rules_of({"options": LAST}, "fast_track", "classic")
    same = chosen_rules(told, (), offer, [ours])
    assert (same.house, same.last, same.gone) == (ours, None, "")
    renamed = House("Theirs", "fast_track", "classic", {"jack_swaps": False})
    assert chosen_rules(told, (), offer, [renamed]).house == renamed
    assert chosen_rules(told, (), offer, [renamed, ours]).house == ours
    changed = House("Ours", "fast_track", "classic", {"penalty": True})
    for kept in ([], [changed]):
        found = chosen_rules(told, (), offer, kept)
        assert found.house == found.last == ours
        assert not found.gone
    unnamed = rules_of({"options": {"switches": {"cut_for_first": False}}}, "fast_track", "classic")
    found = chosen_rules(unnamed, (), offer, [changed])
    assert found.house == House("", "fast_track", "classic", {"cut_for_first": False})
    assert not found.sheet.drawn
    assert rules_of({"options": None}, "fast_track", "stevens") == ["stevens"]
    for odd in ("last/", "last/mine//x", "last/classic/jokers/Old", "last/classic/five_marbles/O"):
        assert chosen_rules([odd], (), offer, []).gone
        assert chosen_rules([odd], (), offer, []).house is None


def test_the_rules_of_the_last_game_stay_to_choose_and_are_played_as_they_were(
    browser: Any, folder: Path, table: Any
) -> None:
    (folder / "Ours.toml").write_text(SWAPLESS.replace("jack_swaps", "mark_binds"))
    value = rules_of({"options": LAST}, "fast_track", "classic")[0]
    page = browser.get(f"/new?game=fast_track&rules={value}&rules=classic&count=2").text
    assert checked_rules(page) == [value]
    assert "as last time · Classic · 1 changed" in page
    other = browser.get(f"/new?game=fast_track&rules=stevens&rules_before={value}&count=2").text
    assert checked_rules(other) == ["stevens"]
    assert f'value="{value}" id="rules-last"' in other
    opened = browser.get(f"/house/change?game=fast_track&rules={value}").text
    assert 'value="Ours 2"' in opened
    assert " checked" not in row(opened, "jack_swaps")
    assert " checked" in row(opened, "mark_binds")
    began = browser.submit("/new", {"rules": value, "count": "2", "first": "0"})
    assert began.status_code == 303
    assert table.commands[-1][0].options == LAST


def test_another_sheet_is_shown_before_it_is_kept(browser: Any, folder: Path) -> None:
    form = {**FORM, "sheet": "stevens", "switches": on(off=("jack_swaps",))}
    answer = browser.submit("/house/save", form)
    assert answer.status_code == 409
    assert "It begins with Stevens now" in answer.text
    assert 'name="was" value="stevens"' in answer.text
    assert list(folder.iterdir()) == []
    assert browser.submit("/house/save", {**form, "was": "stevens"}).status_code == 303


def test_replace_takes_only_the_house_that_was_asked_about(browser: Any, folder: Path) -> None:
    theirs = SWAPLESS.replace("jack_swaps", "mark_binds")
    (folder / "Ours.toml").write_text(SWAPLESS)
    (folder / "Theirs.toml").write_text(theirs)
    form = {**FORM, "switches": on(off=("penalty",))}
    asked = browser.submit("/house/save", form)
    assert 'name="replace" value="Ours"' in asked.text
    answer = browser.submit("/house/save", {**form, "name": "Theirs", "replace": "Ours"})
    assert answer.status_code == 409
    assert 'name="replace" value="Theirs"' in answer.text
    assert (folder / "Theirs.toml").read_text() == theirs
    assert browser.submit("/house/save", {**form, "replace": "Ours"}).status_code == 303
    assert (folder / "Ours.toml").read_text() != SWAPLESS
