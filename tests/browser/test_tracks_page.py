"""The track editor in a real browser: a track laid by hand, mended, saved, and raced on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from table_page import met

pytestmark = pytest.mark.needs_chromium

SIZES = {"phone": (360, 640), "tablet": (768, 1024), "desktop": (1440, 900)}
WAY = "west west west north north north north north north east east east east east east"
WAY += " south south south south south south west west"
"""How the other 23 tiles of a ring of seven by seven follow the first one."""


LOW = """[...document.querySelectorAll("button, .row, select, input.field, .switch, .choice")]
    .filter(e => e.offsetParent && e.getBoundingClientRect().height < 48)
    .map(e => e.outerHTML.slice(0, 80))"""
TILES = "document.querySelectorAll('.tile-spot').length"
TEXTS = """([places, told]) => {
    const found = [...document.querySelectorAll(places)]
        .map(one => one.textContent.replace(/\\s+/g, ' ').trim());
    return found.length === told.length && found.every((text, n) => text === told[n]);
}"""
"""Whether these places say just that."""
HONEY = "[...document.querySelectorAll('.honey')].filter(e => e.offsetParent).length"


@pytest.fixture(scope="module")
def service(fresh_service: Any) -> Any:
    """Its shelf has no tracks yet."""
    return fresh_service


class Editor:
    """The editor in a browser, with short words for what tests do on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", self._failed)
        page.on("console", self._heard)

    def let_go(self) -> None:
        """Listen no more: the page may serve another test."""
        self.page.remove_listener("pageerror", self._failed)
        self.page.remove_listener("console", self._heard)

    def _failed(self, error: Any) -> None:
        self.errors.append(str(error))

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def open(self, url: str) -> None:
        self.page.goto(url)
        self.page.wait_for_selector("body[data-live]")

    def lay(self, way: str) -> None:
        """Tap the white light in that direction of the tile laid last."""
        tiles = self.tiles()
        self.page.locator(f'.place-spot[aria-label*="{way} of"]').click()
        met(self.page, f"sought => {TILES} === sought", tiles + 1)

    def tool(self, name: str) -> None:
        self.page.locator(f'[data-tool="{name}"]').click()

    def choose(self, number: int) -> None:
        self.page.locator(f'[data-tile-spot="{number}"]').click()

    def tiles(self) -> int:
        found: int = self.page.evaluate(TILES)
        return found

    def says(self, sentence: str) -> None:
        met(self.page, TEXTS, ["[data-prompt]", [sentence]])

    def flaws(self, *sentences: str) -> None:
        met(self.page, TEXTS, ["[data-flaws] li", [*sentences]])

    def sound(self) -> None:
        self.flaws("Yes: every rule for circuits is kept.")


@pytest.fixture
def open_editor(borrow: Callable[..., Page]) -> Iterator[Callable[..., Editor]]:
    """Opens an editor page; every one must have stayed without errors and broken policies."""
    opened: list[Editor] = []

    def begin(url: str, size: str = "desktop", theme: str = "light") -> Editor:
        opened.append(Editor(borrow(SIZES[size], theme)))
        opened[-1].open(url)
        return opened[-1]

    yield begin
    for each in opened:
        each.let_go()
    for each in opened:
        assert each.errors == []


def placed(page: Page, selector: str) -> Any:
    """Where it is; the editor draws anew whenever the server has answered: looked for again."""
    box = None
    while box is None:
        box = page.locator(selector).bounding_box()
    return box


def drag(page: Page, number: int, tiles_x: float, tiles_y: float) -> None:
    """Carry a tile so many tiles to the right and down."""
    box = placed(page, f'[data-tile-spot="{number}"]')
    x, y, side = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + side * tiles_x / 2, y + side * tiles_y / 2)
    page.mouse.move(x + side * tiles_x, y + side * tiles_y, steps=4)
    page.mouse.up()


