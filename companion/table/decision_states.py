"""The table's state for each decision of the recogniser."""

from __future__ import annotations

from typing import Final

from companion.model.states import TableState
from companion.recogniser.recogniser import Kind

BY_KIND: Final = {
    Kind.LIFTED: TableState.LIFTED,
    Kind.HALF: TableState.HALF,
    Kind.STRAY: TableState.STRAY,
    Kind.WRONG: TableState.WRONG,
    Kind.ASK: TableState.ASK,
    Kind.CARD: TableState.ASK,
    Kind.UNSEEN: TableState.ASK,
    Kind.CORRECTION: TableState.CORRECTION,
}
"""The state that each decision of the recogniser leads to; REST is told apart by the position."""

QUESTIONS: Final = frozenset({Kind.ASK, Kind.CARD, Kind.UNSEEN})
"""Decisions that are questions to the players."""
