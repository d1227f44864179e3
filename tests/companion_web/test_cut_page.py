"""The cut with cards of paper: one by one, by the service, or not at all."""

from __future__ import annotations

from typing import Any

FORM: dict[str, Any] = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "hands": "physical",
    "count": "2",
    "players": ["A", "D"],
    "names": ["Anna", "Dora"],
    "first": "cut",
}


def submitted(make_table: Any, make_app: Any, make_browser: Any, **more: Any) -> tuple[Any, Any]:
    """The answer to the form, and the table."""
    table = make_table()
    browser = make_browser(make_app(table))
    browser.get("/new")
    return browser.submit("/new", {**FORM, **more}), table


def test_cards_are_asked_for_one_by_one(make_table: Any, make_app: Any, make_browser: Any) -> None:
    rig = (make_table, make_app, make_browser)
    page, table = submitted(*rig)
    assert "Anna, cut a card." in page.text
    page, table = submitted(*rig, told=["K"])
    assert "Dora, cut a card." in page.text
    page, table = submitted(*rig, told=["K", "K"])
    assert "Tie: Anna and Dora cut again." in page.text
    assert table.commands == []
    page, table = submitted(*rig, told=["K", "K", "3", "A"])
    assert page.status_code == 303
    assert table.commands[0][0].options == {"cut": ["K", "K", "3", "A"]}


def test_the_service_cuts_or_people_know(make_table: Any, make_app: Any, make_browser: Any) -> None:
    rig = (make_table, make_app, make_browser)
    _, table = submitted(*rig, auto="1")
    assert table.commands[0][0].options == {"cut": True}
    _, table = submitted(*rig, first="1")
    assert table.commands[0][0].first == 1
    page, table = submitted(*rig, told=["K", "Anna"])
    assert "Anna, cut a card." in page.text
    _, table = submitted(*rig, hands="virtual")
    assert table.commands[0][0].options == {"cut": True}
