"""What was shown last and is not written yet: digests are made late, so that nobody waits."""

from __future__ import annotations

from collections.abc import Mapping

from companion.lights.layers import Lit
from companion.model.view import View

from .lines import Seen, digest, lights_digest


class Shown:
    """The public view and the lights that people saw, until they become a line."""

    def __init__(self) -> None:
        self._seq = -1
        self._view: View | None = None
        self._digest = ""
        self._lit_frames = -1
        """How often the lights had changed when they were last written."""

    def show(self, view: View) -> None:
        """Take the view that people see now."""
        if view.seq != self._seq:
            self._view, self._seq = view, view.seq

    def line(self, seq: int, frames: int, lit: Mapping[str, Lit]) -> Seen | None:
        """What is not written yet, of a table at ``seq`` whose lights changed ``frames`` times.

        None if nothing was shown since.
        """
        relit = frames != self._lit_frames and seq == self._seq
        if self._view is None and not relit:
            return None
        if self._view is not None:
            self._digest, self._view = digest(self._view), None
        if relit:
            self._lit_frames = frames
        return Seen(self._seq, self._digest, lights_digest(lit) if relit else None)
