"""How often Python looks for garbage that holds itself. In simulated time it looks seldom."""

from __future__ import annotations

import gc
from typing import Final

EVERY: Final = 200_000
"""So many new values are made between two looks; usually it is 700."""


def look_seldom() -> None:
    """Make the looks of this process few and short: stories and positions hold no circles.

    What was imported lives to the end and is not looked through again.
    """
    gc.freeze()
    gc.set_threshold(EVERY)
