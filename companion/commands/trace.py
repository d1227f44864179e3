"""``trackside trace replay FILE``: run a recorded flight again (PP-41)."""

from __future__ import annotations

from companion.proof.trace import configure, run

__all__ = ["configure", "run"]
