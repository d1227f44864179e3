"""All that a damaged journal makes the page say can be read whole on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.needs_chromium


@pytest.mark.slow
def test_the_way_back_fits_the_page(tmp_path: Path, start_service: Any, borrow: Any) -> None:
    folder = tmp_path / "a-long-name-of-a-folder-without-any-blank-to-break-a-line-at"
    service = start_service(folder)
    for _ in range(2):  # the second game closes the first, of which a copy is made
        service.new(players=[["A"], ["C"]], hands="physical")
    assert service.close() == 0
    (folder / "journal.db").write_bytes(b"no journal")

    service = start_service(folder)
    page = borrow((360, 640))
    wide = {}
    for path in ("new", "menu", "service"):
        page.goto(service.url + path)
        assert "journal restore 1" in page.locator("[data-notes]").inner_text()
        wide[path] = page.evaluate("document.documentElement.scrollWidth")
    assert service.close() == 0
    assert set(wide.values()) == {360}, wide
