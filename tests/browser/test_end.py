"""The end of a game on the page: who came in which place, Again, and a win that was misread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import night_scene
import pytest
from markupsafe import Markup
from two_forms import first
from waiting import until

from companion.model.commands import Again, Undo
from companion.model.message import Message
from companion.model.places import Placed
from companion.model.replay import Turning
from companion_web.drawing.timeline import curve_svg
from companion_web.pages import standing
from companion_web.pages.standing import Stands

pytestmark = pytest.mark.needs_chromium
LONG = "Bartholomaeus-Egon"
WIDEST = (
    "Wilhelmine-Annemie",
    "Friederike-Luise S",
    "Maximilian-Gustave",
    "Hildegard-Sophie M",
    LONG,
    "Konstantin-Albrech",
)
WON_BY = (f"Anna takes {LONG}’s last marble.", "Anna’s chance: from 26 to 37 %.")


def ended(scenes: Any, **more: Any) -> Any:
    """Six players with long names; one of them has won."""
    view = scenes.SCENES["card"]
    players = [
        msgspec.structs.replace(one, name=LONG, winner=one.seat == 0, to_act=False)
        for one in view.players
    ]
    note = Message("end.way.two", {"n": "2"})
    places = tuple(
        Placed(one.seat, min(n, 5), 4 - n // 2, 4, 9, note) for n, one in enumerate(players, 1)
    )
    win = scenes.said(f"{LONG} wins!", "A", "win", "A 9 brings the last marble home.")
    return msgspec.structs.replace(
        view, players=tuple(players), places=places, prompt=win, state="over", pad=(), choices=(),
        can_undo=True, **more,
    )  # fmt: skip


@pytest.mark.parametrize("size", first(1, [(360, 640), (1440, 900)]))
def test_places_stand_whole_above_again_and_undo(
    stage: Any, scenes: Any, open_page: Callable[..., Any], size: tuple[int, int]
) -> None:
    page = open_page(stage.url, size)
    wood = page.box()
    stage.table.show(ended(scenes))
    page.shows("over")
    assert page.box() == wood
    assert page.page.locator(".honey:visible").count() == 1
    rows = page.page.locator(".end-rows li:visible, .players li:visible")
    assert rows.count() == 6
    assert rows.last.locator(".rank").inner_text() == "5"
    cut = page.page.evaluate(
        """() => [...document.querySelectorAll(
            '.foot .button, .end-rows li, .end-rows .name')].filter((part) => {
            const { bottom, right, height } = part.getBoundingClientRect();
            const over = bottom > innerHeight || right > innerWidth;
            return height && (over || part.scrollWidth > part.clientWidth + 1);
        }).length"""
    )
    assert cut == 0
    for key in ("undo", "again"):
        page.page.click(f'[data-key="{key}"]')
    until(lambda: len(stage.table.commands) == 2)
    assert stage.table.commands == [Undo(), Again()]


@pytest.mark.slow
def test_six_players_leave_room_for_the_night_on_a_desktop(
    house: Any, scenes: Any, tmp_path: Path, borrow: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen too low for it leaves it out whole: nothing is cut, and nothing lies below a key."""
    curve = Markup(curve_svg([(17,) * 6, (16,) * 6], list("ABCDEF")))
    told = Stands(curve, [], False, Turning(1, Message("")), WON_BY, "/replay/1")
    monkeypatch.setattr(standing, "how_it_stands", lambda: told)
    kept = night_scene.Kept(tmp_path, night_scene.two_nights())
    house.begin(scenes.SceneTable(ended(scenes)), past=kept.past, book=kept.book)
    page = borrow((1440, 900))
    page.goto(house.url)
    night = page.locator(".night-panel")
    assert night.locator("tbody tr").count() == 4
    seen = {}
    for size in ((1440, 900), (1280, 800), (1024, 900), (1440, 700)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        side, foot = (page.locator(one).bounding_box() for one in (".side", ".foot"))
        assert side is not None
        assert foot is not None
        for panel in page.locator(".end-panels .panel").all():
            box = panel.bounding_box()
            assert box is not None
            there = box["x"] < side["x"] + side["width"]
            assert not there or box["y"] + box["height"] <= foot["y"], size
            seen[size] = there
    assert seen[1440, 900]
    assert not seen[1440, 700]
    # Two more have played tonight: the four best stay, and the night with them.
    page.set_viewport_size({"width": 1440, "height": 900})
    night.evaluate(
        """panel => { const rows = panel.querySelector("tbody");
            for (const n of [5, 6]) rows.append(rows.firstElementChild.cloneNode(true)); }"""
    )
    for players in (6, 5, 4, 3):
        page.evaluate(
            """n => { const list = document.querySelector(".side .players");
                while (list.children.length > n) list.lastElementChild.remove(); }""",
            players,
        )
        side, box = page.locator(".side").bounding_box(), night.bounding_box()
        assert side is not None
        assert box is not None
        assert box["x"] < side["x"] + side["width"], players
    assert page.locator(".players .name").first.is_visible()
    house.end()
    kept.close()


@pytest.mark.parametrize(
    ("seats", "told"), first(2, [(6, 0), (4, 0), (3, 0), (2, 1)], unpacked=True)
)
def test_a_phone_tells_the_turning_point_above_the_keys(
    house: Any,
    scenes: Any,
    tmp_path: Path,
    borrow: Any,
    monkeypatch: pytest.MonkeyPatch,
    seats: int,
    told: int,
) -> None:
    """The move stands there always, and leads to it; sentences stand whole or not at all.

    Beside three or four players it has a place of its own, so that all names stand whole. A long
    phone has room for all of it below the keys.
    """
    curve = Markup(curve_svg([(17,) * 6, (16,) * 6], list("ABCDEF")))
    stands = Stands(curve, [], False, Turning(139, Message("")), WON_BY, "/replay/1?move=139")
    monkeypatch.setattr(standing, "how_it_stands", lambda: stands)
    view = ended(scenes)
    called = zip(view.players[:seats], WIDEST, strict=False)
    players = tuple(msgspec.structs.replace(one, name=name) for one, name in called)
    view = msgspec.structs.replace(view, players=players, places=view.places[:seats])
    kept = night_scene.Kept(tmp_path, night_scene.two_nights())
    house.begin(scenes.SceneTable(view), past=kept.past, book=kept.book)
    page = borrow((360, 640), locale="de")
    page.goto(house.url)
    turned = page.locator("p.turned")
    parts = turned.locator("> span")
    frame = page.locator(".side").bounding_box()
    assert frame is not None
    seen = []
    for part in parts.all():
        box = part.bounding_box()
        if box is None:
            continue
        inside = box["y"] + box["height"] <= frame["y"] + frame["height"] + 1
        assert inside or box["y"] >= frame["y"] + frame["height"] - 1, "no sentence is cut"
        assert not inside or box["x"] + box["width"] <= 360
        seen.append(inside)
    assert seen[0]
    assert sum(seen[1:]) >= told
    for row in page.locator(".end-rows li").all():
        box = row.bounding_box()
        assert box is not None
        assert seats in (3, 4) or box["y"] + box["height"] <= frame["y"] + 1
        assert seats not in (3, 4) or box["x"] + box["width"] <= frame["x"] + 1
    again = page.locator('[data-key="again"]').bounding_box()
    assert again is not None
    assert frame["y"] + frame["height"] <= again["y"]
    cut = """() => [...document.querySelectorAll('.end-rows .name')]
        .filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""
    assert page.evaluate(cut) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(cut) == []
    box, keys = turned.bounding_box(), page.locator('[data-key="watch"]').bounding_box()
    assert box is not None
    assert keys is not None
    assert keys["y"] + keys["height"] < box["y"]
    assert box["y"] + box["height"] < 844
    page.set_viewport_size({"width": 768, "height": 1024})
    assert page.evaluate(cut) == []
    assert not page.locator(".night-panel").is_visible(), "there is no room for it"
    box, panel = turned.bounding_box(), page.locator(".stood-panel").bounding_box()
    drawn = page.locator(".stood-panel .curve").bounding_box()
    assert box is not None
    assert panel is not None
    assert drawn is not None
    assert box["y"] + box["height"] <= panel["y"] + panel["height"], "no sentence is cut"
    assert drawn["height"] > 20
    turned.locator("a").click()
    page.wait_for_url("**/replay/1?move=139")
    house.end()
    kept.close()


@pytest.mark.slow
def test_how_it_went_stands_beside_the_end_and_goes_with_it(
    stage: Any, scenes: Any, open_page: Callable[..., Any]
) -> None:
    """Who has looked at how it stands before has it, too; Undo takes it away again.

    What could not be fetched is said, and asked for again.
    """
    before = msgspec.structs.replace(scenes.SCENES["card"], chances=1)
    stage.table.show(before)
    page = open_page(stage.url, (1440, 900))
    assert page.page.locator("#end-panels > *").count() == 0
    for key in ("more", "stands"):
        page.page.click(f'[data-key="{key}"]')
    page.page.wait_for_selector("div.stands:has-text('Nobody knows yet')")
    page.page.click('[data-key="back"]')
    page.page.route("**/stands/part*", lambda route: route.abort())
    for key in ("more", "stands"):
        stage.table.show(before)  # another state with the same moves, as after Undo
        page.page.click(f'[data-key="{key}"]')
    page.page.wait_for_selector("div.stands:has-text('could not be fetched')")
    page.page.unroute("**/stands/part*")
    page.page.click('[data-key="back"]')
    for key in ("more", "stands"):
        page.page.click(f'[data-key="{key}"]')
    page.page.wait_for_selector("div.stands:has-text('Nobody knows yet')")
    page.page.click('[data-key="back"]')
    stage.table.show(ended(scenes))
    page.page.wait_for_selector("#end-panels [data-key='watch-it']:visible")
    assert page.page.locator(".moves-panel:visible").count() == 0
    assert page.page.locator("[data-key='end-night']").count() == 0  # no night is kept here
    stage.table.show(before)
    page.page.wait_for_selector(".moves-panel", state="visible")
    assert page.page.locator("#end-panels > *").count() == 0
