"""The pages of a night and its players: standings, scheme, corrections, export, people."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import night_scene
import pytest
from flask import Flask

from companion.errors import JournalError
from companion.model.past import NoPast
from companion_web import WebConfig, close_streams, create_app
from companion_web.pages.parts import rules_title

SECRET = "a secret of the night's tests"


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[night_scene.Kept]:
    made = night_scene.Kept(tmp_path, night_scene.two_nights())
    yield made
    made.close()


@pytest.fixture
def app(table: Any, kept: night_scene.Kept) -> Iterator[Flask]:
    app = create_app(WebConfig(secret_key=SECRET), table=table, past=kept.past, book=kept.book)
    app.testing = True
    yield app
    close_streams(app)


def standing(page: str) -> list[tuple[str, str]]:
    """Names and points of the standings, in their order."""
    rows = re.findall(r"<tr data-player.*?</tr>", page, re.S)
    found = [re.search(r'class="name">(.*?)<.*?points">(\d+)<', row, re.S) for row in rows]
    return [(one[1], one[2]) for one in found if one is not None]


def test_the_newest_night_shows_points_places_and_numbers(browser: Any) -> None:
    page = browser.get("/night").text
    assert standing(page) == [
        *(("Anna", "11"), ("Maximilian-Gustav", "9"), ("Dora", "6"), ("Orange bot", "6")),
    ]
    assert 'aria-label="Places: 2, 1, 1"' in page
    assert page.count('class="first"') == 3
    assert "Friday night" in page
    assert "3 games" in page
    assert "+1" in page
    assert standing(browser.get("/night?night=1").text)[0] == ("Anna", "8")


@pytest.mark.parametrize("number", ["9", "-1", "abc", "1x"])
def test_a_night_that_is_not_there_is_a_page_that_says_so(browser: Any, number: str) -> None:
    answer = browser.get(f"/night?night={number}")
    assert answer.status_code == 404
    assert "There is no such night." in answer.text
    assert "There is no such page at this table." in browser.get("/night/1.xyz").text
    assert browser.get(f"/api/night?night={number}").status_code == 404


@pytest.mark.parametrize(
    ("game", "rules", "house", "title"),
    [
        ("racepack", "race", "", "Racepack"),
        ("fast_track", "stevens", "", "Stevens"),
        ("fast_track", "stevens", "Ours", "Ours"),
        ("racepack", "of an older version", "", "Racepack"),
    ],
)
def test_rules_are_told_by_their_name_and_a_single_sheet_by_its_game(
    app: Flask, game: str, rules: str, house: str, title: str
) -> None:
    with app.test_request_context("/night"):
        assert rules_title(game, rules, house) == title


def test_its_key_leads_to_the_game_that_is_played_and_else_to_the_next(
    browser: Any, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "To the game" in browser.get("/night").text
    over = msgspec.structs.replace(table.view(None), state="over")
    monkeypatch.setattr(table, "view", lambda _: over)
    page = browser.get("/night").text
    assert "Next game" in page
    assert "To the game" not in page


def test_before_the_first_game_there_is_one_sentence_and_one_button(
    table: Any, make_app: Callable[..., Flask], make_browser: Callable[..., Any]
) -> None:
    page = make_browser(make_app(table)).get("/night").text
    assert "No game finished tonight." in page
    assert page.count("button honey") == 1
    assert "/night/end" not in page


def test_a_journal_that_cannot_be_read_is_told_and_the_games_are_safe(
    browser: Any, kept: night_scene.Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise JournalError("The journal cannot be used.")

    monkeypatch.setattr(night_scene.SetPast, "games", broken)
    answer = browser.get("/night")
    assert answer.status_code == 503
    assert "Standings could not be read. The games are safe." in answer.text


def test_a_scheme_is_chosen_by_form_and_by_program(browser: Any, script: Any) -> None:
    answer = browser.submit("/night/scheme", {"night": "2", "scheme": "wins"})
    assert answer.headers["Location"] == "/night?night=2"
    assert standing(browser.get("/night").text)[0] == ("Anna", "2")
    told = script.post("/api/night/scheme", json={"night": 2, "scheme": "home"}).json["night"]
    assert (told["scheme"], told["standings"][0]["points"]) == ("home", 11)
    assert script.post("/api/night/scheme", json={"night": 2, "scheme": "goals"}).status_code == 400


def test_a_night_is_ended_and_goes_on_after_all(browser: Any, script: Any) -> None:
    browser.submit("/night/end", {})
    page = browser.get("/night").text
    assert "This night is over. Anna wins the night." in page
    again = browser.submit("/night/end", {})  # from a second phone, a moment later
    assert again.headers["Location"] == "/night"
    assert "This night is over" in browser.get("/night").text
    for _ in range(2):
        assert browser.submit("/night/reopen", {}).headers["Location"] == "/night"
    assert "This night is over" not in browser.get("/night").text
    assert script.post("/api/night/end", json={}).json["night"]["ended"] is not None
    assert script.post("/api/night/reopen", json={}).json["night"]["ended"] is None


def test_two_who_win_a_night_win_it_together(browser: Any, kept: night_scene.Kept) -> None:
    first, second = ((1, 2, 3, 4), (2, 1, 3, 4))
    at = night_scene.FRIDAY
    kept.past.found = [night_scene.game(2, at + 3600, second), night_scene.game(1, at, first)]
    browser.submit("/night/end", {})
    assert "Anna &amp; Maximilian-Gustav win the night." in browser.get("/night").text
    browser.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert "Anna &amp; Maximilian-Gustav gewinnen den Abend." in browser.get("/night").text


def test_a_correction_keeps_what_stood_there_and_who_wrote_it(browser: Any, script: Any) -> None:
    browser.client.environ_base["REMOTE_ADDR"] = "192.168.1.20"  # the board's own page is the host
    page = browser.get("/night/games/g4").text
    fields = dict(re.findall(r'name="(name-\d)" value="([^"]*)"', page))
    assert fields == {"name-0": "Anna", "name-1": "Maximilian-Gustav", "name-2": "Dora"}
    wish = {**fields, "place-0": "3", "place-1": "1", "place-2": "2", "place-3": "4"}
    wish |= {"home-0": "2", "home-1": "4"}
    answer = browser.submit("/night/games/g4", {**wish, "name-2": "<b>Dora</b>", "counts": "on"})
    assert answer.headers["Location"] == "/night/games/g4"
    page = browser.get("/night/games/g4").text
    assert "somebody: Anna, Place: 1 → 3" in page
    assert "Name: Dora → &lt;b&gt;Dora&lt;/b&gt;" in page
    assert "corrected" in browser.get("/night").text
    lines = script.get("/api/night").json["night"]["games"][1]["lines"]
    assert {(one["field"], one["was"], one["now"]) for one in lines} >= {("place", "1", "3")}


def test_a_correction_without_a_first_place_is_told_on_its_page(browser: Any) -> None:
    answer = browser.submit("/night/games/g4", {"place-0": "2", "counts": "on"})
    assert answer.status_code == 409
    assert "Somebody must be first" in answer.text
    assert browser.get("/night/games/nobody").status_code == 404


@pytest.mark.parametrize(("language", "day"), [("en", "20 Nov 2026"), ("de", "20. Nov. 2026")])
def test_days_stand_as_people_write_them(browser: Any, language: str, day: str) -> None:
    said = {"Accept-Language": language}
    for path in ("/night?night=2", "/night/games/g4", "/history"):
        text = browser.get(path, headers=said).text
        assert day in text, path
        assert "2026-11-20" not in text, path


def test_a_refused_correction_comes_back_with_what_was_entered(browser: Any) -> None:
    """The fault stands above, and its fields are marked; the first of them has the focus."""
    wish = {"name-0": "Ännchen", "place-0": "2", "place-1": "1", "home-0": "0", "home-1": "1"}
    answer = browser.submit("/night/games/g4", wish)
    assert answer.status_code == 409
    page = answer.text
    assert "Whoever is first has 4 marbles home." in page
    assert 'value="Ännchen"' in page
    shown = dict(re.findall(r'name="((?:place|home)-\d)".*?<option selected>(\d)', page))
    assert {key: shown[key] for key in wish if key in shown} == {
        key: text for key, text in wish.items() if not key.startswith("name")
    }
    marked = re.findall(r'name="([a-z]+-\d)" aria-invalid="true" aria-describedby="refused"', page)
    assert marked == ["home-1"]
    assert page.count(" autofocus") == 1
    assert 'name="counts" checked' not in page
    assert "Ännchen" not in browser.get("/night/games/g4").text


def test_nobody_is_corrected_to_the_colour_of_another_player(browser: Any) -> None:
    """A new game refuses it, too. One's own colour is a name like any other."""
    wish = {"name-1": "Blue", "name-2": "Rot", "counts": "on"}
    answer = browser.submit("/night/games/g4", wish)
    assert answer.status_code == 409
    assert "Rot is the colour of another player." in answer.text
    marked = re.findall(r'name="([a-z]+-\d)" aria-invalid="true"', answer.text)
    assert marked == ["name-2"]
    assert browser.submit("/night/games/g4", {"name-0": "Rot", "counts": "on"}).status_code == 303


