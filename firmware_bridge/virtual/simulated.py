"""Board, wire and session in simulated time: no process, no port, no waiting.

The same virtual board (firmware core, shift registers, hands, faults) and the same host session as
behind a real port, driven by one clock. Whole evenings of play, with every fault, run in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware_bridge.link.session import BridgeEvent, Session

from .board import VirtualBoard

STEP: Final = 0.001
"""Longest step of the clock in seconds while something is under way."""


class MemoryPort:
    """Both ends of a wire as two byte strings."""

    def __init__(self) -> None:
        self.link = Path("simulated")
        self.to_board = b""
        self.to_host = b""
        self._plugged = False

    @property
    def fd(self) -> int | None:
        """Not None while plugged in; nothing can be selected here."""
        return -1 if self._plugged else None

    def plug(self) -> None:
        """Make the port."""
        self._plugged = True

    def unplug(self) -> None:
        """Pull the cable: what is on the wire is gone."""
        self._plugged = False
        self.to_board = self.to_host = b""

    def read(self) -> bytes:
        """What the host wrote."""
        data, self.to_board = self.to_board, b""
        return data

    def write(self, data: bytes) -> None:
        """Send to the host."""
        self.to_host += data


class SimulatedLink:
    """A virtual board and a host session on one clock; ``advance`` lets time pass.

    >>> link = SimulatedLink(["A0", "A1"])
    >>> [type(event).__name__ for event in link.advance(0.1)]
    ['LinkChange', 'LinkChange', 'Snapshot']
    >>> _ = link.board.world.set_out({}, ["A"], link.now)
    >>> link.put("A1")
    'A'
    >>> link.advance(0.01)[0].hole
    1
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        seed: int = 0,
        bounce: float = 0.0,
        ring: int = 1,
        expects: int | None = None,
        start: float = 0.0,
    ) -> None:
        self.now = start
        self.port = MemoryPort()
        self.board = VirtualBoard(
            names, self.port, seed=seed, bounce=bounce, ring=ring, clock=lambda: self.now
        )
        self.session = Session(len(names) if expects is None else expects)
        self._open = False
        self.board.plug()

    def lift(self, hole: str) -> str:
        """Lift the marble of ``hole``; HandsRefused as on the real virtual board."""
        token = self.board.world.lift(hole, self.now)
        self.board.scan()
        return token

    def put(self, hole: str, token: str | None = None) -> str:
        """Put a marble from the hand into ``hole``."""
        token = self.board.world.put(hole, token, self.now)
        self.board.scan()
        return token

    def advance(self, seconds: float) -> list[BridgeEvent]:
        """Let time pass; what the host learns meanwhile, in order."""
        end = self.now + seconds
        events = self.turn()
        while self.now < end:
            self.now = min(end, self.now + self.step())
            events += self.turn()
        return events

    def turn(self) -> list[BridgeEvent]:
        """Do what is due now on both sides, until the wire is still."""
        events: list[BridgeEvent] = []
        if (self.port.fd is not None) != self._open:
            self._open = not self._open
            if self._open:
                events += self.session.opened(self.now)
            else:
                events += self.session.lost("The board's cable is out.")
        while True:
            self.board.hear()
            data, self.port.to_host = self.port.to_host, b""
            events += self.session.receive(data, self.now) if data else []
            events += self.session.tick(self.now)
            out = self.session.data_to_send()
            if self._open:
                self.port.to_board += out
            if not out and not data:
                return events

    def step(self) -> float:
        """Seconds to the next thing that is due on either side; never 0, so that time goes on."""
        board, session = self.board.due(), self.session.next_deadline
        waits = [wait for wait in (board,) if wait is not None]
        if session is not None:
            waits.append(session - self.now)
        return max(STEP, min(waits, default=1.0))
