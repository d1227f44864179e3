"""The page for a television follows the table: board, sentence, rows, last move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import street_views
from msgspec.structs import replace
from waiting import later

from companion.model.drive import Thrown
from companion.model.message import Message
from companion.model.night import Night, NightGame, Standing
from companion.model.past import GameResult
from companion.model.places import Placed

pytestmark = pytest.mark.needs_chromium

TV = (1920, 1080)
LARGE_ENOUGH = """() => [...document.querySelectorAll("#side *")].filter((part) =>
  [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  && parseFloat(getComputedStyle(part).fontSize) < 28).map((part) => part.outerHTML)"""
LETTERS = "parseFloat(getComputedStyle(document.querySelector('#tv-sentence')).fontSize)"
"""In one step: the next view draws the side anew."""
POINTER = "() => getComputedStyle(document.body).cursor"
DIMMED = """() => {
    document.body.classList.add("gone");
    const svg = document.querySelector("#board svg");
    const seen = getComputedStyle(svg).opacity * getComputedStyle(svg.parentElement).opacity;
    document.body.classList.remove("gone");
    return seen;
}"""
OUTSIDE = """() => [...document.querySelectorAll("#side > *, #board svg")]
  .map((part) => part.getBoundingClientRect())
  .filter((box) => box.bottom > innerHeight || box.right > innerWidth).length"""


def test_it_shows_what_everybody_may_see_and_follows_it(
    borrow: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    before = scenes.SCENES["move"]
    stage.table.show(before)
    page = borrow(TV)
    page.goto(f"{stage.url}tv")
    sentence = page.locator("#tv-sentence")
    told = page.request.get(f"{stage.url}api/table?watch").json()
    assert sentence.inner_text() == told["prompt"]["text"]
    assert page.evaluate(LETTERS) == 64
    assert page.evaluate(LARGE_ENOUGH) == []
    assert page.evaluate(OUTSIDE) == 0
    assert page.evaluate(DIMMED) == pytest.approx(0.6)
    names = ["Bartholomaeus-Egon"[: 18 - n] for n in range(len(before.players))]
    players = [replace(one, name=name) for one, name in zip(before.players, names, strict=True)]
    stage.table.show(replace(before, players=tuple(players), seq=before.seq + 1))
    page.locator(".tv-lines .name", has_text=names[0]).first.wait_for()
    assert page.locator(".tv-lines .name").all_inner_texts() == names
    assert page.evaluate(OUTSIDE) == 0


def test_the_pointer_hides_when_nobody_moves_it(borrow: Callable[..., Any], stage: Any) -> None:
    """After three seconds; a nudge brings it back, for three seconds again."""
    page = borrow(TV)
    page.clock.install()
    page.goto(f"{stage.url}tv")
    page.wait_for_selector("body[data-seq]")
    assert page.evaluate(POINTER) == "auto"
    later(page, 3_000)
    assert page.evaluate(POINTER) == "none"
    page.mouse.move(400, 300)
    page.wait_for_function(f"() => ({POINTER})() === 'auto'")
    later(page, 3_000)
    assert page.evaluate(POINTER) == "none"
    page.context.close()


def test_the_end_of_six_players_with_long_names_leaves_room_for_the_code(
    borrow: Callable[..., Any], stage: Any, scenes: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "http://trackside.fritz.box:8080/join"
    monkeypatch.setattr("companion_web.pages.parts.phone_address", lambda _: address)
    before = scenes.SCENES["card"]
    name = "Maximiliane-Gertru"
    places = tuple(
        Placed(one.seat, n, 4 - n // 2, 4, 9, Message("end.way.two", {"n": "2"}))
        for n, one in enumerate(before.players, 1)
    )
    players = tuple(
        replace(one, name=name, taken=n > 3, winner=n == 0) for n, one in enumerate(before.players)
    )
    said = scenes.said(f"{name} und {name} gewinnen!", "A", "win", "")
    view = replace(before, players=players, places=places, prompt=said, state="over", pad=())
    stage.table.show(view)
    page = borrow(TV, locale="de")
    page.goto(f"{stage.url}tv")
    assert page.locator(".tv-lines .rank").count() == 6
    assert page.locator(".tv-join .qr").is_visible()
    assert page.evaluate(OUTSIDE) == 0
    assert page.evaluate(CROWDED) == 0
    assert page.evaluate(LARGE_ENOUGH) == []


@pytest.mark.parametrize(
    ("language", "count"),
    [("de", 6), *(pytest.param(*one, marks=pytest.mark.slow) for one in (("en", 6), ("de", 9)))],
)
def test_the_standings_after_a_game_fit_with_long_names(
    borrow: Callable[..., Any],
    stage: Any,
    scenes: Any,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    count: int,
) -> None:
    """At most eight lines, the last move and the code."""
    address = "http://trackside.fritz.box:8080/join"
    monkeypatch.setattr("companion_web.pages.parts.phone_address", lambda _: address)
    before, name = scenes.SCENES["card"], "Maximiliane-Gertru"
    game = GameResult(before.game.id, 3, "fast_track", "classic", "hex", 0.0, 1.0, over=True)
    standings = tuple(
        Standing(
            str(n), name, "", ("ABCDEF"[n % 6],), n + 1, n == 0, 28 - n, 2, (1, 2), ahead=n % 2
        )
        for n in range(count)
    )
    night = Night(1, 0.0, None, "places", (NightGame(game, ()),), standings)
    monkeypatch.setattr("companion_web.pages.tv.chosen", lambda _: night)
    players = tuple(
        replace(one, name=name, taken=n > 3, winner=n == 0) for n, one in enumerate(before.players)
    )
    said = scenes.said(f"{name} gewinnt!", "A", "win", "")
    stage.table.show(replace(before, players=players, prompt=said, state="over", pad=()))
    page = borrow(TV, locale=language)
    page.goto(f"{stage.url}tv")
    assert page.locator(".tv-lines li").count() == min(count, 8)
    points = "28 Punkte" if language == "de" else "28 points"
    assert points in page.locator(".tv-lines li").first.inner_text()
    assert page.locator(".tv-join .qr").is_visible()
    assert page.evaluate(OUTSIDE) == 0
    assert page.evaluate(CROWDED) == 0
    assert page.evaluate(LARGE_ENOUGH) == []
    assert page.evaluate(CUT) == []


CUT = """() => [...document.querySelectorAll("#side *")]
  .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth)
  .map((part) => part.outerHTML)"""
LANES = [Message(f"street.sign.{way}", {"n": "4+"}) for way in ("oncoming", "ahead")]
SIGNS = (Message("street.ground.chop"), LANES[0], LANES[0], LANES[0], *[LANES[1]] * 3,
         Message("street.ground.chop"))  # fmt: skip
"""The widest street that farsight can show."""
CROWDED = """() => {
  const said = document.querySelector("#tv-sentence");
  const parts = [...document.querySelectorAll("#side > *")].filter((part) => part.offsetHeight)
    .map((part) => (part.contains(said) ? said : part).getBoundingClientRect());
  return parts.filter((box, n) => n && box.top < parts[n - 1].bottom - 0.5).length;
}"""


MOMENTS = ("choose", "lifted", "failed", "two")


@pytest.mark.parametrize(
    ("language", "cars", "chosen"),
    [
        ("de", 8, ("failed",)),
        *(
            pytest.param(words, n, MOMENTS, marks=pytest.mark.slow)
            for words in ("de", "en")
            for n in (3, 6, 8)
        ),
    ],
)
def test_the_dice_of_a_test_push_nothing_off_the_screen(
    borrow: Callable[..., Any],
    stage: Any,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    cars: int,
    chosen: tuple[str, ...],
) -> None:
    """Nor do long sentences and names, and farsight's signs, with seats free (FF-141)."""
    monkeypatch.setattr(type(stage.table), "drawing", lambda _: street_views.board())
    page = borrow(TV, locale=language)
    scenes = street_views.scenes()
    for name in chosen:
        scene = scenes[name]
        sheets = (*scene.drive.sheets, *scene.drive.sheets)[:cars]
        players = tuple(replace(one, name="Bartholomaeus-Egon") for one in scene.players)
        thrown = tuple(Thrown(one.token, 5, 7, won=n > 0) for n, one in enumerate(sheets[:2]))
        for dice in (thrown, ()):
            drive = replace(scene.drive, sheets=sheets, thrown=dice)
            ahead = replace(scene.street, coming=SIGNS)
            stage.table.show(replace(scene, drive=drive, players=players, street=ahead))
            page.goto(f"{stage.url}tv")
            assert page.locator(".coming b").all_inner_texts()[2] == "↓4+"
            assert page.locator(".coming").evaluate("it => it.scrollWidth - it.clientWidth") <= 0
            assert page.locator(".tv-dice li").count() == len(dice), name
            assert page.evaluate(OUTSIDE) == 0, (name, dice)
            assert page.evaluate(CROWDED) == 0, (name, dice)
            assert page.evaluate(LARGE_ENOUGH) == [], name
