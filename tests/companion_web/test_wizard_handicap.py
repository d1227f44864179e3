"""Marbles ahead and help in the set-up: chosen there, or taken from what is kept of a name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import night_scene
import pytest
from werkzeug.datastructures import MultiDict

from companion.model.players import Player
from companion_web import WebConfig, close_streams, create_app
from companion_web.pages.wizard import read_wizard

LEA = {"lea": Player("Lea", "D", "hint", 2)}


def form(*fields: tuple[str, str]) -> Any:
    return read_wizard(MultiDict([("count", "2"), *fields]))


def test_what_is_chosen_goes_with_its_seat_whatever_the_order_of_the_form() -> None:
    rows = [("players", "D"), ("players", "A"), ("names", "Lea"), ("names", "Max")]
    wishes = [("ahead", "1"), ("ahead", ""), ("help", ""), ("help", "none")]
    command = form(*rows, *wishes).command()
    assert (command.players, command.names) == ([["A"], ["D"]], ["Max", "Lea"])
    assert (command.options or {})["ahead"] == [0, 1]
    assert command.help == ["none", ""]


def test_what_is_kept_of_a_name_is_taken_where_nothing_is_chosen() -> None:
    rows = [("names", "LEA"), ("names", "Max")]
    command = form(*rows).command(people=LEA)
    assert ((command.options or {})["ahead"], command.help) == ([2, 0], ["hint", ""])
    chosen = form(*rows, ("ahead", "0"), ("help", "legal")).command(people=LEA)
    assert "ahead" not in (chosen.options or {})
    assert chosen.help == ["legal", ""]


def test_a_race_has_no_marbles_to_be_ahead() -> None:
    race = read_wizard(MultiDict([("game", "racepack"), ("names", "Lea"), ("ahead", "2")]))
    assert "ahead" not in (race.command(people=LEA).options or {})


@pytest.mark.parametrize("text", ["3", "-1", "many"])
def test_what_nobody_offered_is_left_out(text: str) -> None:
    assert form(("ahead", text), ("help", text)).command().help is None


@pytest.fixture
def app(table: Any, tmp_path: Path) -> Iterator[Any]:
    kept = night_scene.Kept(tmp_path, night_scene.two_nights())
    kept.book.keep(Player("Lea", "D", "hint", 2))
    config = WebConfig(secret_key="a secret of the wizard's tests")
    made = create_app(config, table=table, past=kept.past, book=kept.book)
    yield made
    close_streams(made)
    kept.close()


def test_the_page_offers_the_names_and_starts_with_what_is_kept(browser: Any, table: Any) -> None:
    page = browser.get("/new?game=wahoo&count=2").text
    assert '<option value="Lea" data-colour="D" label="Lea, Green">' in page
    assert page.count('name="ahead"') == 2
    assert 'name="ahead"' not in browser.get("/new?game=racepack").text
    browser.submit("/new", {"game": "wahoo", "count": "2", "names": ["Lea", "Max"]})
    sent = table.commands[-1][0]
    assert (sent.options["ahead"], sent.help) == ([2, 0], ["hint", ""])
