"""A table for the web's tests: the whole ``TablePort`` on a real engine position, in one thread.

No sensors, no journal: a put is matched to the legal actions at once. The engine says the rest.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from threading import RLock
from typing import Any

import msgspec
from fake_hands import FakeHands
from shown_table import ShownTable

from companion.errors import CommandRefused
from companion.model.briefing import Briefing
from companion.model.chart import Chart
from companion.model.commands import (
    Act,
    Caller,
    Card,
    Close,
    Command,
    New,
    Outcome,
    Restore,
    SetAside,
    Undo,
)
from companion.model.hand import Hand
from companion.model.message import Message
from companion.model.ports import Health
from companion.model.seen_seat import UNSEEN, SeenSeat
from companion.model.view import (
    Arrow,
    InHand,
    MoveLine,
    Reason,
    View,
)
from engine.action import Action
from engine.board import Board
from engine.errors import BadConfig, EngineError, IllegalAction
from engine.events import Captured
from engine.game import CHANCE, Position
from engine.registry import REGISTRY
from hardware.power import PowerUse

TWO = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}


class FakeTable(ShownTable):
    """One game at a time; ``board`` is ``virtual`` (with hands) or ``serial`` (without)."""

    def __init__(self, options: dict[str, Any] | None = None, *, board: str = "virtual") -> None:
        self.seq = 0
        self.board = board
        self.status = "ready"
        self.position: Position | None = None
        self.options: dict[str, Any] = {}
        self.holders: dict[int, str] = {}
        self.aside: dict[str, str] = {}
        self.past: list[tuple[Position, tuple[MoveLine, ...]]] = []
        self.lines: tuple[MoveLine, ...] = ()
        self.reason: Reason | None = None
        self.arrow: Arrow | None = None
        self.number = 0
        self.drawn: PowerUse | None = None
        self.race_chart: Chart | None = None
        self.dealt: Hand | None = None
        self.link = "up"
        self.commands: list[tuple[Command, Caller]] = []
        self._wakes: list[Callable[[int], None]] = []
        self._lock = RLock()
        self._hands = FakeHands(self)
        self._rng = random.Random(7)
        if options is not None:
            self.submit(New(**options), Caller(table=True))

    # ---- what the web asks -----------------------------------------------------------------------

    def view(self, audience: int | None) -> View:
        with self._lock:
            return self._view(audience)

    def view_json(self, audience: int | None) -> bytes:
        return msgspec.json.encode(self.view(audience))

    def submit(self, command: Command, caller: Caller) -> Outcome:
        with self._lock:
            self.commands.append((command, caller))
            if isinstance(command, New):
                self._new(command)
            elif self.position is None:
                raise CommandRefused("no-game", "No game is open.")
            elif isinstance(command, Close):
                self.position = None
            else:
                self._play(command, caller)
            return Outcome(self._change())

    def sit(self, seat: int, holder: str, seen: SeenSeat = UNSEEN) -> Outcome:
        with self._lock:
            game = self._view(None).game
            if seen.game is not None and (game is None or game.id != seen.game):
                raise CommandRefused("other-game", "Another game has begun meanwhile.")
            if self.position is None:
                raise CommandRefused("no-game", "No game is open.")
            if not 0 <= seat < len(self.position.seats):
                raise CommandRefused("unknown-seat", f"There is no seat {seat}.", status=404)
            if self.holders.get(seat, holder) != holder:
                raise CommandRefused("seat-taken", "This seat was just taken.")
            self.holders[seat] = holder
            return Outcome(self._change())

    def leave(self, holder: str, seat: int | None = None) -> Outcome:
        with self._lock:
            freed = {s for s, h in self.holders.items() if h == holder and seat in (None, s)}
            self.holders = {s: h for s, h in self.holders.items() if s not in freed}
            return Outcome(self._change())

    def holder(self, seat: int) -> str | None:
        return self.holders.get(seat)

    def subscribe(self, wake: Callable[[int], None]) -> Callable[[], None]:
        self._wakes.append(wake)
        return lambda: self._wakes.remove(wake)

    def drawing(self) -> Board | None:
        return None if self.position is None else self.position.board

    def chart(self) -> Chart | None:
        return self.race_chart

    last: Callable[[], Any] = staticmethod(lambda: None)

    def hand(self, seat: int) -> Hand | None:
        return self.dealt

    def briefing(self, audience: int | None) -> Briefing | None:
        if self.position is None:
            return None
        told = Message("where", {"c": "@colour.A"}, {"list": Message("where.pen", {"n": "4"})})
        return Briefing(audience, (Message("prompt.idle"),), (told,), (told,))

    @property
    def hands(self) -> FakeHands | None:
        return self._hands if self.board == "virtual" else None

    def health(self) -> Health:
        game = None if self.position is None else str(self.number)
        return Health(self.status, self.board, "up", game)

    def power(self) -> PowerUse | None:
        return self.drawn

    # ---- hands -----------------------------------------------------------------------------------

    def touched(self) -> None:
        """A marble left its hole."""
        with self._lock:
            self._change()

    def placed(self, held: InHand, hole: str) -> None:
        """A marble came into a hole: a legal move, put back, or wrong with a reason."""
        with self._lock:
            assert self.position is not None
            frm, to = self._place(held.frm), self._place(hole)
            self.reason = self.arrow = None
            action = next(
                (
                    a
                    for a in self.position.legal()
                    if tuple(map(tuple, a.displacements)) == ((frm, to),)
                ),
                None,
            )
            if action is not None:
                self._apply(action)
                if not self._hands.held:
                    self._set_out()
            elif frm != to:
                told = self.position.explain(frm, to)
                message = Message(told.key or "refusal.other", dict(told.params or {}))
                self.reason = Reason(told.rule, message, None, told.blocked_by)
                self.arrow = Arrow(hole, held.frm)
                self._hands.strayed[hole] = held.frm
            self._change()

    # ---- inside ----------------------------------------------------------------------------------

    def _new(self, command: New) -> None:
        keys = ("game", "rules", "board", "players", "teams", "first", "hands")
        options = {k: v for k in keys if (v := getattr(command, k)) is not None}
        try:
            self.position = REGISTRY.game(command.game).new(options)
        except (BadConfig, EngineError) as error:
            raise CommandRefused(error.code, str(error), status=400) from None
        self.options = {**options, "names": command.names or []}
        self.holders, self.past, self.lines = {}, [], ()
        self.reason = self.arrow = None
        self.number += 1
        self._chance()
        self._set_out()

    def _chance(self) -> None:
        while self.position is not None and self.position.to_act is CHANCE:
            asked = self.position.chance()
            assert asked is not None
            items = list(asked.domain)
            self._rng.shuffle(items)
            self.position = self.position.apply(asked.prefix + " ".join(items)).position

    def _play(self, command: Command, caller: Caller) -> None:
        assert self.position is not None
        if not caller.seats and not caller.table:
            raise CommandRefused("no-seat", "Take a seat first.", status=403)
        if isinstance(command, Undo):
            if not self.past:
                raise CommandRefused("nothing-to-undo", "There is nothing to take back.")
            self.position, self.lines = self.past.pop()
            self._set_out()
            return
        if isinstance(command, SetAside | Restore):
            self._believe(command)
            return
        acting = self.position.to_act
        seats = acting if isinstance(acting, frozenset) else frozenset()
        if not caller.table and not caller.seats & seats:
            raise CommandRefused("not-your-turn", "Another seat is to move.")
        if isinstance(command, Card):
            text = f"card:{command.card}"
        elif isinstance(command, Act):
            text = command.action
        else:
            raise CommandRefused("no-question", "Nothing is asked.")
        action = next((a for a in self.position.legal() if a.text == text), None)
        if action is None:
            raise CommandRefused("illegal-action", f"{text} cannot be played now.", rule="FT-9")
        self._apply(action)
        self._set_out()

    def _believe(self, command: SetAside | Restore) -> None:
        if isinstance(command, SetAside) == (command.hole in self.aside):
            word = "is already" if command.hole in self.aside else "is not"
            raise CommandRefused("unchanged", f"{command.hole} {word} set aside.")
        if isinstance(command, SetAside):
            self.aside[command.hole] = "lies"
        else:
            del self.aside[command.hole]

    def _apply(self, action: Action) -> None:
        assert self.position is not None
        self.past.append((self.position, self.lines))
        try:
            self.position, events = self.position.apply(action)
        except IllegalAction as error:
            raise CommandRefused("illegal-action", str(error)) from None
        if not action.prelude:
            colour = self.position.seats[action.seat].colours[0]
            card = str(self.past[-1][0].to_json().get("card") or "")
            took = tuple(event.token for event in events if isinstance(event, Captured))
            line = MoveLine(
                len(self.lines) + 1,
                action.seat,
                colour,
                card,
                action.text,
                self._said(action),
                took,
            )
            self.lines = (line, *self.lines)
        self._chance()

    def _change(self) -> int:
        self.seq += 1
        for wake in list(self._wakes):
            wake(self.seq)
        return self.seq

    def _set_out(self) -> None:
        position = self.position
        if position is None:
            return
        tokens: dict[str, str] = {}
        for place, held in position.occupancy().items():
            holes = position.board.places[place].holes
            tokens.update(zip(holes, held, strict=False))
        self._hands.set_out(position.board.kind, position.board.holes, tokens)
