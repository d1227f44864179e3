"""The page's "That was misread": from the menu to a file that runs again (PP-41)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from waiting import until

from companion.flight import read_flight
from companion.proof.trace import replay

pytestmark = pytest.mark.needs_chromium


@pytest.fixture
def running(start_service: Any, tmp_path: Path) -> Iterator[Any]:
    """A service that has not begun any game."""
    service = start_service(tmp_path)
    yield service
    assert service.close() == 0


def kept(folder: Path) -> set[Path]:
    """The reports; they are written beside the game."""
    return set((folder / "misreads").glob("*.jsonl"))


def new_report(folder: Path, before: set[Path]) -> Path:
    """The one report more, once it is there."""
    until(lambda: kept(folder) - before, "no report was written")
    (path,) = kept(folder) - before
    return path


@pytest.mark.slow
def test_a_report_from_the_menu_is_kept_and_runs_again(open_page: Any, service: Any) -> None:
    before = kept(service.folder)
    service.new(players=[["A"], ["D"]])
    table = open_page(service.url)
    table.move("A", "Ap1", "A9")
    table.token("A9", "A")
    table.page.click("#menu summary")
    table.page.click('#menu [data-command="report"]')
    table.page.wait_for_function(
        "() => document.querySelector('[data-support]').innerText.includes('last minute')"
    )
    assert table.page.locator("#menu[open]").count() == 0
    path = new_report(service.folder, before)
    done = replay(read_flight(path))
    assert done.difference is None
    assert [row.text for line in read_flight(path).inputs for row in line.wrote][-1] == "Ap-A9"


def test_a_report_needs_no_script(open_page: Any, service: Any) -> None:
    before = kept(service.folder)
    service.new(players=[["A"], ["D"]])
    table = open_page(service.url, java_script_enabled=False)
    table.page.click("#menu summary")
    table.page.click('#menu [data-command="report"]')
    assert "last minute" in table.page.locator("[data-support]").inner_text()
    new_report(service.folder, before)


@pytest.mark.slow
def test_without_a_game_there_is_nothing_to_report(running: Any, open_page: Any) -> None:
    table = open_page(running.url + "table")
    table.page.click("#menu summary")
    assert table.page.locator('[data-command="report"]').count() == 0
