"""The page for a television: everybody's view, how it stands, and a seat for a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import night_scene
import pytest
from flask import Flask
from msgspec.structs import replace

from companion.model.message import Message
from companion.model.places import Placed
from companion.model.view import Prompt
from companion_web import WebConfig, close_streams, create_app

Make = Callable[..., Any]


def names(page: str) -> list[str]:
    """Who stands in the rows, in their order."""
    return re.findall(r'<span class="name">(.*?)</span>', page)


def notes(page: str) -> dict[str, str]:
    """Name → the note beside it, where there is one."""
    return dict(re.findall(r'"name">([^<]*)</span> <span class="note">([^<]*)<', page))


def test_marbles_ahead_stand_beside_the_name(
    table: Any, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = table.view(None)
    child, bot = shown.players
    players = (replace(child, ahead=2), replace(bot, ahead=1, bot="good"))
    helped = replace(shown, players=players)
    monkeypatch.setattr(table, "view", lambda audience: helped)
    monkeypatch.setattr(table, "view_json", lambda audience: msgspec.json.encode(helped))
    assert list(notes(browser.get("/tv").text).values()) == ["+2", "good · +1"]


def test_the_level_of_a_bot_keeps_the_capital_of_a_german_noun(
    table: Any, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = table.view(None)
    bots = [replace(p, bot=b) for p, b in zip(shown.players, ("beginner", "middle"), strict=True)]
    seated = replace(shown, players=tuple(bots))
    monkeypatch.setattr(table, "view", lambda audience: seated)
    monkeypatch.setattr(table, "view_json", lambda audience: msgspec.json.encode(seated))
    page = browser.get("/tv", headers={"Accept-Language": "de"}).text
    assert list(notes(page).values()) == ["Anfang", "mittel"]


def test_nobodys_hand_is_in_it_whoever_looks(
    dealt: Any, make_app: Make, make_browser: Make
) -> None:
    browser = make_browser(make_app(dealt))
    browser.submit("/join", {"seat": "0"})
    own = browser.get("/api/table").json
    assert own["seat"] == 0
    assert own["hand"]
    watched = browser.get("/api/table?watch").json
    assert (watched["seat"], watched["hand"], watched["pad"]) == (None, None, [])
    page = browser.get("/tv").text
    assert "data-held" not in page
    assert "data-card" not in page
    assert names(page) == ["Red", "Green"]


def test_the_screen_for_all_calls_who_is_to_act_and_a_page_that_only_watches_tells_of_it(
    dealt: Any, make_app: Make, make_browser: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = type(dealt).view
    called, told = "Red, which card did you play?", "Red is choosing a card."

    def view(table: Any, audience: int | None) -> Any:
        """As a real table tells it to all."""
        found = plain(table, audience)
        who = {"p": "@colour.A"}
        prompt = Prompt(Message("prompt.card", who), colour="A", seat=0)
        watched = Prompt(Message("prompt.other_card", who), colour="A", seat=0)
        return found if audience is not None else replace(found, prompt=prompt, watched=watched)

    monkeypatch.setattr(type(dealt), "view", view)
    watcher = make_browser(make_app(dealt))

    def sentences(path: str) -> tuple[str, str]:
        answer = watcher.get(path).json
        return answer["page"]["prompt"]["text"], answer["watched"]["text"]

    assert sentences("/api/table") == (told, told)
    assert sentences("/api/table?watch") == (called, told)
    assert told in watcher.get("/").text
    page = watcher.get("/tv").text
    assert called in page
    assert told not in page


def test_a_seat_is_offered_while_one_is_free(table: Any, app: Flask, make_browser: Make) -> None:
    one, two = make_browser(app), make_browser(app)
    one.submit("/join", {"seat": "0"})
    assert "Take a seat" in one.get("/tv").text
    two.submit("/join", {"seat": "1"})
    page = one.get("/tv/side").text
    assert "tv-join" not in page
    assert names(page) == ["Red", "Green"]


def test_the_column_alone_is_what_the_page_has(browser: Any) -> None:
    page, side = browser.get("/tv").text, browser.get("/tv/side").text
    assert side in page
    assert 'data-theme="dark"' in page
    assert "data-started" in page
    assert '<body class="tv-page">' in page
    assert '<body class="tv-page calm">' in browser.get("/tv?calm").text


@pytest.mark.parametrize("ended", [False, True], ids=["goes on", "ended"])
def test_between_games_the_night_stands_there(
    ended: bool, make_table: Make, make_browser: Make, tmp_path: Path
) -> None:
    kept = night_scene.Kept(tmp_path, night_scene.two_nights())
    if ended:
        kept.book.end("Anna")
    config = WebConfig(secret_key="a secret of the television")
    app = create_app(config, table=make_table(None), past=kept.past, book=kept.book)
    page = make_browser(app).get("/tv").text
    assert (names(page) == []) == ended
    assert ("Nobody plays yet." in page) == ended
    assert "Start a game" in page
    if not ended:
        assert names(page)[0] == "Anna"
        assert "11 points" in page
        assert notes(page) == {"Dora": "+1"}
    close_streams(app)
    kept.close()


@pytest.mark.parametrize(("since", "stands"), [(5.0, False), (25.0, True)])
def test_after_the_places_of_a_game_the_night_stands_there_too(
    since: float,
    stands: bool,
    make_table: Make,
    make_browser: Make,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also while nobody has begun the next game."""
    kept = night_scene.Kept(tmp_path, night_scene.two_nights())
    last = kept.book.nights()[0].games[-1].result
    options = {"game": "fast_track", "rules": "classic", "board": "hex"}
    table = make_table({**options, "players": [["A"], ["D"]]})
    shown = table.view(None)
    assert shown.game is not None
    places = tuple(
        Placed(one.seat, n, 4 - n, 4, 9, Message("end.way.two", {"n": "2"}))
        for n, one in enumerate(shown.players, 1)
    )
    over = replace(
        shown,
        game=replace(shown.game, id=last.id),
        players=tuple(replace(one, winner=n == 0) for n, one in enumerate(shown.players)),
        places=places,
        state="over",
    )
    monkeypatch.setattr(table, "view", lambda audience: over)
    at = SetTime(last.ended + since)
    monkeypatch.setattr("companion_web.pages.tv.time", at)
    config = WebConfig(secret_key="a secret of the television")
    app = create_app(config, table=table, past=kept.past, book=kept.book)
    browser = make_browser(app)
    assert browser.get("/tv").status_code == 200
    # Once it was seen, no time of day that somebody sets makes the wait another one.
    at.at += -86_400.0 if stands else 86_400.0
    page = browser.get("/tv").text
    assert (names(page)[0] == "Anna") == stands
    assert ("11 points" in page) == stands
    assert ('data-wait="15"' in page) == (not stands)
    assert ("The points of the night" in page) == stands
    assert "data-started" not in page, "the time of the game runs no more"
    # Nobody takes a seat of a game that is over; before, a bot's was offered.
    assert ("<h2>Take" in page, "<h2>Start a game" in page) == (False, True)
    close_streams(app)
    kept.close()


class SetTime:
    """The time of day that a page is told."""

    def __init__(self, at: float) -> None:
        self.at = at

    def time(self) -> float:
        """Seconds since the epoch."""
        return self.at


def test_nothing_is_celebrated_where_the_address_says_so(browser: Any, root: Path) -> None:
    assert '<body class="tv-page calm">' in browser.get("/tv?calm").text
    assert '<body class="tv-page">' in browser.get("/tv").text
    rules = (root / "companion_web" / "static" / "css" / "tv.css").read_text("utf-8")
    assert ".calm .board-box .role-winner { animation: none; }" in rules
