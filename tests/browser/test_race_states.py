"""Every state of a race on the page: nothing moves, nothing is cut, all is touchable and said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from two_forms import first
from waiting import until

from companion.model.choices import Timer
from companion.model.commands import Act, Answer, Edit, Pause, Roll
from companion_web.api.feet import foot_kind
from engine.board import Board
from engine.boards import board_of

pytestmark = pytest.mark.needs_chromium

PHONE, TABLET, DESKTOP = (360, 640), (768, 1024), (1440, 900)
LAPTOP = (1280, 800)
SIZES = {"phone": PHONE, "tablet": TABLET, "laptop": LAPTOP, "desktop": DESKTOP}
PLAYED = [
    "phone",
    *(pytest.param(size, marks=pytest.mark.slow) for size in ("desktop", "tablet", "laptop")),
]
"""The larger sizes are played with the long tests."""
THEMES = ["dark", pytest.param("light", marks=pytest.mark.slow)]
"""A theme changes colours alone, so that the second one is played with the long tests."""
PROMPTS = {"phone": 92, "tablet": 104, "laptop": 124, "desktop": 124}
TOUCHED = """() => [...document.querySelectorAll('main button, main a, summary')]
    .map(element => [element.className, element.getBoundingClientRect()])
    .filter(([, box]) => box.width).map(([name, box]) => [name, box.width, box.height])"""
SPILT = """() => [...document.querySelectorAll('.foot .button, .face, .foot .key, .order .name')]
    .filter(button => button.offsetParent && button.scrollWidth > button.clientWidth + 1)
    .map(button => button.textContent)"""
SMALL = """() => [...document.querySelectorAll('body *')].filter(element =>
    [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())
    && element.offsetParent && !element.closest('.unseen, svg, script')
    && parseFloat(getComputedStyle(element).fontSize) < 14
    && !element.closest('.chip, .key small, .card small, .count, .token'))
    .map(element => element.textContent)"""
BESIDE = """() => [...document.querySelectorAll('.order li, .foot-inner > *, .race-head')]
    .filter(one => one.offsetParent)
    .filter(one => one.getBoundingClientRect().right > innerWidth + 0.5
        || [...one.children].some(part => part.offsetParent && part.getBoundingClientRect().right
            > one.getBoundingClientRect().right + 1))
    .map(one => one.textContent)"""
CUT = """() => [...document.querySelectorAll(
        '.order li, .pools li, .lines li, .side h2, .foot button, .foot .row-line, .foot p, .key')]
    .filter(one => one.offsetParent && !one.closest('.all-moves, .claims, .order-list'))
    .filter(one => {
        const box = one.getBoundingClientRect();
        let part = false;
        for (let over = one.parentElement; over; over = over.parentElement) {
            if (getComputedStyle(over).overflowY === 'visible') continue;
            const frame = over.getBoundingClientRect();
            const inside = Math.min(box.right, frame.right) - Math.max(box.left, frame.left);
            if (inside <= 1 || box.top >= frame.bottom - 1) return false;  // not to be seen at all
            part ||= box.bottom > frame.bottom + 1 || box.top < frame.top - 1;
        }
        return part || box.bottom > innerHeight + 1;
    })
    .map(one => one.textContent)"""
"""What is seen in part only; what is not seen at all has wrapped away on purpose."""
NAMES = """() => [...document.querySelectorAll('.side :is(.order :is(.name, .away), .pools .name)')]
    .filter(one => one.offsetParent && one.scrollWidth > one.clientWidth + 1)
    .map(one => one.textContent)"""
WHOLE = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


def visit(page: Any, stage: Any, scene: Any) -> None:
    """Show a state and wait until the page shows it too."""
    stage.table.show(scene)
    page.drawn(stage.table.seq)
    sentence = (scene.reason or scene.prompt).message.params["action"]
    page.says(sentence)
    page.met(
        "seen => document.querySelector('.foot-inner').dataset.foot === seen", foot_kind(scene)
    )


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", PLAYED)
def test_in_every_state_of_a_race_the_board_stands_still_and_all_fits(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any, size: str, theme: str
) -> None:
    page = open_page(raced.url, SIZES[size], theme)
    where = page.box()
    for state, scene in race_scenes.SCENES.items():
        visit(page, raced, scene)
        assert page.box() == where, state
        wide, high = page.page.evaluate(WHOLE)
        assert wide <= SIZES[size][0], state
        assert high <= SIZES[size][1], state
        for name, width, height in page.page.evaluate(TOUCHED):
            least = 44 if name in ("slot", "slot told", "token-key", "icon-button chosen") else 48
            least = 46 if name == "icon-button" else least
            assert height >= least, (state, name, height)
            assert width >= 44, (state, name, width)
        assert page.page.evaluate(SPILT) == [], state
        assert page.page.evaluate(SMALL) == [], state
        assert page.page.evaluate(BESIDE) == [], state
        assert page.page.evaluate(CUT) == [], state
        if size in ("laptop", "desktop"):
            assert page.page.evaluate(NAMES) == [], state
        assert page.page.locator(".button.honey:visible").count() <= 1, state
        prompt, sentence = page.box("#prompt"), page.box("[data-prompt]")
        assert prompt["height"] <= PROMPTS[size]
        assert sentence["y"] + sentence["height"] <= prompt["y"] + prompt["height"], state


@pytest.mark.slow
def test_the_end_leads_to_its_replay_beside_the_next_race(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any
) -> None:
    """Every word stands whole on its key, in both languages, also on a phone."""
    raced.table.show(race_scenes.SCENES["over"])
    for locale in ("en", "de"):
        page = open_page(raced.url, PHONE, locale=locale)
        for size in (PHONE, TABLET, DESKTOP):
            page.page.set_viewport_size({"width": size[0], "height": size[1]})
            keys = page.page.locator('.foot .row :is([data-key="watch"], [data-key="again"])')
            assert keys.count() == 2, size
            assert page.page.evaluate(SPILT) == [], (locale, size)
        address = keys.first.get_attribute("href")
        assert address == f"/replay/{raced.table.shown.game.number}"


def test_while_others_are_asked_for_claims_nobody_is_to_move(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any
) -> None:
    page = open_page(raced.url, DESKTOP)
    visit(page, raced, race_scenes.SCENES["go"])
    assert page.page.locator("#side .acting").all_inner_texts() == ["to move"]
    visit(page, raced, race_scenes.SCENES["claim"])
    assert page.page.locator("#side li.acts").count() == 1
    assert page.page.locator("#side .acting").count() == 0


def sent(stage: Any) -> list[Any]:
    """The command of the last tap, once it came: two on their way may overtake each other."""
    until(lambda: stage.table.commands)
    got = list(stage.table.commands)
    stage.table.commands.clear()
    return got


def test_a_die_is_told_by_one_tap_and_three_one_after_the_other(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any
) -> None:
    page = open_page(raced.url, PHONE)
    visit(page, raced, race_scenes.SCENES["die"])
    page.page.click('[data-face="5"]')
    assert sent(raced) == [Act("D5")]
    visit(page, raced, race_scenes.SCENES["pole"])
    for face in ("3", "0"):
        page.page.click(f'[data-face="{face}"]')
    assert page.page.locator(".slot.told").all_inner_texts() == ["3", "–"]
    page.page.click('[data-slot="0"]')
    assert page.page.locator(".slot.told").all_inner_texts() == ["–"]
    page.page.click('[data-face="5"]')
    page.page.click('[data-face="1"]')
    assert sent(raced) == [Act("P0:051")]
    page.page.click('[data-dice-seat="2"]')
    for _ in range(3):
        page.page.click('[data-face="2"]')
    assert sent(raced) == [Act("P2:222")]
    page.page.click('[data-command="roll"]')
    assert sent(raced) == [Roll()]


def test_a_speed_is_answered_on_a_key_or_by_its_figure(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any
) -> None:
    page = open_page(raced.url, PHONE)
    visit(page, raced, race_scenes.SCENES["speed"])
    assert page.page.locator(".key.spends").all_inner_texts() == ["5"]
    page.page.click('[data-option="4"]')
    assert sent(raced) == [Answer("q", "4")]
    page.page.focus('[data-option="1"]')
    page.page.keyboard.press("2")
    assert sent(raced) == [Answer("q", "2")]
    page.page.click("text=None of these")
    assert sent(raced) == [Answer("q", "neither")]


@pytest.mark.slow
def test_a_claim_names_its_seat_and_the_ring_counts_down(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any
) -> None:
    page = open_page(raced.url, PHONE)
    own = race_scenes.SCENES["claim_own"]
    running = msgspec.structs.replace(own.window, running=True, seconds=6.0)
    visit(page, raced, msgspec.structs.replace(own, window=running))
    assert page.page.locator("[data-claim]").count() == 4
    assert "Carla plays the 4" in str(page.page.get_attribute('[data-claim="C:4"]', "aria-label"))
    page.page.wait_for_function("() => Number(document.querySelector('.ring-text').innerText) <= 5")
    assert "seconds left" in str(page.page.get_attribute(".ring", "aria-label"))
    page.page.click('[data-claim="C:4"]')
    assert sent(raced) == [Act("!C:4", 2, window=0)]
    page.page.click('[data-claim="-"]')
    assert sent(raced) == [Act("-", 2, window=0)]
    visit(page, raced, race_scenes.SCENES["claim"])
    assert page.page.locator(".claim-row").count() == 1
    page.page.click('[data-claimer="D"]')
    page.page.click('[data-claim="D:4"]')
    assert sent(raced) == [Act("!D:4", 3, window=0)]
    page.page.click('[data-claim="--"]')
    assert sent(raced) == [Act("-", window=0)]


def test_a_stopped_clock_stands_and_says_so(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any
) -> None:
    page = open_page(raced.url, DESKTOP, clocked=True)
    scene = race_scenes.SCENES["timed"]
    visit(page, raced, scene)
    glass = page.page.locator(".side .glass")
    assert glass.inner_text() == "19"
    page.later(5000)
    assert glass.inner_text() == "19"
    assert glass.get_attribute("aria-label") == "The clock is stopped."
    page.page.click('[data-command="pause"]')
    assert sent(raced) == [Pause(True)]
    waits = Timer(0, "A", 30.0, 30.0, False, True, "T")
    visit(page, raced, msgspec.structs.replace(scene, timer=waits))
    page.page.click("text=Start the clock")
    assert sent(raced) == [Pause(False)]


def test_a_space_that_is_asked_for_is_tapped_on_the_board(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any
) -> None:
    page = open_page(raced.url, DESKTOP)
    visit(page, raced, race_scenes.SCENES["space"])
    page.tap("8.1L")
    assert sent(raced) == [Act("H8.1L")]
    page.page.click("text=Tile 8, first row, right")
    assert sent(raced) == [Act("H8.0R")]


def test_on_the_page_alone_a_speed_and_a_token_are_chosen_only_where_they_are_open(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any
) -> None:
    page = open_page(raced.url, DESKTOP)
    visit(page, raced, race_scenes.SCENES["ways"])
    page.tap("6.1R")
    page.tap("7.1R")
    assert sent(raced) == [Act("F2")]
    page.tap("6.1R")
    page.tap("7.0L")
    page.says("Which speed?")
    assert page.page.locator("[data-choose]").all_inner_texts() == ["1", "2", "5"]
    page.page.click('[data-choose][data-value="5"]')
    assert sent(raced) == [Act("L5*5")]


def test_a_car_that_spun_out_comes_back_by_a_tap_on_a_light(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any
) -> None:
    page = open_page(raced.url, DESKTOP)
    scene = race_scenes.SCENES["spun"]
    visit(page, raced, scene)
    page.tap("4.1L")
    until(lambda: raced.table.lifts)
    assert raced.table.lifts == [("put", "4.1L", "D")]
    visit(page, raced, msgspec.structs.replace(scene, board="none"))
    page.tap("4.0L")
    assert sent(raced) == [Act("E4.0L")]


def test_crowded_spaces_on_a_phone_lead_to_the_zoom_and_each_can_be_met(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any
) -> None:
    page = open_page(raced.url, PHONE, has_touch=True)
    scene = race_scenes.SCENES["lifted"]
    visit(page, raced, scene)
    page.page.evaluate("() => document.querySelector('#board svg').getBoundingClientRect()")
    where = page.box('[data-hole="7.0R"]')
    page.page.touchscreen.tap(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    page.says("tap the exact space")
    assert raced.table.lifts == []
    after = page.box('[data-hole="7.0R"] .hit')
    assert after["width"] >= 34
    page.page.touchscreen.tap(after["x"] + after["width"] / 2, after["y"] + after["height"] / 2)
    until(lambda: raced.table.lifts)
    assert raced.table.lifts == [("put", "7.0R", "A")]


def test_the_arrow_keys_drive_along_the_road(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any
) -> None:
    page = open_page(raced.url, DESKTOP)
    here = "() => document.activeElement.dataset.hole"
    page.page.focus('[data-hole="0.0L"]')
    for key, hole in (
        ("ArrowRight", "0.1L"), ("ArrowDown", "0.1R"), ("ArrowUp", "0.1L"), ("PageUp", "4.0L"),
        ("n", "6.1R"),
    ):  # fmt: skip
        page.page.keyboard.press(key)
        assert page.page.evaluate(here) == hole


@pytest.mark.parametrize("theme", first(1, ["dark", "light"]))
def test_white_and_black_are_told_from_the_road_and_the_page(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any, theme: str
) -> None:
    page = open_page(raced.url, DESKTOP, theme)
    visit(page, raced, race_scenes.SCENES["eight"])
    seen = page.page.evaluate(
        """() => {
            const shine = text => {
                const parts = text.match(/\\d+/g).slice(0, 3).map(part => {
                    const value = part / 255;
                    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
                });
                return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
            };
            const against = (one, other) => {
                const [high, low] = [shine(one), shine(other)].sort((a, b) => b - a);
                return (high + 0.05) / (low + 0.05);
            };
            const style = seat => getComputedStyle(document.querySelector(`#c-${seat} .ts-body`));
            const road = getComputedStyle(document.querySelector('.ts-square')).fill;
            return [against(style('G').fill, road), against(style('H').stroke, style('H').fill)];
        }"""
    )
    assert min(seen) >= 3.0
    assert "White car" in str(page.page.get_attribute('[data-hole="22.0R"]', "aria-label"))
    assert "Black car" in str(page.page.get_attribute('[data-hole="21.1L"]', "aria-label"))


def tall() -> Board:
    """The same road seen by a board that is higher than wide."""
    board = board_of("tiles")
    x, y, width, _ = board.view_box
    return Board(
        board.kind, board.spaces, board.places, board.pitch, (x, y - width / 2, width, 2 * width),
        board.neighbours, board.outline, board.rounding, board.scenery,
    )  # fmt: skip


def test_beside_a_tall_board_the_order_is_a_tap_away(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(raced.table), "drawing", lambda _: tall())
    page = open_page(raced.url, PHONE)
    assert page.page.locator("#strip").count() == 0
    page.page.click('[data-list="order"]')
    page.shows("order")
    assert page.page.locator("#foot [data-runner]").count() == 4
    page.page.click('[data-key="back"]')
    page.shows("go")


@pytest.mark.parametrize("size", PLAYED)
def test_cars_off_the_road_are_set_on_it_and_cars_taken_off_pp_12(
    open_page: Callable[..., Any], raced: Any, race_scenes: Any, size: str
) -> None:
    page = open_page(raced.url, SIZES[size])
    visit(page, raced, race_scenes.SCENES["spun"])
    page.page.click("#menu summary")
    page.page.click('[data-edit="begin"]')
    page.shows("edit")
    stood = {hole: token for hole, (token, _) in page.holes().items() if token}
    first = next(iter(stood))
    beside = page.page.locator('[data-edit="beside"]')
    assert [one.get_attribute("data-token") for one in beside.all()] == ["C", "D"]
    page.page.click('[data-edit="beside"][data-token="C"]')
    page.tap("8.0R")
    page.token("8.0R", "C")
    assert [one.get_attribute("data-token") for one in beside.all()] == ["D"]
    page.tap(first)
    page.role(first, "movable")
    page.page.click('[data-edit="off"]')
    page.token(first, "")
    assert page.page.evaluate(SPILT) == []
    assert page.page.evaluate(BESIDE) == []
    wide, high = page.page.evaluate(WHOLE)
    assert (wide, high) <= SIZES[size]
    page.page.click('[data-edit="done"]')
    page.page.wait_for_function("() => !document.querySelector('[data-foot=\"edit\"]')")
    left = {hole: token for hole, token in stood.items() if hole != first}
    assert raced.table.commands == [Edit({**left, "8.0R": "C"}, 3)]
