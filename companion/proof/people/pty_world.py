"""The simulator's other world: the same people at a real virtual board, in real time.

The board is a process of its own behind a real pseudo-terminal, and pyserial reads it. The
service's loop owns the table in a thread, and SQLite keeps the journal. Only the hands are
simulated.
"""

from __future__ import annotations

import contextlib
import random
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from companion.games.packs import PACKS
from companion.model.commands import Command, New
from companion.model.journal import Facts, GameRecord, Row
from companion.model.view import View
from companion.service.loop import TableLoop
from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal
from companion.table.table import Table, TableSettings
from engine.registry import REGISTRY, RULES_REVISION
from firmware_bridge.link.devices import SerialBoard
from firmware_bridge.virtual.client import HandsClient
from firmware_bridge.virtual.process import VirtualBoardProcess

from .felt import Ear, Overheard
from .judge import Judge
from .world import AT_TABLE, BOUNCE, off_board

LINK_SECONDS: Final = 15.0
"""Seconds that a real link may take to come up on a busy machine."""


class RealClock:
    """Monotonic seconds."""

    def now(self) -> float:
        """Seconds since some fixed moment."""
        return time.monotonic()


class CopiedJournal:
    """The real journal, and a copy of the open game's rows for the judge."""

    def __init__(self, path: Path, rows: list[Row], ear: Ear) -> None:
        self._ear = ear
        self._journal = SqlJournal(
            sqlite_url(path), board_id="hands", revision=RULES_REVISION, wall=time.time
        )
        self.rows = rows

    def open_game(self, options: Mapping[str, Any], position: Mapping[str, Any]) -> GameRecord:
        """Begin a game."""
        record = self._journal.open_game(options, position)
        self.rows[:] = record.rows
        return record

    def append(
        self,
        kind: str,
        text: str,
        data: Mapping[str, Any] | None = None,
        checkpoint: Mapping[str, Any] | None = None,
        facts: Facts | None = None,
    ) -> int:
        """Write a row."""
        seq = self._journal.append(kind, text, data, checkpoint, facts)
        self._ear.row_written(kind)
        self.rows.append(Row(seq, kind, text, dict(data or {}), 0.0))
        return seq

    def note(self, facts: Facts) -> None:
        """Keep what the hands did."""
        self._journal.note(facts)

    def current(self) -> GameRecord | None:
        """The open game."""
        return self._journal.current()

    def latest(self, kind: str) -> Sequence[Row]:
        """The rows of a kind in the newest game."""
        return self._journal.latest(kind)

    def close_game(self) -> None:
        """Close the open game."""
        self._journal.close_game()

    def close(self) -> None:
        """Let go of the database."""
        self._journal.close()


class PtyWorld:
    """``World`` through a real pseudo-terminal. ``options`` are the fields of ``new``."""

    def __init__(self, options: Mapping[str, Any], seed: int) -> None:
        self._rng = random.Random(seed)
        self._clock = RealClock()
        self.ear = Ear()
        self._parts = contextlib.ExitStack()
        self._up = contextlib.ExitStack()
        self._folder = Path(self._parts.enter_context(tempfile.TemporaryDirectory()))
        self._rows: list[Row] = []
        self._wood: dict[str, str] = {}
        self._hand: list[str] = []
        self._loop = self._start_loop()
        self._loop.submit(New(**options), AT_TABLE)
        board = self._loop.drawing()
        assert board is not None
        self.board = board
        self.judge = Judge(REGISTRY.game(str(options["game"])), self)
        for token_place, tokens in self.judge.position.occupancy().items():
            holes = board.places[token_place].holes
            self._wood.update(zip(holes, tokens, strict=False))
        self._hand = off_board(self.judge.position)
        self._start_board()

    @property
    def rows(self) -> list[Row]:
        """The journal's rows, for the judge."""
        return self._rows

    def _start_loop(self) -> TableLoop:
        """Start the service: journal, table and its loop."""
        journal = CopiedJournal(self._folder / "journal.db", self._rows, self.ear)
        self._up.callback(journal.close)
        table = Table(
            REGISTRY,
            PACKS,
            journal,
            self._clock,
            random.Random(self._rng.randrange(1 << 30)),
            TableSettings(),
            "virtual",
        )
        self._lights = _Lights()
        loop = TableLoop(
            table,
            board="virtual",
            clock=self._clock,
            sensing=Overheard(self._clock, self.ear),
            lights=self._lights,
        )
        self._up.callback(loop.close)
        loop.start()
        return loop

    def _start_board(self) -> None:
        """Start the board: its process with the marbles on it, and the serial link."""
        process = VirtualBoardProcess(
            self.board.holes, self._folder, seed=self._rng.randrange(1 << 30), bounce=BOUNCE
        )
        self._up.callback(process.close)
        self._client = HandsClient(process.control)
        self._up.callback(self._client.close)
        self._client.set_out(self._wood, self._hand)
        serial = SerialBoard(str(process.port), len(self.board.holes))
        self._up.callback(serial.close)
        self._lights.strip = serial
        serial.start(self._loop.sink)
        until = time.monotonic() + LINK_SECONDS
        while self.view().link != "up" and time.monotonic() < until:
            time.sleep(0.02)  # the link comes up in another process

    # --------------------------------------------------------------------------- hands and eyes

    @property
    def wood(self) -> Mapping[str, str]:
        """The marbles that really stand on the board."""
        return self._wood

    @property
    def hand(self) -> tuple[str, ...]:
        """Marbles in hands."""
        return tuple(self._hand)

    def lift(self, hole: str) -> None:
        """Lift the marble of that hole."""
        self._client.lift(hole)
        self._hand.append(self._wood.pop(hole))

    def put(self, hole: str, token: str) -> None:
        """Put a marble of that token into the hole."""
        self._client.put(hole, token)
        at = len(self._hand) - 1 - self._hand[::-1].index(token)
        self._wood[hole] = self._hand.pop(at)

    def wait(self, seconds: float) -> None:
        """Let real time pass."""
        time.sleep(seconds)  # this world's time is real: the people take theirs

    def view(self) -> View:
        """What the page shows to everybody."""
        return self._loop.view(None)

    def command(self, command: Command) -> None:
        """Tap on the page."""
        self._loop.submit(command, AT_TABLE)

    # ----------------------------------------------------------------------------------- faults

    def fault(self, name: str, value: float = 0.0) -> None:
        """Begin a fault of the wire."""
        self._client.fault(name, value)

    def heal(self) -> None:
        """End the faults of the wire."""
        self._client.heal()

    def force(self, hole: str, level: bool | None) -> None:
        """Make a sensor lie, or heal it."""
        self._client.force(hole, level)

    def power_cut(self, seconds: float) -> None:
        """End service and board at once and start them again with only the journal's file."""
        self._up.close()
        time.sleep(seconds)  # the board is dark for that long
        self._loop = self._start_loop()
        self._start_board()

    def close(self) -> None:
        """End board, loop and journal. A second call does nothing."""
        self._up.close()
        self._parts.close()


class _Lights:
    """The strip that is there now, or none."""

    def __init__(self) -> None:
        self.strip: SerialBoard | None = None

    def show(self, frame: Any) -> None:
        """Show that frame if a board of that size is there."""
        if self.strip is not None and len(frame.cells) == self.strip.holes:
            self.strip.show(frame)

    def off(self) -> None:
        """Make the pixels dark."""
        if self.strip is not None:
            self.strip.off()

    def close(self) -> None:
        """Do nothing: there is nothing of its own to close."""
