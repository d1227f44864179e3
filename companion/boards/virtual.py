"""A virtual board in a child process.

A new child comes when a game needs another kind of board, and when the old one died.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from companion.errors import HandRefused, StartError
from companion.model.ports import HandsPort
from engine.board import Board
from firmware_bridge.errors import BoardGone
from firmware_bridge.link.devices import BoardAbout, SerialBoard
from firmware_bridge.link.lamp import LightSettings
from firmware_bridge.virtual.client import HandsClient
from firmware_bridge.virtual.process import VirtualBoardProcess
from hardware.ports import LightFrame, SensorSink
from hardware.power import PowerUse

from .virtual_hands import Pace, VirtualHands

log: Final = logging.getLogger("trackside.rig")

WATCH_SECONDS: Final = 1.0
"""Seconds between two looks at the virtual board's process."""


class VirtualRig:
    """A virtual board in a child process. Its port and socket stand in ``folder``.

    ``board``   its kind until a game needs another one
    ``revive``  called at the start, and from a thread of its own when the child died: sets the
    marbles of the open game out by ``set_out``, or does nothing without a game
    ``pace``    how long its hands let a hole rest: the listener's debounce
    ``remark``  hears which marble its hands are about to put into which hole
    """

    fault: str = ""

    def __init__(
        self,
        folder: Path,
        board: Board,
        *,
        ring: int = 1,
        settings: LightSettings | None = None,
        revive: Callable[[], None],
        pace: Pace | None = None,
        remark: Callable[[str, str], None] = lambda hole, token: None,
    ) -> None:
        self._folder = folder
        self._kind, self._names = board.kind, tuple(board.holes)
        self._ring = ring
        self._settings = settings
        self._revive = revive
        self._lock = threading.RLock()
        self._sink: SensorSink | None = None
        self._process: VirtualBoardProcess | None = None
        self._client: HandsClient | None = None
        self._board: SerialBoard | None = None
        self._ended = threading.Event()
        self._watcher: threading.Thread | None = None
        self._hands = VirtualHands(self.client, self.set_out, pace=pace, remark=remark)

    @property
    def holes(self) -> int:
        """Number of holes with a sensor."""
        return len(self._names)

    @property
    def hands(self) -> HandsPort:
        """Hands on this board."""
        return self._hands

    @property
    def kind(self) -> str:
        """The present kind of the board."""
        return self._kind

    @property
    def about(self) -> BoardAbout | None:
        """What the board told of itself, or None before it runs."""
        board = self._board
        return None if board is None else board.about

    @property
    def power(self) -> PowerUse | None:
        """What the pixels draw, or None before the board runs."""
        board = self._board
        return None if board is None else board.power

    @property
    def pid(self) -> int | None:
        """Process id of the board, or None before it runs."""
        return None if self._process is None else self._process.pid

    def start(self, sink: SensorSink) -> None:
        """Start the child with the marbles of the open game. Raises StartError when it fails."""
        self._sink = sink
        try:
            self._bring_up()
        except (BoardGone, HandRefused) as error:
            raise StartError(f"The virtual board does not start: {error}.") from error
        self._watcher = threading.Thread(target=self._watch, name="virtual-board", daemon=True)
        self._watcher.start()

    def set_out(
        self,
        kind: str,
        names: Sequence[str],
        tokens: Mapping[str, str],
        beside: Sequence[str] = (),
    ) -> None:
        """Make it that kind of board and set the marbles. A running board of that kind stays.

        ``beside``  tokens that lie beside the board, in the virtual hand
        """
        with self._lock:
            if self._ended.is_set():
                raise BoardGone("the virtual board was closed")
            if not self._runs or (kind, tuple(names)) != (self._kind, self._names):
                self._replace(kind, tuple(names), tokens, beside)
            else:
                self.client().set_out(tokens, beside)

    def client(self) -> HandsClient:
        """The running board's control socket. Raises BoardGone while there is none."""
        client = self._client
        if client is None:
            raise BoardGone("the virtual board is not running")
        return client

    def resync(self) -> None:
        """Ask for a full Snapshot."""
        with self._lock:
            if self._board is not None:
                self._board.resync()

    def show(self, frame: LightFrame) -> None:
        """Show that frame if it is one for this kind of board."""
        board = self._board
        if board is not None and len(frame.cells) == board.holes:
            board.show(frame)

    def off(self) -> None:
        """Make all pixels dark now."""
        with self._lock:
            if self._board is not None:
                self._board.off()

    def close(self) -> None:
        """Put the lights out and end the child. A second call does nothing."""
        self._ended.set()
        with self._lock:
            self._stop()
        if self._watcher is not None and self._watcher is not threading.current_thread():
            self._watcher.join(2 * WATCH_SECONDS)

    def _replace(
        self,
        kind: str,
        names: tuple[str, ...],
        tokens: Mapping[str, str],
        beside: Sequence[str] = (),
    ) -> None:
        self._stop()
        process = self._spawn(names)
        client = HandsClient(process.control)
        self._process, self._client = process, client
        self._kind, self._names = kind, names
        # The marbles stand before the service looks, so that its first picture is complete.
        client.set_out(tokens, beside)
        self._board = SerialBoard(str(process.port), len(names), settings=self._settings)
        if self._sink is not None:
            self._board.start(self._sink)

    def _spawn(self, names: tuple[str, ...]) -> VirtualBoardProcess:
        try:
            return VirtualBoardProcess(names, self._folder, ring=self._ring)
        except BoardGone as error:
            # After a service was killed, its board may need a moment to notice and go.
            log.info("The virtual board is tried once more: %s", error)
            self._ended.wait(WATCH_SECONDS)
            return VirtualBoardProcess(names, self._folder, ring=self._ring)

    def _stop(self) -> None:
        if self._board is not None:
            self._board.close()
        if self._client is not None:
            self._client.close()
        if self._process is not None:
            self._process.close()
        self._board = self._client = self._process = None

    def _watch(self) -> None:
        while not self._ended.wait(WATCH_SECONDS):
            try:
                if self._bring_up():
                    log.warning("The virtual board had ended by itself; it runs again.")
            except Exception as error:
                log.warning("The virtual board could not be brought back: %s", error)

    def _bring_up(self) -> bool:
        """Start the child as the open game has it, else empty. False when it runs already.

        The marbles come first: a picture without them would say that somebody took them all.
        """
        with self._lock:  # while it becomes another kind of board, there is none for a moment
            if self._ended.is_set() or self._runs:
                return False
        self._revive()
        with self._lock:
            if not (self._ended.is_set() or self._runs):
                self._replace(self._kind, self._names, {})
        return True

    @property
    def _runs(self) -> bool:
        """Whether the child is there."""
        return self._process is not None and self._process.running
