"""Nothing is read from a page that still loads: half of its elements or its style sheets may miss.

A click that leads to another page returns as soon as that page begins, and so does a page that
loads itself again. What Playwright then reads of it is true for a moment only: a page without its
style sheets has other sizes. So whatever reads a page waits for it first.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Locator, Page

OF_A_PAGE: Final = (
    "content", "eval_on_selector", "eval_on_selector_all", "evaluate", "get_attribute",
    "inner_text", "is_visible", "screenshot", "text_content",
)  # fmt: skip
OF_ELEMENTS: Final = (
    "all", "all_inner_texts", "bounding_box", "count", "evaluate", "evaluate_all", "get_attribute",
    "inner_text", "input_value", "is_disabled", "is_visible", "screenshot", "text_content",
)  # fmt: skip


def read_only_loaded() -> None:
    """Have all that reads a page, or elements on it, wait until the page has loaded."""
    for name in OF_A_PAGE:
        _wait(Page, name, lambda page: page)
    for name in OF_ELEMENTS:
        _wait(Locator, name, lambda elements: elements.page)


def _wait(kind: type, name: str, page_of: Callable[[Any], Page]) -> None:
    read = getattr(kind, name)

    @functools.wraps(read)
    def once_loaded(self: Any, *args: Any, **more: Any) -> Any:
        page_of(self).wait_for_load_state("load")
        return read(self, *args, **more)

    setattr(kind, name, once_loaded)
