"""What was taken back since anybody played, for redo to make again (PP-11)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.game import Position

from .steps import Step, players


class Takeback(NamedTuple):
    """The steps that one takeback took, the position before it, and how many steps it left.

    ``by_hands``  nobody asked the page for it
    """

    steps: tuple[Step, ...]
    position: Position
    kept: int
    by_hands: bool


@dataclass
class Takebacks:
    """The takebacks that redo can still make again.

    ``undone``  the last one at the end
    ``seats``  those whose actions were taken back or made again since anybody played; None: neither
    ``replaced``  what was played last took the place of what redo can make again (I8)
    """

    undone: list[Takeback] = field(default_factory=list)
    seats: frozenset[int] | None = None
    replaced: bool = False

    def add(self, takeback: Takeback) -> None:
        """Keep what was just taken back."""
        self.undone.append(takeback)
        self._led(takeback)

    def made_again(self) -> Takeback:
        """Give up the last one, which now stands again."""
        takeback = self.undone.pop()
        self._led(takeback)
        return takeback

    def played(self, *, instead: bool, by_itself: bool) -> None:
        """An action stands now, so nothing can be made again any more, with two exceptions.

        ``instead``  the action took the place of what was taken back
        ``by_itself``  chance or the table made it, after an action that took such a place
        """
        self.seats = None
        self.replaced = instead or (self.replaced and by_itself)
        if not self.replaced:
            self.undone.clear()

    def _led(self, takeback: Takeback) -> None:
        self.seats = (self.seats or frozenset()) | players(takeback.steps)
        self.replaced = False
