"""The score book as the page knows it: nights, and the people who play here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, Protocol

from . import score_refusals
from .night import Night, Scores
from .players import Player, Players


class Book(Scores, Players, Protocol):
    """Both of them."""


class NoBook:
    """The score book where no journal is kept: it is empty, and nothing can be written."""

    def nights(self) -> Sequence[Night]:
        """None."""
        return ()

    def csv(self, night: Night) -> str:
        """Nothing."""
        return ""

    def play_file(self, night: Night) -> Mapping[str, Any]:
        """Nothing."""
        return {}

    def end(self, who: str) -> None:
        """No night goes on."""
        self._refuse()

    def reopen(self, who: str) -> None:
        """No night was ended."""
        self._refuse()

    def choose(self, who: str, night: int, scheme: str) -> None:
        """No night goes on."""
        self._refuse()

    def correct(self, who: str, game_id: str, changes: Mapping[tuple[int, str], str]) -> None:
        """There is no such game."""
        raise score_refusals.unknown_game()

    def players(self) -> Sequence[Player]:
        """None."""
        return ()

    def keep(self, player: Player, was: str = "") -> None:
        """Nothing is kept."""
        self._refuse()

    def forget(self, name: str) -> None:
        """Nobody is known."""
        raise score_refusals.unknown_player()

    def _refuse(self) -> NoReturn:
        raise score_refusals.no_night()