def test_a_refusal_marks_no_winner_who_is_first_by_the_rules_of_that_game_bf_13(
    browser: Any, kept: night_scene.Kept
) -> None:
    """In a Butterfly of five the last marble wins on the pen exit, so the winner has four home."""
    played = night_scene.game(1, night_scene.FRIDAY, (1, 2, 3, 4))
    seats = tuple(msgspec.structs.replace(seat, of=5) for seat in played.seats)
    kept.past.found = [msgspec.structs.replace(played, rules="butterfly", seats=seats)]
    answer = browser.submit("/night/games/g1", {"place-1": "1", "counts": "on"})
    assert "Whoever is first has 4 marbles home." in answer.text
    assert re.findall(r'name="([a-z]+-\d)" aria-invalid="true"', answer.text) == ["home-1"]


def test_a_program_corrects_all_or_nothing(script: Any) -> None:
    wrong = [{"seat": 0, "field": "name", "now": "Ann"}, {"seat": 0, "field": "home", "now": "9"}]
    assert script.post("/api/games/g5/corrections", json={"changes": wrong}).status_code == 400
    assert script.get("/api/night").json["night"]["games"][2]["lines"] == []
    for odd in ({"field": "counts", "now": "maybe"}, {"field": "counts", "now": "no", "seat": 0}):
        answer = script.post("/api/games/g5/corrections", json={"changes": [odd]})
        assert answer.status_code == 400
        assert "counts becomes yes or no, without a seat" in answer.json["error"]["message"]
    right = [{"field": "counts", "now": "no"}]
    told = script.post("/api/games/g5/corrections", json={"changes": right}).json["game"]
    assert (told["counts"], told["points"]) == (False, [0, 0, 0, 0])


