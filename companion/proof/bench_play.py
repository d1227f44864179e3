"""Moves that a bench can time: a game through the serial port, one clear move after another.

A move is *clear* when one marble goes to one hole, nothing is captured, and no other move with that
card begins at the same place. Such a put is accepted at once (PP-2), so it shows the service and
not the dwell.
"""

from __future__ import annotations

import random
import time
from typing import Any, Final, NamedTuple

from companion.games.packs import OFFERS
from engine.action import Action
from engine.board import Board
from engine.game import Position
from engine.registry import REGISTRY

from .bench_board import BenchBoard
from .cpu_time import spent, used
from .under_test import ServiceFailed, ServiceUnderTest

SET_OUT_SECONDS: Final = 0.3
"""Seconds until the bench's own set-up is felt, debounce included."""
HUMAN_SECONDS: Final = 0.12
"""Seconds between two gestures. No hand is quicker, and the last gesture's effects are over."""
THINKING_SECONDS: Final = 1.5
"""Seconds before a leisurely hand lifts, and before the next card is named."""
HOP_SECONDS: Final = 0.15
"""Seconds that a marble which counts holes rests in each, and flies between two."""
COUNTED: Final = 3
"""Number of holes that a marble touches on its way."""
WAIT_SECONDS: Final = 2.0
"""Seconds after which the bench calls a light frame missing."""


class ClearMove(NamedTuple):
    """A card and its move. ``frm`` and ``to`` are hole numbers."""

    card: Action
    move: Action
    frm: int
    to: int


class Timed(NamedTuple):
    """Seconds from change to light frame, and the service's processor time for each."""

    lift_to_light: list[float]
    put_to_accepted: list[float]
    lift_cpu: list[float]
    put_cpu: list[float]


