"""A replay in a browser: by keys alone, by the slider, and what readers hear."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from past_games import PastGames
from playwright.sync_api import Page, expect
from recorded import TWO, Played
from served import Served
from two_forms import first

pytestmark = pytest.mark.needs_chromium

TOKENS = """() => Object.fromEntries([...document.querySelectorAll("[data-hole]")]
    .map(({ dataset }) => [dataset.hole, dataset.token]).filter(([, token]) => token))"""
RUN = """async () => (await axe.run(document)).violations.map(({ id, nodes }) =>
    `${id} at ${nodes.map(({ target }) => target.join(" ")).join("; ")}`)"""
FEWER = """teams => {
    const rows = document.querySelectorAll(`[data-chances] li:nth-child(n + ${teams + 1})`);
    for (const row of rows) row.remove();
    const names = document.querySelectorAll(".legend .name");
    for (const name of names) name.textContent = "Wilhelmine-Annemie"; }"""
TURNS = """on => { const panel = document.querySelector("[data-turning]");
    panel.querySelector("p").textContent = "Wilhelmine-Annemie’s chance: from 26 to 37 %.";
    panel.hidden = !on; }"""
ROWS = """() => {
    const list = document.querySelector(".replay-moves");
    const { right, top, bottom } = list.getBoundingClientRect();
    const seen = [...list.children].map((row) => {
        const box = row.getBoundingClientRect();
        const apart = box.left >= right || box.bottom <= top + 1 || box.top >= bottom - 1;
        return [Number(row.dataset.row), apart, box.top > top - 1 && box.bottom < bottom + 1];
    }).filter(([, apart]) => !apart);
    const of = (kind) => seen.filter(([, , whole]) => whole === kind).map(([n]) => n);
    return [of(true), of(false)];
}"""
"""The moves whose rows are seen whole, and those whose rows are cut."""
BESIDE = """() => {
    const text = document.createRange();
    text.selectNodeContents(document.querySelector(".controls .where"));
    const key = document.querySelector("[data-hide]").getBoundingClientRect();
    return key.left - text.getBoundingClientRect().right;
}"""
SPEAKS = """() => document.getElementById("said").textContent"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory, scenes: Any) -> Iterator[str]:
    """The address of a service with a game that was closed, and one that is over."""
    folder: Path = tmp_path_factory.mktemp("games")
    with PastGames(folder, scenes.SceneTable(next(iter(scenes.SCENES.values())))) as past:
        Played({**TWO, "names": ["Anna", "Max"]}, past.journal).on(130)
        past.journal.close_game()
        assert Played(TWO, past.journal).on(5_000).result().over
        past.journal.close_game()
        with Served(past.app) as address:
            yield address


@pytest.fixture
def replay(games: str, chromium: Any) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{games}/replay/1?move=10")
    page.wait_for_selector("main[data-ready]")
    yield page
    context.close()


def at(page: Page) -> int:
    return int(page.locator("[data-scrubber]").input_value())


def board(page: Page) -> dict[str, str]:
    """Hole → token as drawn."""
    drawn: dict[str, str] = page.evaluate(TOKENS)
    return drawn


@pytest.mark.slow
def test_a_game_is_watched_by_keys_alone(replay: Page) -> None:
    keys = replay.keyboard
    told = replay.evaluate(
        "() => JSON.parse(document.getElementById('page-data').textContent).replay"
    )
    last = len(told["moves"]) - 1
    seen = []
    for key in ("ArrowRight", "ArrowLeft", "End", "Home", "m", "Shift+ArrowRight", "2"):
        keys.press(key)
        seen.append(at(replay))
    mark = next(n for n, move in enumerate(told["moves"]) if move.get("took") or move.get("home"))
    assert seen[:5] == [11, 10, last, 0, mark]
    assert seen[5] > mark
    assert told["moves"][seen[5]]["turn"] != told["moves"][mark]["turn"]
    expect(replay.locator("[data-speed]")).to_have_text("Speed 2×")
    keys.press("4")
    keys.press(" ")
    replay.wait_for_function(f"() => document.querySelector('[data-scrubber]').value > {seen[5]}")
    keys.press(" ")
    stopped = at(replay)
    expect(replay.locator("[data-play]")).to_have_attribute("aria-label", "Play")
    # The script draws what the server draws for the same move.
    by_script = board(replay)
    replay.goto(replay.url.split("?")[0] + f"?move={stopped}")
    assert board(replay) == by_script
    assert stopped == at(replay)
    keys.press("p")
    replay.wait_for_url("**/replay/1/on?move=*")
    assert f"from move {stopped}" in replay.inner_text("main")