def test_the_export_has_three_forms(browser: Any, script: Any) -> None:
    table = browser.get("/night/2.csv")
    assert table.content_type == "text/csv; charset=utf-8"
    assert 'filename="trackside-2026-11-20.csv"' in table.headers["Content-Disposition"]
    assert len(list(csv.DictReader(io.StringIO(table.text)))) == 12
    assert browser.get("/night/2.json").json == script.get("/api/night?night=2").json
    plays = browser.get("/night/2.bgsplay").json
    assert len(plays["plays"]) == 3
    assert [one["name"] for one in plays["games"]] == ["Fast Track"]
    assert browser.get("/night/2.xml").status_code == 404


def test_once_there_is_a_pin_only_host_and_seats_may_write(
    table: Any, kept: night_scene.Kept, make_browser: Callable[..., Any]
) -> None:
    config = WebConfig(secret_key=SECRET, host_pin="2468")
    app = create_app(config, table=table, past=NoPast(), book=kept.book)
    other = make_browser(app, address="192.0.2.7")
    for path in ("/night/end", "/night/scheme", "/night/games/g4", "/players", "/players/forget"):
        assert other.submit(path, {}).status_code == 403, path
    seat = other.post("/api/seats", {"seat": 0})
    assert seat.status_code == 200
    assert other.submit("/night/end", {}).status_code == 303
    close_streams(app)


