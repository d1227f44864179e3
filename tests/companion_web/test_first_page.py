"""The first page: what it offers while nobody plays, and what its buttons begin."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from companion.errors import CommandRefused
from companion_web.pages.first import bot_game

LAST = {
    "game": "fast_track",
    "rules": "stevens",
    "board": "hex",
    "players": [["A"], ["C"], ["E"]],
    "names": ["Anna", "Max", ""],
    "bots": ["", "", "middle"],
    "hands": "virtual",
}


def test_play_now_has_the_last_rules_and_level() -> None:
    first = bot_game(None)
    assert (first.game, first.rules, first.bots) == ("fast_track", "classic", ["", "beginner"])
    again = bot_game(LAST)
    assert (again.rules, again.players, again.hands) == ("stevens", [["A"], ["D"]], "virtual")
    assert again.bots == ["", "middle"]


def test_play_now_keeps_the_house_rules_of_the_last_game() -> None:
    house = {"house": "Ours", "switches": {"jack_swaps": False}}
    game = bot_game({**LAST, "options": {**house, "ahead": [1, 0, 0]}})
    assert (game.rules, game.options) == ("stevens", house)
    assert bot_game({"game": "wahoo", "rules": "wahoo", "options": house}).options is not None
    assert "house" not in (bot_game({"game": "wahoo", "options": house}).options or {})


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"rules": "classic"}, "against a bot, cards on this page"),
        ({}, "Stevens · against a bot, cards on this page"),
        (
            {"options": {"house": "Ours", "switches": {}}},
            "Ours · against a bot, cards on this page",
        ),
        (
            {"options": {"switches": {"jack_swaps": False}}},
            "House rules · against a bot, cards on this page",
        ),
        ({"game": "wahoo", "rules": "wahoo"}, "Wahoo · against a bot"),
    ],
)
def test_play_now_names_the_rules_that_it_keeps(
    changes: dict[str, Any], line: str, make_table: Any, make_app: Any, make_browser: Any
) -> None:
    table = make_table()
    table.last = lambda: {**LAST, **changes}
    assert f"<small>{line}</small>" in make_browser(make_app(table)).get("/").text


@pytest.mark.parametrize("game", ["racepack", "fhtagn", "gone"])
def test_a_game_that_two_cannot_begin_at_once_gives_way_to_the_first(game: str) -> None:
    assert bot_game({"game": game}) == bot_game(None)


def test_wahoo_is_played_with_dice_that_the_service_throws() -> None:
    game = bot_game({"game": "wahoo", "rules": "wahoo", "board": "square"})
    assert (game.board, game.players) == ("square", [["A"], ["C"]])
    assert game.options == {"dice": "service"}


def test_last_seats_have_a_row_of_their_own(
    make_table: Any, make_app: Any, make_browser: Any
) -> None:
    table = make_table()
    table.last = lambda: LAST
    page = make_browser(make_app(table)).get("/").text
    assert "Anna, Max, a bot" in page
    assert page.count("button honey") == 1
    long = {**LAST, "names": ["Maximiliane-Gertru", "Friedrich-Wilhelmi", ""]}
    table.last = lambda: long
    page = make_browser(make_app(table)).get("/").text
    assert "3 at the table" in page  # these names would not fit beside their discs
    assert "Friedrich" not in page


def test_the_same_seats_begin_again_with_names_that_fit(
    make_table: Any, make_app: Any, make_browser: Any
) -> None:
    table = make_table()
    table.last = lambda: {**LAST, "names": ["Anna-Maria Magdalena", "Red", "Kept"]}
    browser = make_browser(make_app(table))
    browser.get("/")
    assert browser.submit("/again", {}).status_code == 303
    (new, _), *_ = table.commands
    assert new.names == ["Anna-Maria Magdal…", "Red (2)", ""]


def test_lost_seats_are_told(make_table: Any, make_app: Any, make_browser: Any) -> None:
    def lost() -> None:
        raise CommandRefused("internal", "The journal cannot be read.")

    table = make_table()
    table.last = lost
    page = make_browser(make_app(table)).get("/").text
    assert "The last seats are lost. Start a new game." in page
    assert "Same seats again" not in page


def test_play_now_begins_and_takes_the_seat(
    make_table: Any, make_app: Any, make_browser: Any
) -> None:
    table = make_table()
    browser = make_browser(make_app(table))
    browser.get("/")
    assert browser.submit("/play", {}).headers["Location"] == "/"
    public = table.view(None)
    assert public.game is not None
    assert public.game.hands == "virtual"
    assert table.holder(0) is not None


def test_learn_to_play_begins_a_lesson_on_the_last_board(
    make_table: Any, make_app: Any, make_browser: Any
) -> None:
    table = make_table()
    table.last = lambda: {**LAST, "board": "square", "rules": "classic"}
    browser = make_browser(make_app(table))
    assert "Learn to play" in browser.get("/").text
    assert browser.submit("/learn", {}).headers["Location"] == "/"
    (new, _), *_ = table.commands
    assert (new.board, new.options, new.bots) == ("square", {"learn": True}, ["", "beginner"])


def test_the_lesson_is_found_among_the_rules_until_somebody_plays(
    make_table: Any, make_app: Any, make_browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that is over stays on the first page, so the lesson is not to be found there."""
    table = make_table()
    browser = make_browser(make_app(table))
    assert "Learn to play" in browser.get("/rules").text
    assert browser.submit("/play", {}).headers["Location"] == "/"
    replaces = "The open game ends; it is kept."
    assert "Learn to play" not in browser.get("/rules").text
    assert replaces in browser.get("/new").text
    over = replace(table.view(None), state="over")
    monkeypatch.setattr(table, "view", lambda audience: over)
    assert "Learn to play" in browser.get("/rules").text
    assert replaces not in browser.get("/new").text


def test_beside_real_wood_nothing_is_played_with_one_tap_but_the_last_seats(
    make_table: Any, make_app: Any, make_browser: Any
) -> None:
    table = make_table(board="serial")
    browser = make_browser(make_app(table))
    page = browser.get("/").text
    assert "Play now" not in page
    assert re.search(r'class="button honey" href="/new"', page)
    table.last = lambda: LAST
    page = browser.get("/").text
    assert re.search(r'class="button again honey" data-key="again"', page)
    assert "Play now" not in page
