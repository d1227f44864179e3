"""The service page on a phone: tours, tests and learning by real hands on the virtual board."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page
from table_page import met
from waiting import until

from engine.boards import board_of
from firmware_bridge.virtual.client import HandsClient
from firmware_bridge.virtual.process import VirtualBoardProcess
from hardware.wiring import new, read, write

pytestmark = pytest.mark.needs_chromium

AT_ONCE = {"debounce_lift_ms": 0, "debounce_put_ms": 0}
"""What a sensor feels counts at once, so that what was felt is known to the tests, too."""
HOLES = board_of("square").holes
PLACE = "() => document.querySelector('[data-heat]').getBoundingClientRect().toJSON()"


def drawn(seed: int) -> list[int]:
    """The order in which the virtual board crosses its wires for that number."""
    order = list(range(len(HOLES)))
    Random(seed).shuffle(order)
    return order


@pytest.fixture
def phone(borrow: Callable[..., Page]) -> Iterator[Callable[[str], Page]]:
    """Opens the service page; it must stay without script errors and broken policies."""
    opened: list[Page] = []
    errors: list[str] = []

    def failed(error: Any) -> None:
        errors.append(str(error))

    def heard(said: Any) -> None:
        if said.type == "error" and "Failed to load" not in said.text:
            errors.append(said.text)

    def begin(url: str, theme: str = "dark") -> Page:
        page = borrow(theme=theme)
        opened.append(page)
        page.on("pageerror", failed)
        page.on("console", heard)
        page.goto(url + "service")
        page.wait_for_selector('body[data-live="yes"]')
        return page

    yield begin
    for page in opened:
        page.remove_listener("pageerror", failed)
        page.remove_listener("console", heard)
    assert errors == []


@pytest.fixture
def bare(start_service: Any, tmp_path: Path) -> Iterator[Any]:
    """A service without a game on a square board."""
    running = start_service(tmp_path, board_kind="square", **AT_ONCE)
    yield running
    assert running.close() == 0


@pytest.fixture
def served(start_service: Any, tmp_path: Path) -> Iterator[Callable[[Path], Any]]:
    """Starts the service with a board file; whatever still runs at the end is stopped."""
    started: list[Any] = []

    def start(file: Path) -> Any:
        started.append(start_service(tmp_path / "data", "serve", board_file=file, **AT_ONCE))
        return started[-1]

    yield start
    for each in started:
        if each.runs:
            each.close()


def felt(running: Any, count: int) -> None:
    """Wait until the service has felt so many full holes."""
    until(
        lambda: sum(one["full"] for one in running.get("api/service")["holes"]) == count,
        f"not {count} full holes",
    )


def carry(running: Any, hand: HandsClient, hole: str) -> None:
    """A marble comes into the hole and goes on in the hand."""
    hand.put(hole)
    felt(running, 1)
    hand.lift(hole)
    felt(running, 0)


def says(page: Page, text: str) -> None:
    """Wait for a sentence on top."""
    met(page, "sought => document.querySelector('.service-head').innerText.includes(sought)", text)


@pytest.mark.slow
def test_every_hole_is_visited_by_hand_and_the_lit_one_comes_next(
    bare: Any, phone: Callable[..., Page]
) -> None:
    page = phone(bare.url)
    says(page, "No sensor was seen yet.")
    with HandsClient(bare.folder / "board.control") as hand:
        hand.set_out({}, ["A"])
        page.click('[data-do="visit"]')
        says(page, f"{len(HOLES)}")
        where = page.evaluate(PLACE)
        for at, hole in enumerate(HOLES[:6]):
            page.wait_for_selector(f'a[data-hole="{hole}"] .lit', state="attached")
            until(lambda lit=hole: hand.lights()["cells"].get(lit))  # type: ignore[misc]
            carry(bare, hand, hole)
            page.wait_for_selector(f'[data-left="{len(HOLES) - at - 1}"]')
        page.click('[data-do="skip"]')
        page.wait_for_selector(f'[data-left="{len(HOLES) - 7}"]')
        assert page.locator(".tick").count() == 6
        assert page.evaluate(PLACE) == where  # the board never moves
        hand.set_out({}, ["A"] * (len(HOLES) - 7))
        for hole in HOLES[7:]:
            hand.put(hole)
        felt(bare, len(HOLES) - 7)
        for hole in HOLES[7:]:
            hand.lift(hole)
        says(page, f"{len(HOLES) - 1} answered, 1 did not.")
        page.click('[data-do="stop"]')
        page.click('[data-do="end"]')
        says(page, "One hole needs a look.")
        named = page.locator("[data-finding='silent']")
        assert "never answered: magnet or sensor." in named.inner_text()
        # Setting it aside is one tap, and so is believing it again (PP-13).
        named.locator('[data-do="aside"]').click()
        page.wait_for_selector("[data-finding='lies']")
        page.locator('[data-do="believe"]').first.click()
        page.wait_for_selector("[data-finding='silent']")
        assert hand.lights()["cells"] == {}


@pytest.mark.slow
def test_a_tap_near_a_hole_looks_at_it_and_a_button_tests_it(
    bare: Any, phone: Callable[..., Page]
) -> None:
    page = phone(bare.url, "light")
    spot = page.locator('a[data-hole="A7"] .hit').bounding_box()
    assert spot is not None
    page.mouse.click(spot["x"] + spot["width"], spot["y"] + spot["height"])
    page.wait_for_selector('[data-chosen="A7"]')
    assert bare.get("api/table")["state"] == "idle"
    page.click('[data-chosen] [data-do="hole"]')
    says(page, "Put a marble on Red 7.")
    with HandsClient(bare.folder / "board.control") as hand:
        hand.set_out({}, ["A"])
        hand.put("A8")
        says(page, "Red 8 answered, not Red 7.")
        felt(bare, 1)
        hand.lift("A8")
        felt(bare, 0)
        hand.put("A7")
        says(page, "Red 7 feels it.")
        felt(bare, 1)
        hand.lift("A7")
        says(page, "Red 7 is well.")
    page.click('[data-do="stop"]')
    page.click('[data-do="colour"]')
    for name, rgb in (("green", "00ff00"), ("blue", "0000ff")):
        page.click(f'[data-key="colour--{name}"]')
        says(page, f"All pixels are {name}.")
        with HandsClient(bare.folder / "board.control") as hand:
            until(lambda tint=rgb: set(hand.lights()["pixels"].values()) == {tint})  # type: ignore[misc]
            assert len(hand.lights()["pixels"]) == len(HOLES)
    page.click('[data-key="colour--white"]')
    says(page, "Held below the 4 A of the supply.")


def lit_hole(hand: HandsClient, before: str) -> str:
    """The hole at which one light burns now, another one than before."""

    def other() -> str | None:
        cells = [str(cell) for cell in hand.lights()["cells"]]
        return cells[0] if len(cells) == 1 and cells[0] != before else None

    return until(other, "no other light came on") or ""


@pytest.mark.slow
def test_crossed_wires_are_learned_by_lights_and_marbles_and_then_played_by(
    served: Callable[[Path], Any], tmp_path: Path, phone: Callable[..., Page]
) -> None:
    board = tmp_path / "wood"
    board.mkdir()
    faults = ["crossed=7", "crossed_lights=11"]
    file = tmp_path / "square.toml"
    with VirtualBoardProcess(HOLES, board, faults=faults) as wood:
        file.write_text(write(new("square", HOLES, device=str(wood.port))))
        running = served(file)
        page = phone(running.url)
        with HandsClient(wood.control) as hand:
            hand.set_out({}, ["A"])
            page.click('[data-key="learn--ask"]')
            says(page, "Drop a marble where you see the light.")
            before = ""
            for at in range(len(HOLES)):
                before = lit_hole(hand, before)
                hand.put(before)
                if at < 2:  # by taps on the drawing; the rest, faster, by the same command
                    page.wait_for_selector("[data-asks-where]", state="attached")
                    page.locator(f'a[data-hole="{before}"] .hit').click()
                    # The page that still asks about this light would take the next tap, too.
                    page.wait_for_selector("[data-asks-where]", state="detached")
                else:
                    said_where(running, before)
                hand.lift(before)
            says(page, "Every light had its turn.")
            page.click('[data-do="save"]')
            page.wait_for_selector("text=is written, and the board goes by it now")
            # The lesson is over, and the very next light and marble go by the new wires.
            assert page.locator('[data-do="save"]').count() == 0
            until_up(running)
            running.post("api/commands", {"command": "service", "do": "hole", "hole": "B3"})
            assert lit_hole(hand, "") == "B3"
            hand.put("B3")
            until_note(running, "lift")
            hand.lift("B3")
            number = HOLES.index("B3")
            chip, pin = divmod(drawn(7)[number], 8)
            wire = f"chip {chip + 1} pin {'HGFEDCBA'[pin]}, pixel {drawn(11)[number]}"
            page.goto(running.url + "service?hole=B3")
            assert wire in page.inner_text("[data-chosen]")
        assert running.close() == 0
        holes = tomllib.loads(file.read_text())["holes"]
        inputs, lights = drawn(7), drawn(11)
        for at, hole in enumerate(HOLES):
            assert holes[hole] == {"input": f"main:{inputs[at]}", "pixels": f"main:{lights[at]}"}
        assert read((tmp_path / "square.toml.before").read_text(), HOLES).wire("A1").input
        again = served(file)
        with HandsClient(wood.control) as hand:
            again.post("api/commands", {"command": "service", "do": "hole", "hole": "A7"})
            assert lit_hole(hand, "") == "A7"
            hand.put("A7")
            until_note(again, "lift")
        assert again.close() == 0


def until_up(running: Any) -> None:
    """Wait for the board's link."""
    until(lambda: running.get("api/service")["device"]["link"] == "up")