@pytest.mark.slow
def test_a_track_is_laid_by_hand_mended_saved_and_raced_on(
    open_editor: Callable[..., Editor], service: Any
) -> None:
    """RP-11, RP-19: a problem comes and goes, the file is a plain track, the race is on it."""
    editor = open_editor(service.url + "tracks/new")
    page = editor.page
    editor.says("Tap where the first tile shall lie.")
    page.locator(".place-spot").click()
    for number, way in enumerate(WAY.split(), 1):
        editor.says(f"Tap a white light to lay tile {number}.")
        editor.lay(way)
    editor.says("A sound circuit. Save it and race.")
    editor.sound()
    # A tile in the wrong place is told at once, in words and on the tiles, and undone.
    editor.choose(9)
    editor.tool("out")
    editor.flaws("Tiles 8 and 9 do not meet.", "1 more to lay: a circuit has 24 tiles.")
    expect(page.locator(".wrong-tile")).to_have_count(2)
    expect(page.locator("[data-race]")).to_be_hidden()
    editor.tool("undo")
    editor.sound()
    expect(page.locator(".wrong-tile")).to_have_count(0)
    page.locator("[name=name]").fill("Seven Square")
    page.locator("[data-save]").click()
    expect(page.locator("[data-saved]")).to_have_text("Saved.")
    file = Path(service.folder) / "tracks" / "Seven Square.json"
    kept = json.loads(file.read_text("utf-8"))
    assert (len(kept["tiles"]), kept["walls"]) == (24, False)
    assert page.url.endswith("/tracks/Seven%20Square")
    page.locator("[data-race]").click()
    page.wait_for_url("**/new?*track=Seven*")
    expect(page.locator("#track")).to_have_value("Seven Square")
    page.locator("label:has(#laps-2)").click()
    page.locator("label:has(#timer)").click()
    expect(page.locator("#timer[checked]")).to_have_count(1)
    page.locator('button[data-command="new"]').click()
    page.wait_for_url(service.url)
    position = service.get("api/table")["position"]
    assert (position["track"], position["laps"]) == (kept, 2)
    # The next set-up begins with what was raced last.
    page.goto(service.url + "new")
    expect(page.locator("#track")).to_have_value("Seven Square")
    expect(page.locator("#laps-2")).to_be_checked()
    expect(page.locator("#timer")).to_be_checked()


def test_a_gap_is_closed_by_tapping_the_white_light_in_it(
    open_editor: Callable[..., Editor], service: Any
) -> None:
    editor = open_editor(service.url + "tracks/default")
    editor.choose(11)
    editor.tool("out")
    editor.flaws("Tiles 10 and 11 do not meet.", "1 more to lay: a circuit has 24 tiles.")
    editor.says("Tap a white light to lay tile 11.")
    editor.lay("east")
    editor.sound()
    assert editor.tiles() == 24


def test_dragging_a_tile_takes_its_straight_along(
    open_editor: Callable[..., Editor], service: Any
) -> None:
    editor = open_editor(service.url + "tracks/default")
    drag(editor.page, 11, 0, -1)
    expect(editor.page.locator(".tile-spot")).to_have_count(26)
    editor.sound()
    drag(editor.page, 12, 0, 1)
    expect(editor.page.locator(".tile-spot")).to_have_count(24)
    editor.sound()
    editor.tool("undo")
    expect(editor.page.locator(".tile-spot")).to_have_count(26)
    editor.tool("undo")
    editor.tool("redo")
    expect(editor.page.locator(".tile-spot")).to_have_count(26)


