"""The board of a rehearsal: which holes are full, whatever the table has heard of it."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.ports import Snapshot

from . import refused


class Wood:
    """Holes in sensor order, and those that are full. Without a game there are none yet."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self.kind = ""
        """The kind of the board; empty before one was laid."""
        self.full: frozenset[str] = frozenset()

    def lay(self, kind: str, holes: Iterable[str], full: Iterable[str]) -> None:
        """Lay a board of that kind with these holes, and fill some of them."""
        self.kind = kind
        self._numbers = {hole: number for number, hole in enumerate(holes)}
        self.stand(full)

    def stand(self, full: Iterable[str]) -> None:
        """Have marbles stand in these holes and in no others. LineRefused for an unknown one."""
        holes = frozenset(full)
        self.check(sorted(holes))
        self.full = holes

    def change(self, hole: str, full: bool) -> None:
        """Fill or empty one hole."""
        self.full = self.full | {hole} if full else self.full - {hole}

    def check(self, holes: Iterable[str]) -> None:
        """Refuse holes that the board does not have."""
        if not self._numbers:
            raise refused.no_board()
        for hole in holes:
            if hole not in self._numbers:
                raise refused.unknown_hole(hole)

    def number(self, hole: str) -> int:
        """The number of a hole's sensor."""
        return self._numbers[hole]

    def picture(self, t: float) -> Snapshot:
        """All holes, as a board shows them at that time."""
        return Snapshot(tuple(hole in self.full for hole in self._numbers), t)