@pytest.mark.slow
def test_readers_hear_the_move_and_the_chances_and_what_comes_can_be_hidden(replay: Page) -> None:
    replay.keyboard.press("ArrowRight")
    said = replay.evaluate(SPEAKS)
    assert said.startswith("Move 11 of ")
    assert said.endswith(" percent.")
    slider = replay.locator("[data-scrubber]")
    assert slider.get_attribute("aria-valuetext") == said
    slider.fill("20")
    expect(replay.locator("[data-where]")).to_have_text("Move 20")
    replay.click("[data-hide]")
    expect(replay.locator(".timeline-wide .tl-future")).to_be_hidden()
    expect(replay.locator(".replay-moves .later").first).to_be_hidden()
    with replay.expect_download() as kept:
        replay.click(".share summary")
        replay.click(".share [data-png]")
    picture = Path(kept.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) <= 200_000


def test_on_light_paper_lines_and_discs_have_a_dark_edge(replay: Page) -> None:
    """Yellow on cream would hardly be seen."""
    edges = """() => ["tl-case", "tl-disc"].map((name) =>
        getComputedStyle(document.querySelector(`.${name}`)).stroke)"""
    dark = "rgb(58, 36, 18)"
    replay.emulate_media(color_scheme="dark")
    assert dark not in replay.evaluate(edges)
    replay.emulate_media(color_scheme="light")
    assert replay.evaluate(edges) == [dark, dark]
    shadow = "() => getComputedStyle(document.querySelector('.legend .disc')).boxShadow"
    assert dark in replay.evaluate(shadow)


@pytest.mark.parametrize("size", first(1, [(360, 640), (768, 1024), (1440, 900), (1920, 1080)]))
def test_the_strip_ends_above_its_keys_and_names_beside_it_end_at_its_edge(
    replay: Page, size: tuple[int, int]
) -> None:
    """Also with six players of names so long that they give way, and not their chances."""
    replay.set_viewport_size({"width": size[0], "height": size[1]})
    lowest = """() => Math.max(...[...document.querySelectorAll(".controls .button svg")]
        .map((sign) => sign.parentElement.getBoundingClientRect().bottom))"""
    assert replay.evaluate(lowest) <= size[1], "its keys are in sight"
    told = replay.locator(".where").bounding_box()
    assert told is not None
    assert told["y"] + told["height"] <= size[1], "and so is the number of the move"
    replay.evaluate(
        """() => { const list = document.querySelector("[data-chances]");
            for (const n of [3, 4, 5, 6]) list.append(list.firstElementChild.cloneNode(true));
            for (const name of list.querySelectorAll(".name")) name.textContent = "W".repeat(18);
            document.querySelector("[data-open]").classList.remove("is-open"); }"""
    )
    boxes = {
        name: replay.locator(f"{name}:visible").bounding_box()
        for name in (".timeline", ".legend ol", ".controls", ".strip")
    }
    assert all(boxes.values())
    low = {name: box["y"] + box["height"] for name, box in boxes.items() if box}
    right = {name: box["x"] + box["width"] for name, box in boxes.items() if box}
    top = boxes[".controls"]
    assert top is not None
    assert low[".timeline"] <= top["y"]
    assert replay.evaluate(lowest) <= size[1], "with six players, too"
    told = replay.locator(".where").bounding_box()
    assert told is not None
    assert told["y"] + told["height"] <= size[1], "the number of the move, too"
    assert size[0] >= 1000 or told["y"] >= low[".timeline"]
    assert (low[".legend ol"] <= top["y"]) is (size[0] >= 1000), "else the keys come first"
    assert right[".legend ol"] <= right[".strip"]
    assert replay.evaluate("document.documentElement.scrollWidth") == size[0]
    name = replay.locator(".legend .name").last
    for teams in (6, 4):
        replay.evaluate(FEWER, teams)
        whole = name.evaluate("e => e.scrollWidth <= e.clientWidth")
        assert size[0] < 1000 or whole, teams
    signs = replay.locator(".legend .sign:visible").all()
    first = replay.locator(".legend .chance").bounding_box() if signs else None
    for sign in signs:
        box = sign.bounding_box()
        assert box is not None
        assert first is not None
        assert box["y"] + box["height"] <= first["y"]


BELOW = """() => document.querySelector(".dots .behind").getBoundingClientRect().top
    - document.querySelector("#board svg").getBoundingClientRect().bottom"""


