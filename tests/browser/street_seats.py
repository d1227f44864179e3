"""Pages that hold seats of a street race, each in a browser of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SEND = """async ([path, body]) => (await fetch(path, {method: 'POST', body: JSON.stringify(body),
    headers: {'Content-Type': 'application/json',
        'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content}})).status"""


def seated(open_page: Callable[..., Any], url: str, *seats: int, **more: Any) -> Any:
    """A page that holds these seats, in a browser of its own."""
    page = open_page(url, **more)
    assert [page.page.evaluate(SEND, ["/api/seats", {"seat": seat}]) for seat in seats] == [
        200
    ] * len(seats)
    page.reload()
    page.page.wait_for_selector("body[data-seq]")
    return page


def act(page: Any, action: str) -> None:
    """An action of this page's seat, sent as the page sends it."""
    body = {"command": "act", "action": action}
    assert page.page.evaluate(SEND, ["/api/commands", body]) == 200
