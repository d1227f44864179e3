"""Driving on the table page: tiles, cards, buttons, dice and schematics, with finger and key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import street_views
from msgspec.structs import replace
from two_forms import first
from waiting import until

from companion.model.choices import PadKey, Window
from companion.model.commands import Act
from companion.model.drive import Deed
from companion.model.hand import Way
from companion.model.message import Message
from companion.model.view import MoveLine

pytestmark = pytest.mark.needs_chromium

PHONE, TABLET, DESKTOP = (360, 640), (768, 1024), (1440, 900)
SCENES = street_views.scenes()
SMALL = """() => [...document.querySelectorAll('#foot button, #foot .tile')]
    .map((part) => part.getBoundingClientRect()).filter(({ width }) => width)
    .filter(({ width, height }) => width < 44 || height < 48).length"""
OUTSIDE = """() => {
    const foot = document.querySelector('#foot').getBoundingClientRect();
    const inside = [...document.querySelectorAll('#foot button, #foot .tile, #foot .throw')]
        .filter((part) => !part.closest('.spaces, .all-moves'))
        .map((part) => part.getBoundingClientRect()).filter(({ width }) => width);
    return inside.filter((box) => box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5
        || box.left < -0.5 || box.bottom > foot.bottom + 0.5).length;
}"""
HIDDEN = """() => [...document.querySelectorAll(".spaces, .spaces .tile")].filter((part) =>
    part.scrollHeight > part.clientHeight + 1
    || part.getBoundingClientRect().bottom > innerHeight).length"""


@pytest.mark.parametrize(
    "size", [PHONE, *(pytest.param(s, marks=pytest.mark.slow) for s in (TABLET, DESKTOP))]
)
def test_every_foot_fits_and_its_keys_are_large_enough(
    open_page: Callable[..., Any], street: Any, size: tuple[int, int]
) -> None:
    page = open_page(street.url, size)
    for name, scene in SCENES.items():
        street.table.show(scene)
        page.drawn(street.table.seq)
        assert page.page.evaluate(SMALL) == 0, name
        assert page.page.evaluate(OUTSIDE) == 0, name
        assert page.page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_with_two_cars_each_the_sentence_has_the_colour_of_their_seat(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url)
    two = SCENES["two"]
    street.table.show(replace(two, prompt=replace(two.prompt, colour="A1")))  # as in a game
    page.drawn(street.table.seq)
    assert page.page.locator("#prompt.seat-A").count() == 1


def test_on_a_phone_the_four_places_of_the_first_car_are_in_sight(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url, PHONE, locale="de-DE")
    first = street_views.GAME.new({"players": 4, "options": {}, "wood": {}})
    street.table.show(street_views.view(first))
    page.drawn(street.table.seq)
    assert page.page.locator(".spaces .tile").count() == 4
    assert page.page.evaluate(HIDDEN) == 0


def test_a_place_to_start_is_one_line_on_a_desktop(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url, DESKTOP)
    street.table.show(SCENES["place"])
    page.drawn(street.table.seq)
    lines = [
        line.bounding_box() for line in page.page.locator(".spaces .tile b:first-of-type").all()
    ]
    assert lines
    assert max(box["height"] for box in lines if box) < 24


def test_on_a_tablet_every_place_to_start_is_in_sight(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url, TABLET)
    street.table.show(SCENES["place"])
    page.drawn(street.table.seq)
    assert page.page.locator(".spaces .tile").count() == 7
    assert page.page.evaluate(HIDDEN) == 0


def test_a_card_opens_says_what_it_does_and_is_played(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url)
    page.shows("deeds")
    page.page.click('[data-open="0"]')
    said = [part for part in page.page.inner_text(".open-card").split("\n") if part]
    assert said == ["Side Street", "Your car drifts. No test.", "In your turn · 1 action", "★ +1"]
    assert page.page.inner_text('[data-key="play"]') == "Play it · 1 action"
    assert page.page.locator(".honey").count() == 1
    assert page.page.evaluate(OUTSIDE) == 0
    page.page.click('[data-open="1"]')
    assert page.page.inner_text('[data-key="play"]') == "Not now"
    assert page.page.is_disabled('[data-key="play"]')
    page.page.click('[data-open="0"]')
    page.page.click('[data-key="play"]')
    page.shows("list")
    page.page.click('[data-key="act-play p04.1 B"]')
    assert until(lambda: street.table.commands, lambda: page.prompt) == [Act("play p04.1 B")]


@pytest.mark.parametrize("size", first(1, [PHONE, TABLET]))
def test_what_answers_the_question_stays_beside_an_open_card(
    open_page: Callable[..., Any], street: Any, size: tuple[int, int]
) -> None:
    names = ("take_0", "take_1", "take_2")
    answers = tuple(Deed(name, Message(f"street.button.{name}"), f"take {name}") for name in names)
    scene = SCENES["choose"]
    page = open_page(street.url, size)
    assert scene.held is not None
    moment = street_views.position()
    wordy = street_views.WORDS.hidden.card(moment, "p09.1")  # the card with the longest effect
    held = replace(scene.held, cards=(wordy, *scene.held.cards[1:]))
    street.table.show(replace(scene, drive=replace(scene.drive, deeds=answers), held=held))
    page.drawn(street.table.seq)
    page.page.click('[data-open="0"]')
    assert page.page.is_visible('[data-key="play"]')
    assert page.page.evaluate(OUTSIDE) == page.page.evaluate(SMALL) == 0
    page.page.click('[data-deed="take_2"]')
    assert until(lambda: street.table.commands, lambda: page.prompt) == [Act("take take_2")]


def test_a_closed_button_is_dashed_and_says_why(open_page: Callable[..., Any], street: Any) -> None:
    page = open_page(street.url)
    page.page.click('[data-deed="pull"]', force=True)  # it says that it is closed
    page.says("Pull over from a walk.")
    style = "getComputedStyle(document.querySelector('[data-deed=pull]')).borderStyle"
    assert page.page.evaluate(style) == "dashed"
    page.page.click('[data-deed="end"]')
    assert until(lambda: street.table.commands, lambda: page.prompt) == [Act("end")]


def test_a_swap_asks_for_the_card(open_page: Callable[..., Any], street: Any) -> None:
    page = open_page(street.url)
    page.page.click('[data-deed="swap"]')
    page.shows("list")
    assert page.page.locator("#foot .all-moves button").count() == 5


def test_who_must_discard_opens_a_card_and_chooses_the_others(
    open_page: Callable[..., Any], street: Any
) -> None:
    street.table.show(SCENES["forced"])
    page = open_page(street.url)
    page.says("Anna, discard 2 cards.")
    page.page.click('[data-open="0"]')
    page.page.click('[data-key="play"]')
    page.shows("list")
    assert page.page.locator("#foot .all-moves button").count() == 4, "one of the other four"


def test_two_copies_of_a_card_are_one_row(open_page: Callable[..., Any], street: Any) -> None:
    said = {"p04.1": "Flat Out", "p04.2": "Flat Out", "p11.1": "Oil"}
    ways = tuple(
        Way(f"swap {card}", (n,), Message("street.did.swap", {"k": name}), "swap")
        for n, (card, name) in enumerate(said.items())
    )
    held = SCENES["choose"].held
    assert held is not None
    street.table.show(replace(SCENES["choose"], held=replace(held, ways=ways)))
    page = open_page(street.url)
    page.page.click('[data-deed="swap"]')
    rows = page.page.locator("#foot .all-moves button")
    assert [row.get_attribute("data-action") for row in rows.all()] == ["swap p04.1", "swap p11.1"]
    page.page.click('[data-key="back"]')
    page.page.click('[data-open="1"]')
    page.page.click('[data-deed="swap"]')
    assert until(lambda: street.table.commands, lambda: page.prompt) == [Act("swap p04.2")]


def test_a_pushed_car_has_one_tile_a_way(open_page: Callable[..., Any], street: Any) -> None:
    page = open_page(street.url)
    street.table.show(SCENES["pushed"])
    page.shows("tiles")
    tiles = page.page.locator(".tiles.few .tile")
    said = [" ".join(text.split()) for text in tiles.all_inner_texts()]
    assert said == ["Right sure then the curb: 67 % unhurt", "Back sure no test"]


def test_a_failed_test_shows_its_dice_and_nothing_red(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url)
    street.table.show(SCENES["failed"])
    page.shows("correction")
    rows = [" ".join(text.split()) for text in page.page.locator(".throw").all_inner_texts()]
    assert rows == ["Anna + 3 5", "Max + 2 7"]
    assert page.box(".throw .die")["width"] == 44
    assert page.page.locator(".role-wrong").count() == 0
    assert page.page.locator('[data-key="keep"]').count() == 0, "the car stands right, by the rules"
    other = replace(SCENES["failed"].called_for[0], token="B")
    street.table.show(replace(SCENES["failed"], called_for=(other,)))
    page.drawn(street.table.seq)
    assert page.page.locator(".throw").count() == 0, "the debt is another car's"


@pytest.mark.slow
def test_a_lost_test_and_the_end_are_shown_again(
    open_page: Callable[..., Any], street: Any
) -> None:
    moving = """() => document.getAnimations().filter(({ effect }) =>
        effect.target.matches('.die, .flyers > g')).length"""
    page = open_page(street.url, still=False)
    film = page.page.context.new_cdp_session(page.page)
    film.send("Animation.enable")
    for name, moved in (("failed", 3), ("over", 1)):
        street.table.show(SCENES[name])
        page.drawn(street.table.seq)
        page.page.wait_for_function(f"() => ({moving})() === 0")
        film.send("Animation.setPlaybackRate", {"playbackRate": 0.01})  # a busy machine looks late
        page.page.click('[data-key="show"]')
        assert page.page.evaluate(moving) == moved, name
        film.send("Animation.setPlaybackRate", {"playbackRate": 1})
    film.detach()
    said = "document.querySelector('#said').textContent"
    page.page.wait_for_function(f"() => {said}.startsWith('Ben wins')")
    page.page.click('[data-key="show"]')
    assert page.page.evaluate(said) == "", "a reader hears it once more"
    assert street.table.commands == []


def test_a_chip_opens_that_car_s_schematic(open_page: Callable[..., Any], street: Any) -> None:
    page = open_page(street.url)
    assert page.page.locator(".chip").nth(2).inner_text().strip() == "★ 0"
    page.page.click('[data-player="2"]')
    page.shows("player")
    said = " ".join(page.page.inner_text(".schematic").split())
    assert said.startswith("Carla Old Lightning −1 Speed (2) 5 Complexity (3)")
    assert page.page.locator(".action-pips .left").count() >= 3


KEYS_IN_SIGHT = """() => [...document.querySelectorAll('#foot .row button')].map(key => {
    const {left, right, top, bottom, height} = key.getBoundingClientRect();
    const middle = document.elementFromPoint((left + right) / 2, bottom - 2);
    return bottom <= innerHeight && height >= 48 && key.contains(middle);
})"""


@pytest.mark.parametrize(
    ("scene", "scrolls"),
    first(1, [("choose", False), ("mods", True), ("two", False)], unpacked=True),
)
def test_the_keys_below_a_schematic_are_in_sight_on_a_phone(
    open_page: Callable[..., Any], street: Any, scene: str, scrolls: bool
) -> None:
    """A car with more rows than a phone has room for scrolls by itself; two stand side by side."""
    if scene == "mods":
        three = street_views.position(mods={"A": ["p17.3", "p18.3", "p19.3"]})
        street.table.show(street_views.view(three))
    else:
        street.table.show(SCENES[scene])
    page = open_page(street.url)
    page.page.click('[data-player="0"]')
    page.shows("player")
    assert page.page.evaluate(KEYS_IN_SIGHT) == [True, True]
    car = page.page.locator("#foot .schematics")
    assert car.evaluate("it => it.scrollHeight > it.clientHeight") is scrolls
    cut = "all => all.filter((it) => it.offsetWidth && it.scrollWidth > it.clientWidth).length"
    assert page.page.locator("#foot .schematic *").evaluate_all(cut) == 0


def test_a_gang_is_told_by_its_number_on_a_phone_and_by_its_names_beside_the_race(
    open_page: Callable[..., Any], street: Any
) -> None:
    gang = street_views.position(gangs={"A": ["p25.1", "p22.1"]}, hands={"A": ["p04.1"]})
    street.table.show(street_views.view(gang))
    phone, desktop = open_page(street.url), open_page(street.url, DESKTOP)
    phone.page.click('[data-player="0"]')
    phone.shows("player")
    row = phone.page.locator("#foot .schematic li").last.locator("> :not(svg)")
    assert row.all_inner_texts() == ["Gang of 2 · cards: 1", "fixit +5"]
    row = desktop.page.locator("#own-car li").last.locator("> :not(svg)")
    said = ["Night Nurse, Cousin with a Wrench · cards: 1", "+5"]
    assert row.all_inner_texts() == said


def test_tiles_of_somebody_else_only_tell(open_page: Callable[..., Any], street: Any) -> None:
    """A car that was pushed, or is to move: its tiles are keys for its owner alone."""
    pushed = SCENES["pushed"]
    hers = replace(pushed, seat=0, held=SCENES["choose"].held)
    page = open_page(street.url, DESKTOP)
    for scene, ways in ((hers, 2), (street_views.view(street_views.position(turn="D")), 3)):
        street.table.show(scene)
        page.drawn(street.table.seq)
        assert page.page.locator("#foot .tile.told").count() == ways
        assert page.page.locator("#foot button.tile, #foot [data-tile]").count() == 0
    street.table.show(pushed)
    page.drawn(street.table.seq)
    assert page.page.locator("#foot button.tile").count() == 2


def test_five_cards_and_the_rows_of_six_racers_have_the_design_s_size(
    open_page: Callable[..., Any], street: Any, borrow: Callable[..., Any]
) -> None:
    """Section 4: 62 × 50 on a phone; 72 px and a sentence of 64 px on a television."""
    page = open_page(street.url)
    boxes = [box.bounding_box() for box in page.page.locator(".card-key").all()]
    assert [(round(box["width"]), box["height"]) for box in boxes] == [(62, 50)] * 5
    tv = borrow((1920, 1080))
    tv.goto(f"{street.url}tv")
    tv.wait_for_selector(".tv-lines li:nth-child(6)")
    heights = "[...document.querySelectorAll('.tv-lines li')].map((row) => row.offsetHeight)"
    assert tv.evaluate(heights) == [72] * 6
    size = "getComputedStyle(document.querySelector('.tv-said .sentence')).fontSize"
    assert tv.evaluate(size) == "64px"
    assert tv.locator("button").count() == 0, "no controls"


def test_eight_cards_stand_side_by_side_on_a_phone(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url)
    held = SCENES["choose"].held
    assert held is not None
    eight = replace(held, cards=(*held.cards, *held.cards[:3]))
    street.table.show(replace(SCENES["choose"], held=eight))
    page.drawn(street.table.seq)
    boxes = [box.bounding_box() for box in page.page.locator(".card-key").all()]
    assert len(boxes) == 8
    assert all(box["width"] == 44 for box in boxes)
    assert boxes[0]["x"] == 4
    assert page.page.evaluate(OUTSIDE) == 0


def test_keys_open_cards_and_end_the_turn(open_page: Callable[..., Any], street: Any) -> None:
    page = open_page(street.url)
    page.page.focus('[data-hole="e5"]')
    page.page.keyboard.press("2")
    page.page.wait_for_selector(".open-card")
    assert page.page.get_attribute('[data-open="1"]', "aria-pressed") == "true"
    page.page.keyboard.press("x")
    assert until(lambda: street.table.commands, lambda: page.prompt) == [Act("end")]


def test_a_desktop_shows_moves_hand_race_and_car_at_once(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url, DESKTOP)
    for part in (".tiles", ".card-keys", ".deeds", ".sheets", "#own-car .schematic"):
        assert page.page.locator(part).is_visible(), part
    order = page.page.locator(".sheets li").all_inner_texts()
    assert [row.split()[1] for row in order] == ["Ben", "Max", "Anna", "Carla", "Dora", "Fritz"]


def test_who_waits_sees_the_own_cards_and_what_happened(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url)
    street.table.show(street_views.view(street_views.position(turn="D")))
    page.drawn(street.table.seq)
    assert page.foot == "deeds"
    assert page.page.locator(".card-key").count() == 5
    assert "drives ahead" in page.page.inner_text("#foot")
    page.page.click('[data-open="0"]')
    assert page.page.is_disabled('[data-key="play"]')
    assert page.page.evaluate(OUTSIDE) == 0


def test_rows_of_two_lines_stand_apart_and_a_fast_window_has_a_clock(
    open_page: Callable[..., Any], street: Any
) -> None:
    page = open_page(street.url, DESKTOP)
    said = Message("street.did.swap", {"k": "Ice Cream Man of the Long Boulevard"})
    moves = tuple(MoveLine(n, 0, "A", "", "", said) for n in (2, 1))
    window = Window(Message("street.window"), 4.0, 5.0, True, (0,), ())
    street.table.show(replace(SCENES["choose"], moves=moves, window=window))
    page.drawn(street.table.seq)
    first, second = (page.box(f".side .lines li:nth-child({n}) .text") for n in (1, 2))
    assert first["height"] > 30
    assert second["y"] - first["y"] - first["height"] >= 4
    assert page.box(".prompt-clock")["height"] == 4


@pytest.mark.parametrize("size", first(1, [PHONE, TABLET, DESKTOP]))
def test_a_claim_that_plays_a_card_is_a_row_that_says_what_it_does(
    open_page: Callable[..., Any], street: Any, size: tuple[int, int]
) -> None:
    page = open_page(street.url, size)
    said = [Message("street.did.swap", {"k": f"Sudden Cough against {who}"}) for who in "RO"]
    keys = [PadKey(f"play p12.1 {n}", "claim", str(n), "Sudden Cough", one, seat=0, colour="A")
            for n, one in enumerate(said)]  # fmt: skip
    go = PadKey("noreact A", "claim", "-", "", Message("key.pass"), seat=0, colour="A")
    window = Window(Message("street.window"), None, 0.0, False, (0,), (*keys, go))
    street.table.show(replace(SCENES["choose"], window=window))
    page.drawn(street.table.seq)
    page.shows("claim")
    rows = page.page.locator('[data-foot="claim"] .row-button')
    assert rows.count() == 2
    assert len(set(rows.all_inner_texts())) == 2
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert rows.evaluate_all(cut) == 0
    assert page.page.evaluate(OUTSIDE) == page.page.evaluate(SMALL) == 0
    rows.nth(1).click()
    assert until(lambda: street.table.commands, lambda: page.prompt) == [
        Act("play p12.1 1", seat=0, window=0)
    ]
