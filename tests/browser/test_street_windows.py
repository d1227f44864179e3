"""Reaction windows and hidden hands on the page: alike for everybody, looked at, and gone again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from waiting import until

pytestmark = pytest.mark.needs_chromium

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)

from near_the_end import lay  # noqa: E402
from street_seats import SEND, act, seated  # noqa: E402

ROUNDED = 8
"""Shades of 255 that two pictures of the same may be apart."""
HIDDEN = """() => {
    Object.defineProperty(document, 'hidden', {value: true, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
    delete document.hidden;
}"""


CARD = """place => {
    const card = document.querySelector(`.peeked [data-place="${place}"]`).getBoundingClientRect();
    return { x: card.x, y: card.y };
}"""
READS = """said => document.querySelector('.peeked .small')?.innerText === said"""


def reads(shown: Any, said: str) -> None:
    """Below the cards that are held stands just this."""
    shown.wait_for_function(READS, arg=said)


@pytest.fixture
def race(tmp_path: Path, start_service: type[Any]) -> Iterator[Callable[..., Any]]:
    """Starts a service near the end of a race: ``race({"turns": 9}, claim_seconds=0)``."""
    running = []

    def begin(laid: dict[str, Any] | None = None, **settings: Any) -> Any:
        lay(tmp_path, **laid or {})
        running.append(start_service(tmp_path, dwell_ms=120, said_ms=150, **settings))
        return running[-1]

    yield begin
    for each in running:
        assert each.close() == 0


def commands(page: Any) -> list[str]:
    """What the page has asked the table to do."""
    return [path for path in page.requests() if "/api/commands" in path]


def pixels(page: Any) -> tuple[bytes, bytes]:
    """What the prompt and the foot look like, once nothing on them moves any more."""
    prompt, foot = (page.page.locator(part) for part in ("#prompt", "#foot"))
    return prompt.screenshot(animations="disabled"), foot.screenshot(animations="disabled")


def alike(one: bytes, other: bytes) -> bool:
    """Whether two pictures show the same, but for how a busy browser rounds a gradient.

    It was seen to round by 6 of 255 shades; the palest sign of a key is further from its ground.
    """
    first, second = (Image.open(BytesIO(each)).convert("RGB") for each in (one, other))
    if first.size != second.size:
        return False
    shades: Any = ImageChops.difference(first, second).getextrema()
    return all(most <= ROUNDED for _, most in shades)


def texts(page: Any) -> list[str]:
    """What the prompt and the foot say, for whoever has to know how two pages differ."""
    return [page.page.inner_text(part) for part in ("#prompt", "#foot")]


@pytest.mark.slow
def test_two_phones_show_the_same_pixels_whoever_can_react(
    open_page: Callable[..., Any], race: Callable[..., Any]
) -> None:
    url = race(claim_seconds=0).url
    able, unable, yellow = (seated(open_page, url, seat) for seat in range(3))
    act(yellow, "play p02.2 B")
    for page in (able, unable):
        page.shows("window")
        page.says("Yellow plays Loose Hubcap: Orange.")
        assert page.page.locator(".chip.chosen").count() == 1, "the window is about Yellow"
    # Each browser hears of the window in its own time, and draws it then.
    # On a machine with a load of 18 the pictures themselves take seconds.
    until(
        lambda: all(map(alike, pixels(able), pixels(unable))),
        lambda: [texts(able), texts(unable)],
        seconds=90,
    )
    assert "Not Today" not in able.page.content()
    answers = [page.page.request.get(f"{url}api/table").body() for page in (able, unable, yellow)]
    assert len({len(answer) for answer in answers}) == 1
    looks = [
        page.page.request.get(f"{url}api/hand?seat={n}") for n, page in enumerate((able, unable))
    ]
    assert len({len(look.body()) for look in looks}) == 1

    able.page.click("[data-look]")
    card = able.page.locator(".face-up.fits")
    card.wait_for()
    assert card.inner_text().split("\n")[-1] == "Not Today"
    unable.page.click("[data-look]")
    unable.page.locator(".face-up").first.wait_for()
    assert unable.page.locator(".face-up.fits").count() == 0
    assert not all(map(alike, pixels(able), pixels(unable))), "a mark is no rounding"
    card.click()
    able.page.click("[data-way]")
    for page in (unable, yellow):
        page.says("Red plays Not Today.")
        assert page.page.inner_text(".laid") == "1\nNot Today"
    assert unable.page.locator(".face-up").count() == 0, "another moment, so the look is over"
    unable.page.click("[data-look]")
    unable.page.locator(".face-up").first.wait_for()
    unable.page.click('[data-key="pass"]')
    unable.page.locator(".back").first.wait_for()
    for page in (able, yellow):
        page.page.wait_for_selector("text=1 of 3 have passed")
        assert "Orange" not in page.page.inner_text("#foot")


def test_a_pass_never_answers_a_window_that_was_not_seen(
    open_page: Callable[..., Any], race: Callable[..., Any]
) -> None:
    url = race(claim_seconds=0).url
    red, yellow = seated(open_page, url, 0), seated(open_page, url, 2)
    orange = seated(open_page, url, 1, clocked=True)
    act(yellow, "play p02.2 B")
    orange.says("Yellow plays Loose Hubcap: Orange.")
    held: list[Any] = []
    orange.page.route("**/api/commands", lambda route: held.append(route))
    with orange.page.expect_request("**/api/commands"):
        orange.page.click('[data-key="pass"]')
    orange.stop_clock()
    red.page.click("[data-look]")
    red.page.click(".face-up.fits")
    red.page.click("[data-way]")
    orange.says("Red plays Not Today.")
    press = "document.querySelector('[data-key=pass]').click()"
    orange.page.evaluate(press)
    assert len(held) == 1, "nobody has read this window yet"
    held[0].continue_()
    orange.says("That moment is over.")
    orange.page.wait_for_selector("text=0 of 3 have passed")

    orange.later(300)
    orange.page.unroute("**/api/commands")
    orange.page.evaluate(press)
    red.page.wait_for_selector("text=1 of 3 have passed")


@pytest.mark.slow
def test_a_point_is_spent_by_a_key_of_the_window(
    open_page: Callable[..., Any], race: Callable[..., Any]
) -> None:
    laid = {"options": {"fourth_spend": "plus_one"}, "style": {"A": 0, "B": 0, "C": 1}}
    url = race(laid, claim_seconds=0).url
    red, orange, yellow = (seated(open_page, url, seat) for seat in range(3))
    act(yellow, "adv")
    yellow.page.wait_for_selector("#prompt >> text=Yellow's car belongs on")
    debt = yellow.page.request.get(f"{url}api/table").json()["owed"][0]
    for does, hole in (("lift", debt["frm"]), ("put", debt["to"])):
        yellow.page.evaluate(SEND, ["/api/hands", {"do": does, "hole": hole}])
    for page in (red, orange, yellow):
        page.says("Yellow tests against Orange.")
        page.page.click('[data-key="pass"]')
    for page in (red, orange):
        page.shows("window")
        page.page.wait_for_selector("#prompt >> text=Yellow has")
        assert page.page.locator('[data-key^="free-"]').count() == 0
    key = yellow.page.get_by_role("button", name="spends 1 style on the test")
    assert key.inner_text() == "★ 1"
    keys = yellow.page.locator("#foot button").all()
    assert all(one.evaluate("it => it.scrollWidth <= it.clientWidth") for one in keys)
    key.click()
    red.page.wait_for_selector(".laid >> text=★ 1")


@pytest.mark.slow
def test_the_television_counts_a_window_down(
    open_page: Callable[..., Any], race: Callable[..., Any], borrow: Callable[..., Any]
) -> None:
    url = race(claim_seconds=20).url
    yellow, tv = seated(open_page, url, 2), borrow((1920, 1080))
    tv.goto(f"{url}tv")
    act(yellow, "play p02.2 B")
    tv.wait_for_selector(".tv-said .steps")
    assert tv.locator(".steps-run i").count() == 20
    assert 1 <= int(tv.inner_text(".steps-text")) <= 20
    yellow.page.click("[data-key=pass]")
    assert tv.locator(".tv-said .steps").count() == 1


@pytest.mark.slow
def test_a_window_is_said_once_and_again_three_seconds_before_its_end(
    open_page: Callable[..., Any], race: Callable[..., Any]
) -> None:
    """Section 6."""
    url = race(claim_seconds=20).url
    red, yellow = seated(open_page, url, 0, clocked=True), seated(open_page, url, 2)
    act(yellow, "play p02.2 B")
    red.shows("window")
    red.later(1_000)
    said = red.page.locator("#said")
    asked = "Yellow plays Loose Hubcap: Orange. Anything to play?"
    assert (said.text_content() or "").endswith(asked)
    red.later(14_000)
    assert "3 seconds left." not in (said.text_content() or "")
    red.later(4_000)
    assert "3 seconds left." in (said.text_content() or "")
    yellow.page.click("[data-key=pass]")
    red.page.wait_for_function("() => document.querySelector('.passed').innerText.startsWith('1')")
    red.later(1_000)
    assert said.text_content() == "3 seconds left.", "the window is not told again after it"


@pytest.mark.slow
def test_a_look_ends_by_itself(open_page: Callable[..., Any], race: Callable[..., Any]) -> None:
    url = race(claim_seconds=0).url
    red = seated(open_page, url, 0, clocked=True)
    yellow = seated(open_page, url, 2)
    act(yellow, "play p02.2 B")
    # A look ends with its moment, so it begins once the page has heard of the window.
    red.shows("window")
    red.page.click("[data-look]")
    red.page.wait_for_selector(".face-up")
    red.later(4_000)  # the page's clock also goes by itself meanwhile, on a busy machine for long
    assert red.page.locator(".face-up").count() == 5
    red.later(4_000)
    red.page.wait_for_selector(".back")
    assert "Not Today" not in red.page.content()


@pytest.mark.slow
def test_one_screen_shows_a_hand_only_while_its_bar_is_held(
    open_page: Callable[..., Any], race: Callable[..., Any]
) -> None:
    page = seated(open_page, race(claim_seconds=20).url, 0, 1, 2)
    shown = page.page
    assert "Second Wind" not in shown.content()
    shown.click('[data-list="hands"]')
    bar = shown.locator('[data-peek="2"]')

    def by_mouse() -> None:
        bar.hover()
        shown.mouse.down()

    def by_key() -> None:
        bar.focus()
        shown.keyboard.down(" ")

    for hold, release in (
        (by_mouse, shown.mouse.up),
        (by_key, lambda: shown.keyboard.up(" ")),
        (by_mouse, lambda: shown.evaluate("dispatchEvent(new Event('blur'))")),
        (by_mouse, lambda: shown.evaluate(HIDDEN)),
    ):
        hold()
        shown.wait_for_selector(".peeked")
        assert "Second Wind" in shown.inner_text(".peeked")
        release()
        shown.wait_for_selector(".peeked", state="detached")
        assert "Second Wind" not in shown.content()
        shown.mouse.up()
    by_mouse()
    reads(shown, "Others look away. Slide to a card to read it.")
    assert "Second Wind" in memory(shown)
    shown.mouse.up()
    shown.wait_for_selector(".peeked", state="detached")
    assert "Second Wind" not in memory(shown)
    by_mouse()
    reads(shown, "Others look away. Slide to a card to read it.")
    card = shown.evaluate(CARD, 3)
    shown.mouse.move(card["x"] + 9, card["y"] + 9)
    reads(shown, "Draw 2 cards. In your turn · 1 action.")
    card = shown.evaluate(CARD, 0)
    shown.mouse.move(card["x"] + 9, card["y"] + 9)
    shown.mouse.up()
    shown.wait_for_selector(".peeked", state="detached")
    assert shown.get_attribute('[data-number="0"]', "aria-pressed") == "true"
    shown.click('[data-number="0"]')

    shown.click('[data-number="1"]')
    shown.click("[data-play-numbers]")
    shown.click(".all-moves .row-button")
    page.says("Yellow plays Loose Hubcap: Red.")
    assert (shown.text_content(".own-panel h2") or "").startswith("Yellow · ")
    shown.click('[data-react="1"]')
    shown.wait_for_selector("[data-nothing]")
    assert page.page.request.get(f"{page.url}api/table").json()["paused"]
    shown.click("[data-nothing]")
    shown.click('[data-react="0"]')
    shown.click('[data-number="2"]')
    shown.click("[data-play-numbers]")
    page.says("Red plays Not Today.")
    before = len(commands(page))
    shown.locator("[data-nobody]:not([aria-disabled])").dblclick()
    page.says("Yellow plays Loose Hubcap: Red.")
    assert len(commands(page)) - before <= 3, "whoever presses twice passes once"
    assert shown.locator("#prompt.mood-refusal").count() == 0


@pytest.mark.slow
def test_a_bar_is_held_for_a_moment_before_anything_is_fetched(
    open_page: Callable[..., Any], race: Callable[..., Any]
) -> None:
    page = seated(open_page, race().url, 0, 1, 2, clocked=True)
    page.page.click('[data-list="hands"]')
    page.page.locator('[data-peek="2"]').hover()
    page.stop_clock()
    page.page.mouse.down()
    page.later(250)
    assert not [path for path in page.requests() if "/api/hand?" in path]
    page.later(100)
    page.page.wait_for_selector(".peeked")
    page.page.mouse.up()


OUT_OF_SIGHT = """() => {
    const edge = document.querySelector('#foot').getBoundingClientRect();
    const cut = [...document.querySelectorAll('.peeked > *, #foot button')].filter((part) => {
        const box = part.getBoundingClientRect();
        const around = part.parentElement.getBoundingClientRect();
        return box.bottom > Math.min(edge.bottom, around.bottom) + 0.5 || box.right > edge.right
            || part.scrollHeight > part.clientHeight + 2
            || (part.tagName === 'BUTTON' && box.height < 44);
    });
    const wide = [...document.querySelectorAll('.peeked .sign')].filter((part) => {
        const [box, card] = [part, part.parentElement].map((one) => one.getBoundingClientRect());
        return box.left < card.left - 1 || box.right > card.right + 1;
    });
    return [...cut, ...wide].map((part) => part.outerHTML.slice(0, 90));
}"""
TOPS = "bars => bars.map((bar) => bar.getBoundingClientRect().top)"


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
@pytest.mark.parametrize("size", [(360, 640), (768, 1024), (1000, 700), (1440, 900)])
def test_a_bar_that_is_held_leaves_every_key_whole(
    open_page: Callable[..., Any], race: Callable[..., Any], size: tuple[int, int], locale: str
) -> None:
    """Below the hands and in a window; on a phone and a tablet it stays under the finger."""
    page = seated(open_page, race(claim_seconds=0).url, 0, 1, 2, size=size, locale=locale)
    shown = page.page

    def held(seat: int) -> None:
        """The bar is held, and the finger slides from card to card."""
        shown.wait_for_selector(f'[data-peek="{seat}"]')
        assert shown.evaluate(OUT_OF_SIGHT) == []
        tops = shown.eval_on_selector_all("[data-peek]", TOPS)
        shown.locator(f'[data-peek="{seat}"]').hover()
        shown.mouse.down()
        shown.wait_for_selector(".peeked")
        for place in range(5):
            card = shown.evaluate(CARD, place)
            shown.mouse.move(card["x"] + 9, card["y"] + 9)
            shown.wait_for_selector(f'.face-up.chosen[data-place="{place}"]')
            assert shown.evaluate(OUT_OF_SIGHT) == [], (seat, place)
        if size[0] < 1000 and len(tops) == 1:
            assert shown.eval_on_selector_all("[data-peek]", TOPS) == tops
        shown.mouse.move(0, 0)
        shown.mouse.up()
        shown.wait_for_selector(".peeked", state="detached")

    shown.click('[data-list="hands"]')
    held(2)
    act(page, "play p02.2 B")
    shown.click('[data-react="0"]')
    held(0)
    shown.click("[data-nothing]")
    shown.click('[data-react="1"]')
    held(1)


def memory(page: Any) -> str:
    """Every string that the page's scripts still hold."""
    told: list[str] = []
    session = page.context.new_cdp_session(page)
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: told.append(event["chunk"]))
    session.send("HeapProfiler.collectGarbage")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    return "".join(told)
