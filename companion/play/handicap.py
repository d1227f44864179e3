"""A start for children: marbles that are home before the first turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

AHEAD: Final = "ahead"
"""Further option of a game: by seat, the marbles that begin home."""


def ahead(options: Mapping[str, Any]) -> Mapping[int, int]:
    """Seat → marbles that began home, where there are any, from the options of a game.

    >>> ahead({"options": {"ahead": [0, 2]}})
    {1: 2}
    """
    told = (options.get("options") or {}).get(AHEAD) or ()
    return {seat: count for seat, count in enumerate(told) if count}
