"""Hands on the board of the web tests' fake table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from companion.errors import HandRefused
from companion.model.view import InHand
from engine.board import Board


class Laid(Protocol):
    """The table that the hands play at."""

    def drawing(self) -> Board | None:
        """The board; None without a game."""

    def touched(self) -> None:
        """A marble left its hole."""

    def placed(self, held: InHand, hole: str) -> None:
        """A marble came into a hole."""


class FakeHands:
    """Every put is matched to the legal moves."""

    def __init__(self, table: Laid) -> None:
        self._table = table
        self.tokens: dict[str, str] = {}
        self.held: list[InHand] = []
        self.lifted: dict[int, str] = {}
        """Marble in the hand (its ``id``) → the hole it was lifted from, wherever it belongs."""
        self.strayed: dict[str, str] = {}
        """Hole in which a marble stands wrongly → the hole it came from."""
        self.faults: dict[str, bool] = {}

    def lift(self, hole: str) -> None:
        self._known(hole)
        if hole not in self.tokens:
            raise HandRefused("empty-hole", f"There is no marble in {hole}.")
        self.held.append(InHand(self.tokens.pop(hole), self.strayed.pop(hole, hole)))
        self.lifted[id(self.held[-1])] = hole
        self._table.touched()

    def put(self, hole: str, token: str | None = None, origin: str | None = None) -> None:
        self._known(hole)
        if hole in self.tokens:
            raise HandRefused("full-hole", f"There is a marble in {hole} already.")
        if not self.held:
            raise HandRefused("nothing-in-hand", "There is no marble in the hand.")
        found = next(
            (
                h
                for h in reversed(self.held)
                if token in (None, h.token) and origin in (None, self.lifted[id(h)])
            ),
            None,
        )
        if found is None:
            raise HandRefused("no-such-token", f"No {token or origin} marble is in the hand.")
        self.held.remove(found)
        self.tokens[hole] = found.token
        self._table.placed(found, hole)

    def set_out(
        self,
        board: str,
        holes: Sequence[str],
        tokens: Mapping[str, str],
        beside: Sequence[str] = (),
    ) -> None:
        self.tokens, self.held, self.strayed = dict(tokens), [], {}

    def in_hand(self) -> tuple[str, ...]:
        return tuple(held.token for held in self.held)

    def fault(self, name: str, on: bool) -> None:
        self.faults[name] = on

    def _known(self, hole: str) -> None:
        drawn = self._table.drawing()
        if drawn is None or hole not in drawn.holes:
            raise HandRefused("unknown-hole", f"This board has no hole {hole}.")
