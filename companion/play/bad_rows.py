"""What making a bad row of a journal or a record raises, and the reason in words."""

from __future__ import annotations

from typing import Final

from engine.errors import EngineError

BAD_ROW: Final = (
    EngineError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    StopIteration,
)
"""A row may be of rules that are no more, or of another shape than it had."""


def reason(error: Exception) -> str:
    """Why a row cannot be made; of an error without a text its name.

    >>> reason(ValueError("no such hole")), reason(TypeError())
    ('no such hole', 'TypeError')
    """
    return str(error) or type(error).__name__