class BenchPlay:
    """The first game of the list, played by two on the bench's own board."""

    def __init__(self, service: ServiceUnderTest, board: BenchBoard, rng: random.Random) -> None:
        self._service = service
        self._wire = board
        self._rng = rng
        offer = next(iter(OFFERS.values()))
        sheet = offer.rules[0]
        kind = sheet.boards[0]
        self.board: Board = offer.board(kind)
        self._numbers = {hole: n for n, hole in enumerate(self.board.holes)}
        self._new = {
            "command": "new",
            "game": offer.game,
            "rules": sheet.name,
            "board": kind,
            "players": [list(colours) for colours in offer.usual(kind, 2, 1)],
        }
        self._tokens: list[str] = []
        self._cpu = 0.0
        """Processor seconds that the last change took in the service."""

    def time(self, gestures: int) -> Timed:
        """Time that many lifts and as many puts. Every second lift is put back first."""
        timed = Timed([], [], [], [])
        self._begin()
        while len(timed.put_to_accepted) < gestures:
            position = self._position()
            clear = self._choose(position)
            if clear is None:
                self._begin()
                continue
            self._send(clear.card)
            before = self._service.get("/api/table")["position"]
            self._wire.settle(HUMAN_SECONDS)
            if len(timed.lift_to_light) < gestures // 2:
                self._timed_lift(timed, clear.frm)
                self._wire.settle(HUMAN_SECONDS)
                self._wire.change(clear.frm, True)
                self._wire.settle(HUMAN_SECONDS)
            self._timed_lift(timed, clear.frm)
            self._wire.settle(HUMAN_SECONDS)
            timed.put_to_accepted.append(self._put(clear, before))
            timed.put_cpu.append(self._cpu)
            self._wire.settle(HUMAN_SECONDS)
        return timed

    def leisurely(self, seconds: float) -> int:
        """Play as a family does: a move every few seconds, with holes counted by touch.

        Returns the number of moves.
        """
        self._begin()
        moves, end = 0, time.monotonic() + seconds
        while time.monotonic() < end:
            clear = self._choose(self._position())
            if clear is None:
                self._begin()
                continue
            self._send(clear.card)
            self._wire.pump(THINKING_SECONDS)
            free = [n for n in self._numbers.values() if n not in self._wire.occupied]
            counted = self._rng.sample([n for n in free if n != clear.to], COUNTED)
            self._wire.change(clear.frm, False)
            for hole in counted:
                self._wire.pump(HOP_SECONDS)
                self._wire.change(hole, True)
                self._wire.pump(HOP_SECONDS)
                self._wire.change(hole, False)
            self._wire.pump(HOP_SECONDS)
            self._wire.change(clear.to, True)
            self._wire.pump(THINKING_SECONDS)
            moves += 1
        return moves

    def _begin(self) -> None:
        """Begin a new game whose marbles stand already.

        The table takes the board as it is when a game opens.
        """
        if self._tokens:
            self._service.post("/api/commands", {"command": "close"}, self._tokens[0])
        game = REGISTRY.game(str(self._new["game"]))
        options = {key: value for key, value in self._new.items() if key != "command"}
        position = game.new(options)
        full = []
        for place, tokens in position.occupancy().items():
            holes = self.board.places[place].holes
            full += [self._numbers[hole] for hole in holes[: len(tokens)]]
        self._wire.set_out(full)
        self._wire.pump(SET_OUT_SECONDS)
        self._service.post("/api/commands", self._new)
        self._tokens = [
            self._service.post("/api/seats", {"seat": seat.number})["token"]
            for seat in position.seats
        ]
        self._wire.settle(0.1)

    def _position(self) -> Position:
        self._wire.pump(0.0)
        return REGISTRY.load(self._service.get("/api/table")["position"])

    def _send(self, action: Action) -> None:
        body = {"command": "act", "action": action.text}
        self._service.post("/api/commands", body, self._tokens[action.seat])

    def _choose(self, position: Position) -> ClearMove | None:
        """One clear move, or None when the game is over or no card gives any."""
        found = []
        for card in position.legal():
            if card.prelude:
                moves = position.apply(card).position
                found += [c for m in moves.legal() if (c := self._clear(card, m, moves))]
        return self._rng.choice(found) if found else None

    def _clear(self, card: Action, move: Action, position: Position) -> ClearMove | None:
        if len(move.displacements) != 1:
            return None
        frm, to = move.displacements[0]
        others = [
            other
            for other in position.legal()
            if other is not move and any(d.frm == frm for d in other.displacements)
        ]
        moved = [m for event in position.apply(move).events for m in event.moved]
        if others or len(moved) != 1:
            return None
        full = [self._numbers[h] for h in self.board.places[frm].holes]
        full = [n for n in full if n in self._wire.occupied]
        free = [self._numbers[h] for h in self.board.places[to].holes]
        free = [n for n in free if n not in self._wire.occupied]
        return ClearMove(card, move, full[0], free[0]) if full and free else None

    def _timed_lift(self, timed: Timed, hole: int) -> None:
        timed.lift_to_light.append(self._lift(hole))
        timed.lift_cpu.append(self._cpu)

    def _lift(self, hole: int) -> float:
        return self._change(hole, False, f"lifting hole {hole}")

    def _put(self, clear: ClearMove, before: object) -> float:
        lit = self._change(clear.to, True, f"making {clear.move.text}")
        first = self._wire.lit_at
        # The view comes a moment after the light. If a later light than the first comes, it counts.
        end = time.monotonic() + WAIT_SECONDS
        while self._service.get("/api/table")["position"] == before:
            self._wire.pump(0.005)
            if time.monotonic() > end:
                raise ServiceFailed(f"{clear.move.text} was lit but not accepted")
        return lit + self._wire.lit_at - first

    def _change(self, hole: int, present: bool, what: str) -> float:
        """Seconds from a change to the next light frame."""
        before = used(self._service.pid)
        started = self._wire.change(hole, present)
        at = self._wire.next_frame(WAIT_SECONDS)
        if at is None:
            state: dict[str, Any] = self._service.get("/api/table")
            raise ServiceFailed(f"no light came after {what}: {state.get('prompt')}")
        self._cpu = spent(before, used(self._service.pid))
        return at - started
