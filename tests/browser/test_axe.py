"""axe-core finds nothing wrong on any page, at any size, in either theme (``npm axe-core``).

The quick tests judge a page or two in the dark theme, the long ones every page in both themes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import night_scene
import pytest
import street_views
from every_page import LivedHouse
from playwright.sync_api import Page, expect
from recorded import GAMES

from companion_web.api.feet import foot_kind

pytestmark = [pytest.mark.needs_chromium, pytest.mark.needs_node]

SIZES = {"phone": (360, 640), "tablet": (768, 1024), "desktop": (1440, 900), "large": (1920, 1080)}
RUN: Final = """async options => (await axe.run(document, options)).violations
    .flatMap(({id, impact, nodes}) => nodes.map(({target, failureSummary}) =>
        `${impact} ${id} at ${target.join(" ")}: ${failureSummary.split("\\n")[1]}`))"""
EVERYTHING: Final = {"resultTypes": ["violations"]}
AGAIN: Final = {**EVERYTHING, "preload": False}
"""All but what the style sheets alone decide: a page reads them once, and so does the judge."""
COLOURS: Final = {**AGAIN, "runOnly": ["color-contrast"]}
"""All that a theme can change."""
EACH: Final = ()
"""No state is left out."""


@pytest.fixture(scope="session")
def axe(node_packages: Path) -> str:
    """The text of axe-core as npm has it (``tests/npm_packages.txt``)."""
    return (node_packages / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def service(fresh_service: Any) -> Any:
    """Pages are judged before any game, too."""
    return fresh_service


class Judge:
    """Collects what axe says; the page's own policy would not let its text in as a script."""

    def __init__(self, text: str, both: bool) -> None:
        self._text = text
        self._both = both
        self.found: list[str] = []

    def look(self, page: Page, what: str) -> None:
        """Judge the page as it stands, in the dark theme and, where asked to, in the light one.

        Pages of other sizes have the colours of these two: there the dark one is enough.
        """
        known = page.evaluate("'axe' in window")
        if not known:
            page.evaluate(self._text)
        page.emulate_media(color_scheme="dark")
        rules = AGAIN if known else EVERYTHING
        self.found += [f"{what}, dark: {one}" for one in page.evaluate(RUN, rules)]
        wide = (page.viewport_size or {}).get("width")
        if not self._both or wide not in (SIZES["phone"][0], SIZES["desktop"][0]):
            return
        page.emulate_media(color_scheme="light")
        self.found += [f"{what}, light: {one}" for one in page.evaluate(RUN, COLOURS)]


@pytest.fixture
def judge(axe: str, request: pytest.FixtureRequest) -> Judge:
    """A judge without findings; one of a long test looks at both themes."""
    return Judge(axe, both=request.node.get_closest_marker("slow") is not None)


def visit(page: Any, stage: Any, scene: Any) -> None:
    """Show a state and wait until the page shows it too."""
    stage.table.show(scene)
    page.drawn(stage.table.seq)
    page.met(
        "seen => document.querySelector('.foot-inner').dataset.foot === seen", foot_kind(scene)
    )


@pytest.mark.parametrize(
    ("size", "chosen"),
    [
        ("phone", ("card", "ask")),
        *(pytest.param(one, EACH, marks=pytest.mark.slow) for one in SIZES),
    ],
    ids=["phone, some", *SIZES],
)
def test_every_state_of_the_table(
    open_page: Callable[..., Any],
    stage: Any,
    scenes: Any,
    judge: Judge,
    size: str,
    chosen: tuple[str, ...],
) -> None:
    """The long tests judge every state; those of one kind of foot are drawn alike."""
    page = open_page(stage.url, SIZES[size])
    found = {**scenes.SCENES, "hand": scenes.HAND, "drawing": scenes.DRAWING}
    for name in chosen or found:
        visit(page, stage, found[name])
        judge.look(page.page, name)
    visit(page, stage, scenes.SCENES["move"])
    for what, selector in (
        ("the list of moves", '[data-list="moves"]'),
        ("the menu", "#menu summary"),
    ):
        page.page.click(f"{selector}:visible")
        judge.look(page.page, what)
    page.page.click("#menu summary")
    page.page.click("[data-key=back]")
    page.page.click("[data-key=more]")
    judge.look(page.page, "the questions")
    for question in ("can", "where", "happened"):
        page.page.click(f"[data-ask={question}]")
        page.shows("briefing")
        judge.look(page.page, f"the answer {question}")
        page.page.click("[data-key=back]")
        page.page.click("[data-key=more]")
    page.page.click("[data-key=back]")
    page.page.click('[data-player="0"]:visible')
    page.page.click("[data-key=hand]")
    page.page.fill("#hand-to", "Cara")
    judge.look(page.page, "who plays on at a seat")
    assert judge.found == []


@pytest.mark.parametrize(
    ("size", "chosen"),
    [
        ("phone", ("speed",)),
        *(pytest.param(one, EACH, marks=pytest.mark.slow) for one in SIZES),
    ],
    ids=["phone, one", *SIZES],
)
def test_every_state_of_a_race(
    open_page: Callable[..., Any],
    raced: Any,
    race_scenes: Any,
    judge: Judge,
    size: str,
    chosen: tuple[str, ...],
) -> None:
    page = open_page(raced.url, SIZES[size])
    for name in chosen or race_scenes.SCENES:
        visit(page, raced, race_scenes.SCENES[name])
        judge.look(page.page, name)
    assert judge.found == []


