"""The sensors' page and the commands that arrange a board, behind a whole table (PP-12, PP-13)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model.commands import Edit, Restore, SetAside
from companion.model.reading import COMMANDS
from companion_web.api.schema import as_command
from companion_web.drawing.heat_map import RESTS, heat
from companion_web.errors import Malformed


@pytest.fixture
def seated(browser: Any) -> Any:
    """A browser that has seen the table, so that it plays for it."""
    browser.get("/")
    return browser


def test_without_a_game_there_are_no_sensors(
    make_table: Any, make_app: Any, make_browser: Any
) -> None:
    text = make_browser(make_app(make_table())).get("/sensors").text
    assert "No game is open" in text
    assert "<select" not in text


def test_every_hole_can_be_set_aside_and_believed_again(table: Any, seated: Any) -> None:
    text = seated.get("/sensors").text
    assert "All sensors are believed." in text
    assert text.count("<option") == 133
    answer = seated.submit("/sensors", {"command": "set_aside", "hole": "A9"})
    assert answer.status_code == 303
    assert answer.headers["Location"].endswith("/sensors")
    assert table.commands[-1][0] == SetAside("A9")
    text = seated.get("/sensors").text
    assert 'data-aside="A9"' in text
    assert text.count("<option") == 132
    assert "one needs a look" in seated.get("/menu").text
    seated.submit("/sensors", {"command": "restore", "hole": "A9"})
    assert table.commands[-1][0] == Restore("A9")
    assert "All sensors are believed." in seated.get("/sensors").text


def test_a_refusal_stands_on_the_page(seated: Any) -> None:
    answer = seated.submit("/sensors", {"command": "restore", "hole": "A9"})
    assert answer.status_code == 409
    assert "A9 is not set aside." in answer.text


@pytest.mark.parametrize("fields", [{}, {"hole": "A9"}, {"command": "close", "hole": "A9"}])
def test_a_form_that_says_nothing_is_malformed(seated: Any, fields: dict[str, str]) -> None:
    assert seated.submit("/sensors", fields).status_code == 400
    german = {"Accept-Language": "de"}
    told = seated.client.post(
        "/sensors", data={**fields, "csrf_token": seated.csrf}, headers=german
    )
    assert "Wähl ein Loch, und ob es stillgelegt oder ihm wieder geglaubt werden soll." in told.text


def test_the_form_needs_its_token(seated: Any) -> None:
    answer = seated.client.post("/sensors", data={"command": "set_aside", "hole": "A9"})
    assert answer.status_code in (400, 403)


def test_the_commands_are_read_strictly() -> None:
    assert {"edit", "set_aside", "restore", "keep"} <= set(COMMANDS)
    edit = as_command({"command": "edit", "marbles": {"A9": "A"}, "seat": 1})
    assert edit == Edit({"A9": "A"}, 1)
    wrong: list[dict[str, Any]] = [
        {"command": "edit"},
        {"command": "edit", "marbles": ["A9"]},
        {"command": "edit", "marbles": {"A9": 1}},
        {"command": "edit", "marbles": {}, "seat": "1"},
        {"command": "set_aside"},
        {"command": "restore", "hole": "A9", "why": "x"},
    ]
    for body in wrong:
        with pytest.raises(Malformed):
            as_command(body)


def test_the_steps_of_the_heat_map() -> None:
    assert [heat(n) for n in (0, 1, 4, 5, 10, 20, 500)] == [0, 1, 1, 2, 3, 4, 4]
    assert [heat(s, RESTS) for s in (0, 0.5, 2, 10, 60)] == [0, 1, 2, 3, 4]
