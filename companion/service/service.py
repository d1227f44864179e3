"""The service: settings, folder, journal, table, board and page put together, and taken apart.

``Service`` is the whole product in one process. The commands call ``run_service``, which prints the
ready line, waits for a signal, and puts the lights out.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import random
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol, Self

from companion.boards.debounced import Debounced
from companion.boards.kind import Rig
from companion.boards.serial import SerialRig
from companion.boards.virtual import VirtualRig
from companion.boards.virtual_hands import Pace
from companion.boards.wired import WiredRig
from companion.config import Config
from companion.errors import ConfigError, JournalError, StartError
from companion.flight import FlightRecorder, FlightTable, Head, Misreads, make_head
from companion.games.packs import PACKS
from companion.model.book import Book
from companion.model.journal import GameRecord, Journal
from companion.model.message import Message
from companion.model.past import Past
from companion.model.ports import TablePort
from companion.model.replay import Replays
from companion.play.beginning import quick_lately
from companion.store.journal import SqlJournal
from companion.store.shelf import Shelf
from companion.table.table import Table, TableSettings
from companion.upkeep.rewire import BoardFileKeeper
from companion.upkeep.sensor_record import FILE as SENSORS_FILE
from companion.upkeep.sensor_record import Upkeep
from companion.upkeep.service_desk import ServiceDesk, told
from companion.words import render
from engine.board import Board
from engine.drawing.look import SEATS
from engine.registry import REGISTRY, RULES_REVISION
from hardware.closing import Closing
from hardware.ports import Clock, LinkChange, LinkState
from hardware.power import AMPERES

from .admission import admission, board_of_kind, unfit
from .copy_keeper import CopyKeeper
from .data_folder import DataFolder
from .game_archive import WAY, GameArchive
from .game_replays import RECORD_BYTES, GameReplays
from .listening import bind
from .loop import TableLoop
from .night_keeper import NightKeeper
from .opened_journal import Opened, command, open_journal
from .score_book import ScoreBook
from .stop_signal import StopSignal

log: Final = logging.getLogger("trackside.service")

SWITCH_SECONDS: Final = 0.0005
"""Seconds of the interpreter's switch interval.

With it the loop waits eight times less beside many busy web threads.
"""
LINK_SECONDS: Final = {"virtual": 10.0, "serial": 3.0}
"""Seconds that the start waits for word of the link before it calls itself ready."""


class Web(Protocol):
    """The page's server, as the service needs it."""

    def close(self) -> None:
        """End all streams and stop."""


class WebFactory(Protocol):
    """The maker of the page's server on a bound socket. It lives in the room above this one."""

    def __call__(
        self,
        config: Config,
        secret: str,
        *,
        table: TablePort,
        past: Past,
        book: Book,
        replays: Replays,
        listener: socket.socket,
        notes: tuple[Message, ...],
    ) -> Web:
        """Serve that table there. ``notes`` say what the start found damaged."""


class MonotonicClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        """Seconds since some fixed moment."""
        return time.monotonic()


