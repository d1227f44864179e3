"""Keeps in the journal what the hands did and no row tells, so that a restart finds it (I7).

It is written with the next row of the game, in one transaction. What no row follows, such as half a
move or a question, is written when the hands are still: nobody waits for the disk then.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from companion.errors import JournalError
from companion.model.journal import Facts, Journal
from companion.play.open_game import OpenGame
from companion.recogniser import retelling
from companion.recogniser.facts import Dwell
from companion.recogniser.handside import HandSide
from companion.recogniser.tracking import Tracking
from companion.recogniser.writing import Writer

from .disorder import Disorder

MANY: Final = 48
"""After so many facts the next pause writes what is believed anew, and they go …"""
MOST: Final = 256
"""… and after so many the next row does: a restart is not to take long."""
SEAT: Final = "seat "
"""Begins the key of what was learned of the hands of one seat."""
_ENCODER: Final = msgspec.json.Encoder(order="deterministic")


class FactKeeper:
    """``companion.play.open_game.Unrecorded`` of the game that the hands play."""

    def __init__(self, hands: HandSide, journal: Journal) -> None:
        self._hands, self._journal = hands, journal
        self._disorder = Disorder()
        self._known: Tracking | None = None
        """The tracker whose beginning is in the journal."""
        self._count = 0
        """So many facts are in the journal since then."""
        self._besides: dict[str, Any] = {}
        """What is in the journal of all that is known beside the stories."""
        self._given: tuple[Tracking, int, dict[str, Any]] | None = None
        self._game: OpenGame | None = None

    def open(self, game: OpenGame, disorder: Disorder) -> None:
        """Another game is played, or the same one from elsewhere."""
        game.unrecorded = self
        self._game, self._disorder, self._known = game, disorder, None

    # ------------------------------------------------------------------------- with the next row

    def since(self, row: int) -> Facts | None:
        """What the hands did since that row; None if nothing."""
        return self._facts(row, MOST)

    def written(self) -> None:
        """What was given last is in the journal."""
        if self._given is not None:
            self._known, self._count, self._besides = self._given
            self._known.heard.clear()
            self._given = None

    # -------------------------------------------------------------------------------- by itself

    def follow(self) -> None:
        """If the hands are still, write what they did, unless they were still before."""
        hands, game = self._hands, self._game
        if game is None or not hands.playing or not hands.tracking.state.rested:
            return
        tracking = hands.tracking
        news = any(not isinstance(fact, Dwell) for fact, _ in tracking.heard)
        if not news and tracking is self._known and self._besides_now() == self._besides:
            return
        facts = self._facts(game.last_row, MANY)
        if facts is None:
            return
        try:
            self._journal.note(facts)
        except JournalError:
            return  # whoever plays next is told so; these are written then
        self.written()

    def _facts(self, row: int, most: int) -> Facts | None:
        hands, game = self._hands, self._game
        self._given = None
        if not hands.physical or game is None:
            return None
        tracking, besides = hands.tracking, self._besides_now()
        writer = Writer(tracking.game, game.game.load)
        count = self._count + len(tracking.heard)
        if tracking is not self._known or count > most:
            self._given = tracking, 0, besides
            told: dict[str, Any] = {"state": retelling.written(tracking, writer)}
            return Facts(row, _text(told | {"besides": besides}), True)
        new = {key: value for key, value in besides.items() if self._besides.get(key) != value}
        told = {"besides": new} if new else {}
        if tracking.heard:
            told["facts"] = [writer.fact(*heard) for heard in tracking.heard]
        if not told:
            return None
        self._given = tracking, count, besides
        return Facts(row, _text(told))

    def _besides_now(self) -> dict[str, Any]:
        hands = self._hands
        known = {"hands": hands.dialogue.lasting.written(), "disorder": self._disorder.written()}
        return known | {f"{SEAT}{seat}": one for seat, one in hands.dwells.written().items()}


def _text(told: dict[str, Any]) -> str:
    return _ENCODER.encode(told).decode()
