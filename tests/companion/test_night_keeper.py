"""A finished game leaves the table with its night, also with one that ends by itself."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from recorded import TWO, Played
from service_here import ServiceHere
from waiting import until

from companion.errors import JournalError
from companion.model.commands import Caller, Close
from companion.model.night import NIGHT_SECONDS
from companion.service.night_keeper import STAYS, NightKeeper
from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal

OPENED = 1_000_000.0


class AtTable:
    """A table with a game that is over or not, and a book of its one night."""

    def __init__(self) -> None:
        self.state, self.game = "choose_card", "7"
        self.opened, self.ended, self.over = OPENED, None, OPENED + 600.0
        self.now, self.broken = OPENED + 700.0, False
        self.set_by = 0.0
        self.closed: list[Caller] = []
        self.left = threading.Event()
        self._wake: Callable[[int], None] = lambda seq: None

    def view(self, audience: int | None) -> Any:
        return SimpleNamespace(game=SimpleNamespace(id=self.game), state=self.state)

    def subscribe(self, wake: Callable[[int], None]) -> Callable[[], None]:
        self._wake = wake
        return lambda: None

    def submit(self, command: object, caller: Caller) -> None:
        assert command == Close(over=True)
        self.closed.append(caller)
        self.becomes("idle")
        self.left.set()

    def nights(self) -> list[Any]:
        if self.broken:
            raise JournalError("the disk is gone")
        result = SimpleNamespace(id="7", ended=self.over)
        games = (SimpleNamespace(result=result),)
        return [SimpleNamespace(opened=self.opened, ended=self.ended, games=games)]

    def becomes(self, state: str) -> None:
        self.state = state
        self._wake(0)


@pytest.fixture
def table() -> AtTable:
    return AtTable()


def kept(table: AtTable) -> NightKeeper:
    return NightKeeper(
        table,  # type: ignore[arg-type]
        table,  # type: ignore[arg-type]
        wall=lambda: table.now + table.set_by,
        clock=lambda: table.now - OPENED,
    )


def test_only_a_game_that_is_over_waits_for_the_end_of_its_night(table: AtTable) -> None:
    keeper = kept(table)
    assert keeper.seconds() is None
    table.becomes("over")
    assert keeper.seconds() == NIGHT_SECONDS - 700.0
    table.ended = OPENED + 4000.0
    assert keeper.seconds() == 3300.0, "somebody has ended the night"
    table.broken = True
    assert keeper.seconds() is None
    table.broken, table.game = False, "8"
    table.becomes("over")
    assert keeper.seconds() is None, "the book does not know that game"
    keeper.close()
    assert table.closed == []


def test_the_end_of_a_game_that_outlasted_its_night_stands_for_a_while(table: AtTable) -> None:
    table.over = table.now = OPENED + NIGHT_SECONDS + 60.0
    keeper = kept(table)
    table.becomes("over")
    assert keeper.seconds() == STAYS
    keeper.close()
    assert table.closed == []


@pytest.mark.parametrize("set_by", [40 * 365 * 86_400.0, -86_400.0])
def test_a_time_of_day_that_is_set_moves_no_end(table: AtTable, set_by: float) -> None:
    """A Pi has no clock of its own: the network may set it right by years in mid-game."""
    keeper = kept(table)
    table.becomes("over")
    table.set_by = set_by
    assert keeper.seconds() == NIGHT_SECONDS - 700.0
    table.ended = OPENED + NIGHT_SECONDS  # as the book tells it of a night that is over by now
    assert keeper.seconds() == NIGHT_SECONDS - 700.0
    table.ended = table.now + set_by  # somebody ends it at this time of day
    assert keeper.seconds() == (NIGHT_SECONDS - 700.0 if set_by > 0 else STAYS - 100.0)
    keeper.close()
    assert table.closed == []


def test_it_leaves_as_soon_as_the_time_of_day_is_there(table: AtTable) -> None:
    table.now = OPENED + NIGHT_SECONDS - 0.125
    keeper = kept(table)
    table.becomes("over")
    table.now += 0.125
    assert table.left.wait(20.0)
    assert table.closed == [Caller(host=True)]
    keeper.close()


def test_the_morning_after_the_first_page_is_at_rest(tmp_path: Path) -> None:
    """The service was off while the night ended, and takes the finished game up again."""
    (tmp_path / "board-id").write_text("house", encoding="utf-8")
    journal = SqlJournal(
        sqlite_url(tmp_path / "journal.db"), board_id="house", revision="1", wall=lambda: OPENED
    )
    options = {**TWO, "names": ["Anna", "Max"], "hands": "virtual", "first": 0}
    assert Played(options, journal).on(5_000).result().over
    journal.close()
    service = ServiceHere(tmp_path)
    client = service.app.test_client(use_cookies=False)
    until(lambda: client.get("/health").json["game"] is None)
    assert "Nobody plays yet." in client.get("/").text
    assert 'href="/replay/1"' in client.get("/history").text
    service.close()
