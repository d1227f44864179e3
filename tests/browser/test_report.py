"""The page's "That was misread": from the menu to a file that runs again (PP-41)."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from waiting import until

from companion.flight import read_flight
from companion.proof.trace import replay

pytestmark = pytest.mark.needs_chromium


def _service() -> Any:
    spec = importlib.util.spec_from_file_location(
        "report_conftest", Path(__file__).with_name("conftest.py")
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Service


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Any]:
    """A service whose folder is known."""
    service = _service()(tmp_path, dwell_ms=120, said_ms=150)
    yield service
    assert service.close() == 0


def reports(folder: Path, count: int) -> list[Path]:
    """The reports, once there are so many; they are written beside the game."""

    def written() -> list[Path] | None:
        found = sorted((folder / "misreads").glob("*.jsonl"))
        return found if len(found) >= count else None

    return until(written, "no report was written") or []


def test_a_report_from_the_menu_is_kept_and_runs_again(
    open_page: Any, running: Any, tmp_path: Path
) -> None:
    running.new(players=[["A"], ["D"]])
    table = open_page(running.url)
    table.card("A")
    table.role("Ap1", "movable")
    table.tap("Ap1")
    table.role("A9", "destination")
    table.tap("A9")
    table.token("A9", "A")
    table.page.click("#menu summary")
    table.page.click('#menu [data-command="report"]')
    table.page.wait_for_function(
        "() => document.querySelector('[data-support]').innerText.includes('last minute')"
    )
    assert table.page.locator("#menu[open]").count() == 0
    (path,) = reports(tmp_path, 1)
    done = replay(read_flight(path))
    assert done.difference is None
    assert [row.text for line in read_flight(path).inputs for row in line.wrote][-1] == "Ap-A9"


def test_a_report_needs_no_script(open_page: Any, running: Any, tmp_path: Path) -> None:
    running.new(players=[["A"], ["D"]])
    table = open_page(running.url, java_script_enabled=False)
    table.page.click("#menu summary")
    table.page.click('#menu [data-command="report"]')
    assert "last minute" in table.page.locator("[data-support]").inner_text()
    reports(tmp_path, 1)


def test_without_a_game_there_is_nothing_to_report(open_page: Any, running: Any) -> None:
    table = open_page(running.url + "table")
    table.page.click("#menu summary")
    assert table.page.locator('[data-command="report"]').count() == 0
