"""A table that tests play by hand: a service without a page, and its player."""

from __future__ import annotations

import gc
import random
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from waiting import beat

from companion.boards.virtual import VirtualRig
from companion.boards.virtual_hands import VirtualHands
from companion.config import Config
from companion.model.commands import Act, Answer, Caller, New
from companion.model.view import View
from companion.recogniser.sensor_health import CHATTER, WITHIN
from companion.service.service import Service
from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal
from engine.action import Action
from engine.game import OVER, Position
from engine.registry import REGISTRY, RULES_REVISION
from engine.search import worth
from firmware_bridge.virtual.client import HandsClient
from firmware_bridge.virtual.process import VirtualBoardProcess

TABLE = Caller(table=True)
SECONDS = 8.0
"""How long the table may take for anything, faults of the wire included."""


QUICK: dict[str, Any] = {
    "debounce_lift_ms": 1,
    "debounce_put_ms": 2,
    "dwell_ms": 15,
    "said_ms": 10,
}
"""Hands that never tremble need no waiting."""


class NoPage:
    """These games are played with hands alone."""

    def close(self) -> None:
        """Nothing was opened."""


def no_page(
    config: Config,
    secret: str,
    **more: object,
) -> NoPage:
    return NoPage()


class UnhurriedHands:
    """Hands that never touch one hole so often that its sensor seems to chatter (PP-13)."""

    def __init__(self, hands: VirtualHands) -> None:
        self._hands = hands
        self._touched: dict[str, deque[float]] = {}
        self.in_hand = hands.in_hand

    def lift(self, hole: str) -> None:
        self._pace(hole)
        self._hands.lift(hole)

    def put(self, hole: str, token: str | None = None) -> None:
        self._pace(hole)
        self._hands.put(hole, token)

    def _pace(self, hole: str) -> None:
        lately = self._touched.setdefault(hole, deque(maxlen=CHATTER - 2))
        if len(lately) == lately.maxlen:
            beat(max(0.0, lately[0] + WITHIN - time.monotonic()))
        lately.append(time.monotonic())


