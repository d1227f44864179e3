"""The rig of the table's tests with a flight recorder listening, as the loop drives both."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from table_rig import MemoryJournal, Rig, SetClock, clumsy

from companion.flight import FlightRecorder, FlightTable, Head, Misreads, make_head
from companion.games.pack import Packs
from companion.games.packs import PACKS
from companion.model.journal import GameRecord, Journal
from companion.play.beginning import quick_lately
from companion.table.table import Table, TableSettings
from engine.registry import REGISTRY, Registry
from hardware.ports import Clock

WALL = 1_700_000_000.0
USUAL = TableSettings()


class OpenFlightTable(FlightTable):
    """Lets the rig look inside."""

    @property
    def _moment(self) -> Any:
        return self._table._moment  # type: ignore[attr-defined]

    @property
    def _referee(self) -> Any:
        return self._table._referee  # type: ignore[attr-defined]


class FlightRig(Rig):
    """A rig whose table is recorded into ``folder/flights`` and ``folder/misreads``."""

    def __init__(
        self,
        folder: Path,
        *,
        registry: Registry = REGISTRY,
        packs: Packs = PACKS,
        file_bytes: int = 4_000_000,
        files: int = 8,
        settings: TableSettings = USUAL,
        **more: Any,
    ) -> None:
        super().__init__(registry=registry, packs=packs, **more)
        self.recorder = FlightRecorder(folder / "flights", file_bytes=file_bytes, files=files)
        self.misreads = Misreads(folder / "misreads", lambda: WALL)
        self.folder = folder
        self.drew = 0

        def build(clock: Clock, rng: random.Random, journal: Journal, seq: int) -> Table:
            return Table(
                registry, packs, journal, clock, rng, settings,
                self.board_kind, seq,
            )  # fmt: skip

        def begin(base: GameRecord | None, seq: int, t: float) -> Head:
            return make_head(
                settings, board=self.board_kind, revision="1", wall=WALL, t=t, base=base, seq=seq,
                quick=quick_lately(self.journal),
            )  # fmt: skip

        self.table = OpenFlightTable(  # type: ignore[assignment]
            build,
            clock=self.clock,
            rng=random.Random(17),
            journal=self.journal,
            recorder=self.recorder,
            begin=begin,
            report=self.misreads.report,
        )
        self.flights = self.table
        self.flights.resume()

    @property
    def recorded(self) -> FlightTable:
        """The recorded table by its type."""
        assert isinstance(self.flights, FlightTable)
        return self.flights

    def _sense(self, hole: str, present: bool) -> None:
        super()._sense(hole, present)
        self.look()

    def wait(self, seconds: float) -> Rig:
        """Let time pass; then what is to be seen is shown."""
        super().wait(seconds)
        self.look()
        return self

    def look(self) -> None:
        """What the loop does after each input: publish and write."""
        self.recorded.view(None)
        self.recorded.flush()

    def landed(self) -> Path:
        """The newest flight, written to its end."""
        self.look()
        assert self.recorder.path is not None
        return self.recorder.path

    def kept(self) -> list[Path]:
        """The reports, once they are written."""
        self.misreads.close(60.0)
        folder = self.folder / "misreads"
        return sorted(folder.iterdir()) if folder.exists() else []


__all__ = ["FlightRig", "MemoryJournal", "SetClock"]


def anything(_: Any, legal: list[Any], rng: random.Random) -> Any:
    """Any legal action, all alike."""
    return rng.choice(legal)


def hands(rig: Any, action: Any, rng: random.Random) -> None:
    """Clumsy ones."""
    clumsy(rig, action, rng)
