"""``trackside identify``: which actions the sensors alone cannot tell apart (PP-42)."""

from __future__ import annotations

from companion.proof.identify import configure, run

__all__ = ["configure", "run"]
