"""What the bar of the table shows besides names: how much of the board needs a look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.model.view import View

AWAY: Final = ("down", "refused")
"""States of a link that somebody has to do something about."""


def amiss(view: View, say: Callable[..., str]) -> str:
    """``2 need a look``: sensors set aside, and the board if it is away; empty where all is well.

    ``say`` gives the page's word of a key.
    """
    count = len(view.aside) + (view.link in AWAY)
    if not count:
        return ""
    return say("page.amiss.one") if count == 1 else say("page.amiss.many", n=count)
