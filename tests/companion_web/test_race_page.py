"""A race on the pages: what the server writes, the lap chart as drawing and table (RP-70)."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from page_scenes import scenes

from companion.model.chart import Chart, ChartCar, ChartLap, ChartTurn, Happening
from companion.model.message import Message
from companion.words import render
from companion_web.api.feet import foot_kind
from companion_web.api.race_view import race_shown
from companion_web.drawing.board import board_shape, board_svg
from companion_web.drawing.lap_chart import chart_svg
from companion_web.pages.table import table_context
from companion_web.words.table_words import page_words, token_kind, with_page_words
from engine.boards import board_of

ORDERS = ("ABCD", "BACD", "BADC", "DBAC")


def said(words: str) -> Message:
    return Message("move.other", {"action": words})


def a_chart(orders: tuple[str, ...] = ORDERS, evil: str = "Anna") -> Chart:
    spun = Happening("spun", "C", 0, said("spins out in corner 3"), "cross")
    turns = tuple(
        ChartTurn(i, said(f"Round {i}"), tuple(order), i // 2, (spun,) if i == 2 else ())
        for i, order in enumerate(orders)
    )
    names = (evil, "Ben", "", "Dora")
    return Chart(
        laps=1,
        over=True,
        cars=tuple(ChartCar(c, i, names[i], "DBAC".index(c) + 1, 1) for i, c in enumerate("ABCD")),
        turns=turns,
        by_lap=(ChartLap(1, said("Lap 1"), ("B", "A", "D")),),
    )


def drawn(chart: Chart, **more: Any) -> ElementTree.Element:
    return ElementTree.fromstring(chart_svg(chart, 600, "Order now", {1: "Lap 1"}, **more))


FEET = {
    "go": "go", "eight": "go", "lifted": "lifted", "wrong": "wrong", "speed": "ask", "die": "dice",
    "pole": "dice", "roll": "roll", "claim": "claim", "claim_own": "claim", "timed": "go",
    "space": "keys", "over": "over", "ways": "go",
    "close_up": "correction", "spun": "go",
}  # fmt: skip


@pytest.mark.parametrize("state", FEET)
def test_each_state_of_a_race_has_its_foot(state: str) -> None:
    assert foot_kind(scenes()[state]) == FEET[state]


def test_whose_turn_it_is_not_waits_but_may_throw_for_all() -> None:
    public = scenes()["roll"]
    seated = msgspec.structs.replace(public, seat=2)
    assert foot_kind(seated) == "roll"
    others = msgspec.structs.replace(scenes()["go"], seat=2)
    assert foot_kind(others) == "wait"


def test_a_bot_that_races_is_called_a_bot() -> None:
    view = scenes()["go"]
    first, *others = view.players
    bot = msgspec.structs.replace(first, name="", bot="good", called=Message("bot.A"))
    with_bot = msgspec.structs.replace(view, players=(bot, *others))
    assert view.race is not None
    shown = race_shown(with_bot, view.race, with_page_words(render, "en", "car"))
    names = {row.token: row.name for row in shown.order}
    assert names[first.colours[0].colour] == "Red bot"


def test_cars_are_called_cars_and_marbles_marbles() -> None:
    tiles, hex_board = board_of("tiles"), board_of("hex")
    assert (token_kind(tiles), token_kind(hex_board)) == ("car", "marble")
    assert page_words(kind="car")["page.label.marble"] == "{c} car"
    assert page_words()["page.label.marble"] == "{c} marble"
    assert not any(key.endswith(".car") for key in page_words())


def test_no_word_of_a_race_speaks_of_marbles_or_holes() -> None:
    changed = {k: v for k, v in page_words(kind="car").items() if v != page_words().get(k)}
    assert not [k for k, v in changed.items() if re.search("marble|hole|pen", v)]


def test_coins_lie_on_their_spaces_over_wells_and_under_cars() -> None:
    view = scenes()["lifted"]
    say = with_page_words(render, "en", "car")
    svg = ElementTree.fromstring(board_svg(view, board_of("tiles"), say))
    spaces = {g.get("data-hole"): g for g in svg.iter("g") if g.get("data-hole")}
    lit = spaces["8.0L"]
    assert [use.get("href") for use in lit.iter("use")] == [
        "#well", "#r-destination", "#x-coin", "#k-destination",
    ]  # fmt: skip
    assert lit.get("aria-label") == "Tile 8, first row, left, hazard, asleep, empty, put it here."
    assert spaces["12.1R"].get("aria-label") == "Tile 12, second row, right, hazard."
    ids = {element.get("id") for element in svg.iter()}
    assert {"x-coin", "x-up"} <= ids


def test_wide_boards_have_room_below() -> None:
    assert board_shape(board_of("tiles")) == "wide"
    assert board_shape(board_of("hex")) == "tall"
    context = table_context(scenes()["go"], board_of("tiles"), render)
    assert context["shape"] == "wide"
    assert context["colours"]["D"] == "Green"


def test_the_chart_has_a_line_for_every_car_and_a_sign_where_one_spun() -> None:
    svg = drawn(a_chart())
    lines = [p for p in svg.iter("path") if p.get("class") == "chart-line"]
    assert len(lines) == 4
    signs = [g for g in svg.iter("g") if g.get("class") == "chart-sign"]
    assert len(signs) == 1
    assert [t.text for t in svg.iter("text")] == ["Lap 1"]
    assert svg.get("aria-label") == "Order now"


def test_a_car_that_stays_in_place_has_a_level_line() -> None:
    svg = drawn(a_chart(("ABCD", "ABCD", "ABCD")))
    ways = [p.get("d", "") for p in svg.iter("path") if p.get("class") == "chart-line"]
    assert all("C" not in way for way in ways)


def test_eight_cars_fit_the_room_below_a_board() -> None:
    orders = ("ABCDEFGH", "BACDEFHG")
    turns = tuple(ChartTurn(i, said(""), tuple(o), 0, ()) for i, o in enumerate(orders))
    cars = tuple(ChartCar(c, i, "", 0, 0) for i, c in enumerate("ABCDEFGH"))
    svg = drawn(Chart(3, False, cars, turns, ()), height=170)
    assert int(svg.get("height", "0")) <= 172
    assert {f"seat-{c}" for c in "GH"} <= {g.get("class", "") for g in svg.iter("g")}


@pytest.mark.parametrize("orders", [("ABCD",), ("AB", "BA"), ("", "ABCD")])
def test_a_race_that_has_hardly_begun_is_drawn_too(orders: tuple[str, ...]) -> None:
    assert drawn(a_chart(orders)).tag.endswith("svg")


def test_without_a_race_there_is_no_chart(browser: Any) -> None:
    assert browser.get("/chart").status_code == 404
    assert browser.get("/chart/strip").status_code == 404


def test_before_the_first_round_the_page_says_so_and_shows_no_empty_table(
    table: Any, browser: Any
) -> None:
    table.race_chart = a_chart(())
    page = browser.get("/chart").text
    assert "The lap chart begins with the second round." in page
    assert "<table" not in page
    assert "<ol" not in page


def test_the_page_tells_places_by_lap_and_what_befell(table: Any, browser: Any) -> None:
    table.race_chart = a_chart(evil="<b>Anna</b>")
    page = browser.get("/chart").text
    assert "&lt;b&gt;Anna" in page
    assert "<b>Anna" not in page
    rows = re.findall(r"<tr><td class=\"figures\">(\S+)</td>.*?</tr>", page, re.S)
    assert rows == ["1", "2", "3", "4"]
    assert "spins out in corner 3" in page
    assert page.count('<svg class="lap-chart"') == 2


def test_the_strip_is_as_large_as_asked_within_reason(table: Any, browser: Any) -> None:
    table.race_chart = a_chart()
    for asked, wide in (("640", 640), ("1", 280), ("99999", 2000), ("x", 880)):
        svg = ElementTree.fromstring(browser.get(f"/chart/strip?width={asked}&height=150").data)
        assert svg.get("width") == str(wide)
        assert int(svg.get("height", "0")) <= 152


def test_without_a_script_claims_say_whose_they_are_and_three_dice_are_only_rolled(
    table: Any, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(table), "drawing", lambda _: board_of("tiles"))
    shown = {"view": scenes()["claim"]}
    monkeypatch.setattr(type(table), "view", lambda _, __: shown["view"])
    text = browser.get("/").text
    assert 'aria-label="Ben plays the 2"' in text
    assert 'aria-label="Pass: Ben"' in text
    assert 'aria-label="To do now"' in text
    shown["view"] = scenes()["pole"]
    text = browser.get("/").text
    assert "What do they show?" not in text.split("<script")[0], "no key could tell it"
    assert 'data-command="roll"' in text
