"""The service page: heat map, findings, tests and the learned wires, in words (page.md 4)."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from msgspec import structs

from companion.model.service import CheckView, Device, Finding, HoleState, ServiceView
from companion_web.drawing.heat_map import hole_label
from companion_web.pages.service import check_words, finding
from companion_web.words.table_words import token_kind
from engine.boards import board_of
from firmware_bridge.firmware.core.messages import STARTS
from firmware_bridge.link.devices import BoardAbout
from firmware_bridge.link.health import Health
from hardware.ports import HoleChange, Snapshot
from hardware.power import PowerUse


@pytest.fixture
def seated(browser: Any) -> Any:
    """A browser on this machine that has seen the table."""
    browser.get("/")
    return browser


def wear(table: Any, hole: str, changes: int, quick: bool = False) -> None:
    """Let a hole's sensor change so often."""
    holes = table.drawing().holes
    if not table.upkeep.log.holes:
        table.upkeep.feel(Snapshot((False,) * len(holes), 0.0))
    number = holes.index(hole)
    for n in range(changes):
        t = 1.0 + n * (0.01 if quick else 1.0)
        table.upkeep.feel(HoleChange(number, n % 2 == 0, t))


def steps(text: str) -> dict[str, str]:
    """Hole → step of the map."""
    return dict(re.findall(r'data-hole="(\w+)" data-step="(\d)"', text))


def test_a_board_that_nobody_touched_says_so(seated: Any) -> None:
    text = seated.get("/service").text
    assert "No sensor was seen yet. Visit every hole." in text
    assert text.count('class="heat never heat-0"') == 133
    assert 'aria-label="Red 7, never changed, empty."' in text


def test_on_a_board_of_squares_cars_are_spoken_of() -> None:
    kind = token_kind(board_of("tiles"))
    names = {"4.1R": "Tile 4, second row, right"}
    said = finding(Finding("empty", "4.1R"), names, "en", kind)
    assert said == "Tile 4, second row, right says empty, and a car should be there."
    full = HoleState("4.1R", 3, True, 2, 0, 1.0)
    assert hole_label(full, names["4.1R"], "en", kind).endswith(", car.")
    bench = ServiceView(1, True, "tiles", False, (full,), (), Device("virtual", "up"))
    checks = {"visit": "4.1R", "learn": ""}
    for check, hole in checks.items():
        view = structs.replace(bench, check=CheckView(check, hole=hole, of=96, left=96))
        assert re.search(r"\b[Cc]ar\b", check_words(view, names, "en", kind)[0]), check
        assert "marble" in check_words(view, names, "en")[0]


def test_the_map_has_five_steps_and_three_readings(table: Any, seated: Any) -> None:
    for hole, changes in (("A1", 1), ("A2", 5), ("A3", 10), ("A4", 20)):
        wear(table, hole, changes)
    found = steps(seated.get("/service").text)
    assert [found[h] for h in ("A0", "A1", "A2", "A3", "A4")] == ["0", "1", "2", "3", "4"]
    wear(table, "A5", 25, quick=True)
    assert steps(seated.get("/service?map=flickers").text)["A5"] == "4"
    assert steps(seated.get("/service?map=rest").text)["A2"] == "1"
    assert steps(seated.get("/service?map=nonsense").text)["A4"] == "4"


def test_findings_are_plain_sentences_with_two_buttons(table: Any, seated: Any) -> None:
    wear(table, "B3", 30, quick=True)
    table.aside["D4"] = "lies"
    text = seated.get("/service").text
    assert "2 holes need a look." in text
    assert "Orange 3 flickers (29 times): loose contact or weak magnet." in text
    assert "Green 4 is set aside by hand." in text
    assert 'data-finding="flickers" data-at="B3"' in text
    assert 'data-do="hole"' in text
    assert 'data-do="believe"' in text


def test_a_hole_that_never_changed_on_a_board_in_use_is_told(table: Any, seated: Any) -> None:
    for hole in table.drawing().holes:
        if hole != "A7":
            wear(table, hole, 12)
    text = seated.get("/service").text
    assert "One hole needs a look." in text
    assert "Red 7 never changed: magnet or sensor." in text
    wear(table, "A7", 1)
    assert "All 133 sensors are well." in seated.get("/service").text


def test_a_hole_is_looked_at_without_a_script(table: Any, seated: Any) -> None:
    wear(table, "A2", 5)
    text = seated.get("/service?hole=A2").text
    assert 'data-chosen="A2"' in text
    assert "no. 3 in the chain" in text
    assert table.service_mode is None  # looking stops no game


def test_a_tour_shows_what_is_left_and_its_silent_holes_stay_listed(
    table: Any, seated: Any
) -> None:
    answer = seated.submit("/service", {"do": "visit", "map": "rest"})
    assert answer.headers["Location"].endswith("/service?map=rest")
    check = table.service_mode.check
    check.felt("A0", True, 0.0)
    check.felt("A0", False, 1.0)
    check.skip()
    text = seated.get("/service").text
    assert 'data-left="131"' in text
    assert "Red 2: put a marble on, take it away." in text
    assert 'class="tick"' in text
    table.service()
    seated.submit("/service", {"do": "stop"})
    seated.submit("/service", {"do": "end"})
    assert "Red 1 never answered: magnet or sensor." in seated.get("/service").text


