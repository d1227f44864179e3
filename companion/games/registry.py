"""Which presenter serves which game: an explicit list, and a plain one for all others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.fast_track.presenter import FastTrackPresenter
from companion.games.racepack.presenter import RacepackPresenter

from .presenter import Presenter


class Presenters:
    """Presenters by game; a game without its own is shown by the base."""

    def __init__(self, presenters: Sequence[Presenter]) -> None:
        self._by_game = {presenter.game: presenter for presenter in presenters}
        self._plain = Presenter()

    def of(self, game: str) -> Presenter:
        """The presenter of that game."""
        return self._by_game.get(game, self._plain)


PRESENTERS: Final = Presenters((FastTrackPresenter(), RacepackPresenter()))
"""The presenters that come with the program."""
