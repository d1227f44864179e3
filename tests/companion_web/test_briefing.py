"""The three answers as JSON and as a page without scripts, and what the menu counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient


def test_the_answers_have_their_words_beside_the_keys(script: FlaskClient) -> None:
    told = script.get("/api/briefing").get_json()
    assert set(told) == {"seat", "can", "where", "happened", "spots", "hand", "lights"}
    assert told["where"][0]["text"] == "Red: 4 in the pen."
    german = script.get("/api/briefing", headers={"Accept-Language": "de"}).get_json()
    assert german["where"][0]["text"] == "Rot: 4 im Lager."


def test_the_answers_are_those_of_the_callers_seat(browser: Any) -> None:
    assert browser.get("/api/briefing").get_json()["seat"] is None
    browser.post("/api/seats", {"seat": 1})
    assert browser.get("/api/briefing").get_json()["seat"] == 1
    assert browser.get("/api/briefing?seat=0").get_json()["seat"] == 1, "that seat is not held"
    assert browser.get("/api/briefing?watch").get_json()["seat"] is None


def test_without_a_game_there_is_nothing_to_tell(
    make_table: Callable[..., Any], make_app: Callable[..., Any], make_browser: Callable[..., Any]
) -> None:
    browser = make_browser(make_app(make_table(None)))
    refused = browser.get("/api/briefing")
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (409, "no-game")
    page = browser.get("/briefing")
    assert (page.status_code, page.location) == (303, "/")


def test_the_page_answers_without_scripts_and_the_foot_leads_there(browser: Any) -> None:
    assert 'href="/briefing"' in browser.get("/").text
    text = browser.get("/briefing").text
    for question in ("What can I do?", "Where are my marbles?", "What happened?"):
        assert f"<h2>{question}</h2>" in text
    assert "<p>Red: 4 in the pen.</p>" in text
    german = browser.get("/briefing", headers={"Accept-Language": "de"}).text
    assert "<h2>Wo sind meine Murmeln?</h2>" in german


@pytest.mark.parametrize("path", ["/menu", "/"])
def test_voice_and_sounds_are_off_as_the_page_is_sent(browser: Any, path: str) -> None:
    text = browser.get(path).text
    for name in ("data-voice", "data-sounds"):
        key = text[text.index(name) :].split(">")[0]
        assert 'aria-pressed="false"' in key
