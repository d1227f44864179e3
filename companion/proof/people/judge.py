"""The judge of the hands simulator: the engine alone judges what the journal says was played.

The judge shares no object with the table. So it never takes the table's word for the table's deed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.games.packs import PACKS
from companion.model.journal import Row
from engine.action import CHANCE_SEAT, Action
from engine.errors import EngineError
from engine.game import Game, Position

from .intent import Occupancy, intend


class Written(Protocol):
    """The source of the rows: ``MemoryJournal``, or a copy of a real journal's rows."""

    @property
    def rows(self) -> Sequence[Row]:
        """Rows of the open game, oldest first."""


class Judge:
    """A replay of the open game's rows as they appear.

    ``position``  what is committed now
    ``illegal``   number of rows so far that were no legal action where they stand
    ``undone``    number of rows so far that took something back
    ``returned``  positions so far to which hands on the board went back
    ``played``    number of actions so far, without preludes and chance
    """

    def __init__(self, game: Game, journal: Written) -> None:
        self._plain = self._game = game
        self._journal = journal
        self._seen = 0
        self._steps: list[tuple[Position, Action, bool]] = []
        self.position: Position
        self.illegal = 0
        self.undone = 0
        self.played = 0
        self.returned: list[Position] = []
        self.catch_up()

    @property
    def chosen(self) -> Position:
        """The position after the last action, before chance went on from there."""
        at = self.position
        for before, _, chance in reversed(self._steps):
            if not chance:
                break
            at = before
        return at

    @property
    def made(self) -> tuple[Position, Action] | None:
        """The last action that was no chance, and its position. None before the first."""
        made = ((at, action) for at, action, chance in reversed(self._steps) if not chance)
        return next(made, None)

    @property
    def announced(self) -> Occupancy:
        """The board as hands announce the last action, without its further consequences (PP-17)."""
        made = self.made
        if made is None or not made[1].displacements:
            return self.chosen.occupancy()
        return intend(made[0], None, made[1]).shown

    def earlier(self) -> list[Position]:
        """The positions that led here, the oldest first."""
        return [position for position, _, _ in self._steps]

    def led_to(self, position: Position) -> list[str]:
        """The actions that led to a position, the latest first."""
        trail = [(at, action.text) for at, action, chance in self._steps if not chance]
        here = [n for n, (at, _) in enumerate(trail) if at == position]
        return [text for _, text in reversed(trail[: here[-1] if here else len(trail)])]

    def catch_up(self) -> None:
        """Read the rows written since the last time."""
        for row in list(self._journal.rows)[self._seen :]:
            self._seen += 1
            self._read(row)

    def _read(self, row: Row) -> None:
        if row.kind == "new":
            offer = PACKS.of(self._plain.name).offer
            self._game = offer.with_data(self._plain, row.data)
            self.position = self._game.new(offer.engine_options(row.data))
            self._steps = []
        elif row.kind == "action":
            self._act(row.text, int(row.data.get("seat", 0)))
        elif row.kind == "chance":
            self._make(Action(CHANCE_SEAT, row.text), chance=True)
        elif row.kind == "undo":
            self.undone += 1
            self._undo(int(row.data["steps"]))
            if row.data.get("by") == "hands":
                self.returned.append(self.position)
        elif row.kind == "edit":
            self.position = self._game.load(row.data["position"])
            self._steps = []

    def _act(self, text: str, seat: int) -> None:
        found = [a for a in self.position.legal() if a.text == text and a.seat == seat]
        if not found:
            self.illegal += 1
            return
        self.played += not found[0].prelude
        self._make(found[0])

    def _make(self, action: Action, *, chance: bool = False) -> None:
        try:
            after = self.position.apply(action).position
        except EngineError:
            self.illegal += 1
            return
        self._steps.append((self.position, action, chance))
        self.position = after

    def _undo(self, steps: int) -> None:
        """Take back that many actions, each with the chance that followed it."""
        for _ in range(steps):
            while self._steps and self._steps[-1][2]:
                self.position = self._steps.pop()[0]
            if self._steps:
                self.position = self._steps.pop()[0]