class Service(Closing):
    """Everything between the sensors and the page. Each part starts after those that it needs.

    ``start`` raises ConfigError or StartError and leaves nothing behind. A second call of ``close``
    does nothing. ``failed`` is called when the table's loop broke.
    """

    def __init__(
        self,
        config: Config,
        web: WebFactory,
        *,
        failed: Callable[[], None] = lambda: None,
        clock: Clock | None = None,
    ) -> None:
        self.config = config
        self._web = web
        self._failed = failed
        self._clock = clock or MonotonicClock()
        self._parts = contextlib.ExitStack()
        self.loop: TableLoop | None = None
        self.rig: Rig | None = None
        self.url = ""

    def start(self) -> None:
        """Come up until the game can be played. Then ``url`` leads to the page."""
        self._parts.callback(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(SWITCH_SECONDS)
        try:
            self._start()
            self._freeze()
        except BaseException:
            self.close()
            raise

    def _freeze(self) -> None:
        """Keep what was loaded out of later garbage collections. Each would cost the loop 60 ms."""
        gc.collect()
        gc.freeze()
        self._parts.callback(gc.unfreeze)

    def close(self) -> None:
        """Put the lights out, stop the child, close the page, and let go of the journal."""
        self._parts.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def _start(self) -> None:
        config = self.config
        wired = config.wired
        board = board_of_kind(config.board_kind) if wired is None else wired.board
        folder = self._parts.enter_context(DataFolder(config.folder))
        listener = bind(config.host, config.port)
        self._parts.callback(listener.close)
        opened = self._open_journal(folder)
        journal = opened.journal
        rig = self.rig = self._rig(folder, board)
        loop = self.loop = self._loop(folder, journal, rig)
        self._parts.callback(loop.close)
        secret = folder.secret()
        notes = (*opened.notes, *folder.notes)
        for note in notes:
            log.error("%s", render(note))
        archive = journal.archive(f"{WAY} {RULES_REVISION}")
        self._parts.callback(archive.close)
        past = GameArchive(archive, REGISTRY, PACKS)
        book = ScoreBook(past, archive.scores, tuple(SEATS), time.time)
        shelf = Shelf(folder.path / "records", biggest=RECORD_BYTES)
        replays = GameReplays(past, shelf, REGISTRY, PACKS, RULES_REVISION)
        server = self._web(
            config,
            secret,
            table=loop,
            past=past,
            book=book,
            replays=replays,
            listener=listener,
            notes=notes,
        )
        self._parts.callback(server.close)
        try:
            loop.start()
        except JournalError as error:
            raise StartError(f"{error} {_way_back(opened)}".rstrip()) from error
        if opened.copies is not None:
            self._parts.callback(CopyKeeper(loop, opened.copies).close)
        self._parts.callback(NightKeeper(loop, book, time.time).close)
        if rig is not None:
            self._connect(rig, loop, board)
        host, port = listener.getsockname()[:2]
        shown = "127.0.0.1" if host == "0.0.0.0" else host
        self.url = f"http://{shown}:{port}/"
        loop.ready()

    def _connect(self, rig: Rig, loop: TableLoop, board: Board) -> None:
        """Put the board under the table, unless it is a real one that the open game cannot use."""
        drawing = loop.drawing()
        reason = unfit(board, drawing) if rig.hands is None and drawing is not None else ""
        if reason:
            loop.sink(LinkChange(LinkState.REFUSED, reason))
        else:
            self._parts.callback(rig.off)
            rig.start(loop.sink)
        self._await_link(loop)

    def _open_journal(self, folder: DataFolder) -> Opened:
        try:
            opened = open_journal(folder, self.config.database, revision=RULES_REVISION)
        except JournalError as error:
            raise StartError(str(error)) from error
        self._parts.callback(opened.journal.close)
        return opened

    def _rig(self, folder: DataFolder, board: Board) -> Rig | None:
        config = self.config
        rig: Rig
        if config.board == "none":
            return None
        if warning := config.shortage(len(board.holes)):
            log.warning(warning)
        if config.wired is not None:
            rig = WiredRig(config.wired.wiring, board, config.light_settings(), self._clock)
        elif config.board == "serial":
            rig = SerialRig(config.device, board, config.light_settings())
        else:
            rig = VirtualRig(
                folder.path,
                board,
                ring=config.pixels_per_hole,
                settings=config.light_settings(),
                revive=self._set_out,
                pace=Pace(lift=config.debounce_lift_ms / 1000, put=config.debounce_put_ms / 1000),
                remark=self._remark,
            )
        self._parts.callback(rig.close)
        return rig

    def _loop(self, folder: DataFolder, journal: SqlJournal, rig: Rig | None) -> TableLoop:
        config = self.config
        table = self._recorded_table(folder, journal)
        return TableLoop(
            table,
            board=config.board,
            clock=self._clock,
            sensing=Debounced(
                self._clock, config.debounce_lift_ms / 1000, config.debounce_put_ms / 1000
            ),
            sensors=rig,
            lights=rig,
            power=lambda: None if rig is None else rig.power,
            hands=None if rig is None else rig.hands,
            recorder=table,
            desk=self._desk(folder, rig),
            admit=admission(config),
            failed=self._failed,
        )

    def _desk(self, folder: DataFolder, rig: Rig | None) -> ServiceDesk:
        """What the service page knows of the board. The sensors' counts outlive this run."""
        config = self.config
        upkeep = Upkeep(None if rig is None else folder.path / SENSORS_FILE)
        self._parts.callback(upkeep.save)
        return ServiceDesk(
            upkeep,
            BoardFileKeeper(
                None if config.wired is None else Path(config.board_file),
                ring=config.pixels_per_hole,
                amperes=config.supply_amps or AMPERES,
            ),
            kind=lambda: config.board_kind if rig is None else rig.kind,
            about=lambda device: device if rig is None else told(device, rig.about, rig.fault),
            rewire=rig.rewire if isinstance(rig, WiredRig) else lambda board: None,
            place=rig.place if isinstance(rig, WiredRig) else lambda hole: "",
            chain=rig.chain if isinstance(rig, WiredRig) else lambda: (),
        )

    def _recorded_table(self, folder: DataFolder, journal: SqlJournal) -> FlightTable:
        """The table, with the flight recorder listening (PP-41)."""
        config = self.config
        settings = TableSettings(
            dwell_ms=config.dwell_ms,
            said_ms=config.said_ms,
            claim_seconds=config.claim_seconds,
            counted=config.board != "virtual",
            own_hand=config.board == "virtual",
            assistance=config.assistance,
            theme=config.looks(),
        )

        def build(clock: Clock, rng: random.Random, journal: Journal, seq: int) -> Table:
            return Table(REGISTRY, PACKS, journal, clock, rng, settings, config.board, seq)

        def begin(base: GameRecord | None, seq: int, t: float) -> Head:
            return make_head(
                settings,
                board=config.board,
                revision=RULES_REVISION,
                wall=time.time(),
                t=t,
                base=base,
                seq=seq,
                quick=quick_lately(journal),
            )

        recorder = FlightRecorder(folder.path / "flights")
        self._parts.callback(recorder.close)
        misreads = Misreads(folder.path / "misreads", time.time)
        self._parts.callback(misreads.close)
        return FlightTable(
            build,
            clock=self._clock,
            rng=random.Random(config.seed) if config.seed else random.SystemRandom(),
            journal=journal,
            recorder=recorder,
            begin=begin,
            report=misreads.report,
        )

    def _remark(self, hole: str, token: str) -> None:
        if self.loop is not None:
            self.loop.remark(hole, token)

    def _set_out(self) -> None:
        if self.loop is not None:
            self.loop.set_out()

    def _await_link(self, loop: TableLoop) -> None:
        """Wait until the link is up or known to be missing."""
        until = self._clock.now() + LINK_SECONDS[self.config.board]
        while self._clock.now() < until:
            if loop.health().link in ("up", "down", "refused"):
                return
            time.sleep(0.01)  # once, at the start; the link is brought up by its own thread
        log.warning("The board has not answered yet; it is tried on and on.")


def _way_back(opened: Opened) -> str:
    """What to do when the open game makes no sense."""
    if not opened.copies:
        return ""
    return f"To go back to the last copy of the journal: {command('journal', 'restore')}"


def run_service(config: Config, web: WebFactory) -> int:
    """Run in the foreground until SIGTERM or SIGINT. Returns the exit status.

    Prints ``ready URL`` on standard output when people can play. A start that fails is one sentence
    on standard error and status 2.
    """
    logging.basicConfig(
        level=config.log_level.upper(), format="%(levelname)s %(name)s: %(message)s"
    )
    with StopSignal() as stop:
        stop.install()
        try:
            service = Service(config, web, failed=stop.fail)
            with service:
                if not stop.wait(0):
                    print(f"ready {service.url}", flush=True)
                    stop.wait()
        except (ConfigError, StartError) as error:
            print(f"trackside: {error}", file=sys.stderr)
            return 2
        return 1 if stop.broken else 0
