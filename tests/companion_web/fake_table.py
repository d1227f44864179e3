"""A table for the web's tests: the whole ``TablePort`` on a real engine position, in one thread.

No sensors, no journal: a put is matched to the legal actions at once. The engine says the rest.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from threading import RLock
from typing import Any

import msgspec

from companion.errors import CommandRefused, HandRefused
from companion.games.packs import hole_name
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
from companion.model.view import (
    Arrow,
    Choice,
    ColourView,
    GameView,
    HoleView,
    InHand,
    MoveLine,
    PadKey,
    PlayerView,
    Prompt,
    Reason,
    View,
)
from engine.action import Action
from engine.board import Board
from engine.errors import BadConfig, EngineError, IllegalAction
from engine.events import Captured
from engine.game import CHANCE, OVER, Position
from engine.registry import REGISTRY
from hardware.power import PowerUse

CAPTIONS = {"A": "out_one", "4": "back", "6": "out", "7": "split", "J": "swap", "Q": "one"}
TWO = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}


class FakeHands:
    """Hands on the fake table's board; every put is matched to the legal moves."""

    def __init__(self, table: FakeTable) -> None:
        self._table = table
        self.tokens: dict[str, str] = {}
        self.held: list[InHand] = []
        self.strayed: dict[str, str] = {}
        """Hole in which a marble stands wrongly → the hole it came from."""
        self.faults: dict[str, bool] = {}

    def lift(self, hole: str) -> None:
        self._known(hole)
        if hole not in self.tokens:
            raise HandRefused("empty-hole", f"There is no marble in {hole}.")
        self.held.append(InHand(self.tokens.pop(hole), self.strayed.pop(hole, hole)))
        self._table.touched()

    def put(self, hole: str, token: str | None = None) -> None:
        self._known(hole)
        if hole in self.tokens:
            raise HandRefused("full-hole", f"There is a marble in {hole} already.")
        if not self.held:
            raise HandRefused("nothing-in-hand", "There is no marble in the hand.")
        found = next((h for h in reversed(self.held) if token in (None, h.token)), None)
        if found is None:
            raise HandRefused("no-such-token", f"No {token} marble is in the hand.")
        self.held.remove(found)
        self.tokens[hole] = found.token
        self._table.placed(found, hole)

    def set_out(
        self,
        board: str,
        holes: Sequence[str],
        tokens: Mapping[str, str],
        beside: Sequence[str] = (),
    ) -> None:
        self.tokens, self.held, self.strayed = dict(tokens), [], {}

    def in_hand(self) -> tuple[str, ...]:
        return tuple(held.token for held in self.held)

    def fault(self, name: str, on: bool) -> None:
        self.faults[name] = on

    def _known(self, hole: str) -> None:
        drawn = self._table.drawing()
        if drawn is None or hole not in drawn.holes:
            raise HandRefused("unknown-hole", f"This board has no hole {hole}.")


