"""A board on a serial line, without a board file."""

from __future__ import annotations

from companion.model.ports import HandsPort
from engine.board import Board
from firmware_bridge.link.devices import BoardAbout, SerialBoard
from firmware_bridge.link.lamp import LightSettings
from hardware.ports import LightFrame, SensorSink
from hardware.power import PowerUse


class SerialRig:
    """A board on a serial line. It may be plugged in later, or never."""

    hands: HandsPort | None = None
    fault: str = ""

    def __init__(self, device: str, board: Board, settings: LightSettings | None = None) -> None:
        self.board = board
        self._board = SerialBoard(device, len(board.holes), settings=settings)

    @property
    def holes(self) -> int:
        """Number of holes with a sensor."""
        return self._board.holes

    @property
    def kind(self) -> str:
        """The kind of the board."""
        return self.board.kind

    @property
    def about(self) -> BoardAbout:
        """What the board told of itself."""
        return self._board.about

    @property
    def power(self) -> PowerUse:
        """What the pixels draw."""
        return self._board.power

    def start(self, sink: SensorSink) -> None:
        """Begin to open the port, again and again until it is there."""
        self._board.start(sink)

    def resync(self) -> None:
        """Ask for a full Snapshot."""
        self._board.resync()

    def show(self, frame: LightFrame) -> None:
        """Show that frame if it is one for this board."""
        if len(frame.cells) == self.holes:
            self._board.show(frame)

    def off(self) -> None:
        """Make all pixels dark now."""
        self._board.off()

    def close(self) -> None:
        """Put the lights out and stop. A second call does nothing."""
        self._board.close()
