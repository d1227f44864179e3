"""The loop's side of the service page: record, board file and device under one name."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from companion.model.ports import OwnedTable
from companion.model.service import Device, Learned, ServiceView
from engine.boards import board_of
from firmware_bridge.flash.release import older
from firmware_bridge.link.devices import BoardAbout
from hardware.power import PowerUse
from hardware.wiring import BoardFile, read

from . import refusals
from .rewire import BoardFileKeeper
from .sensor_record import Upkeep


def told(device: Device, about: BoardAbout | None, dark: str = "") -> Device:
    """The device with what the board told of itself; ``dark``: why its pixels stay dark."""
    if dark:
        device = msgspec.structs.replace(device, dark=dark)
    if about is None:
        return device
    return msgspec.structs.replace(
        device,
        name=about.name,
        older=older(about.name),
        wire=about.wire,
        holes=about.holes,
        pixels=about.pixels,
        chain=about.chain,
        counts=dict(about.counts),
        system=about.health.system,
        start=about.health.start,
        fell=about.health.fell,
        loop_ms=about.health.loop_ms,
        free_kb=about.health.free_kb,
    )


class Work(NamedTuple):
    """What a board file is made from: learned wires, kind of board, and its holes."""

    learned: Learned
    kind: str
    holes: tuple[str, ...]


class ServiceDesk:
    """Everything that is known about the board itself.

    ``upkeep``  the sensors' record; ``keeper``: the board file
    ``kind``    the kind of board while no game is open; empty: not known
    ``about``   adds what the device tells of itself
    ``rewire``  makes the board go on with another file, from any thread
    ``place``   the place of a hole's wires, in words; empty if no file says it
    ``chain``   all holes along the chain of pixels; empty if no file says it
    """

    def __init__(
        self,
        upkeep: Upkeep | None = None,
        keeper: BoardFileKeeper | None = None,
        kind: Callable[[], str] = lambda: "",
        about: Callable[[Device], Device] = lambda device: device,
        rewire: Callable[[BoardFile], None] = lambda board: None,
        place: Callable[[str], str] = lambda hole: "",
        chain: Callable[[], tuple[str, ...]] = lambda: (),
    ) -> None:
        self.upkeep = upkeep or Upkeep()
        self._keeper = keeper or BoardFileKeeper()
        self._kind = kind
        self._about = about
        self._rewire = rewire
        self._place = place
        self.chain = chain

    def kind_of(self, table: OwnedTable) -> str:
        """The kind of board under the table."""
        board = table.questions.drawing()
        return self._kind() if board is None else board.kind

    def _names(self, table: OwnedTable) -> tuple[str, ...]:
        """Its holes in sensor order; none if its kind is unknown."""
        board, kind = table.questions.drawing(), self._kind()
        if board is None and kind:
            board = board_of(kind)
        return () if board is None else tuple(board.holes)

    def view(self, table: OwnedTable, board: str, power: PowerUse | None) -> ServiceView:
        """Everything as of now; call it where the table lives."""
        public = table.view(None)
        device = Device(board, public.link, public.link_reason, power=power)
        if self._keeper.path is not None:
            device = msgspec.structs.replace(device, file=self._keeper.path.name)
        shown = self.upkeep.view(
            public, self.kind_of(table), self._names(table), self._about(device)
        )
        wired = (
            msgspec.structs.replace(hole, wire=wire) if (wire := self._place(hole.hole)) else hole
            for hole in shown.holes
        )
        return msgspec.structs.replace(shown, holes=tuple(wired))

    def work(self, table: OwnedTable) -> Work:
        """What was learned; CommandRefused if nothing was. Call it where the table lives."""
        learned = self.upkeep.learned
        if learned is None:
            raise refusals.nothing_learned()
        return Work(learned, self.kind_of(table), self._names(table))

    def file(self, work: Work, *, save: bool) -> str:
        """The board file's text with those wires, from any thread.

        ``save``: the text also replaces the file, and the board goes on with it.
        """
        text = self._keeper.text(work.learned, work.kind, work.holes)
        if save:
            self._keeper.save(text)
            self._rewire(read(text, work.holes))
        return text
