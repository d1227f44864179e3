"""Where a test waits in small steps, for what tells nobody when it comes about.

Another process, a file, a page of the service: they are asked again until they say so. Where the
thing itself can wake a test (an event, a queue, a selector on the page), the test waits for that.
What a table page shows is awaited by the page itself (`table_page.met`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from playwright.sync_api import Page

Found = TypeVar("Found")
STEP = 0.01
"""Seconds between two looks: short beside what a person notices, and cheap."""


def until(
    holds: Callable[[], Found],
    what: str | Callable[[], object] = "it did not come about",
    seconds: float = 20.0,
) -> Found:
    """Look until ``holds`` says something true, and give that back.

    ``what`` is said when ``seconds`` have passed. A busy machine is slow and no finding, so the
    deadline is far off: a test that is well never gets near it.
    """
    end = time.monotonic() + seconds
    between = threading.Event()
    while not (found := holds()):
        assert time.monotonic() < end, what() if callable(what) else what
        between.wait(STEP)
    return found


def beat(seconds: float) -> None:
    """One beat of what the test itself plays: a board's turn, a hand that no faster hand outdoes.

    Its rate belongs to the thing that is played. It is not for waiting until something happens.
    """
    threading.Event().wait(seconds)


AHEAD = "ms => document.getAnimations().forEach(one => { one.currentTime += ms; })"


def later(page: Page, milliseconds: int) -> None:
    """Have a page whose clock is installed believe that so much time went by.

    Its timers fire, its animations run on; nobody waits.
    """
    page.clock.run_for(milliseconds)
    page.evaluate(AHEAD, milliseconds)