class PlayedTable:
    """A service without a page, its board, and somebody who plays both sides.

    ``real``      a board that the service knows only as a serial device; else it starts its own
    ``settings``  instead of the usual ones
    """

    def __init__(
        self,
        folder: Path,
        seed: int,
        real: VirtualBoardProcess | None = None,
        settings: Config | None = None,
    ) -> None:
        self.folder = folder
        self.rng = random.Random(seed)
        usual = Config(
            host="127.0.0.1",
            port=0,
            data=str(folder),
            board="virtual" if real is None else "serial",
            device="" if real is None else str(real.port),
            **QUICK,
        )
        self.service = Service(settings or usual, no_page)
        self.service.start()
        assert self.service.loop is not None
        self.loop = self.service.loop
        if real is None:
            assert isinstance(self.service.rig, VirtualRig)
            self.client = self.service.rig.client
        else:
            own = HandsClient(real.control)
            self.client = lambda: own
        self.hands = UnhurriedHands(
            VirtualHands(self.client, lambda kind, names, tokens, beside: None)
        )
        self.moves = 0
        self.captures = 0
        self._news = threading.Event()
        self._stop = self.loop.subscribe(lambda seq: self._news.set())

    @property
    def board(self) -> HandsClient:
        """The virtual board's own word on what stands on it and what it shows."""
        return self.client()

    @property
    def view(self) -> View:
        return self.loop.view(None)

    @property
    def position(self) -> Position:
        return REGISTRY.load(self.view.position)

    def close(self) -> None:
        self._stop()
        self.client().close()
        self.service.close()
        gc.freeze()  # again, as tests/conftest.py did: a service that ends thaws all

    def until(self, holds: Callable[[], bool], what: str, seconds: float = SECONDS) -> None:
        end = time.monotonic() + seconds
        while not holds():
            view = self.view
            assert time.monotonic() < end, (
                f"{what}: {view.state}, {view.prompt.message}, hand {view.in_hand}, "
                f"owed {view.owed}, ask {view.ask}, reason {view.reason}, link {view.link}, "
                f"aside {view.aside}"
            )
            self._news.wait(0.02)
            self._news.clear()

    # ------------------------------------------------------------------------------------- play

    def new(self, rules: str, board: str, players: list[list[str]]) -> None:
        """A new game, set out by itself on the virtual board."""
        self.loop.submit(New(game="fast_track", rules=rules, board=board, players=players), TABLE)
        self.until(lambda: self.view.link == "up" and not self.view.owed, "set out")

    def play_on(self, turns: int, before: Callable[[int], None] = lambda turn: None) -> None:
        """Play until the game is over or so many cards were played."""
        for turn in range(turns):
            if self.position.to_act is OVER:
                return
            before(turn)
            self.turn()

    def turn(self) -> None:
        """One card on the page, then its move by hand."""
        position = self.position
        if position.legal()[0].prelude:
            cards = self.rng.sample(list(position.legal()), 4)
            card = max(cards, key=lambda action: worth(position, action))
            self.loop.submit(Act(card.text), TABLE)
            position = position.apply(card).position
        move = max(position.legal(), key=lambda action: worth(position, action))
        after = position.apply(move).position.to_json()
        if move.displacements:
            self.gesture(position, move)
            self.moves += 1
        self.until(lambda: self.accepted(move, after), f"{move.text} is accepted")
        self.pay()

    def accepted(self, move: Action, after: dict[str, object]) -> bool:
        """Whether the move was made; a question is answered with what the hands did (PP-3)."""
        ask = self.view.ask
        if ask is not None:
            tokens = self.board.state()["tokens"]
            seen = [o for o in ask.options if o.token and tokens.get(o.hole) == o.token]
            played = [o for o in ask.options if move.text in o.actions]
            assert seen + played, (ask, move.text, tokens)
            option = (seen + played)[0]
            self.loop.submit(Answer(ask.id, option.id), TABLE)
        return self.view.position == after

    def gesture(self, position: Position, move: Action) -> None:
        """Make the move as a hand would: own marble up, captured ones out of the way, down."""
        pairs = move.displacements
        if len(pairs) == 2 and (pairs[1].to, pairs[1].frm) == pairs[0]:
            self.swap(pairs[0].frm, pairs[1].frm)
            return
        for frm, to in pairs:
            token = self.lift(frm)
            target = self.free(to)
            if target is None:
                target = self.lift_hole(to)
            self.hands.put(target, token)

    def swap(self, one: str, other: str) -> None:
        """A Jack: both marbles up, each into the other's hole (FT-21)."""
        first = self.lift(one)
        second = self.lift(other)
        self.hands.put(other, first)
        self.hands.put(one, second)

    def lift(self, place: str) -> str:
        """Lift a marble of that place; which one it was."""
        tokens = self.board.state()["tokens"]
        hole = next(hole for hole in self.holes(place) if hole in tokens)
        self.lift_hole(hole)
        token: str = tokens[hole]
        return token

    def lift_hole(self, hole: str) -> str:
        """Lift what stands there and see that it was felt: no hand is quicker than debounce."""
        self.hands.lift(hole)
        held = len(self.hands.in_hand())
        self.until(lambda: len(self.view.in_hand) >= held, f"{hole} is felt")
        return hole

    def free(self, place: str) -> str | None:
        """An empty hole of that place."""
        tokens = self.board.state()["tokens"]
        return next((hole for hole in self.holes(place) if hole not in tokens), None)

    def holes(self, place: str) -> tuple[str, ...]:
        drawing = self.loop.drawing()
        assert drawing is not None
        found = drawing.places.get(place)
        return (place,) if found is None else found.holes

    def pay(self) -> None:
        """Follow the lights until nothing is owed: captured marbles into their pens (PP-6)."""

        def settled() -> bool:
            held = self.hands.in_hand()
            if held:
                self.captures += 1
                hole = self.free(held[-1] + "p")
                assert hole is not None
                self.hands.put(hole, held[-1])
            return not held and not self.view.owed and not self.view.in_hand

        self.until(settled, "what is owed is paid")

    def tap(self) -> Action:
        """A move that is made on the page alone, the board being away (PP-16)."""
        position = self.position
        found = [
            (card, move)
            for card in position.legal()
            for move in position.apply(card).position.legal()
            if len(move.displacements) == 1
        ]
        card, move = self.rng.choice(found)
        self.loop.submit(Act(card.text), TABLE)
        self.loop.submit(Act(move.text), TABLE)
        return move

    def follow(self, move: Action) -> None:
        """Bring the board to where the page has gone meanwhile, as the lights say (PP-17)."""
        self.until(lambda: bool(self.view.owed), "the debt is shown")
        frm, to = move.displacements[0]
        self.hands.put(self.free(to) or self.lift_hole(to), self.lift(frm))
        self.pay()

    # ------------------------------------------------------------------------------------ proof

    def role(self, hole: str) -> str:
        """What the view says of that hole."""
        shown = self.view.holes.get(hole)
        return "" if shown is None else shown.role

    def lit(self, hole: str) -> bool:
        """Whether the board's own pixels show something at that hole."""
        return hole in self.board.lights()["cells"]

    def check(self) -> None:
        """Board, position and journal say the same (PP-15)."""
        self.until(lambda: self.view.link == "up", "link is up")
        tokens: dict[str, str] = self.board.state()["tokens"]
        expected: dict[str, list[str]] = {}
        for place, held in self.position.occupancy().items():
            expected[place] = sorted(held)
        found: dict[str, list[str]] = {}
        for place in expected:
            found[place] = sorted(tokens[h] for h in self.holes(place) if h in tokens)
        assert found == expected
        assert len(tokens) == sum(len(held) for held in expected.values())
        assert self.replayed() == self.view.position

    def replayed(self) -> dict[str, Any]:
        """The position that a second reader of the journal comes to, row by row."""
        journal = SqlJournal(
            sqlite_url(self.folder / "journal.db"),
            board_id=(self.folder / "board-id").read_text().strip(),
            revision=RULES_REVISION,
            wall=time.time,
        )
        record = journal.current()
        journal.close()
        assert record is not None
        options = {
            key: value
            for key, value in record.rows[0].data.items()
            if key in ("game", "rules", "board", "players", "teams", "first") and value is not None
        }
        position = REGISTRY.game(options["game"]).new(options)
        for row in record.rows[1:]:
            if row.kind == "action":
                position = position.apply(row.text).position
        found: dict[str, Any] = position.to_json()
        return found