class FakeTable:
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

    def sit(self, seat: int, holder: str) -> Outcome:
        with self._lock:
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

    def _place(self, hole: str) -> str:
        assert self.position is not None
        return self.position.board.space(hole).place

    def _hole_name(self, place: str) -> Message:
        assert self.position is not None
        board = self.position.board
        return hole_name(board.space(board.places[place].holes[0]))

    def _said(self, action: Action) -> Message:
        pairs = action.displacements
        if not pairs:
            return Message("move.none")
        names = iter("abcd")
        nested = {next(names): self._hole_name(place) for pair in pairs for place in pair}
        swap = len(pairs) == 2 and pairs[0].frm == pairs[1].to
        key = "swap" if swap else "go" if len(pairs) == 1 else "split"
        return Message(f"move.{key}", {}, nested)

    def _name(self, seat: int) -> str:
        assert self.position is not None
        names = self.options.get("names") or []
        colour = self.position.seats[seat].colours[0]
        return (names[seat] if seat < len(names) else "") or f"@colour.{colour}"

    def _view(self, audience: int | None) -> View:
        position = self.position
        if position is None:
            idle = Prompt(Message("prompt.idle"), mood="idle")
            return View(self.seq, audience, None, None, (), idle, board=self.board, link="up")
        shown: dict[str, Any] = dict(position.view(audience))
        legal = position.legal_for(audience)
        moves = [action for action in legal if not action.prelude]
        acting = position.to_act if isinstance(position.to_act, frozenset) else frozenset()
        seat = min(acting, default=None)
        hand = shown.get("hand")
        card = position.to_json().get("card")
        return View(
            self.seq,
            audience,
            self._game(),
            shown["position"],
            tuple(action.text for action in legal),
            self._prompt(seat, audience, card),
            self.reason,
            "choose_move" if card else "choose_card",
            self.board,
            "up",
            holes=self._holes(moves),
            in_hand=tuple(self._hands.held),
            arrow=self.arrow,
            card=self._key(str(card)) if card else None,
            pad=self._pad(position, audience, acting),
            hand=None if hand is None else tuple(hand),
            choices=tuple(self._choice(action) for action in moves),
            players=self._players(acting),
            moves=self.lines[:8],
            can_undo=bool(self.past),
            undo_card=bool(card),
            aside=dict(self.aside),
        )

    def _game(self) -> GameView:
        o = self.options
        return GameView(
            str(self.number), self.number, o["game"], o["rules"], o["board"],
            o.get("hands", "physical"), 1_700_000_000.0, dict(o),
        )  # fmt: skip

    def _prompt(self, seat: int | None, audience: int | None, card: object) -> Prompt:
        if seat is None:
            winner = next((p.seat for p in self._players(frozenset()) if p.winner), 0)
            return Prompt(Message("prompt.win", {"p": self._name(winner)}), mood="win")
        assert self.position is not None
        colour = self.position.seats[seat].colours[0]
        if self.reason is not None:
            return Prompt(self.reason.message, None, "refusal", seat, colour)
        p = {"p": self._name(seat)}
        virtual = self.options.get("hands") == "virtual"
        if card:
            lifted = bool(self._hands.held)
            return Prompt(
                Message("prompt.lifted" if lifted else "prompt.move", p), None, "say", seat, colour
            )
        if virtual:
            key = "prompt.card_hand" if seat == audience else "prompt.other_card"
            return Prompt(Message(key, p), None, "say", seat, colour)
        support = Message("prompt.card_support")
        return Prompt(Message("prompt.card", p), support, "say", seat, colour)

    def _holes(self, moves: Sequence[Action]) -> dict[str, HoleView]:
        assert self.position is not None
        board, tokens = self.position.board, self._hands.tokens
        roles: dict[str, str] = {}
        held = {self._place(h.frm) for h in self._hands.held}
        for action in moves:
            for frm, to in action.displacements[:1]:
                if held and frm in held:
                    holes = board.places[to].holes
                    roles |= {h: "capture" if h in tokens else "destination" for h in holes}
                elif not held:
                    roles |= {h: "movable" for h in board.places[frm].holes if h in tokens}
        if self.arrow is not None:
            roles |= {self.arrow.frm: "wrong", self.arrow.to: "return"}
        return {
            hole: HoleView(
                tokens.get(hole, ""),
                roles.get(hole, ""),
                place="" if self._place(hole) == hole else self._place(hole),
            )
            for hole in board.holes
            if hole in tokens or hole in roles
        }

    def _key(self, rank: str, moves: int | None = None) -> PadKey:
        label = "★" if rank == "JOKER" else rank
        caption = Message(f"pad.{CAPTIONS[rank]}") if rank in CAPTIONS else None
        return PadKey(f"card:{rank}", "card", rank, label, caption, moves)

    def _pad(
        self, position: Position, audience: int | None, acting: frozenset[int]
    ) -> tuple[PadKey, ...]:
        order = ["A", *map(str, range(2, 11)), "J", "Q", "K", "JOKER"]
        cards = [a for a in position.legal_for(audience) if a.prelude]
        if self.options.get("hands") == "virtual" and audience not in acting:
            return ()
        ranks = sorted({a.params["card"] for a in cards}, key=order.index)
        return tuple(self._key(rank) for rank in ranks)

    def _choice(self, action: Action) -> Choice:
        moves = tuple((pair.frm, pair.to) for pair in action.displacements)
        return Choice(action.text, action.seat, moves, dict(action.params), self._said(action))

    def _players(self, acting: frozenset[int]) -> tuple[PlayerView, ...]:
        assert self.position is not None
        occupied = self.position.occupancy()
        places = self.position.board.places
        over = self.position.to_act is OVER
        won = self.position.to_json().get("winner")
        names = self.options.get("names") or []
        return tuple(
            PlayerView(
                seat.number,
                names[seat.number] if seat.number < len(names) else "",
                tuple(
                    ColourView(
                        colour,
                        sum(len(t) for p, t in occupied.items()
                            if places[p].kind == "home" and colour in t),
                        sum(t.count(colour) for t in occupied.values()),
                    )
                    for colour in seat.colours
                ),
                seat.team,
                seat.number in self.holders,
                seat.number in acting,
                over and won == seat.team,
            )
            for seat in self.position.seats
        )  # fmt: skip
