"""The panel of a seat: to a name, to a bot, back, freed by the host, and a phone that returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from waiting import until

pytestmark = pytest.mark.needs_chromium

SIT = """async seat => (await fetch('/api/seats', {method: 'POST', body: JSON.stringify({seat}),
    headers: {'Content-Type': 'application/json',
        'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content}})).status"""
KEEP = """async fields => (await fetch('/api/players/Cara', {method: 'PUT',
    body: JSON.stringify(fields), headers: {'Content-Type': 'application/json',
        'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content}})).status"""
CUT = """what => [...document.querySelectorAll(what)].filter((part) => {
    const { bottom, right, height } = part.getBoundingClientRect();
    const over = bottom > innerHeight && !part.closest(".join-sheet") || right > innerWidth;
    return height && (over || part.scrollWidth > part.clientWidth + 1);
}).map((part) => part.textContent)"""
HELP = "async () => (await (await fetch('/api/seats')).json()).seats[0].help"
LOCK = """async () => {
    try { await (await navigator.wakeLock.request('screen')).release(); return true; }
    catch { return false; }
}"""
HANDS_ON = """async fields => (await fetch('/api/commands', {method: 'POST',
    body: JSON.stringify({command: 'hand_over', seat: 1, ...fields}),
    headers: {'Content-Type': 'application/json',
        'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content}})).status"""


def players(service: Any) -> list[tuple[str, str, bool]]:
    """Name, level and whether somebody sits there, of every seat."""
    told = service.get("api/table")["players"]
    return [(one["name"], one["bot"], one["taken"]) for one in told]


def step(page: Any, *selectors: str) -> None:
    """Tap one after the other, each as soon as it is there."""
    for selector in selectors:
        page.page.click(selector)


@pytest.mark.slow
def test_a_seat_goes_round_and_comes_back(open_page: Callable[..., Any], service: Any) -> None:
    service.new(players=[["A"], ["D"]], names=["Anna", "Max"], hands="virtual", first=0)
    page = open_page(service.url)
    assert page.page.evaluate(SIT, 0) == 200
    page.reload()
    page.drawn(1)
    own = '[data-player="0"]'

    step(page, own, '[data-key="hand"]')
    page.page.fill("#hand-to", "Cara")
    page.page.keyboard.press("Enter")
    until(lambda: players(service)[0] == ("Cara", "", False))
    step(page, '[data-key="take-back"]')
    until(lambda: players(service)[0] == ("Anna", "", True))

    step(page, own, '[data-key="bot"]', '[data-key="good"]')
    until(lambda: players(service)[0] == ("", "good", True))
    page.page.wait_for_selector('[data-key="take-back"]')  # the browser has heard of it, too
    page.reload()  # whoever has got up itself only watches
    page.drawn(1)
    assert players(service)[0][1] == "good"
    page.page.goto(f"{service.url}join")
    page.page.check('[name=seat][value="0"]')
    step(page, "[data-sit]")
    until(lambda: players(service)[0] == ("Anna", "", True))


@pytest.mark.slow
def test_help_is_chosen_for_each_seat_and_comes_with_a_known_person(
    open_page: Callable[..., Any], service: Any
) -> None:
    """Who is kept is offered by name; the level that is kept comes along, and goes again."""
    service.new(players=[["A"], ["D"]], names=["Anna", "Max"], hands="virtual", first=0)
    page = open_page(service.url)
    assert page.page.evaluate(KEEP, {"help": "none"}) == 200
    assert page.page.evaluate(SIT, 0) == 200
    page.reload()
    page.drawn(1)
    own = '[data-player="0"]'

    def level() -> str:
        assert "help" not in service.get("api/table")["game"]["options"]
        return str(page.page.evaluate(HELP))

    step(page, own, '[data-key="help-level"]', '[data-key="help-hint"]')
    until(lambda: level() == "hint")
    step(page, '[data-key="take-back"] ~ [data-key="back"]')
    page.page.wait_for_selector(".held-card.hinted")
    step(page, own, '[data-key="help-level"]', '[data-key="help-none"]', '[data-key="take-back"]')
    until(lambda: level() == "hint")

    step(page, own, '[data-key="hand"]')
    offered = page.page.eval_on_selector_all(
        "#known-people option", "all => all.map((o) => o.value)"
    )
    assert "Cara" in offered
    page.page.fill("#hand-to", "cara")
    page.page.keyboard.press("Enter")
    until(lambda: level() == "none")
    assert service.get("api/table")["assistance"] == "none"


@pytest.mark.slow
def test_a_phone_that_returns_sits_there_again(open_page: Callable[..., Any], service: Any) -> None:
    """Others gave the seat to a bot meanwhile; a seat with another name stays lost."""
    service.new(players=[["A"], ["D"]], names=["Anna", "Max"], hands="virtual", first=0)
    phone = open_page(service.url)
    assert phone.page.evaluate(SIT, 1) == 200
    here = open_page(service.url, (1440, 900), service_workers="block")
    assert here.page.evaluate(HANDS_ON, {"bot": "middle"}) == 200  # this machine is the host
    until(lambda: players(service)[1] == ("", "middle", True))
    phone.reload()
    phone.drawn(1)
    assert players(service)[1] == ("Max", "", True)
    assert here.page.evaluate(HANDS_ON, {"name": "Dora", "free": True}) == 200
    phone.reload()
    phone.drawn(1)
    assert players(service)[1] == ("Dora", "", False)


def test_a_bot_that_gets_up_shows_at_once_where_seats_are_taken(
    open_page: Callable[..., Any], service: Any
) -> None:
    """Its seat stays taken all the while, so who sits there has to be compared, too."""
    seats = {"players": [["A"], ["D"]], "names": ["Anna", "Max"], "hands": "virtual", "first": 0}
    service.new(**seats, bots=["", "good"])
    page = open_page(service.url).page
    page.goto(f"{service.url}join")
    page.wait_for_selector("[data-join][data-live]")
    page.check('[name=seat][value="1"]')
    assert page.inner_text("[data-sit]") == "Take the bot's seat"
    service.post("api/seats", {"seat": 1, "bot": True})
    page.wait_for_selector("input[value='1']:disabled", state="attached")
    assert page.inner_text("[role=alert]") == "This seat was just taken."


@pytest.mark.slow
@pytest.mark.parametrize("size", [(360, 640), (1440, 900)])
def test_nothing_of_a_seat_with_a_long_name_is_cut_in_german(
    open_page: Callable[..., Any], service: Any, size: tuple[int, int]
) -> None:
    """Neither in its panel, nor on the key that ends the game, nor where seats are taken."""
    names = ["Maximiliane-Gertru", "Friedrich-Wilhelmi", "Anna-Katharina Mül"]
    names += ["Hieronymus-Bartlet", "Bartholomaeus-Egon", "Hildegard-Johannas"]
    players = [[colour] for colour in "ABCDEF"]
    service.new(players=players, names=names, hands="virtual", first=0)
    page = open_page(service.url, size, locale="de")
    page.page.goto(f"{service.url}join")
    assert page.page.evaluate(CUT, ".seat-list .name, .seat-list .line, .join-sheet .honey") == []
    seat = page.page.locator(".join-sheet .honey")
    box = seat.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1]  # it stays in sight
    assert page.page.evaluate(SIT, 0) == 200
    page.page.goto(service.url)
    page.drawn(1)
    chip = page.page.locator('.chip[data-player="0"]')
    heard = "Maximiliane-Gertru, Rot: 0/4 Murmeln daheim, ist dran"
    assert chip.get_attribute("aria-label") == heard
    step(page, '[data-player="0"]:visible')
    page.page.wait_for_selector('[data-key="hand"]')
    assert page.page.evaluate(CUT, ".foot p, .foot .button") == []
    step(page, '[data-key="back"]', '[data-player="1"]:visible')
    page.page.wait_for_selector('[data-key="bot"]')
    assert page.page.evaluate(CUT, ".foot p, .foot .button") == []
    step(page, '[data-key="back"]', '[data-key="more"]')
    assert page.page.evaluate(CUT, ".foot .button") == []
    labels = [one.inner_text() for one in page.page.locator(".foot .button:visible").all()]
    assert len({label.rstrip(" …\u00a0") for label in labels}) == len(labels)
    step(page, '[data-key="quit"]')
    assert page.page.evaluate(CUT, ".foot .button") == []


def test_the_panel_says_whether_the_screen_stays_awake(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """A browser may have no lock at all, or refuse one."""
    page = open_page(stage.url)
    said = "stays awake" if page.page.evaluate(LOCK) else "may fall asleep"
    step(page, '[data-player="0"]')
    until(lambda: said in page.page.inner_text(".wake"))


def test_who_only_looks_on_is_told_of_no_turn(open_page: Callable[..., Any], service: Any) -> None:
    """A phone without a seat in a dealt game never has one, so its screen may always sleep."""
    service.new(players=[["A"], ["D"]], names=["Anna", "Max"], hands="virtual", first=0)
    page = open_page(service.url)
    step(page, '[data-player="0"]')
    page.page.wait_for_selector('.seat-panel [data-key="hand"]')
    assert page.page.locator(".wake").count() == 0
    page.page.keyboard.press("Escape")
    assert page.page.evaluate(SIT, 0) == 200
    page.reload()
    step(page, '[data-player="0"]')
    page.page.wait_for_selector(".seat-panel .wake")


@pytest.mark.parametrize("size", [(360, 640), pytest.param((1440, 900), marks=pytest.mark.slow)])
def test_who_sits_sees_the_own_cards_and_may_take_the_seat_that_is_waited_for(
    open_page: Callable[..., Any], service: Any, size: tuple[int, int]
) -> None:
    """One tap, with the way back beside it; two seats then lie face down on this screen."""
    service.new(players=[["A"], ["D"]], names=["Anna", ""], hands="virtual", first=1)
    page = open_page(service.url, size)
    assert page.page.evaluate(SIT, 0) == 200
    page.reload()
    page.drawn(1)
    page.shows("hand")
    assert page.page.locator(".held-card").count() == 5
    assert page.page.inner_text('[data-key="absent"]') == "Take Green's seat"
    step(page, '[data-key="absent"]')
    page.page.wait_for_selector('[data-key="take-back"]')
    assert [one[2] for one in players(service)] == [True, True]
    step(page, '[data-key="take-back"]')
    until(lambda: [one[2] for one in players(service)] == [True, False])
    page.page.wait_for_selector('[data-key="absent"]')


def test_the_way_back_stays_for_ten_seconds_and_no_longer(
    open_page: Callable[..., Any], service: Any
) -> None:
    """What was done then stands, and the foot is that of the game again."""
    service.new(players=[["A"], ["D"]], names=["Anna", "Max"], hands="virtual", first=0)
    page = open_page(service.url, clocked=True)
    step(page, '[data-player="1"]', '[data-key="bot"]')
    page.page.wait_for_selector('[data-key="beginner"]')
    page.stop_clock()
    step(page, '[data-key="beginner"]')
    page.page.wait_for_selector('[data-key="take-back"]')
    page.later(9_900)
    assert page.page.locator('[data-key="take-back"]').count() == 1
    page.later(100)
    assert page.page.locator(".seat-panel").count() == 0
    assert players(service)[1] == ("", "beginner", True)


NO = {"error": {"code": "not-host", "message": "Only who sits there can hand this seat on."}}
"""A refusal of two lines, as of a table whose seats have changed meanwhile."""


class Refusing:
    """A table that refuses every command while it is ``on``.

    The page is loaded anew with it: a route that comes later may miss the next request.
    """

    def __init__(self, page: Any) -> None:
        self.on = False
        page.page.route("**/api/commands", self._answer)
        page.reload()

    def _answer(self, route: Any) -> None:
        route.fulfill(status=403, json=NO) if self.on else route.continue_()


def stands_whole(page: Any) -> None:
    """Nothing of the foot is cut, nor lies below the screen, and the sentence on top stays."""
    assert page.page.evaluate(CUT, ".foot p, .foot input, .foot .button") == []
    assert page.page.locator(".prompt.mood-refusal").count() == 0


@pytest.mark.parametrize("size", [(360, 640), pytest.param((1440, 900), marks=pytest.mark.slow)])
def test_a_refused_name_stands_in_the_open_panel_with_what_was_typed(
    open_page: Callable[..., Any], service: Any, size: tuple[int, int]
) -> None:
    """The panel closed: the name was gone, and the reason stood far away, on top of the page."""
    names = ["Anna-Katharina Mül", "Maximilian-Gustave"]
    service.new(players=[["A"], ["D"]], names=names, hands="virtual", first=0)
    page = open_page(service.url, size, theme="light")
    step(page, '[data-player="0"]:visible', '[data-key="hand"]')
    field = page.page.locator("#hand-to")
    for _ in range(2):
        field.fill("MAXIMILIAN-gustave")
        page.page.keyboard.press("Enter")
        page.page.wait_for_selector(".seat-panel .refused")
        told = "Two players would be called MAXIMILIAN-gustave. Change one name."
        assert page.page.inner_text(".refused") == page.page.text_content("#alert") == told
        assert field.input_value() == "MAXIMILIAN-gustave"
        assert field.get_attribute("aria-invalid") == "true"
        assert page.page.evaluate("document.activeElement.id") == "hand-to"
        stands_whole(page)
    field.fill("Cara")
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector('[data-key="take-back"]')
    assert players(service)[0][0] == "Cara"
    assert page.page.text_content("#alert") == ""


def test_a_refused_bot_and_a_refused_way_back_stay_in_the_panel_until_it_is_closed(
    open_page: Callable[..., Any], service: Any
) -> None:
    """The levels stay to be tapped again; a reason does not go after ten seconds."""
    service.new(players=[["A"], ["D"]], names=["Anna", "Max"], hands="virtual", first=0)
    page = open_page(service.url, clocked=True)
    table = Refusing(page)
    table.on = True
    step(page, '[data-player="1"]', '[data-key="bot"]', '[data-key="good"]')
    page.page.wait_for_selector(".seat-panel .refused")
    assert page.page.locator("[data-level]").count() == 3
    stands_whole(page)
    table.on = False
    page.stop_clock()
    step(page, '[data-key="good"]', '[data-key="take-back"]:not(:disabled)')
    page.page.wait_for_selector('[data-key="take-back"]', state="detached")
    step(page, '[data-player="1"]', '[data-key="bot"]', '[data-key="good"]')
    page.page.wait_for_selector('[data-key="take-back"]')
    table.on = True
    step(page, '[data-key="take-back"]')
    page.page.wait_for_selector(".seat-panel .refused")
    page.later(20_000)
    assert page.page.inner_text(".refused") == NO["error"]["message"]
    assert page.page.locator('[data-key="take"]').count() == 1
    stands_whole(page)
    page.page.click('[data-key="back"]')
    assert page.page.locator(".seat-panel").count() == 0
    assert page.page.text_content("#alert") == ""


@pytest.mark.parametrize("race", ["raced", "street"])
def test_a_desktop_opens_the_panel_in_a_race_too(
    open_page: Callable[..., Any], request: pytest.FixtureRequest, race: str
) -> None:
    """The list of a race has no names to be tapped, and the chips stood on phones alone."""
    page = open_page(request.getfixturevalue(race).url, (1440, 900))
    step(page, '[data-player="1"]:visible')
    page.shows("player")


def test_a_chip_opens_its_players_panel_and_the_board_stays(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url)
    where = page.box()
    page.page.click('[data-player="3"]')
    page.shows("player")
    assert "Dora" in page.page.inner_text("#foot")
    assert "2/4 marbles home" in page.page.inner_text("#foot")
    assert page.box() == where
    page.page.click('[data-key="back"]')
    page.shows("pad")


@pytest.mark.slow
def test_the_host_frees_a_seat_from_its_players_panel(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    taken = msgspec.structs.replace(scenes.players()[3], taken=True, takes=2)
    seated = (*scenes.players()[:3], taken, *scenes.players()[4:])
    stage.table.holders[3] = "somebody"
    stage.table.show(msgspec.structs.replace(scenes.SCENES["card"], players=seated))
    page = open_page(stage.url)
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