def test_people_are_added_changed_and_forgotten_by_form(browser: Any) -> None:
    wish = {"name": "Lea", "colour": "D", "help": "hint", "ahead": "2"}
    assert browser.submit("/players", wish).status_code == 303
    page = browser.get("/players").text
    found = re.findall(r'data-player="([^"]+)"', page)
    assert found == ["Anna", "Dora", "Lea", "Maximilian-Gustav"]
    assert "5 games, 4 won" in page
    assert "Somebody else has that name" in browser.submit("/players", {"name": "LEA"}).text
    browser.submit("/players", {**wish, "was": "Lea", "name": "Lea Sophie"})
    assert "Lea Sophie" in browser.get("/players").text
    browser.submit("/players/forget", {"was": "Lea Sophie"})
    assert "Lea Sophie" not in browser.get("/players").text


def test_people_by_program(script: Any) -> None:
    kept = script.put("/api/players/Lea", json={"colour": "D", "ahead": 1}).json["players"]
    assert [one["name"] for one in kept] == ["Anna", "Dora", "Lea", "Maximilian-Gustav"]
    assert script.put("/api/players/Lea", json={"ahead": 3}).status_code == 400
    assert script.put("/api/players/Lea", json={"ahead": "1"}).status_code == 400
    assert script.get("/api/players").json["players"][2]["ahead"] == 1
    assert script.delete("/api/players/Lea").status_code == 200
    assert script.delete("/api/players/Lea").status_code == 404


def test_the_pages_speak_german(browser: Any) -> None:
    german = {"headers": {"Accept-Language": "de"}}
    assert "Freitagabend" in browser.get("/night", **german).text
    assert "Murmeln daheim" in browser.get("/night/games/g4", **german).text
    assert "Jemand Neues" in browser.get("/players", **german).text


@pytest.mark.parametrize("path", ["/night", "/night/games/g4", "/players"])
def test_a_page_weighs_at_most_forty_kilobytes_with_all_that_it_loads(
    browser: Any, path: str
) -> None:
    squeezed = {"headers": {"Accept-Encoding": "gzip"}}
    page = browser.get(path)
    parts = re.findall(r'(?:href|src)="(/(?:static|lights\.css)[^"]*)"', page.text)
    assert parts
    weight = 0
    for address in {path, *parts}:
        with browser.get(address, **squeezed) as answer:
            weight += len(answer.data)
    assert weight <= 40_000


def test_who_may_change_nothing_is_offered_nothing_and_told_what_to_do(
    table: Any, kept: night_scene.Kept, make_browser: Callable[..., Any]
) -> None:
    """With a PIN, a guest without a seat met keys that led to "… to start a game."."""
    config = WebConfig(secret_key=SECRET, host_pin="2580")
    app = create_app(config, table=table, past=kept.past, book=kept.book)
    app.testing = True
    guest = make_browser(app)
    for path, keys in (
        ("/night", ('data-do="end"', 'name="scheme"', ">Correct<")),
        ("/players", ('data-do="add"', 'data-do="keep"')),
        ("/night/games/g3", ('data-do="save"',)),
    ):
        page = guest.get(path).text
        assert f'href="/host?next={path}"' in page
        assert not [key for key in keys if key in page], path
    refused = guest.submit("/players", {"name": "Lotte"})
    assert refused.status_code == 403
    assert "to change nights and players" in refused.text
    german = guest.client.post(
        "/players",
        data={"name": "Lotte", "csrf_token": guest.csrf},
        headers={"Accept-Language": "de"},
    )
    assert "um Abende und Spieler zu ändern" in german.text
    assert "Take a seat" not in german.text
    guest.submit("/host", {"pin": "2580"})
    assert 'data-do="end"' in guest.get("/night").text
    assert 'data-do="add"' in guest.get("/players").text
    assert 'data-do="save"' in guest.get("/night/games/g3").text
    close_streams(app)
