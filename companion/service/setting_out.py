"""The virtual board's set-up, made when a game begins and when its grid has been rolled for.

Hands set the marbles. The table hears of it as one picture, not marble by marble. All of it runs in
the loop's thread.
"""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from companion.errors import HandRefused
from companion.model.ports import OwnedTable
from hardware.ports import Clock, HoleChange, Snapshot

from .inbox import Come, Inbox, Item, Remark

log: Final = logging.getLogger("trackside.loop")

SET_OUT_SECONDS: Final = 2.0
"""Seconds that the loop waits for the virtual board's picture after it set the marbles out."""


class Layer(Protocol):
    """Hands that set the marbles of a virtual board."""

    def set_out(
        self,
        board: str,
        holes: Sequence[str],
        tokens: Mapping[str, str],
        beside: Sequence[str] = (),
    ) -> None:
        """Make it a board of a kind with these holes, and set the marbles: hole → token."""


class Shower(Protocol):
    """Sensors that can be asked for a picture of the whole board."""

    def resync(self) -> None:
        """Ask for a full Snapshot."""


class SettingOut:
    """Sets the virtual board out as the open game has it. Does nothing at a real one.

    ``items``  the loop's queue
    ``feel``   hands one of its sensor events to the table
    """

    def __init__(
        self,
        table: OwnedTable,
        clock: Clock,
        items: Inbox,
        feel: Callable[[Item], None],
        hands: Layer | None,
        sensors: Shower | None,
    ) -> None:
        self._table = table
        self._clock = clock
        self._items = items
        self._feel = feel
        self._hands = hands
        self._sensors = sensors
        self._laid = False
        """True when the game has marbles on its board."""
        self._seq = -1

    def resumed(self) -> None:
        """Note that the journal's game goes on. The service sets it out when the board is there."""
        self._laid = bool(self._table.questions.expected_tokens())

    def begun(self) -> None:
        """Note that another game is open, or none."""
        self.resumed()
        self._by_itself()

    def follow(self) -> None:
        """Set out the marbles of a game that began without any, or take them off again.

        A grid that is rolled for stands when the dice have said who is where. Where marbles come
        one by one, so that others still lie beside the board, hands put each.
        """
        if self._hands is None or self._table.seq == self._seq:
            return
        self._seq = self._table.seq
        laid = bool(self._table.questions.expected_tokens())
        if laid != self._laid:
            self._laid = laid
            if not (laid and self._table.questions.tokens_beside()):
                self._by_itself()

    def _by_itself(self) -> None:
        if self._hands is None:
            return
        try:
            # Without a link no picture comes. The picture that comes with the link will do.
            self.set_out(wait=self._table.view(None).link == "up")
        except HandRefused as error:
            log.warning("The virtual board was not set out: %s", error)

    def set_out(self, *, wait: bool = True) -> None:
        """Set the marbles of the open game. Raises HandRefused when the board is gone."""
        asked = self._table.questions
        board = asked.drawing()
        if self._hands is None or self._sensors is None or board is None:
            return
        beside = tuple(reversed(asked.tokens_beside()))
        self._hands.set_out(board.kind, board.holes, asked.expected_tokens(), beside)
        self._drain()
        self._sensors.resync()
        self._await_picture(SET_OUT_SECONDS if wait else 0.0)

    def _await_picture(self, seconds: float) -> None:
        """Read on until the board has shown how it stands now. Orders stay where they are."""
        until = self._clock.now() + seconds
        while (left := until - self._clock.now()) > 0:
            try:
                item = self._items.get(timeout=left, orders=False)
            except queue.Empty:
                log.warning("The virtual board did not show its picture in time.")
                break
            if isinstance(item, (HoleChange, Remark, Come)):
                continue
            self._feel(item)
            if isinstance(item, Snapshot):
                break

    def _drain(self) -> None:
        """Take what the wood has said. Changes of the old set-up are dropped."""
        while True:
            try:
                item = self._items.get_waiting(orders=False)
            except queue.Empty:
                return
            if not isinstance(item, (HoleChange, Snapshot, Remark, Come)):
                self._feel(item)
