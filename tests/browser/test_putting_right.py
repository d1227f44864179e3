"""A board in disorder, an edited position, a failing sensor: the real page leads each to rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waiting import until

pytestmark = pytest.mark.needs_chromium

PHONE, DESKTOP = (360, 640), (1440, 900)
TWO = {"players": [["A"], ["D"]]}


def position(service: Any) -> Any:
    """Where the game stands."""
    return service.get("api/table")["position"]


def menu(page: Any, selector: str) -> None:
    """Choose in the menu."""
    page.page.click("#menu summary")
    page.page.click(f"#menu {selector}")


def knock(service: Any, wood: dict[str, str]) -> None:
    """Marbles out of their pens lie where no card puts them, as after a sleeve swept over."""
    with service.board() as board:
        tokens = board.state()["tokens"]
        for token in wood.values():
            tokens.pop(next(hole for hole, kept in tokens.items() if kept == token))
        board.set_out({**tokens, **wood})


@pytest.fixture(
    params=[
        pytest.param(PHONE, id="phone"),
        pytest.param(DESKTOP, id="desktop", marks=pytest.mark.slow),
    ]
)
def table(open_page: Callable[..., Any], service: Any, request: Any) -> Any:
    """A fresh game of Red and Green; the desktop says in the long tests what the phone says."""
    service.new(**TWO)
    page = open_page(service.url, request.param)
    page.shows("pad")
    return page


def led(page: Any) -> None:
    """Follow the page's lights until the board fits: off what is lit as extra, on to missing."""
    for _ in range(12):
        if page.foot != "correction":
            return
        for role in ("extra", "missing"):
            for hole in page.with_role(role)[:1]:
                page.tap(hole)
                until(lambda h=hole, r=role: h not in page.with_role(r))  # type: ignore[misc]
    raise AssertionError(page.holes())


@pytest.mark.slow
def test_a_board_in_disorder_is_led_back_pair_by_pair_and_play_resumes_by_itself(
    table: Any, service: Any
) -> None:
    where = table.box()
    before = position(service)
    knock(service, {"C4": "A", "B11": "A"})
    table.shows("correction")
    assert table.box() == where
    assert table.page.locator("#foot .row-line").count() == 2
    assert len(table.with_role("extra")) == 1, "one pair at a time"
    assert table.page.locator(".arrow-line").get_attribute("d")
    assert table.page.locator('[data-command="undo"]').count() <= 1
    led(table)
    table.shows("pad")
    until(lambda: "fits again" in table.page.inner_text("#prompt"))
    assert position(service) == before
    assert service.get("api/table")["owed"] == []


def told_colours(page: Any, wood: dict[str, str]) -> int:
    """Answer by what stands there, as often as it is asked; returns how often."""
    asked = 0
    while page.foot == "ask":
        said = page.prompt
        assert said.startswith("Which marble is on ")
        hole = "C4" if said.endswith("Yellow 4?") else "F4"
        assert hole in page.with_role("ask")
        names = {"A": "Red", "D": "Green"}
        page.page.click(f'#foot [data-option]:has-text("{names[wood[hole]]}")')
        asked += 1
        until(lambda gone=said: page.prompt != gone)  # type: ignore[misc]
    return asked


def test_what_stands_there_is_kept_with_one_question_a_doubtful_marble(
    table: Any, service: Any
) -> None:
    wood = {"C4": "A", "F4": "D"}
    knock(service, wood)
    until(lambda: table.foot in ("ask", "correction"))
    asked = told_colours(table, wood)  # two colours went out at once: before, or when they stay
    table.shows("correction")
    table.page.click('[data-command="keep"]')
    until(lambda: table.foot in ("ask", "pad"))
    assert asked + told_colours(table, wood) <= 2
    table.shows("pad")
    marbles = position(service)["marbles"]
    assert sorted(marbles["A"]) == ["C4", "p", "p", "p"]
    assert sorted(marbles["D"]) == ["F4", "p", "p", "p"]
    assert table.with_role("wrong") == table.with_role("extra") == []


def test_the_board_is_taken_as_it_stands_from_the_edit_page_too(table: Any, service: Any) -> None:
    with service.board() as board:
        board.lift("Ap1")
        table.token("Ap1", "")
        board.put("A12")
    until(lambda: table.foot in ("correction", "wrong", "ask"))
    if table.foot == "ask":  # several cards could not be, and none was named
        table.page.click('[data-option="neither"]')
    menu(table, '[data-edit="begin"]')
    table.shows("edit")
    table.page.click('[data-edit="keep"]')
    table.shows("pad")
    assert sorted(position(service)["marbles"]["A"]) == ["A12", "p", "p", "p"]
    assert "goes on" in table.page.inner_text("#prompt") or table.prompt.startswith("Red")


@pytest.mark.slow
def test_a_position_set_on_the_page_is_set_on_the_board_by_the_table_and_then_is_played(
    table: Any, service: Any
) -> None:
    menu(table, '[data-edit="begin"]')
    table.shows("edit")
    where = table.box()
    for frm, to in (("Ap1", "B5"), ("Dp1", "E10")):
        table.tap(frm)
        table.role(frm, "movable")
        table.tap(to)
        table.token(to, frm[0])
    table.page.click('[data-edit="seat"][data-seat="1"]')
    table.page.click('[data-edit="done"]')
    table.shows("correction")
    assert table.box() == where
    assert table.page.locator('[data-command="keep"]').count() == 0
    assert sorted(position(service)["marbles"]["D"]) == ["E10", "p", "p", "p"]
    table.shows("pad")
    assert table.prompt == "Green, which card did you play?"
    table.move("2", "E10", "E12")
    until(lambda: "E12" in position(service)["marbles"]["D"])


