"""What a rehearsal answers: the table as it is seen, in the words and the form of the web."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from companion.games.board_data import board_json, own_side
from companion.model.view import View
from companion.service.published import run_on
from companion.table.table import Table
from companion.words import render
from companion.words.worded_view import Parts, plain_view, say
from engine.board import Board

LANGUAGE: Final = "en"

Page = Callable[[View, Board | None], dict[str, Any]]
"""What the page makes of a view (its key ``page``)."""


class Sight:
    """One table as its answers show it. ``page`` adds the key ``page`` to a view, if given."""

    def __init__(self, table: Table, page: Page | None) -> None:
        self._table, self._page = table, page
        self._parts = Parts()
        self._seq = -1
        self._made: dict[int | None, float] = {}
        """Audience → when its view of this state was made."""
        self._worded: tuple[View, dict[str, Any]] | None = None
        self._prompt: tuple[View, dict[str, Any]] | None = None

    @property
    def seq(self) -> int:
        """Rises with every change of the views."""
        return self._table.seq

    def view(self, audience: int | None, now: float) -> View:
        """The view as of now."""
        if self._seq != self._table.seq:
            self._seq = self._table.seq
            self._made.clear()
        view, made = self._table.view(audience), self._made.setdefault(audience, now)
        return view if now <= made else run_on(view, now - made)

    def prompt(self) -> dict[str, Any]:
        """The public sentence with its words."""
        view = self._table.view(None)
        if self._prompt is None or self._prompt[0] is not view:
            self._prompt = view, say(view.prompt.message, render, LANGUAGE)
        return self._prompt[1]

    def worded(self, audience: int | None, now: float) -> dict[str, Any]:
        """The view as ``GET /api/table`` answers it."""
        view = self.view(audience, now)
        if self._worded is None or self._worded[0] is not view:
            data = plain_view(view, render, LANGUAGE, self._parts)
            if self._page is not None:
                data["page"] = self._page(view, self._table.drawing())
            self._worded = view, data
        return self._worded[1]

    def lights(self) -> dict[str, str]:
        """Hole → role of every light that is on."""
        return {hole: lit.role.value for hole, lit in self._table.lit.items()}

    def board(self, audience: int | None, now: float) -> dict[str, Any] | None:
        """The board as ``GET /api/board`` answers it; None without a game."""
        drawn = self._table.drawing()
        if drawn is None:
            return None
        return board_json(drawn, own_side(self.view(audience, now), drawn))


def lasting(view: View) -> View:
    """The view without its number and the seconds that run down, to be compared with another."""
    window, timer, pending = view.window, view.timer, view.pending
    if window is not None and window.seconds is not None:
        window = msgspec.structs.replace(window, seconds=0.0)
    if timer is not None:
        timer = msgspec.structs.replace(timer, seconds=0.0)
    if pending is not None:
        pending = msgspec.structs.replace(pending, seconds=0.0)
    return msgspec.structs.replace(view, seq=0, window=window, timer=timer, pending=pending)