def test_a_phone_has_the_rest_behind_dots_in_its_row_of_keys(replay: Page) -> None:
    """They are the keys of a desktop's side column, and stay with the move that is shown."""
    dots = replay.locator(".dots summary")
    assert not dots.is_visible()
    replay.set_viewport_size({"width": 360, "height": 640})
    boxes = [one.bounding_box() for one in (dots, replay.locator("[data-go=last]"))]
    assert all(boxes)
    (own, last) = (box for box in boxes if box)
    assert (own["y"], own["width"], own["height"]) == (last["y"], 48, 48)
    assert own["x"] >= last["x"] + last["width"]
    assert not replay.locator(".does").is_visible(), "nothing stands there twice"
    replay.keyboard.press("ArrowRight")
    dots.click()
    on = replay.locator(".dots [data-on]")
    ways = [on, replay.locator(".dots [data-svg]")]
    assert all(one.evaluate("a => a.href").endswith("move=11") for one in ways)
    assert replay.locator(".dots [data-png]").is_visible()
    assert replay.evaluate(BELOW) > -6, "the board's wood stays free"
    assert replay.evaluate("document.documentElement.scrollWidth") == 360
    replay.keyboard.press("Escape")
    assert not on.is_visible()
    assert dots.evaluate("it => it === document.activeElement")


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)])
def test_a_shared_seven_is_told_whole_and_the_list_keeps_its_rows(
    replay: Page, size: tuple[int, int]
) -> None:
    replay.set_viewport_size({"width": size[0], "height": size[1]})
    row = replay.locator(".replay-moves a").first
    before = row.bounding_box()
    text = row.locator(".text")
    text.evaluate("e => { e.textContent = 'Haus Grün 2 → Haus Grün 4, Grün 5 → Haus Grün 3'; }")
    after = row.bounding_box()
    cut = "e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.parentElement.clientHeight"
    assert text.evaluate(cut) is False
    assert text.evaluate("e => getComputedStyle(e).whiteSpace") == "normal"
    assert before is not None
    assert after is not None
    assert size[0] < 1000 or before["height"] == after["height"]
    assert replay.locator(".which").evaluate(cut) is False


def test_the_move_that_is_shown_stands_in_the_list_on_a_low_screen_too(replay: Page) -> None:
    """At the end, where a replay begins, a laptop listed only moves before it. The words of a
    turning point took half of the column, and that move, too, fell out of the list.
    """
    for height in (900, 720):
        replay.set_viewport_size({"width": 1280, "height": height})
        for key, turning in (("End", False), ("ArrowLeft", True), ("Home", False)):
            replay.keyboard.press(key)
            replay.evaluate(TURNS, turning)
            whole, cut = replay.evaluate(ROWS)
            assert cut == []
            assert at(replay) in whole or key == "Home"
            assert len(whole) >= 7


def test_nobody_plays_on_at_the_end(games: str, replay: Page) -> None:
    """It led to a form that the table always refused."""
    key = replay.locator(".does [data-on]")
    replay.evaluate(f"location.href = '{games}/replay/2'")
    expect(key).to_have_attribute("aria-disabled", "true")
    assert key.get_attribute("href") is None
    replay.wait_for_selector("main[data-ready]")
    replay.keyboard.press("ArrowLeft")
    expect(key).not_to_have_attribute("aria-disabled", "true")
    replay.keyboard.press("End")
    expect(key).to_have_attribute("aria-disabled", "true")
    replay.keyboard.press("p")
    assert key.get_attribute("href") is None
    replay.keyboard.press("Home")
    replay.keyboard.press("p")
    replay.wait_for_url("**/replay/2/on?move=0")


def test_the_number_of_the_move_lies_beside_the_keys(replay: Page) -> None:
    replay.keyboard.press("End")
    for width in (1000, 1240, 1280, 1400):
        replay.set_viewport_size({"width": width, "height": 800})
        assert replay.evaluate(BESIDE) > 0, width


@pytest.mark.slow
@pytest.mark.needs_node
def test_axe_finds_nothing_on_replay_list_and_seats(
    games: str, replay: Page, node_packages: Path
) -> None:
    axe = (node_packages / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    found: list[str] = []
    for width, height in ((1440, 900), (360, 640), (768, 1024), (1920, 1080)):
        replay.set_viewport_size({"width": width, "height": height})
        for scheme in ("dark", "light"):
            replay.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            for path in ("/replay/1?move=30", "/history", "/replay/1/on?move=30"):
                replay.goto(games + path)
                replay.evaluate(axe)
                found += replay.evaluate(RUN)
                wide = replay.evaluate("document.documentElement.scrollWidth")
                found += [f"{path} scrolls sideways"] if wide > width else []
    assert not found
