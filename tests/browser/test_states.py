"""Every state of the page in a real browser: nothing moves, nothing is cut, all is touchable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from two_forms import first
from waiting import until

from companion.errors import CommandRefused
from companion.model.commands import Why
from companion.model.message import Message

pytestmark = pytest.mark.needs_chromium

PHONE, TABLET, DESKTOP = (360, 640), (768, 1024), (1440, 900)
STATES = (
    "card", "move", "lifted", "wrong", "correction", "ask", "others", "win", "link", "lights",
    "lifted_doubted", "wrong_doubted", "correction_doubted",
)  # fmt: skip
SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
THEMES = ["dark", pytest.param("light", marks=pytest.mark.slow)]
"""A theme changes colours alone, so that the second one is played with the long tests."""
PROMPTS = {"phone": 92, "tablet": 104, "desktop": 124}


def visit(page: Any, stage: Any, scenes: Any, state: str) -> None:
    """Show a state and wait until the page shows it too."""
    stage.table.show(scenes.SCENES[state])
    page.drawn(stage.table.seq)
    wanted = scenes.SCENES[state]
    sentence = wanted.reason or wanted.prompt
    page.says(dict(sentence.message.params).get("action", "Not there"))


TOUCHED = """() => [...document.querySelectorAll('main button, main a, summary')]
    .map(element => element.getBoundingClientRect())
    .filter(box => box.width).map(box => [box.width, box.height])"""
SPILT = """() => [...document.querySelectorAll('.foot .button')]
    .filter(button => button.offsetParent && button.scrollWidth > button.clientWidth)
    .map(button => button.textContent)"""
SMALL = """() => [...document.querySelectorAll('body *')].filter(element =>
    [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())
    && element.offsetParent && !element.closest('.unseen, svg, script')
    && parseFloat(getComputedStyle(element).fontSize) < 14
    && !element.closest('.chip, .key small, .card small, .count'))
    .map(element => element.textContent)"""
WHOLE = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "size", ["phone", *(pytest.param(s, marks=pytest.mark.slow) for s in ("desktop", "tablet"))]
)
def test_in_every_state_the_board_stands_still_and_all_fits_and_can_be_touched(
    open_page: Callable[..., Any], stage: Any, scenes: Any, size: str, theme: str, tmp_path: Path
) -> None:
    page = open_page(stage.url, SIZES[size], theme)
    where = page.box()
    for state in STATES:
        visit(page, stage, scenes, state)
        assert page.box() == where, state
        wide, high = page.page.evaluate(WHOLE)
        assert wide <= SIZES[size][0], state
        assert high <= SIZES[size][1], state
        sizes = page.page.evaluate(TOUCHED)
        assert sizes, state
        assert all(height >= 48 and width >= 44 for width, height in sizes), (state, sizes)
        assert page.page.evaluate(SPILT) == [], state
        assert page.page.locator(".button.honey:visible").count() <= 1, state
        prompt, sentence = page.box("#prompt"), page.box("[data-prompt]")
        assert prompt["height"] <= PROMPTS[size]
        assert sentence["y"] >= prompt["y"]
        assert sentence["y"] + sentence["height"] <= prompt["y"] + prompt["height"], state
        assert page.page.evaluate(SMALL) == [], state
        shot = page.page.screenshot(path=tmp_path / f"{state}_{size}_{theme}.jpg", type="jpeg")
        assert len(shot) > 10_000


def test_without_motion_two_shots_are_identical(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE, clocked=True)
    visit(page, stage, scenes, "lights")
    page.later(500)
    first = page.page.screenshot()
    page.later(1000)
    assert page.page.screenshot() == first


def test_with_motion_the_lights_move(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE, still=False)
    visit(page, stage, scenes, "lights")
    page.role("B0", "destination")
    names = page.page.evaluate(
        """() => document.getAnimations().map(animation => animation.animationName)"""
    )
    moving = {"breathe", "pulse", "blink", "flash-twice", "chase", "twinkle"}
    assert {f"light-{name}" for name in moving} <= set(names)


def asks_why(page: Any, stage: Any) -> None:
    """A tap on "Why?", which the table answers by telling everybody."""
    stage.table.commands.clear()
    page.page.click('#foot [data-command="why"]')
    until(lambda: stage.table.commands)
    assert stage.table.commands == [Why()]
    shown = stage.table.shown
    told = msgspec.structs.replace(shown.reason, told=True)
    stage.table.show(msgspec.structs.replace(shown, reason=told))


def test_a_refusal_stands_with_its_rule_and_an_arrow(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE)
    visit(page, stage, scenes, "wrong")
    reason = page.page.locator("[data-reason]")
    assert reason.get_attribute("data-rule") == "FT-11"
    assert reason.inner_text() == "Not there: a Red marble is in the way."
    assert page.page.locator(".arrow-line").get_attribute("d")
    asks_why(page, stage)
    page.page.wait_for_selector('#foot a[data-key="why"]')
    assert "Red 12" in page.page.inner_text("#foot")
    visit(page, stage, scenes, "card")
    assert page.page.locator("[data-reason]").count() == 0
    assert not page.page.locator(".arrow-line").get_attribute("d")


def test_why_says_what_is_in_the_way_and_never_the_same_twice(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE)
    wrong = scenes.SCENES["wrong"]
    for blocked_by in ("A12", None):
        reason = msgspec.structs.replace(wrong.reason, blocked_by=blocked_by)
        stage.table.show(msgspec.structs.replace(wrong, reason=reason))
        page.says("Not there")
        asks_why(page, stage)
        page.page.wait_for_selector('#foot a[data-key="why"]')
        said = page.page.locator("#foot .words p").all_inner_texts()
        assert said.count("No marble passes its own colour.") == 1
        assert any("Red 12" in line for line in said) == (blocked_by is not None)
        visit(page, stage, scenes, "card")


@pytest.mark.slow
def test_a_seated_phone_has_its_own_side_below_and_a_desktop_has_red(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.HAND)
    phone = open_page(stage.url, PHONE)
    assert phone.box('[data-hole="E7"]')["y"] > phone.box('[data-hole="X"]')["y"] + 80
    desktop = open_page(stage.url, DESKTOP)
    assert desktop.box('[data-hole="A7"]')["y"] > desktop.box('[data-hole="X"]')["y"] + 200
    upright = phone.page.evaluate(
        """() => [...document.querySelectorAll('.marble, .ts-static .upright')].every(mark => {
            const matrix = mark.getScreenCTM();
            return Math.abs(matrix.b) < 0.001 && matrix.a > 0;
        })"""
    )
    assert upright
    phone.tap("E12")  # says nothing to the table: gestures arrive in the order of the taps
    with phone.page.expect_response("**/api/hands"):
        phone.tap("Ep2")
    assert stage.table.lifts == [("lift", "Ep2", None)]


def test_a_chip_opens_its_players_panel_and_the_board_stays(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE)
    where = page.box()
    page.page.click('[data-player="3"]')
    page.shows("player")
    assert "Dora" in page.page.inner_text("#foot")
    assert "2/4 marbles home" in page.page.inner_text("#foot")
    assert page.box() == where
    page.page.click('[data-key="back"]')
    page.shows("pad")


def test_a_hand_is_chosen_and_then_played(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.HAND)
    page = open_page(stage.url, PHONE)
    page.shows("hand")
    play = page.page.locator('[data-key="play"]')
    assert play.is_disabled()
    page.card("6")
    assert play.inner_text() == "Play the 6"
    assert page.page.locator(".button.honey").count() == 1
    play.click()
    until(lambda: stage.table.commands)
    assert [(type(c).__name__, c.card) for c in stage.table.commands] == [("Card", "6")]


def test_a_chosen_card_shows_on_the_page_what_it_can_do(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.HAND)
    page = open_page(stage.url, PHONE)
    where, dark = page.box(), page.holes()
    page.card("6")
    assert page.page.inner_text("[data-support]") == "White lights: what the 6 can do."
    assert page.with_role("destination") == ["E9"]
    assert page.with_role("movable") == ["Ep1", "Ep2", "Ep3"]
    assert page.box() == where
    heard = "el => el.textContent.includes('One place: Blue 9.')"
    page.page.wait_for_function(f"() => ({heard})(document.getElementById('said'))")
    page.card("10")
    assert page.page.inner_text("[data-support]") == "The 10 has no move now."
    assert page.holes() == dark
    assert stage.table.commands == []


def test_a_chosen_card_of_a_hand_without_a_move_covers_no_word_of_what_to_do(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    said = msgspec.structs.replace(scenes.HAND.prompt, support=Message("prompt.none_moves"))
    dead = tuple(msgspec.structs.replace(key, moves=0, lights={}) for key in scenes.HAND.pad)
    stage.table.show(msgspec.structs.replace(scenes.HAND, pad=dead, prompt=said))
    page = open_page(stage.url, PHONE)
    for _ in range(2):
        assert page.page.inner_text("[data-support]") == "No card has a move. Play any of them."
        page.card("10")
    assert page.page.inner_text('[data-key="play"]') == "Play the 10"


def test_while_cards_are_dealt_their_backs_lie_there(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.DRAWING)
    page = open_page(stage.url, PHONE)
    page.shows("drawing")
    assert page.page.locator(".hand-back .card").count() == 5
    assert "Drawing" in page.page.inner_text("#foot")


@pytest.mark.slow
def test_the_host_frees_a_seat_from_its_players_panel(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    taken = msgspec.structs.replace(scenes.players()[3], taken=True, takes=2)
    seated = (*scenes.players()[:3], taken, *scenes.players()[4:])
    stage.table.holders[3] = "somebody"
    stage.table.show(msgspec.structs.replace(scenes.SCENES["card"], players=seated))
    page = open_page(stage.url, PHONE)
    page.page.click('[data-player="2"]')
    page.shows("player")
    page.page.wait_for_selector('#foot [data-key="hand"]')  # its buttons are asked for
    assert "Carla" in page.page.inner_text("#foot")
    assert page.page.locator("[data-free]").count() == 0
    page.page.click('[data-player="3"]')
    page.page.wait_for_selector("[data-free]")
    assert "Dora" in page.page.inner_text("#foot")
    page.page.click("[data-free]")
    page.page.wait_for_function("() => !document.querySelector('.prompt.mood-refusal')")
    until(lambda: stage.table.holders == {})


def test_a_card_that_has_left_the_hand_is_said_to_have(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.HAND)
    page = open_page(stage.url, PHONE)
    stage.table.refuse = CommandRefused("not-in-hand", "6 is not in the hand (FT-8).", rule="FT-8")
    page.card("6")
    page.page.click('[data-key="play"]')
    page.says("That card is no longer in your hand.")


@pytest.mark.slow
def test_a_late_table_is_said_so_after_a_while_and_the_last_snapshot_stays(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE)
    where, holes, said = page.box(), page.holes(), page.prompt
    # The next view is awaited for ever: the stream is lost, and nothing answers the next try.
    page.page.route("**/api/stream*", lambda route: None)
    with page.page.expect_request("**/api/stream*"):
        stage.close()
        page.says("Back in a moment")
        assert page.page.inner_text("[data-support]") == said
        assert (page.box(), page.holes()) == (where, holes)
        stage.open()
    assert page.prompt == "Back in a moment"


def test_a_refused_command_is_said_and_nothing_is_lost(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE)
    before = page.holes()
    stage.table.refuse = CommandRefused("not-your-turn", "Dora is to move.", rule="FT-9")
    page.card("7")
    page.says("Dora is to move.")
    assert page.page.get_attribute("[data-reason]", "data-rule") == "FT-9"
    assert page.holes() == before
    assert page.page.inner_text("#alert") == "Dora is to move."


def test_a_refused_command_stays_said_until_the_table_shows_something_new(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """The lights of a gesture may bring a view in which nothing but its number is new."""
    page = open_page(stage.url, PHONE)
    stage.table.refuse = CommandRefused("not-your-turn", "Dora is to move.", rule="FT-9")
    page.card("7")
    page.says("Dora is to move.")
    stage.table.show(stage.table.shown)
    page.drawn(stage.table.seq)
    assert page.prompt == "Dora is to move."
    stage.table.show(scenes.HAND)
    page.drawn(stage.table.seq)
    assert page.prompt != "Dora is to move."


@pytest.mark.slow
def test_the_table_going_away_is_said_and_its_return_changes_nothing_else(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE)
    where, holes = page.box(), page.holes()
    stage.close()
    page.says("The table does not answer.")
    assert "Last seen" in page.page.inner_text("[data-support]")
    assert page.box() == where
    assert page.page.locator("[data-card]:not(:disabled)").count() == 0
    stage.open()
    page.page.wait_for_selector("[data-card]:not(:disabled)", timeout=15_000)
    page.says("which card did you play?")
    assert (page.box(), page.holes()) == (where, holes)


def test_everything_can_be_done_without_scripts(
    borrow: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = borrow((1280, 720), java_script_enabled=False)
    page.goto(stage.url)
    page.click('[data-card="7"]')
    stage.table.show(scenes.SCENES["move"])
    page.goto(stage.url)
    page.click("#moves summary")
    page.click('#moves [data-action="A9-B2"]')
    names = [type(command).__name__ for command in stage.table.commands]
    assert names == ["Card", "Act"]


@pytest.mark.slow
def test_the_page_with_its_board_stays_within_its_budget(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE)
    for state in STATES:
        stage.table.show(scenes.SCENES[state])
        answer = page.page.request.get(stage.url)
        assert len(answer.body()) <= 150_000, state


NEWS = (
    "The board fits again. Anna is to move.",
    "Red home 3 is set aside. The page will ask.",
    "A good idea: Red 12 → bull's eye, Red home 1 → Red home 2.",
)

FITS = "e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight + 1"


@pytest.mark.parametrize("size", first(1, [PHONE, TABLET, DESKTOP]))
def test_news_below_the_sentence_is_told_whole(
    open_page: Callable[..., Any], stage: Any, scenes: Any, size: tuple[int, int]
) -> None:
    scene = scenes.SCENES["move"]
    page = open_page(stage.url, size)
    where = page.box()
    for news in NEWS:
        told_whole(page, stage, msgspec.structs.replace(scene, notice=scenes.text(news)), news)
        assert page.box() == where, news
        stage.table.show(scene)
        page.drawn(stage.table.seq)
        assert page.page.query_selector(".prompt.wordy") is None
        assert page.box() == where, news


def told_whole(page: Any, stage: Any, scene: Any, news: str) -> None:
    """Show the scene with its news, of which nothing is cut."""
    stage.table.show(scene)
    page.page.wait_for_function(
        "told => document.querySelector('[data-support]').innerText === told", arg=news
    )
    support = page.page.locator("[data-support]")
    assert support.evaluate(FITS)
    card, line = page.box("#prompt"), page.box("[data-support]")
    sentence = page.box("[data-prompt]")
    assert sentence["y"] >= card["y"]
    assert line["y"] + line["height"] <= card["y"] + card["height"]


@pytest.mark.parametrize("news", first(1, NEWS))
def test_news_is_told_whole_without_scripts_too(
    open_page: Callable[..., Any], stage: Any, scenes: Any, news: str
) -> None:
    stage.table.show(msgspec.structs.replace(scenes.SCENES["move"], notice=scenes.text(news)))
    page = open_page(stage.url, PHONE, java_script_enabled=False)
    line = page.page.locator("[data-support]")
    assert line.inner_text() == news
    assert line.evaluate(FITS)
    low, frame = page.box("[data-support]"), page.box("#prompt")
    assert low["y"] + low["height"] <= frame["y"] + frame["height"]


@pytest.mark.parametrize("size", first(1, [PHONE, DESKTOP]))
def test_why_counts_the_holes_on_the_board_until_the_marble_is_back(
    open_page: Callable[..., Any], stage: Any, scenes: Any, size: tuple[int, int]
) -> None:
    """Each number stands upright in its hole, also where the board is turned."""
    wrong = scenes.SCENES["wrong"]
    walk = ("A10", "A11", "A12", "A13", "B0")
    why = scenes.text("That is 3 on; a 5 ends on Orange corner.")
    reason = msgspec.structs.replace(wrong.reason, blocked_by=None, why=why, walk=walk)
    stage.table.show(msgspec.structs.replace(wrong, reason=reason))
    page = open_page(stage.url, size)
    page.says("Not there")
    assert not page.page.locator("[data-count]").count()
    where = page.box()
    asks_why(page, stage)
    page.page.wait_for_selector('[data-count="5"]', state="attached")
    assert page.box() == where
    assert "That is 3 on; a 5 ends on Orange corner." in page.page.inner_text("#foot")
    assert page.page.locator("[data-count]").all_text_contents() == ["1", "2", "3", "4", "5"]
    for n, hole in enumerate(walk, 1):
        mark, at = page.box(f'[data-count="{n}"] text'), page.box(f'[data-hole="{hole}"] .hit')
        assert abs(mark["x"] + mark["width"] / 2 - at["x"] - at["width"] / 2) < 2
        assert abs(mark["y"] + mark["height"] / 2 - at["y"] - at["height"] / 2) < 4
    visit(page, stage, scenes, "card")
    assert not page.page.locator("[data-count]").count()


def test_a_long_phone_tells_the_players_names_below_the_foot(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """The board lies as high as on a short one, and no row is cut."""
    stage.table.show(scenes.SCENES["card"])
    page = open_page(stage.url, (390, 760))
    top = page.box()["y"]
    names = page.page.locator(".side .players .name")
    assert not names.first.is_visible()
    page.page.set_viewport_size({"width": 390, "height": 844})
    assert page.box()["y"] == top
    assert names.count() == 6
    assert all(one.is_visible() for one in names.all())
    low = names.last.bounding_box()
    assert low is not None
    assert low["y"] + low["height"] <= 844


def test_all_moves_stand_where_they_stood_when_a_marble_is_lifted(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """A second tap there must not meet a key that doubts the sensors."""
    stage.table.show(msgspec.structs.replace(scenes.SCENES["move"], can_hint=True))
    page = open_page(stage.url, PHONE)
    doubted = page.page.locator('.foot [data-list="doubts"]:visible')
    moves = page.page.locator('.foot [data-list="moves"]:visible')
    before = moves.first.bounding_box()
    stage.table.show(next(iter(scenes.DOUBTED.values())))
    page.reload()
    box, other = moves.first.bounding_box(), doubted.first.bounding_box()
    assert before
    assert box
    assert other
    assert abs(box["x"] - before["x"]) < box["width"] / 2
    assert other["x"] + other["width"] <= box["x"]