@pytest.mark.slow
def test_tools_change_line_direction_and_shape(
    open_editor: Callable[..., Editor], service: Any
) -> None:
    """RP-10, RP-75 … RP-79: the server says what comes of each."""
    editor = open_editor(service.url + "tracks/default")
    page = editor.page
    editor.choose(11)
    editor.tool("shift_left")
    editor.sound()
    editor.tool("shift_right")
    editor.choose(4)
    editor.tool("line")
    editor.flaws("The line needs a straight tile before and behind it.")
    editor.tool("undo")
    editor.tool("reverse")
    editor.sound()
    editor.tool("undo")
    editor.choose(22)
    editor.tool("pit")
    editor.sound()
    expect(page.locator(".pit-flag")).to_have_count(1)
    editor.tool("pit")
    page.locator("label:has([data-flag=wide])").click()
    expect(page.locator("[data-support]")).to_contain_text("spaces")
    editor.sound()
    page.locator("label:has([data-flag=wide])").click()
    editor.choose(3)
    editor.tool("right")
    expect(page.locator(".track-prompt")).to_have_attribute("data-mood", "bad")
    page.locator("button.flaw").last.click()
    expect(page.locator(".chosen-tile")).to_have_count(1)


def test_chance_and_dice(open_editor: Callable[..., Editor], service: Any) -> None:
    """RP-26."""
    editor = open_editor(service.url + "tracks/new")
    page = editor.page
    page.locator("[data-wish=tiles]").select_option("32")
    page.locator("label:has([data-wish=walls])").click()
    editor.tool("surprise")
    expect(page.locator(".tile-spot")).to_have_count(32)
    editor.sound()
    editor.tool("dice")
    expect(page.locator(".coins > g")).to_have_count(4)
    expect(page.locator("[data-dice-said]")).to_contain_text("coins on tiles")
    editor.tool("undo")
    expect(page.locator(".tile-spot")).to_have_count(0)
    expect(page.locator(".coins > g")).to_have_count(0)


@pytest.mark.slow
def test_a_taken_name_is_asked_about(open_editor: Callable[..., Editor], service: Any) -> None:
    editor = open_editor(service.url + "tracks/default")
    page = editor.page
    page.locator("[name=name]").fill("Once")
    page.locator("[data-save]").click()
    expect(page.locator("[data-saved]")).to_have_text("Saved.")
    again = open_editor(service.url + "tracks/new?surprise=1")
    page = again.page
    page.locator("[name=name]").fill("once")
    page.locator("[data-save]").click()
    expect(page.locator("#error-name")).to_have_text("There is a Once already.")
    assert page.evaluate("document.activeElement.name") == "name"
    page.locator("[data-other]").click()
    expect(page.locator("[name=name]")).to_have_value("once 2")
    page.locator("[name=name]").fill("once")
    page.locator("[data-save]").click()
    page.locator("[data-replace]").click()
    expect(page.locator("[data-saved]")).to_have_text("Saved.")
    # Meanwhile the first page would wipe that out: it is asked too.
    editor.tool("reverse")
    editor.page.locator("[data-save]").click()
    expect(editor.page.locator("#error-name")).to_contain_text("Somebody else has changed Once")


def test_two_pages_that_were_offered_one_name_do_not_wipe_each_other(
    open_editor: Callable[..., Editor], service: Any
) -> None:
    first, second = (open_editor(service.url + "tracks/new") for _ in range(2))
    for editor in (first, second):
        assert editor.page.locator("[name=name]").input_value() == "My track"
        editor.page.locator(".place-spot").click()
        editor.page.locator("[data-save]").click()
    expect(first.page.locator("[data-saved]")).to_have_text("Saved.")
    expect(second.page.locator("#error-name")).to_have_text("There is a My track already.")


def test_a_track_is_laid_by_keyboard_alone(
    open_editor: Callable[..., Editor], service: Any
) -> None:
    editor = open_editor(service.url + "tracks/new")
    page = editor.page
    page.locator(".place-spot").focus()
    page.keyboard.press("Enter")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        page.keyboard.press("Enter")
    expect(page.locator(".tile-spot")).to_have_count(4)
    label = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(label) == "Tile 3, chosen"
    page.keyboard.press("n")
    assert "Place for tile 4" in page.evaluate(label)
    page.keyboard.press("Enter")
    page.keyboard.press("Delete")
    expect(page.locator(".tile-spot")).to_have_count(4)
    page.keyboard.press("Control+z")
    expect(page.locator(".tile-spot")).to_have_count(5)
    page.keyboard.press("Shift+ArrowUp")
    expect(page.locator("[data-flaws] li").first).to_contain_text("do not meet")
    assert page.evaluate("document.querySelectorAll('.spot[tabindex=\"0\"]').length") == 1