@pytest.mark.parametrize(
    ("size", "chosen"),
    [
        ("desktop", ("choose",)),
        *(pytest.param(one, EACH, marks=pytest.mark.slow) for one in SIZES),
    ],
    ids=["desktop, one", *SIZES],
)
def test_every_state_of_a_street(
    open_page: Callable[..., Any],
    stage: Any,
    judge: Judge,
    monkeypatch: pytest.MonkeyPatch,
    size: str,
    chosen: tuple[str, ...],
) -> None:
    monkeypatch.setattr(type(stage.table), "drawing", lambda _: street_views.board())
    found = street_views.scenes()
    stage.table.show(found["choose"])
    page = open_page(stage.url, SIZES[size])
    for name in chosen or found:
        visit(page, stage, found[name])
        judge.look(page.page, name)
    if size == "phone":
        visit(page, stage, found["choose"])
        for what, selector in (("a card", "[data-open='0']"), ("a car", "[data-player='2']")):
            page.page.click(selector)
            judge.look(page.page, what)
    assert judge.found == []


@pytest.mark.parametrize(
    "chosen",
    [
        ("card",),
        pytest.param(EACH, marks=pytest.mark.slow),
    ],
    ids=["one", "all"],
)
def test_the_table_without_scripts(
    borrow: Callable[..., Page], stage: Any, scenes: Any, judge: Judge, chosen: tuple[str, ...]
) -> None:
    """The script is kept from the page, not from axe: its file is not to be had.

    Every state is drawn as the script draws it (test_drawn_alike.py), and so it is judged above.
    """
    page = borrow()
    page.route("**/js/table.js", lambda route: route.abort())
    for name in chosen or scenes.SCENES:
        stage.table.show(scenes.SCENES[name])
        page.goto(stage.url)
        judge.look(page, name)
    assert judge.found == []


QUIET = (
    "",
    "menu",
    "new",
    "new?step=2&count=6&teams=3",
    "new?step=3",
    "new?game=racepack",
    "new?game=racepack&step=2",
    "join",
    "rules",
    "rules/fast_track/classic",
    "rules/fast_track/stevens",
    "rules/fast_track/butterfly",
    "rules/racepack/race",
    "lights",
    "tracks",
    "tracks/new",
    "tracks/default",
    "sets",
    "sets/sample",
    "sets/new?like=sample",
    "sensors",
    "service",
    "host",
    "chart",
    "no/such/page",
)
"""Pages before the first game."""
FILES = (
    ".svg",
    ".css",
    ".csv",
    ".json",
    ".bgsplay",
    ".toml",
    "/board",
    "/file",
    "/record",
    "/side",
    "/part",
    "/strip",
)
"""What a browser saves or draws, and judges by nothing."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "paths"),
    [
        ("phone", ("new",)),
        *(pytest.param(one, QUIET, marks=pytest.mark.slow) for one in SIZES),
    ],
    ids=["phone, one", *SIZES],
)
def test_every_other_page(
    borrow: Callable[..., Page], service: Any, judge: Judge, size: str, paths: tuple[str, ...]
) -> None:
    page = borrow(SIZES[size])
    for path in paths:
        page.goto(service.url + path, wait_until="load")
        judge.look(page, f"/{path}")
    assert judge.found == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.slow
def test_every_page_of_a_lived_house(
    borrow: Callable[..., Page], tmp_path: Path, judge: Judge, size: str
) -> None:
    """Found by its route, so no page is forgotten; and none asks another host for anything."""
    house = LivedHouse(tmp_path, GAMES["fhtagn"])
    page = borrow(SIZES[size])
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url))
    seen = 0
    for address in house.addresses():
        if address.partition("?")[0].endswith(FILES):
            continue
        page.goto(house.url.rstrip("/") + address)
        judge.look(page, address)
        seen += 1
    page.goto("about:blank")
    house.close()
    page.context.close()
    assert seen > 40
    assert {one for one in asked if not one.startswith((house.url, "data:", "blob:"))} == set()
    assert judge.found == []


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_a_night_its_corrections_and_the_players(
    borrow: Callable[..., Page], house: Any, scenes: Any, tmp_path: Path, judge: Judge, size: str
) -> None:
    kept = night_scene.Kept(tmp_path, night_scene.two_nights())
    house.begin(scenes.SceneTable(scenes.SCENES["card"]), past=kept.past, book=kept.book)
    page = borrow(SIZES[size])
    for path in ("night", "night/games/g5", "players"):
        page.goto(house.url + path)
        page.evaluate("document.querySelectorAll('details.panel').forEach(e => { e.open = true })")
        judge.look(page, f"/{path}")
    page.goto(house.url + "night")
    page.locator(".night-keys summary").first.click()
    judge.look(page, "schemes")
    house.end()
    kept.close()
    assert judge.found == []


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_a_dealt_hand_a_report_and_the_pages_of_a_game(
    open_page: Callable[..., Any], service: Any, judge: Judge, size: str
) -> None:
    """The real table: sat down at, cards dealt, a misread told, marbles set."""
    service.new(players=[["A"], ["D"]], hands="virtual")
    page = open_page(service.url, SIZES[size])
    sit(page.page, service.url)
    page.page.wait_for_selector(".held-card [class=card]")
    judge.look(page.page, "a dealt hand")
    page.page.click("#menu summary")
    page.page.click('#menu [data-command="report"]')
    expect(page.page.locator("#menu")).not_to_have_attribute("open", "")
    judge.look(page.page, "reported")
    page.page.click("#menu summary")
    page.page.click('#menu [data-edit="begin"]')
    judge.look(page.page, "setting marbles")
    for path in ("join", "sensors", "menu", "new"):
        page.page.goto(service.url + path, wait_until="load")
        judge.look(page.page, f"/{path}")
    assert judge.found == []


def sit(page: Page, url: str) -> None:
    """Take the first free seat and come back to the table."""
    page.goto(url + "join")
    page.check("input[name=seat]:enabled")
    page.click("[data-sit]")
    page.goto(url)