@pytest.mark.slow
def test_a_dead_hole_is_set_aside_asked_about_and_believed_again(table: Any, service: Any) -> None:
    """PP-13: the marble is on A9, its sensor says otherwise; the page of sensors sets it aside.

    The virtual board's own foot offers nothing: only the program that forces a sensor lies there.
    """
    with service.board() as board:
        board.force("A9", False)
        try:
            table.move("A", "Ap1", "A9")
            table.shows("lifted")
            assert not table.page.locator('[data-list="doubts"]').count()
            table.page.goto(service.url + "sensors")
            table.page.select_option('select[name="hole"]', "A9")
            table.page.click('[data-command="set_aside"]')
            table.page.wait_for_selector('[data-aside="A9"]')
            table.page.goto(table.url)
            until(lambda: "A9" in position(service)["marbles"]["A"])
            table.token("A9", "A")
            assert service.get("api/table")["aside"] == {"A9": "lies"}
        finally:
            board.force("A9", None)
    page = table.page
    page.click("#menu summary")
    page.click('#menu a[href="/sensors"]')
    page.click('[data-aside="A9"] [data-command="restore"]')
    page.wait_for_selector('[data-aside="A9"]', state="detached")
    assert service.get("api/table")["aside"] == {}
    page.goto(table.url)
    table.shows("pad")
    table.token("A9", "A")
    assert table.with_role("fault") == []


@pytest.mark.slow
def test_a_hole_set_aside_by_hand_shows_its_fault_until_it_is_believed(
    table: Any, service: Any
) -> None:
    page = table.page
    page.goto(service.url + "sensors")
    page.select_option('select[name="hole"]', "C5")
    page.click('[data-command="set_aside"]')
    page.wait_for_selector('[data-aside="C5"]')
    page.goto(table.url)
    table.role("C5", "fault")
    assert page.get_attribute('[data-hole="C5"]', "aria-label").startswith("Yellow 5, ")
    page.goto(service.url + "sensors")
    page.click('[data-aside="C5"] [data-command="restore"]')
    page.wait_for_selector('[data-aside="C5"]', state="detached")
    page.goto(table.url)
    table.shows("pad")
    assert table.with_role("fault") == []


def test_marbles_of_one_pen_are_one_row_and_the_next_pen_the_other_pp_10(
    table: Any, service: Any
) -> None:
    with service.board() as board:
        tokens = board.state()["tokens"]
        left = {hole: token for hole, token in tokens.items() if hole not in ("Ap1", "Ap2", "Dp3")}
        board.set_out(left)
    table.shows("correction")
    rows = "[...document.querySelectorAll('#foot .row-line')].map(row => row.innerText)"
    until(lambda: len(table.page.evaluate(rows)) == 2)
    now, soon = (" ".join(text.split()) for text in table.page.evaluate(rows))
    assert now == "Put Red in its pen. 2×"
    assert soon == "Put Green in its pen. next"
    cut = "[...document.querySelectorAll('#foot .row-line .text')]"
    assert table.page.evaluate(f"{cut}.every(text => text.scrollWidth <= text.clientWidth)")


def test_who_answers_by_keyboard_stays_at_the_foot(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """The pressed answer goes away with its question; the next key is not sent to nowhere."""
    stage.table.show(scenes.SCENES["ask"])
    page = open_page(stage.url, DESKTOP)
    page.shows("ask")
    page.page.locator("#foot [data-option]").first.focus()
    page.page.keyboard.press("Enter")
    stage.table.show(scenes.SCENES["move"])
    page.shows("moves")
    assert page.page.evaluate("document.activeElement.closest('#foot') !== null")
    page.page.keyboard.press("Tab")
    assert page.page.evaluate("document.activeElement.closest('#foot') !== null")
    page.page.keyboard.press("n")
    assert page.page.evaluate("document.activeElement.dataset.role") == "movable"


def test_every_colour_that_may_lie_there_is_seen_at_once_on_a_phone_pp_12(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """Six colours and "Not from this game": nothing of it is below the edge."""
    import msgspec

    names = ("Red", "Orange", "Yellow", "Green", "Blue", "Purple")
    for many in (4, 6):
        asked = scenes.SCENES["ask"].ask
        colours = [
            msgspec.structs.replace(asked.options[0], id=t, token=t, message=scenes.text(name))
            for t, name in zip("ABCDEF"[:many], names, strict=False)
        ]
        other = msgspec.structs.replace(
            asked.options[0], id="none", token="", message=scenes.text("Not from this game")
        )
        asking = msgspec.structs.replace(asked, options=(*colours, other))
        stage.table.show(msgspec.structs.replace(scenes.SCENES["ask"], ask=asking))
        page = open_page(stage.url, PHONE)
        page.shows("ask")
        foot = page.page.locator("#foot").bounding_box()
        answers = page.page.locator("#foot [data-option]")
        assert answers.count() == many + 1
        for n in range(many + 1):
            box = answers.nth(n).bounding_box()
            assert box["height"] >= 48
            assert box["y"] + box["height"] <= foot["y"] + foot["height"]
            text = "element => element.querySelector('.text')"
            cut = f"{text}.scrollWidth > element.querySelector('.text').clientWidth"
            assert not answers.nth(n).evaluate(cut)