PATHS = ("tracks/default", "tracks", "tracks/new", "new?game=racepack", "menu")
FIRST_LOOK = {"tracks/default": '[data-tool="zoom"]', "new?game=racepack": ".go .button.honey"}
"""What a phone shows without scrolling."""


@pytest.mark.slow
def test_pages_of_tracks_fit_every_size(open_editor: Callable[..., Editor], service: Any) -> None:
    """A phone loads each page, which is then turned into the other sizes and themes."""
    page = open_editor(service.url + "tracks/default", "phone").page
    for path in PATHS:
        page.set_viewport_size(ViewportSize(width=360, height=640))
        page.goto(service.url + path, wait_until="load")
        if path in FIRST_LOOK:
            box = page.locator(FIRST_LOOK[path]).first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 640
        for (width, height), theme in product(SIZES.values(), ("dark", "light")):
            where = (path, width, theme)
            page.set_viewport_size(ViewportSize(width=width, height=height))
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
            assert page.evaluate(LOW) == [], where
            assert page.evaluate(HONEY) <= 1, where


@pytest.mark.slow
def test_the_board_stays_where_it_is_while_tiles_are_laid(
    open_editor: Callable[..., Editor], service: Any
) -> None:
    """page.md: places stay; the outlook only grows when the road leaves it."""
    editor = open_editor(service.url + "tracks/new", "phone")
    page = editor.page
    box = placed(page, "#board")
    page.locator(".place-spot").click()
    expect(page.locator('[data-tile-spot="0"]')).to_have_count(1)
    first = placed(page, '[data-tile-spot="0"]')
    editor.lay("west")
    assert placed(page, '[data-tile-spot="0"]') == first
    for _ in range(8):
        editor.lay("north")
    assert placed(page, "#board") == box
    seen = placed(page, '[data-tile-spot="9"]')
    assert seen["y"] >= box["y"]


@pytest.mark.slow
def test_without_scripts_a_track_can_be_read_renamed_and_kept(
    borrow: Callable[..., Page], service: Any
) -> None:
    page = borrow((1280, 720), java_script_enabled=False)
    page.goto(service.url + "tracks/default")
    assert page.locator(".ts-count").count() == 24
    assert page.locator("[data-tool]:visible").count() == 0
    page.locator("[name=name]").fill("Quiet")
    page.locator("[data-save]").click()
    page.wait_for_url("**/tracks/Quiet")
    page.goto(service.url + "tracks/Quiet/rename")
    page.locator("[name=name]").fill("Still")
    page.get_by_role("button", name="Rename").click()
    page.wait_for_url("**/tracks")
    assert page.locator('[data-track="Still"]').count() == 1
    page.locator('[data-track="Still"] summary').click()
    page.locator('[data-track="Still"] [data-do=delete]').click()
    page.get_by_role("button", name="Delete it").click()
    page.wait_for_url("**/tracks")
    assert page.locator('[data-track="Still"]').count() == 0


def test_work_that_was_not_saved_is_not_lost_by_leaving(
    open_editor: Callable[..., Editor], service: Any
) -> None:
    editor = open_editor(service.url + "tracks/default")
    asked: list[str] = []

    def stay(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    editor.page.on("dialog", stay)
    editor.tool("reverse")
    with editor.page.expect_event("dialog"):
        editor.page.evaluate("location.assign('/tracks')")
    assert asked == ["beforeunload"]
    assert editor.page.url.endswith("/tracks/default")
    editor.page.remove_listener("dialog", stay)  # whoever is not asked leaves
