"""Why a placement is not legal now: rule, reason, blocking hole (``Position.explain``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...game import Explanation

if TYPE_CHECKING:
    from .position import FastTrackPosition


def explain(position: FastTrackPosition, frm: str, to: str) -> Explanation:
    """Legal when some listed action has this displacement; else count is all that is known."""
    for action in position.legal():
        if (frm, to) in action.displacements:
            return Explanation(True)
    return Explanation(False, "FT-9", "no move of this card goes there", None, "refusal.count")
