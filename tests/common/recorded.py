"""Games that are played by chance, and written as the table writes them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from companion.games.packs import PACKS
from companion.model.journal import GameRecord, Journal
from companion.model.past import GameResult
from companion.play import beginning
from companion.play.open_game import OpenGame
from companion.play.results import result
from companion.store.memory import MemoryJournal
from engine.action import Action
from engine.game import CHANCE, OVER
from engine.registry import REGISTRY

TWO = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
GAMES: dict[str, dict[str, Any]] = {
    "fast_track": TWO,
    "wahoo": {
        "game": "wahoo",
        "rules": "wahoo",
        "board": "square",
        "players": [["A"], ["B"]],
        "options": {"dice": "service"},
    },
    "racepack": {
        "game": "racepack",
        "players": [["A"], ["B"], ["C"], ["D"]],
        "options": {"laps": 1, "dice": "service"},
    },
    "fhtagn": {"game": "fhtagn", "players": [["A"], ["B"], ["C"]]},
}


class Wall:
    """A clock that goes on by a set time with every row."""

    def __init__(self) -> None:
        self.t, self.step = 1000.0, 2.0

    def __call__(self) -> float:
        self.t += self.step
        return self.t


class Played:
    """A game that is played by chance, written as the table writes it."""

    def __init__(self, options: Mapping[str, Any], journal: Journal | None = None) -> None:
        self.wall = Wall()
        self.journal = journal or MemoryJournal(wall=self.wall)
        self.pack = PACKS.of(str(options["game"]))
        settled = self.pack.offer.settled(options)
        self.game: OpenGame = beginning.begin(self.journal, REGISTRY, self.pack, settled)
        self.rng = random.Random(7)

    def go(self, *texts: str) -> Played:
        for text in texts:
            legal = self.game.position.legal()
            self.game.play(next(a for a in legal if a.text == text))
        return self

    def on(self, most: int) -> Played:
        """Play on, ``most`` steps or to the end."""
        for _ in range(most):
            position = self.game.position
            if position.to_act is OVER:
                break
            if position.to_act is CHANCE:
                self.game.draw(self.rng)
            else:
                self.game.play(self.rng.choice(_lively(position.legal())))
        return self

    @property
    def record(self) -> GameRecord:
        """The rows as they were written."""
        record = self.journal.current()
        assert record is not None
        return record

    def result(self) -> GameResult:
        return result(REGISTRY, self.pack, self.record)


def _lively(legal: Any) -> list[Action]:
    """What brings a random game on: moves before passes."""
    moving = [a for a in legal if a.displacements or a.prelude]
    return moving or list(legal)