def test_white_names_the_limit_of_the_supply(table: Any, seated: Any) -> None:
    table.drawn = PowerUse(4000, 3900, True)
    seated.submit("/service", {"do": "colour", "value": "white"})
    text = seated.get("/service").text
    assert "All pixels are white." in text
    assert "Held below the 4 A of the supply." in text
    assert "peak 3.9 A" in text


def test_learned_wires_are_a_file_to_download(table: Any, seated: Any) -> None:
    assert seated.get("/service/board.toml").status_code == 409
    seated.submit("/service", {"do": "learn"})
    check = table.service_mode.check
    for at, sensor in enumerate(("A1", "A0")):
        check.felt(sensor, True, 10.0 * at)
    text = seated.get("/service").text
    assert "2 holes are wired otherwise than the board file says." in text
    answer = seated.get("/service/board.toml")
    assert 'filename="board.toml"' in answer.headers["Content-Disposition"]
    holes = tomllib.loads(answer.text)["holes"]
    assert holes["A0"]["input"] == "main:1"
    assert holes["A1"]["input"] == "main:0"
    assert holes["A0"]["pixels"] == "main:0"
    assert not table.saved
    assert seated.submit("/service/board-file", {}).status_code == 303
    assert table.saved
    assert table.service_mode.check is None, "a marble more would be learned by old and new wires"


def test_there_is_one_main_button_at_most(table: Any, seated: Any) -> None:
    """page.md 1: honey means "touch me", and two of them mean nothing."""

    def honey(query: str = "") -> list[str]:
        text = seated.get(f"/service{query}").text
        main = re.findall(r'<(?:a|button) class="button honey"[^>]*>', text)
        return [re.findall(r'data-do="(\w+)"', button)[0] for button in main]

    assert honey() == ["visit"]
    assert honey("?hole=A3") == ["hole"]
    seated.submit("/service", {"do": "learn"})
    assert honey() == []
    for at, hole in enumerate(table.drawing().holes):
        table.service_mode.check.felt(hole, True, 10.0 * at)
    assert honey() == ["download"]
    seated.submit("/service", {"do": "stop"})
    assert honey("?hole=A3") == ["end"]


def test_learning_asks_where_the_light_is(table: Any, seated: Any) -> None:
    seated.submit("/service", {"do": "learn", "value": "ask"})
    assert "data-asks-where" not in seated.get("/service").text
    table.service_mode.check.felt("A5", True, 1.0)
    text = seated.get("/service?hole=A3").text
    assert "data-asks-where" in text
    assert "Felt. Tap that hole on the picture." in text
    assert "The light is here" in text


@pytest.mark.parametrize(
    ("fields", "status"),
    [({}, 400), ({"do": "dance"}, 400), ({"do": "believe", "hole": "A1"}, 409)],
)
def test_what_cannot_be_done_is_a_sentence(
    seated: Any, fields: dict[str, str], status: int
) -> None:
    assert seated.submit("/service", fields).status_code == status


def test_a_board_that_does_not_fit_says_why_and_what_to_do(table: Any, seated: Any) -> None:
    table.link = "refused"
    table.why = "The board says it has 89 holes, 133 are needed: connect the other board."
    text = seated.get("/service").text
    assert "This board does not fit." in text
    assert f'data-why="refused">{table.why}<' in text


def test_lights_that_stay_dark_are_told_while_the_sensors_are_well(table: Any, seated: Any) -> None:
    assert "data-dark" not in seated.get("/service").text
    table.dark = "The pixels at D18 need root on this Pi: run as root, or use neopixel_spi."
    text = seated.get("/service").text
    assert "The lights stay dark." in text
    assert table.dark in text
    assert 'data-do="visit"' in text


@pytest.mark.parametrize("start", STARTS)
def test_a_picos_program_is_told_and_whether_it_fell(table: Any, seated: Any, start: str) -> None:
    assert "CircuitPython" not in seated.get("/service").text
    table.about = BoardAbout("x", 3, 133, 133, True, {}, Health(start, "10.2.1", 72, 91))
    text = seated.get("/service").text
    assert "CircuitPython 10.2.1 · longest turn 72\u00a0ms · 91\u00a0kB\u00a0free" in text
    assert f"service.start.{start}" not in text, "each reason has its words"
    assert ("started anew by itself" in text) is (start in ("hang", "error"))


def test_a_lost_link_is_said_first(table: Any, seated: Any) -> None:
    table.link = "down"
    text = seated.get("/service").text
    assert "The board does not answer." in text
    assert 'data-do="visit"' not in text
    table.link = "up"
    seated.submit("/service", {"do": "visit"})
    table.link = "down"
    text = seated.get("/service").text
    assert "The board does not answer." in text
    assert "put a marble on" not in text


def test_programs_get_the_same_as_json(table: Any, seated: Any) -> None:
    wear(table, "A2", 5)
    data = seated.get("/api/service").json
    assert data["holes"][2] == {
        "hole": "A2", "number": 2, "full": True, "changes": 5, "flickers": 0, "rest": 1.0,
        "aside": "", "wire": "",
    }  # fmt: skip
    assert data["device"]["name"] == "fake"
    assert data["findings"] == []


def test_the_menu_leads_there(seated: Any) -> None:
    assert 'href="/service"' in seated.get("/menu").text


def test_forms_need_their_token(seated: Any) -> None:
    for path in ("/service", "/service/board-file", "/host", "/host/leave"):
        assert seated.client.post(path, data={"do": "visit"}).status_code in (400, 403)
