"""A fake table's position as the web's tests see it: the ``View`` of an audience."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fake_hands import FakeHands

from companion.games.packs import hole_name
from companion.model.choices import Choice, PadKey
from companion.model.message import Message
from companion.model.view import (
    Arrow,
    ColourView,
    GameView,
    HoleView,
    MoveLine,
    PlayerView,
    Prompt,
    Reason,
    View,
)
from engine.action import Action
from engine.game import OVER, Position

CAPTIONS = {"A": "out_one", "4": "back", "6": "out", "7": "split", "J": "swap", "Q": "one"}


class ShownTable:
    """What everybody sees of a game on a fake table."""

    seq: int
    board: str
    position: Position | None
    options: dict[str, Any]
    holders: dict[int, str]
    aside: dict[str, str]
    past: list[tuple[Position, tuple[MoveLine, ...]]]
    lines: tuple[MoveLine, ...]
    reason: Reason | None
    arrow: Arrow | None
    number: int
    _hands: FakeHands

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
