"""One option of a question: an outcome that some likely hypothesis believes."""

from __future__ import annotations

from typing import NamedTuple

from .endings import Log, Wood


class Option(NamedTuple):
    """What was played, and what stands on the exact holes then.

    ``wood`` is None where the question is only what was played.
    """

    log: Log
    wood: Wood | None = None
