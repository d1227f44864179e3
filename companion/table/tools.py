"""The tools that a table is given to work with; they never change."""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.games.pack import Packs
from companion.model.journal import Journal
from engine.registry import Registry
from hardware.ports import Clock

from .settings import TableSettings


@dataclass(frozen=True)
class Tools:
    """Games, journal, time and chance, all passed in.

    ``clock``       monotonic seconds, for dwell and for what is said before it is made
    ``rng``         draws cards and throws dice for the service
    ``board_kind``  ``virtual``, ``serial`` or ``none`` (everything is played on the page, PP-16)
    ``ahead``       whether it works out in quiet moments what the next hand may ask for
    """

    registry: Registry
    packs: Packs
    journal: Journal
    clock: Clock
    rng: random.Random
    settings: TableSettings
    board_kind: str
    ahead: bool

    def __post_init__(self) -> None:
        if self.board_kind not in ("virtual", "serial", "none"):
            raise ValueError(f"board_kind {self.board_kind!r} is not virtual, serial or none")
