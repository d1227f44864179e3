"""The table's own hand on the virtual board: it makes the strokes of bots and of errands.

It has a thread of its own, since a hand waits until a hole may be touched, and the loop must not.
The table hears of its strokes as of anybody's: by the sensors.
"""

from __future__ import annotations

import logging
import queue
import threading
from typing import Final, Protocol

from companion.errors import HandRefused
from companion.model.ports import HandsPort
from companion.model.stroke import Stroke

from .inbox import Inbox
from .peoples_hands import peoples

log: Final = logging.getLogger("trackside.loop")


class Player(Protocol):
    """The table, which tells each stroke once."""

    def strokes(self) -> tuple[Stroke, ...]:
        """What the hand is to do."""


class BotHand:
    """Makes the strokes that the table asks for, one after the other.

    ``port``     the virtual board's hands; None on a real one
    ``peoples``  the same for people, of whose coming the loop hears by its inbox

    ``follow`` and ``close`` belong to the loop.
    """

    def __init__(self, table: Player, port: HandsPort | None, inbox: Inbox) -> None:
        self._table = table
        self.port = port
        self.peoples = peoples(port, inbox)
        self._strokes: queue.Queue[Stroke | None] = queue.Queue()
        self._thread: threading.Thread | None = None

    def follow(self) -> None:
        """Fetch the strokes that are due. The thread begins with the first one."""
        for stroke in self._table.strokes():
            if self.port is None:
                return
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, args=(self.port,), name="bot-hand", daemon=True
                )
                self._thread.start()
            self._strokes.put(stroke)

    def close(self) -> None:
        """Stop the thread."""
        if self._thread is not None:
            self._strokes.put(None)
            self._thread.join(1.0)

    def _run(self, hand: HandsPort) -> None:
        while (stroke := self._strokes.get()) is not None:
            try:
                if stroke.do == "lift":
                    hand.lift(stroke.hole)
                else:
                    hand.put(stroke.hole, stroke.token)
            except HandRefused as error:  # somebody else was there first; the table looks again
                log.info("The bots' hand could not %s at %s: %s", stroke.do, stroke.hole, error)
            except Exception:  # a broken hand must not end the game: people move for the bot
                log.exception("The bots' hand broke at %s.", stroke.hole)
