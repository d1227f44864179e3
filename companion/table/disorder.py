"""Disorder on the board: what does not fit the position, until put right (PP-10, PP-11, PP-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.model.message import Message
from companion.recogniser.matching import begun
from companion.recogniser.showing import Kind, Showing
from companion.wood.debts import Debt, displaced
from companion.wood.marbles import HAND

from .inventory import Keeping
from .showing_states import QUESTIONS

COUNTED: Final = frozenset({"prompt.takeback", "prompt.redo"})
"""What is told with a count, each by its key with ``_many``."""


class Disorder:
    """Whether the board is in disorder, and what is known of it.

    ``led``      what hands are told while the marbles follow a takeback or a redo of the page;
                 ``leading``: the same with the count, where there are several
    ``keeping``  the board is being taken as it stands, and a colour is asked for (PP-12)
    ``rested``   how many steps stood when the board was last seen at rest (PP-11)
    """

    def __init__(self) -> None:
        self.led: Message | None = None
        self.keeping: Keeping | None = None
        self.rested = 0
        self._amiss = False
        self._most = self._left = 0
        """How many marbles were to follow, and how many still are."""
        self._astray: set[tuple[str, str]] = set()
        """Token and place of the marbles that were found out of place since then."""
        self._moved: set[tuple[str, str]] = set()
        """The same of those that stood out of place when the board was in no disorder: moved."""

    @property
    def leading(self) -> Message | None:
        """What hands are told while the marbles follow: "2 of 5" where there are several."""
        if self.led is None or self._most < 2 or self.led.key not in COUNTED:
            return self.led
        counts = {"i": str(self._most - self._left + 1), "n": str(self._most)}
        return Message(f"{self.led.key}_many", counts)

    def written(self) -> dict[str, Any]:
        """What outlives a restart, in plain lists and texts."""
        led = None if self.led is None else msgspec.to_builtins(self.led)
        found = {
            "led": led,
            "amiss": self._amiss,
            "astray": sorted(map(list, self._astray)),
            "moved": sorted(map(list, self._moved)),
        }
        return {key: value for key, value in found.items() if value}

    def recall(self, written: Mapping[str, Any]) -> None:
        """Go on as before a restart."""
        led = written.get("led")
        said = None if led is None else msgspec.convert(led, Message)
        astray = {(str(token), str(place)) for token, place in written.get("astray", ())}
        self.led, self._amiss, self._astray = said, bool(written.get("amiss")), astray
        self._moved = {(str(token), str(place)) for token, place in written.get("moved", ())}

    def anew(self, steps: int) -> None:
        """Judge anew what did not fit, since the position changed; ``steps`` stand now."""
        self.led, self._amiss, self.keeping = None, False, None
        self._most = 0
        self._astray.clear()
        self._moved.clear()
        self.rested = min(self.rested, steps)

    def judged(self, showing: Showing, owed: Sequence[Debt]) -> None:
        """Note what is shown."""
        self._left = sum(debt.blocking for debt in owed)
        self._most = max(self._most, self._left)
        self._astray &= {(debt.token, debt.place) for debt in owed if debt.blocking}
        if showing.kind is Kind.CORRECTION and not showing.unclear:
            self._amiss = True
            self._astray |= displaced(owed)
        elif showing.kind not in QUESTIONS:
            self._moved = displaced(owed)

    def fits(self, steps: int) -> bool:
        """Note that the board is at rest; returns whether it was in disorder until now."""
        was = self._amiss
        self._amiss, self.led, self._most = False, None, 0
        self._astray.clear()
        self._moved.clear()
        self.rested = steps
        return was

    def goes_on(self, showing: Showing, owed: Sequence[Debt], *, uncalled: bool) -> bool:
        """Whether a correction goes on, since the hands are still putting the board right.

        A lift of the last marble on its way home still counts as putting right. After a takeback on
        the page any marble in the hand counts, captured ones too. What has come to stand elsewhere
        in the disorder is no part of a move. Nor is a marble that is missing since, though an
        action would take it, unless a hand is waited for and no light calls (``uncalled``). Nobody
        is led out of a board that may be right while a hand is waited for (I4).
        """
        if not self._amiss or (showing.is_only_waited_for and showing.kind is Kind.LIFTED):
            return False
        held = [d for d in owed if d.blocking and d.frm == HAND and not d.among]
        taken = showing.kind is Kind.HALF and not any(map(begun, showing.matches)) and not uncalled
        if taken or (self.led and showing.kind is Kind.HALF):
            return any(d.blocking for d in owed)  # a captured marble already home begins no move
        if self.led and showing.kind is Kind.LIFTED:
            return bool(held)
        if showing.kind is Kind.LIFTED:
            astray = any((debt.token, debt.place) in self._astray for debt in held)
            return astray or not displaced(owed) <= self._moved
        return showing.kind in (Kind.STRAY, Kind.WRONG)