def until_note(running: Any, note: str) -> None:
    """Wait until the test of one hole says that."""
    until(
        lambda: running.get("api/service")["check"]["note"] == note,
        lambda: running.get("api/service")["check"],
    )


def said_where(running: Any, hole: str) -> None:
    """Say which hole the light is at, as soon as the marble was felt."""
    until_note(running, "where")
    running.post("api/commands", {"command": "service", "do": "here", "hole": hole})


@pytest.mark.slow
def test_wires_learned_on_the_virtual_board_are_a_download(
    bare: Any, phone: Callable[..., Page]
) -> None:
    page = phone(bare.url)
    with HandsClient(bare.folder / "board.control") as hand:
        hand.fault("crossed", 7)
        hand.set_out({}, ["A"])
        page.click('[data-key="learn--"]')
        before = lit_hole(hand, "")
        assert before == HOLES[0]  # the lights are right
        carry(bare, hand, before)
        page.wait_for_selector(f'[data-left="{len(HOLES) - 1}"]')
        with page.expect_download() as download:
            page.click('[data-do="download"]')
    holes = tomllib.loads(Path(download.value.path()).read_text())["holes"]
    assert holes[HOLES[0]]["input"] == f"main:{drawn(7)[0]}"


def test_the_pin_opens_the_page_on_a_phone(
    start_service: Any, tmp_path: Path, borrow: Callable[..., Page]
) -> None:
    running = start_service(tmp_path, host_pin="2580")
    page = borrow()
    page.goto(running.url + "menu")
    page.click('a[href="/service"]')
    page.wait_for_url("**/host?next=/service")
    page.fill("[name=pin]", "1111")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Not that PIN. Two tries left.")
    page.fill("[name=pin]", "2580")
    page.keyboard.press("Enter")
    page.wait_for_url("**/service")
    says(page, "No sensor was seen yet.")
    assert running.close() == 0
